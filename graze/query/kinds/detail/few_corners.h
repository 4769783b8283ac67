// Exact answers about two cores of which few corners matter, without allocating.
#pragma once

#include "graze/query/answer.h"
#include "graze/query/kinds/detail/placed_convex.h"

namespace graze::inline v1::detail {

// Have the cores a point in common? Undecided where they have too many corners: more than eight, or more than
// 32 that are not in one plane.
Answer few_corners_meet(const PlacedConvex& a, const PlacedConvex& b);

// Is their distance within the limit? `known` is what a search with these cores found. Of a core with more
// than eight corners, those count that may be closest. Undecided if these are more than 32.
Answer few_corners_within(const PlacedConvex& a, const PlacedConvex& b, const CoreDistance& known,
                          const LimitSum& limit);

}  // namespace graze::inline v1::detail
