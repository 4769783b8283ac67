// Convex hulls by Qhull (Barber, Dobkin, Huhdanpaa 1996), in doubles with merged facets: a reference that is
// right up to rounding.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/vec3.h"

namespace graze::test {

struct QhullHull {
    bool made = false;                   // false: it refuses points in a plane
    std::vector<std::uint32_t> corners;  // numbers of points, in order
    std::size_t facets = 0;
    double volume = 0, area = 0;
};
QhullHull qhull(std::span<const Vec3> points);

}  // namespace graze::test
