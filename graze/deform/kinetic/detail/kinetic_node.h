// A node of a pattern, as users see it.
#pragma once

#include "graze/deform/kinetic/detail/binary_pattern.h"
#include "graze/deform/kinetic/kinetic_tree.h"

namespace graze::inline v1::detail {

inline KineticNode kinetic_node(const BinaryPattern& pattern, std::uint32_t index) {
    const PatternNode& n = pattern.nodes[index];
    return {n.parent, n.is_leaf() ? 0 : index + 1, n.second,
            std::span(pattern.triangles).subspan(n.first, n.count)};
}

}  // namespace graze::inline v1::detail
