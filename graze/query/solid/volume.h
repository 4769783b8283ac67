// How much two solids have in common.
#pragma once

#include <optional>

#include "graze/base/box.h"
#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The volume that two solids share.
struct Overlap {
    double volume = 0;  // in the cube of the coordinates' unit; never negative
    double error = 0;   // the volume is not further than this from that of exact arithmetic on world vertices
    // Of the common volume; the middle of `box` where the volume is no larger than its error.
    Vec3 centroid;
    // Of the common volume: corners are vertices as they are and crossings to a few units in the last place
    // of the largest coordinate. Empty if the solids are apart; may be flat, or reach to places where
    // surfaces only touch.
    Box box;
};

// What is enclosed by both meshes, whichever way they are wound; pieces wound the other way inside are voids
// (see relation.h). Solids that touch or are apart, as relation() tells, share nothing: the volume and its
// error are 0. Otherwise volume + error is more than 0. The same, bit by bit, when A and B change places.
//
// Right for any position: flush, in one plane, edge on edge, one mesh twice at one place; decisions are
// exact. The error is proportional to the largest coordinate and to the area of the triangles around the
// common part, as far as they are inside or crossed there, about 2^-48 of their product: nothing is lost
// where the volume is large, and a volume that is a hair's breadth across is known to a few digits only.
//
// Where pieces of one mesh cross each other, what they share counts as often as pieces enclose it.
//
// Throws Error if a mesh is not closed. The first question about a shape adds up its triangles, which takes
// about as long as finding out whether it is closed. Afterwards only triangles near the other surface are
// visited; those further inside count by what their part of the tree adds up to.
Overlap overlap_volume(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);
// The same; none if the budget ran out, in box pairs and triangle pairs, exact ones counting as several.
std::optional<Overlap> overlap_volume(const Shape& a, const Pose& world_from_a, const Shape& b,
                                      const Pose& world_from_b, const Budget& budget);

}  // namespace graze::inline v1
