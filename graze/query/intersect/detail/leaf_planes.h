// Planes between the triangles of two leaves. Where faces are close to each other, floats leave nearly all of
// a leaf's pairs undecided, and one plane decides them together.
#pragma once

#include "graze/tree/traverse/pair_query.h"

namespace graze::inline v1::detail {

// Is there a plane between all triangles of two leaves, along an axis of the world or along the normal of one
// of two close triangles of them? Exact; false if these planes do not show it.
bool leaves_apart(const PairQuery& query, const TreeLeaf& leaf_a, const TreeLeaf& leaf_b, TriangleId close_a,
                  TriangleId close_b);

}  // namespace graze::inline v1::detail
