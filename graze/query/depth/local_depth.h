// How deep do two solids reach into each other, locally?
#pragma once

#include <optional>
#include <span>

#include "graze/base/box.h"
#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The deepest point: of all points of one surface that lie inside the other solid, the one that is furthest
// from that solid's surface. A pin pressed into a bore that is 0.01 too narrow is 0.01 deep, however long it
// is; a part that is swallowed is as deep as its innermost point.
struct LocalDepth {
    double value = 0;    // how deep `point` is, with the error of distance; 0: nothing was found inside
    double at_most = 0;  // no point of either surface is deeper
    Vec3 point;          // on one surface, inside the other solid; in the world
    Vec3 nearest;        // the point of that other's surface that is nearest to it
    bool point_on_a = true;
    TriangleId triangle_a = 0, triangle_b = 0;  // the ones that `point` and `nearest` lie in
    bool complete = true;                       // false: out of budget, bounds are wider than was asked
};

struct LocalDepthOptions {
    // The search ends when at_most <= value * (1 + relative_error) + absolute_error. Both may be 0: bounds
    // then come as close as the rounding of coordinates allows, 2^-44 of the largest, which takes long.
    double relative_error = 1e-3, absolute_error = 0;
    // Only points of these triangles count, and of those only points within the box: one region of an
    // overlap. Default: all. How far such a point is from the other surface does not depend on this.
    std::optional<std::span<const TriangleId>> triangles_a{}, triangles_b{};
    Box within{};     // empty: no limit
    Budget budget{};  // in boxes and triangles looked at, exact steps count as several; used up: wider bounds
};

// Both directions, points of A in B and of B in A; the larger depth counts. What is enclosed is inside,
// whichever way meshes are wound, and pieces wound the other way are voids (see relation.h); all triangles of
// a mesh are its surface. Points on both surfaces are not inside, so that solids that touch have depth 0, and
// so have those apart. Where they touch, at_most may be above 0 by as much as the rounding of coordinates.
//
// Mirrored when A and B change places, bit by bit. Does not depend on how finely a mesh is cut. Surfaces in
// one place, as of two copies, have depth 0, too, whatever they enclose: see volume.h.
//
// Throws Error if a mesh is not closed, an error is negative or not a number, a triangle is not one of the
// mesh, or the world has coordinates beyond 1e100.
LocalDepth local_depth(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       const LocalDepthOptions& options = {});

}  // namespace graze::inline v1
