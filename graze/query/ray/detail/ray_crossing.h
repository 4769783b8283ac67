// Parts of first_hit() for callers that have decided the rest already.
#pragma once

#include "graze/query/ray/ray_triangle.h"

namespace graze::inline v1::detail {

// The same as first_hit(), without the limits of the ray, for a line that is known to pass through the inside
// of the triangle and not along it.
TriangleHit crossing_inside(const Ray& ray, const Triangle& triangle);

}  // namespace graze::inline v1::detail
