// How far is a point from a shape, for a search that counts what it spends?
#pragma once

#include "graze/base/budget.h"
#include "graze/query/point/point_distance.h"

namespace graze::inline v1::detail {

// As distance(); what it took is spent, and the answer is right even if that was too much.
PointDistance nearest_point(const Shape& shape, const Pose& world_from_shape, const Vec3& point,
                            Meter& meter);

}  // namespace graze::inline v1::detail
