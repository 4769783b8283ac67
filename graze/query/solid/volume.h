// The common volume of two solids.
#pragma once

#include "graze/base/box.h"
#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/query/query_options.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The volume that two solids share.
struct Overlap {
    double volume = 0;  // in the cube of the coordinates' unit; never negative. NaN if there is no answer
    double error = 0;  // bound of the deviation from the volume by exact arithmetic on world vertices; or NaN
    // The centroid of the common volume; the middle of `box` where the volume is no larger than its error.
    Vec3 centroid;
    // The bounding box of the common volume. Its corners come from vertices, which are unchanged, and from
    // crossings, which are right to a few units in the last place of the largest coordinate. Empty if the
    // solids are apart. The box may be flat, or extend to places where surfaces only touch.
    Box box;
    QueryStatus status = QueryStatus::complete;

    friend bool operator==(const Overlap&, const Overlap&) = default;
};

// The volume that both meshes enclose, whatever their orientation. Pieces of opposite orientation inside a
// mesh are voids (see relation.h). If relation() says that the solids touch or are apart, the volume and its
// error are 0. Otherwise volume + error is more than 0. The result is the same, bit by bit, when A and B
// change places.
//
// Right for any position: flush, in one plane, edge on edge, or one mesh twice at one place; decisions are
// exact. The error is about 2^-48 of the product of the largest coordinate and the area of the triangles
// around the common part, as far as they are inside or crossed there. So a large volume loses nothing, but a
// volume that is a hair's breadth across is known to a few digits only.
//
// Where pieces of one mesh cross each other, their common part counts once for each piece that encloses it.
//
// Needs closed meshes (`not_closed`). The first query of a shape adds up its triangles, which takes about
// as long as finding out whether the shape is closed. Later queries visit only the triangles near the other
// surface; for triangles further inside they use the sum of their subtree.
Overlap overlap_volume(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);
// The same, with a budget, counts or a progress. A filter is not supported: without some of its triangles, a
// solid is none. There is no use for a cache and for threads.
Overlap overlap_volume(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       const QueryOptions& options);

}  // namespace graze::inline v1
