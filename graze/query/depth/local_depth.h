// How deep do two solids penetrate each other, locally?
#pragma once

#include <optional>
#include <span>

#include "graze/base/box.h"
#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The deepest point: of all points of one surface that lie inside the other solid, the point that is furthest
// from that solid's surface. A pin pressed into a bore that is 0.01 too narrow has the depth 0.01, however
// long the pin is. A part that lies inside the other entirely has the depth of its innermost point.
struct LocalDepth {
    double value = 0;    // depth of `point`, with the error of distance; 0: no point inside was found
    double at_most = 0;  // no point of either surface is deeper
    Vec3 point;          // on one surface, inside the other solid; in the world
    Vec3 nearest;        // the point of the other solid's surface that is nearest to `point`
    bool point_on_a = true;
    TriangleId triangle_a = 0, triangle_b = 0;  // the triangles that contain `point` and `nearest`
    bool complete = true;  // false: the budget ran out, and the bounds are wider than requested
};

struct LocalDepthOptions {
    // The search ends when at_most <= value * (1 + relative_error) + absolute_error. Both may be 0: the
    // bounds then come as close as the rounding of coordinates allows, 2^-44 of the largest, which takes
    // long.
    double relative_error = 1e-3, absolute_error = 0;
    // Only points of these triangles count, and only points within the box: for example one region of an
    // overlap. Default: all. The distance of such a point from the other surface does not depend on these
    // options.
    std::optional<std::span<const TriangleId>> triangles_a{}, triangles_b{};
    Box within{};     // empty: no limit
    Budget budget{};  // in boxes and triangles tested; an exact step counts as several. Used up: wider bounds
};

// The query tests both directions, points of A in B and points of B in A; the larger depth counts. Inside is
// what a mesh encloses, whatever its orientation; pieces of opposite orientation are voids (see relation.h).
// All triangles of a mesh belong to its surface. Points on both surfaces are not inside, so solids that touch
// or are apart have depth 0. Where solids touch, at_most may be above 0 by the rounding of coordinates.
//
// Exchanging A and B gives the mirrored answer, bit by bit. The result does not depend on how finely a mesh
// is triangulated. Surfaces that coincide, as of two copies, have depth 0, too, whatever they enclose: see
// volume.h.
//
// Throws Error if a mesh is not closed, an error is negative or not a number, a triangle is not one of the
// mesh, or the world has coordinates beyond 1e100.
LocalDepth local_depth(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       const LocalDepthOptions& options = {});

}  // namespace graze::inline v1
