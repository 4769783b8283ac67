// A curve in which two surfaces cross.
#pragma once

#include <vector>

#include "graze/base/vec3.h"

namespace graze::inline v1 {

// A polyline along which two surfaces cross, from triangle to triangle, in world coordinates. The distance of
// its points from both surfaces is a few units in the last place of the largest coordinate.
struct IntersectionCurve {
    std::vector<Vec3> points;  // at least two; a closed curve does not repeat the first
    bool closed = false;

    friend bool operator==(const IntersectionCurve&, const IntersectionCurve&) = default;
};

}  // namespace graze::inline v1
