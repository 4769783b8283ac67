// The gap between the convex hulls of two whole meshes, in doubles, for shapes that are so close that floats
// cannot tell: faces that are not along the axes of their shapes.
#pragma once

#include "graze/tree/traverse/box_gap.h"
#include "graze/tree/traverse/pair_query.h"

namespace graze::inline v1::detail {

// Finds a plane between the hulls (Gilbert, Johnson, Keerthi 1988), whose gap is the widest or
// wider than `enough`. Negative if there is none, or if it is smaller than rounding, some 1e-13 of the
// largest coordinate. Makes the hulls of the two shapes when it is first called for them.
WholeGap gap_of_hulls(const PairQuery& query, double enough);

// May a plane along the normals of two close triangles separate the hulls? By the support tables, which are
// rough: false is certain only up to a tenth of the size. Takes less than a tenth of the time of
// gap_of_hulls().
bool hulls_may_be_apart(const PairQuery& query, TriangleId a, TriangleId b);

}  // namespace graze::inline v1::detail
