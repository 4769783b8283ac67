// The error bound of a floating-point determinant of corners of a pair of triangles.
#pragma once

#include "graze/base/box.h"

namespace graze::inline v1::detail {

// ((b-a) x (c-a)) . (d-a) in doubles, each operation rounded once: six products of three differences with at
// most eight roundings each, so at most 48 * 2^-53 (and a little) of the product of the extents that bound
// the differences. 2^-47 of it leaves a quarter to spare for the rounding of the extents and of the bound
// itself. The constant is for underflow: no operation on coordinates up to 1e101 loses more than 1e-222 to
// it.
inline constexpr double pair_error_factor = 0x1p-47;
inline constexpr double pair_error_floor = 0x1p-700;

GRAZE_INLINE double pair_error(const Box& a, const Box& b) {
    const double x = std::max(a.upper.x, b.upper.x) - std::min(a.lower.x, b.lower.x);
    const double y = std::max(a.upper.y, b.upper.y) - std::min(a.lower.y, b.lower.y);
    const double z = std::max(a.upper.z, b.upper.z) - std::min(a.lower.z, b.lower.z);
    return x * y * z * pair_error_factor + pair_error_floor;
}

}  // namespace graze::inline v1::detail
