// Does a single triangle of the world meet a surface?
#pragma once

#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// Exact; touching counts. The meter is charged for the work; the answer is right even if the meter is
// exhausted.
bool meets(const Triangle& world_triangle, const Shape& shape, const Pose& world_from_shape, Meter& meter);

}  // namespace graze::inline v1::detail
