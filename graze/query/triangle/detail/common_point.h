// A point that two triangles which intersect have in common, without all the others.
#pragma once

#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

// Within 8 units in the last place of the largest coordinate of a common point. Mostly plain doubles will do;
// else it is the middle of what the triangles have in common.
Vec3 common_point(const Triangle& a, const Triangle& b);

}  // namespace graze::inline v1::detail
