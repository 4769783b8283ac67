// How far the triangles of a box reach along a direction: precisely, where boxes are rounded.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/base/budget.h"
#include "graze/query/sweep/sweep_cache.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// The corner of a mesh that is furthest along a direction, all in coordinates of the mesh.
struct FurthestCorner {
    double along = 0;  // dot(direction, corner), rounded
    TriangleId triangle = 0;
};

// Of the triangles in a box of the tree. Ends early, with some corner, if one is beyond `most`.
FurthestCorner furthest_corner(const Shape& mesh, SweepPart box, const Vec3& direction, double most,
                               Meter& meter);

// A corner that is far along the direction, found by looking into the furthest box at each level. And a
// normal within about a hundredth of the direction: that of a triangle beside that corner, pointing along the
// direction. 0 if there is none.
struct ProbedCorner {
    double along = 0;
    Vec3 normal;
};
ProbedCorner probe_corner(const Shape& mesh, SweepPart box, const Vec3& direction, Meter& meter);

}  // namespace graze::inline v1::detail
