// A common point of two triangles that intersect, without computing the whole common set.
#pragma once

#include "graze/base/triangle.h"
#include "graze/query/detail/contacts.h"

namespace graze::inline v1::detail {

// The point is within 8 units in the last place of the largest coordinate of a common point. Mostly plain
// doubles are enough; otherwise the result is the middle of the common set.
CommonPlace common_point(const Triangle& a, const Triangle& b);

}  // namespace graze::inline v1::detail
