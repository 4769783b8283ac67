// Two meshes in general position, always: B is thought shifted by (e, e^2, e^3) with e smaller than anything.
//
// Signs are those of orient3d; where that is zero, the first coordinate decides along which the shift makes a
// difference (simulation of simplicity, Edelsbrunner and Muecke 1990, for a translation instead of single
// points). What is parallel stays parallel, so no crossing is asked for that is not well defined. Volumes,
// being continuous in a shift, are those of the meshes where they are.
#pragma once

#include <cstdint>

#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

enum class WhichMesh : bool { a, b };

// The side of t, which is of mesh `of`, on which a point of the other mesh lies: +1 in front, -1 behind; 0
// only if t has no area.
int side(const Triangle& t, WhichMesh of, const Vec3& p);

// orient3d(p, q, r, s) for an edge pq of A and an edge rs of B; 0 only if they are parallel.
int turn(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s);

// How the segment from p to q, of the one mesh, passes through t of the other, which is `of`: +1 from its
// front to its back (into the solid), -1 the other way, 0 not at all. It never meets a border.
int passes(const Vec3& p, const Vec3& q, const Triangle& t, WhichMesh of);

// Where two triangles cut each other: from `tail` to `head`, so that what is behind B lies to the
// left as seen from in front of A. Ends are where an edge of the one passes through the other.
struct CutEnd {
    Vec3 point;
    WhichMesh edge_of = WhichMesh::a;
    std::uint8_t edge = 0;  // from this corner to the next
    int passes = 0;         // as above
};
struct Cut {
    CutEnd tail, head;
};

// False if they do not. `precision` is how far points may be from where they should be.
bool cut(const Triangle& a, const Triangle& b, double precision, Cut& result);
// `tied` becomes true if the shift decided anything: with the opposite shift it might be otherwise.
bool cut(const Triangle& a, const Triangle& b, double precision, Cut& result, bool& tied);

}  // namespace graze::inline v1::detail
