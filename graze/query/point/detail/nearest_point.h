// The distance of a point from a shape, for other searches.
#pragma once

#include <limits>

#include "graze/base/budget.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/triangle/triangle_pair.h"
#include "graze/tree/query_counts.h"

namespace graze::inline v1::detail {

struct NearestOnSurface {
    double value = std::numeric_limits<double>::infinity();
    double at_least = std::numeric_limits<double>::infinity();  // below `value` if the search was ended
    Vec3 nearest;
    TriangleId triangle = 0;
    Feature on;
};

// As distance(). The meter is charged for the work; the answer is right even if the meter is exhausted. Adds
// to the counts unless null.
NearestOnSurface nearest_point(const Shape& shape, const Pose& world_from_shape, const Vec3& point,
                               Meter& meter, QueryCounts* counts);

}  // namespace graze::inline v1::detail
