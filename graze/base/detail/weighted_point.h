// Points of triangles that doubles cannot hold, in exact predicates.
#pragma once

#include <array>
#include <cstdint>

#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

// The point (w0 t0 + w1 t1 + w2 t2) / (w0 + w1 + w2) of a triangle, which need not be a point of doubles. At
// least one weight is positive.
struct WeightedPoint {
    Triangle t;
    std::array<std::uint32_t, 3> weight{1, 0, 0};
};

// To within 2^-50 of the largest coordinate.
Vec3 rounded(const WeightedPoint& x);

// Exact, like that of points of doubles.
int orient3d(const WeightedPoint& x, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace graze::inline v1::detail
