#include "graze/deform/separation/detail/owned_features.h"

#include <algorithm>
#include <utility>

namespace graze::inline v1::detail {

OwnedFeatures::OwnedFeatures(const Mesh& mesh) : owned_(mesh.triangle_count(), 0) {
    struct Edge {
        VertexId low, high;
        std::uint32_t name;  // 3 * triangle + edge
        auto operator<=>(const Edge&) const = default;
    };
    std::vector<Edge> edges;
    edges.reserve(3 * owned_.size());
    std::vector<bool> taken(mesh.vertices().size(), false);
    for (TriangleId t = 0; t < owned_.size(); ++t) {
        const auto& v = mesh.triangles()[t];
        for (std::size_t i = 0; i < 3; ++i) {
            if (!taken[v[i]]) owned_[t] |= static_cast<std::uint8_t>(1U << i);
            taken[v[i]] = true;
            // An edge without length is a corner.
            const auto [low, high] = std::minmax(v[(i + 1) % 3], v[(i + 2) % 3]);
            if (low != high) edges.push_back({low, high, static_cast<std::uint32_t>(3 * t + i)});
        }
    }
    std::ranges::sort(edges);
    for (std::size_t e = 0; e < edges.size(); ++e) {
        if (e > 0 && edges[e].low == edges[e - 1].low && edges[e].high == edges[e - 1].high) continue;
        owned_[edges[e].name / 3] |= static_cast<std::uint8_t>(8U << edges[e].name % 3);
    }
}

}  // namespace graze::inline v1::detail
