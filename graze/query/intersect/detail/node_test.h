// The innermost step of the traversal alone, for tests and measurements.
#pragma once

#include <cstdint>
#include <span>

#include "graze/tree/traverse/pair_frame.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// Tests which boxes of each node, in the coordinates that `transform` leads to, may overlap box `slot` of
// `other`: bit i of overlaps[n] for box i of node n.
void test_nodes(std::span<const WideNode> nodes, const WideNode& other, int slot,
                const RelativeTransform& transform, std::span<std::uint8_t> overlaps);

}  // namespace graze::inline v1::detail
