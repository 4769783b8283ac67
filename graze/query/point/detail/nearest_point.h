// The distance of a point from a shape, for searches with a budget.
#pragma once

#include "graze/base/budget.h"
#include "graze/query/point/point_distance.h"

namespace graze::inline v1::detail {

// As distance(). The meter is charged for the work; the answer is right even if the meter is exhausted.
PointDistance nearest_point(const Shape& shape, const Pose& world_from_shape, const Vec3& point,
                            Meter& meter);

}  // namespace graze::inline v1::detail
