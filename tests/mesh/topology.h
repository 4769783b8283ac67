// Brute-force looks at the topology of meshes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "graze/mesh/mesh.h"

namespace graze::test {

inline std::vector<std::pair<VertexId, VertexId>> directed_edges(const Mesh& mesh) {
    std::vector<std::pair<VertexId, VertexId>> edges;
    for (const auto& [a, b, c] : mesh.triangles()) edges.insert(edges.end(), {{a, b}, {b, c}, {c, a}});
    std::ranges::sort(edges);
    return edges;
}

// Every edge once in each direction.
inline bool is_closed_manifold(const Mesh& mesh) {
    const auto edges = directed_edges(mesh);
    if (std::ranges::adjacent_find(edges) != edges.end()) return false;
    return std::ranges::all_of(edges, [&](const auto& e) {
        return e.first != e.second && std::ranges::binary_search(edges, std::pair(e.second, e.first));
    });
}

// Of a closed manifold.
inline long euler_characteristic(const Mesh& mesh) {
    return static_cast<long>(mesh.vertices().size()) - static_cast<long>(directed_edges(mesh).size() / 2) +
           static_cast<long>(mesh.triangle_count());
}

// Positive if normals point outwards.
inline double volume(const Mesh& mesh) {
    double sum = 0;
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        const Triangle triangle = mesh.triangle(t);
        sum += dot(triangle[0], cross(triangle[1], triangle[2]));
    }
    return sum / 6;
}

}  // namespace graze::test
