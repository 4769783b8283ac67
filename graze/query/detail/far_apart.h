// Whole shapes that are surely apart, told without opening their trees.
#pragma once

#include "graze/query/detail/pair_frame.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// "True" is certain: no world triangles of the two have a point in common.
bool boxes_apart(const WideTree& a, const WideTree& b, const Passage& a_from_b);
bool hulls_apart(const SupportTable& a, const SupportTable& b, const Passage& a_from_b);

}  // namespace graze::inline v1::detail
