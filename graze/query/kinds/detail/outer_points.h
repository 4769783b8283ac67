// Points whose convex hull contains a solid.
#pragma once

#include "graze/query/kinds/detail/placed_convex.h"

namespace graze::inline v1::detail {

// Certain if true: A lies inside B, and not even touches its border. False also for solids that lie inside by
// less than 2 % of the radius of A (of its half axes): A is taken as the hull of some hundred points around
// it.
bool lies_surely_inside(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);
// Certain if true: some point of A is outside B.
bool sticks_surely_out(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);

}  // namespace graze::inline v1::detail
