// Where two solids overlap, place by place; and the curves in which two surfaces cross.
#pragma once

#include <optional>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// A line along which two surfaces cross, from triangle to triangle, in the world. Points are as near to both
// surfaces as a few units in the last place of the largest coordinate.
struct IntersectionCurve {
    std::vector<Vec3> points;  // at least two; a closed curve does not repeat the first
    bool closed = false;

    friend bool operator==(const IntersectionCurve&, const IntersectionCurve&) = default;
};

// A connected piece of what two solids share.
struct OverlapRegion {
    // In the world, like all of this. Holds the region: where the two surfaces go on flush beside it, the box
    // does not go on with them. (An end of a thousandth and more of the box is taken for such a place if it
    // has no more volume than `error`, and than 2^-40 of all: so is a needle that is thinner than that.)
    Box box;
    Box border_box;     // the same with flush surfaces beside it, and with all needles
    double volume = 0;  // in the cube of the coordinates' unit
    double error = 0;   // the volume is not further than this from that of exact arithmetic; less than it
    Vec3 centroid;
    // Where the two surfaces meet on the region's border; none if one solid has swallowed a piece of the
    // other. All are closed, but where flush surfaces go on: there they end with the box.
    std::vector<IntersectionCurve> curves;
    // With a part on the border of the region, ascending. Where faces of both lie in one another, either's.
    std::vector<TriangleId> triangles_a, triangles_b;
};

// The regions, largest volume first (of equal ones, that whose box has the lower corner in order of x, y, z).
// Their volumes add up to overlap_volume(). The same when A and B change places, but for the triangles'
// names; and on every machine.
//
// What is connected: two pins through one triangle of a plate are two regions, a tube through it is one with
// two curves, and a void within a region belongs to it. What hangs together in a point or an edge of one mesh
// is one region. Decisions are exact where surfaces touch, are flush or in one plane, as for overlap_volume;
// only which part of a face belongs together is judged by rounded points.
//
// Solids that touch have no region there, nor do those whose common volume is within its error. Where flush
// faces join two regions, B is thought moved by less than anything one way and back again, and the answer
// with more regions is taken: a bracket that is flush with a wall between two dowels has two regions. Faces
// flush in several directions at once may still join them.
//
// Where pieces of one mesh cross each other, what they share counts as often as they enclose it, and regions
// within each other are told apart by the curves only.
//
// Throws Error if a mesh is not closed. Time: as overlap_volume, and in proportion to the triangles inside.
std::vector<OverlapRegion> overlap_regions(const Shape& a, const Pose& world_from_a, const Shape& b,
                                           const Pose& world_from_b);
// The same; none if the budget ran out, counted as for overlap_volume.
std::optional<std::vector<OverlapRegion>> overlap_regions(const Shape& a, const Pose& world_from_a,
                                                          const Shape& b, const Pose& world_from_b,
                                                          const Budget& budget);

// The curves in which two surfaces cross. For closed meshes, those of all regions above. If one is open, both
// are taken as surfaces: of any soup the curves that have a place where one triangle passes through the
// inside of another, or a surface through a triangle along an edge of its own. Mere contact gives no curve,
// be it in a plane. Curves end where a surface does, and where more than two triangles meet they go on in one
// of them. The same, in the same order, when A and B change places, and on every machine.
//
// Not found: surfaces that are not closed and cross each other only along edges of both.
std::vector<IntersectionCurve> intersection_curves(const Shape& a, const Pose& world_from_a, const Shape& b,
                                                   const Pose& world_from_b);
// The same; none if the budget ran out.
std::optional<std::vector<IntersectionCurve>> intersection_curves(const Shape& a, const Pose& world_from_a,
                                                                  const Shape& b, const Pose& world_from_b,
                                                                  const Budget& budget);

}  // namespace graze::inline v1
