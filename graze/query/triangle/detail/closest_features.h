// Finds the closest features of two triangles, and their closest points.
#pragma once

#include <limits>

#include "graze/base/triangle.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1::detail {

// Two points, their squared distance, and the features they lie in.
struct ClosestFeatures {
    double squared = std::numeric_limits<double>::infinity();
    Vec3 a, b;
    Feature on_a, on_b;
};

// For triangles that are apart, with coordinates in a range where products of eight of them neither underflow
// nor overflow. `size` is the size of the largest coordinate.
void find_closest_features(const Triangle& a, const Triangle& b, double size, ClosestFeatures& found);
// The same for a point that is not in the triangle.
void find_closest_feature(const Vec3& a, const Triangle& b, ClosestFeatures& found);

}  // namespace graze::inline v1::detail
