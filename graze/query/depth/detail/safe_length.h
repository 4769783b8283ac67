// Lengths and directions of vectors of any size: their squares neither underflow nor overflow.
#pragma once

#include <cmath>

#include "graze/tree/traverse/tree_segment.h"

namespace graze::inline v1::detail {

inline double safe_length(const Vec3& v) {
    const double largest = largest_coordinate(v);
    return largest > 0 ? length(v / largest) * largest : 0;
}

// The direction of length 1; zero stays zero.
inline Vec3 direction_of(const Vec3& v) {
    const double largest = largest_coordinate(v);
    return largest > 0 ? normalized(v / largest) : Vec3{};
}

}  // namespace graze::inline v1::detail
