// Does a single triangle of the world meet a surface?
#pragma once

#include <optional>

#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/tree/query_counts.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// A triangle of the surface that meets it, the first in the order of the tree; none if it meets none. Exact;
// touching counts. The meter is charged for the work; the answer is right even if the meter is exhausted.
std::optional<TriangleId> triangle_met(const Triangle& world_triangle, const Shape& shape,
                                       const Pose& world_from_shape, Meter& meter, QueryCounts& counts);

}  // namespace graze::inline v1::detail
