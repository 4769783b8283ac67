// Two meshes always in general position: B is symbolically shifted by (e, e^2, e^3) with an infinitesimal e.
//
// Signs are those of orient3d. Where orient3d is zero, the first coordinate decides in which the shift makes
// a difference (simulation of simplicity, Edelsbrunner and Muecke 1990, for a translation instead of single
// points). Parallel features stay parallel, so no crossing is computed that is not well defined. Volumes are
// continuous in a shift, so they are those of the meshes at their true places.
#pragma once

#include <cstdint>

#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

enum class WhichMesh : bool { a, b };

// The side of t on which a point of the other mesh lies: +1 in front, -1 behind; 0 only if t has no area. t
// belongs to mesh `of`.
int side(const Triangle& t, WhichMesh of, const Vec3& p);

// orient3d(p, q, r, s) for an edge pq of A and an edge rs of B; 0 only if they are parallel.
int turn(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s);

// How the segment from p to q passes through t: +1 from its front to its back (into the solid), -1 from back
// to front, 0 not at all. t belongs to mesh `of`, the segment to the other. The segment never meets a border.
int passes(const Vec3& p, const Vec3& q, const Triangle& t, WhichMesh of);

// The segment in which two triangles cut each other. It is directed from `tail` to `head`: seen from the
// front of A, the space behind B lies to the left. At each end, an edge of one triangle passes through the
// other.
struct CutEnd {
    Vec3 point;
    WhichMesh edge_of = WhichMesh::a;
    std::uint8_t edge = 0;  // from this corner to the next
    int passes = 0;         // as above
};
struct Cut {
    CutEnd tail, head;
};

// False if they do not cut each other. `precision` is the largest error of points.
bool cut(const Triangle& a, const Triangle& b, double precision, Cut& result);
// `tied` becomes true if the shift decided anything: the opposite shift might give another result.
bool cut(const Triangle& a, const Triangle& b, double precision, Cut& result, bool& tied);

}  // namespace graze::inline v1::detail
