// Where a line meets a triangle, in rational numbers: what rays are compared with.
#pragma once

#include <optional>

#include "graze/base/triangle.h"

namespace graze::test {

// From t = lower to t = upper, which are one unless the line runs in the plane of the triangle. Rounded;
// their signs are not.
struct RationalHit {
    double lower, upper;
};

std::optional<RationalHit> rational_hit(const Vec3& origin, const Vec3& direction, const Triangle& triangle);

}  // namespace graze::test
