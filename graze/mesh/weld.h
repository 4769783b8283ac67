// Merges vertices with equal coordinates.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/vec3.h"

namespace graze::inline v1 {

struct Welded {
    std::vector<Vec3> vertices;        // the distinct points, in the order of their first occurrence
    std::vector<std::uint32_t> index;  // for every input point, its index in `vertices`
};

// Points are equal if their coordinates are (-0 = 0, and becomes 0; NaNs are equal if their bits are); there
// is no tolerance. Linear time. Throws Error for more than 2^32 - 1 distinct points.
Welded weld(std::span<const Vec3> points);

// Merges points at most `distance` apart. One after the other, each point is merged with the nearest of the
// points kept before that are near enough, or is kept. So no two points of the result are that near, and a
// second call changes nothing. Near-linear time. Throws Error for a distance below 0, or so small relative to
// the coordinates that rounding hides it (2^-50 of the largest).
Welded weld(std::span<const Vec3> points, double distance);

}  // namespace graze::inline v1
