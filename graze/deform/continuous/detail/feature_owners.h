// Which triangle stands for a vertex or an edge that several triangles share, so that each is tested once
// (Curtis, Tamstorf, Manocha 2008: representative triangles).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

// Of one triangle, the lowest with this vertex or edge. Bit i of `vertices`: corner i. Bit i of `edges`: the
// edge opposite corner i. An edge has two different vertices; which is the first does not matter.
struct OwnedFeatures {
    std::uint8_t vertices : 3 = 0;
    std::uint8_t edges : 3 = 0;

    int vertex_count() const { return std::popcount(static_cast<unsigned>(vertices)); }
    int edge_count() const { return std::popcount(static_cast<unsigned>(edges)); }
};

// One for each triangle. Near linear time.
std::vector<OwnedFeatures> feature_owners(std::span<const std::array<VertexId, 3>> triangles,
                                          std::size_t vertex_count);

// The edge opposite a corner runs from the first of these to the second.
inline std::array<VertexId, 2> edge_of(const std::array<VertexId, 3>& corners, unsigned opposite) {
    return {corners[(opposite + 1) % 3], corners[(opposite + 2) % 3]};
}

}  // namespace graze::inline v1::detail
