// How far apart are two triangles, and which points are closest?
#pragma once

#include "graze/base/triangle.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1 {

// Two points and their distance. `value` is the distance of the points before they were rounded to doubles;
// it is 0 only where the two objects have a point in common.
struct ClosestPoints {
    double value = 0;
    Vec3 point_a, point_b;
    // Features of the two triangles that contain the points: the lowest-dimensional ones, but for points that
    // are within rounding of a border. For a point, corner 0.
    Feature on_a, on_b;
};

// The least distance of two triangles, given by their world vertices; degenerate triangles are valid. The
// value is 0, at a common point, if and only if the triangles intersect, which is decided exactly. Otherwise
// the value differs from the true one by at most max(1e-12 * value, 8 units in the last place of the largest
// coordinate), and the points lie in the triangles up to 8 such units in each coordinate.
ClosestPoints distance(const Triangle& a, const Triangle& b);

// The distance of a point and a triangle, with the same error; 0 if and only if the point lies in the
// triangle.
ClosestPoints distance(const Vec3& a, const Triangle& b);

// Is the distance at most `limit`? Exact for the given coordinates; false for a limit below 0.
bool distance_at_most(const Triangle& a, const Triangle& b, double limit);

}  // namespace graze::inline v1
