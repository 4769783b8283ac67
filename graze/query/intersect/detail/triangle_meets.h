// Does a single triangle of the world meet a surface?
#pragma once

#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// Exact; touching counts.
bool meets(const Triangle& world_triangle, const Shape& shape, const Pose& world_from_shape);

}  // namespace graze::inline v1::detail
