// The distance of two triangles in rational numbers: what distances are compared with.
#pragma once

#include "graze/base/triangle.h"

namespace graze::test {

// The square of the distance, exactly, then its root in doubles: wrong by rounding only.
double rational_distance(const Triangle& a, const Triangle& b);

// Is it at most `limit`, which is not negative?
bool rational_distance_at_most(const Triangle& a, const Triangle& b, double limit);

// How far a point is from a triangle.
double rational_distance(const Vec3& p, const Triangle& t);

}  // namespace graze::test
