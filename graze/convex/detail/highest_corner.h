// The furthest of some points along a direction, several points at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/base/vec3.h"

namespace graze::inline v1::detail {

// Points in columns are read in steps of this many; so that many must be there.
inline constexpr std::size_t highest_corner_step = 8;

struct HighestOfColumns {
    std::uint32_t number;
    double height;
};

// The largest of x dx + y dy + z dz over `count` points, each product and sum rounded once, in this order,
// and the first point that attains it. `columns` has all x, then all y, then all z; `count` is a multiple of
// the step.
HighestOfColumns highest_of_columns(const double* columns, std::size_t count, const Vec3& direction);

}  // namespace graze::inline v1::detail
