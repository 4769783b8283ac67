// How deep do two solids penetrate each other, locally?
#pragma once

#include <optional>
#include <span>

#include "graze/base/box.h"
#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/query_options.h"
#include "graze/query/solid/region_face.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The deepest point and the nearest point of the other surface: of all points of one surface that lie inside
// the other solid, the point that is furthest from that solid's surface. A pin pressed into a bore that is
// 0.01 too narrow has the depth 0.01, however long the pin is. A part that lies inside the other entirely has
// the depth of its innermost point. The distance of the contact is minus the depth; along the normal, B comes
// out of A there.
struct LocalDepth : Contact {
    double value = 0;  // the depth, with the error of distance; 0: no point inside was found. NaN: no answer
    double at_most = 0;      // no point of either surface is deeper
    bool point_on_a = true;  // the deepest point is point_a, and point_b the nearest to it; else vice versa
    QueryStatus status = QueryStatus::complete;  // undecided: the bounds are wider than requested

    const Vec3& point() const { return point_on_a ? point_a : point_b; }
    const Vec3& nearest() const { return point_on_a ? point_b : point_a; }
    friend bool operator==(const LocalDepth&, const LocalDepth&) = default;
};

struct LocalDepthOptions {
    // The search ends when at_most <= value * (1 + relative_error) + absolute_error. Both may be 0: the
    // bounds then come as close as the rounding of coordinates allows, 2^-44 of the largest, which takes
    // long.
    double relative_error = 1e-3, absolute_error = 0;
    // If given, the search also ends when it is decided whether the depth exceeds this: at_most <= limit or
    // value > limit. With both errors 0 only this ends it. A depth within the rounding of the limit stays
    // undecided: then value <= limit < at_most.
    std::optional<double> limit{};
    // Only points of these triangles count, and only points within the box: for example one region of an
    // overlap. Default: all. The distance of such a point from the other surface does not depend on these
    // options.
    std::optional<std::span<const TriangleId>> triangles_a{}, triangles_b{};
    Box within{};  // empty: no limit
    // Of these triangles, only the points of the faces count. Ascending by triangle.
    std::span<const RegionFace> faces_a{}, faces_b{};
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
// Needs closed meshes (`not_closed`). Bad input: an error that is negative or not a number, a triangle that
// is not one of the mesh, a world with coordinates beyond 1e100.
LocalDepth local_depth(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       const LocalDepthOptions& depth = {});
// The same, with a budget or a progress. A filter is not supported: without some of its triangles, a solid is
// none. There is no use for a cache and for threads. Boxes and triangles that rays are tested against are not
// counted.
LocalDepth local_depth(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       const LocalDepthOptions& depth, const QueryOptions& options);

}  // namespace graze::inline v1
