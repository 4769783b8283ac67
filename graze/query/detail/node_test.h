// The innermost step of the traversal by itself, for tests and measurements.
#pragma once

#include <cstdint>
#include <span>

#include "graze/query/detail/pair_frame.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// Which boxes of each node, in the coordinates that `passage` leads to, may overlap box `slot` of `other`:
// bit i of overlaps[n] for box i of node n.
void test_nodes(std::span<const WideNode> nodes, const WideNode& other, int slot, const Passage& passage,
                std::span<std::uint8_t> overlaps);

}  // namespace graze::inline v1::detail
