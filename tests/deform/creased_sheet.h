// A sheet of random creases that passes through itself in places.
#pragma once

#include <array>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/mesh.h"

namespace graze::test {

// A grid of `size` x `size` squares, rolled up so that it meets itself, with every vertex moved a little.
inline Mesh creased_sheet(std::uint32_t size, std::uint64_t seed, double shift = 0.6) {
    Random r(seed);
    std::vector<Vec3> vertices;
    for (std::uint32_t j = 0; j <= size; ++j) {
        for (std::uint32_t i = 0; i <= size; ++i) {
            const double x = i, y = j, fold = i % 20 < 10 ? i % 20 : 20 - i % 20;
            const auto some = [&] { return shift * (r.uniform() - 0.5); };
            vertices.push_back({fold + some(), y + some(), 0.2 * (x / 10) + some()});
        }
    }
    std::vector<std::array<VertexId, 3>> triangles;
    for (std::uint32_t j = 0; j < size; ++j) {
        for (std::uint32_t i = 0; i < size; ++i) {
            const VertexId v = j * (size + 1) + i;
            triangles.push_back({v, v + 1, v + size + 2});
            triangles.push_back({v, v + size + 2, v + size + 1});
        }
    }
    return Mesh(std::move(vertices), std::move(triangles));
}

}  // namespace graze::test
