// The part of a triangle that borders one of several regions.
#pragma once

#include <vector>

#include "graze/base/triangle.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

struct RegionFace {
    TriangleId triangle = 0;
    // In the plane of the triangle but for rounding, turned either way. A point is in the part unless the
    // triangles that contain it cancel each other.
    std::vector<Triangle> sum;
};

}  // namespace graze::inline v1
