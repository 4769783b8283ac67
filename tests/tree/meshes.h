// Meshes that are hard on hierarchies.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "graze/mesh/mesh.h"

namespace graze::test {

// 900 triangles, each half as large as the one before: halving space takes one of them off at a time.
inline Mesh make_shrinking_triangles() {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (std::uint32_t i = 0; i < 900; ++i) {
        const double x = std::ldexp(1.0, -static_cast<int>(i));
        vertices.insert(vertices.end(), {{x, 0, 0}, {x, x, 0}, {x, 0, x}});
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return Mesh(vertices, triangles);
}

}  // namespace graze::test
