// Do two boxes or hulls meet? In doubles with error bounds, for almost all that are not about to touch.
#pragma once

#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// Certain where it is yes or no; `undecided` where rounding may matter, and for shapes of other kinds.
Answer quick_meet(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);

}  // namespace graze::inline v1::detail
