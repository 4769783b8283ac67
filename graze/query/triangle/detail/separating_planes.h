// Planes that show that two triangles are further apart than a limit, to the last bit or nearly so.
#pragma once

#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

// True only if all of `a` is further from all of `b` than the limit. `way` leads from about the closest point
// of one to that of the other. In twice the precision of doubles, which is not enough for every pair: false
// says nothing.
bool certainly_beyond(const Triangle& a, const Triangle& b, const Vec3& direction, double limit);

}  // namespace graze::inline v1::detail
