// The regions in which two solids overlap, and the curves in which two surfaces cross.
#pragma once

#include <vector>

#include "graze/base/box.h"
#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/query/query_options.h"
#include "graze/query/solid/intersection_curve.h"
#include "graze/query/solid/region_face.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// A connected component of the intersection of two solids. All coordinates are world coordinates.
struct OverlapRegion {
    // Contains the region. Where the two surfaces continue flush beside the region, the box excludes that
    // part. (The query takes an end of the region for such a part if the end is at least a thousandth of the
    // box long and its volume is at most `error` and at most 2^-40 of the whole. A needle thinner than that
    // is excluded as well.)
    Box box;
    Box border_box;     // the same with flush surfaces beside the region, and with all needles
    double volume = 0;  // in the cube of the coordinates' unit
    double error = 0;   // bound of the deviation of the volume from exact arithmetic; less than the volume
    Vec3 centroid;
    // Where the two surfaces meet on the region's border; none if a whole piece of one solid lies inside the
    // other. All curves are closed, except where flush surfaces continue: there the curves end with the box.
    std::vector<IntersectionCurve> curves;
    // The triangles with a part on the border of the region, ascending. Where faces of A and B coincide, the
    // triangles of either may be listed.
    std::vector<TriangleId> triangles_a, triangles_b;
    // Of those that border other regions as well: the part that borders this region. Ascending.
    std::vector<RegionFace> faces_a, faces_b;
};

// The regions, largest volume first (of equal volumes, the region whose box has the lower corner in order of
// x, y, z comes first). The volumes add up to overlap_volume(). The result is the same on every machine and
// when A and B change places, except for the triangle numbers.
//
// Connectivity: two pins through one triangle of a plate are two regions. A tube through the plate is one
// region with two curves. A void within a region belongs to the region. Parts that are joined in a point or
// an edge of one mesh are one region. Decisions are exact where surfaces touch, are flush or lie in one
// plane, as for overlap_volume. Only the decision which parts of a face are connected uses rounded points.
//
// Solids that touch have no region there, nor do solids whose common volume is within its error. Where flush
// faces join two regions, the query shifts B symbolically by an infinitesimal amount, once in a direction and
// once back, and takes the answer with more regions: a bracket that is flush with a wall between two dowels
// has two regions. Faces that are flush in several directions at once may still join regions.
//
// Where pieces of one mesh cross each other, their common part counts once for each piece that encloses it,
// and only the curves separate regions that lie within each other.
//
// Needs closed meshes (`not_closed`). Time: as overlap_volume, plus time in proportion to the triangles
// inside. Options as for overlap_volume; the list is empty unless the status is `complete`.
Listed<OverlapRegion> overlap_regions(const Shape& a, const Pose& world_from_a, const Shape& b,
                                      const Pose& world_from_b, const QueryOptions& options = {});

// The curves in which two surfaces cross. For closed meshes, these are the curves of all regions above. If
// one mesh is open, both are taken as surfaces, and any triangle soup is valid. The query then finds the
// curves with a place where a triangle passes through the inside of another, or where a surface passes
// through a triangle along an edge of that surface. Mere contact gives no curve, not even contact in a plane.
// A curve ends where a surface ends; where more than two triangles meet, it continues in one of them. The
// result is the same, in the same order, when A and B change places, and on every machine.
//
// Not found: surfaces that are not closed and cross each other only along edges of both.
//
// Options as for overlap_volume; the list is empty unless the status is `complete`.
Listed<IntersectionCurve> intersection_curves(const Shape& a, const Pose& world_from_a, const Shape& b,
                                              const Pose& world_from_b, const QueryOptions& options = {});

}  // namespace graze::inline v1
