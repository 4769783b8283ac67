// Two triangles of one mesh that share vertices: do they meet elsewhere?
#pragma once

#include <array>

#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

using Corners = std::array<VertexId, 3>;

// Bit 3 i + j is set if corner i of A and corner j of B are the same vertex.
GRAZE_INLINE unsigned shared_corners(const Corners& a, const Corners& b) {
    unsigned shared = 0, bit = 1;
    for (const VertexId i : a) {
        for (const VertexId j : b) {
            shared |= i == j ? bit : 0;
            bit <<= 1;
        }
    }
    return shared;
}

// The triangle, turned so that it begins with corner k; its orientation stays.
GRAZE_INLINE Corners turned(const Corners& c, int k) {
    return k == 0 ? c : k == 1 ? Corners{c[1], c[2], c[0]} : Corners{c[2], c[0], c[1]};
}

// For triangles with at least one shared corner; exact.
bool meet_beyond_shared(std::span<const Vec3> vertices, const Corners& a, const Corners& b);

}  // namespace graze::inline v1::detail
