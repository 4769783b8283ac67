// Which features of two triangles are closest, and where.
#pragma once

#include <limits>

#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

// Two points, and the square of how far they are apart.
struct ClosestFeatures {
    double squared = std::numeric_limits<double>::infinity();
    Vec3 a, b;
};

// Of triangles that are apart, with coordinates so small and so large that products of eight of them are
// doubles. `size` is that of the largest coordinate.
void find_closest_features(const Triangle& a, const Triangle& b, double size, ClosestFeatures& found);
// The same for a point, which is not in the triangle.
void find_closest_feature(const Vec3& a, const Triangle& b, ClosestFeatures& found);

}  // namespace graze::inline v1::detail
