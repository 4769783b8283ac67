// Signs of determinants of coordinates, never wrong.
//
// Each predicate is the sign of exact arithmetic on the doubles given, for all magnitudes up to 1e101 and
// down to the smallest denormal. A floating-point filter decides nearly all calls; then integers where the
// coordinates have few bits; then expansions (Shewchuk 1997), on coordinates scaled by a power of two where
// products would underflow; then, if the magnitudes in one call are too far apart for that, big integers. NaN
// and infinity are not allowed (they are refused where coordinates enter graze).
#pragma once

#include "graze/base/triangle.h"
#include "graze/base/vec3.h"

namespace graze::inline v1 {

struct Vec2 {
    double x = 0, y = 0;
    GRAZE_INLINE friend constexpr bool operator==(const Vec2& a, const Vec2& b) {
        return a.x == b.x && a.y == b.y;
    }
};

// The point without its coordinate `axis` (0, 1, 2), in the order that keeps the orientation as seen from
// +axis.
GRAZE_INLINE constexpr Vec2 drop(const Vec3& p, int axis) {
    return axis == 0 ? Vec2{p.y, p.z} : axis == 1 ? Vec2{p.z, p.x} : Vec2{p.x, p.y};
}

// +1 if a, b, c turn left (counter-clockwise), -1 if right, 0 if they are on one line.
int orient2d(const Vec2& a, const Vec2& b, const Vec2& c);

// Sign of ((b-a) x (c-a)) . (d-a): +1 if d is on the side of the plane from which a, b, c are seen
// counter-clockwise, -1 on the other side, 0 if the four are in one plane.
int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// Sign of direction . ((a - origin) x (b - origin)): on which side of the segment from a to b does the line
// pass? 0 if line and segment are in one plane. The same segment with its ends exchanged gives the opposite
// sign. So for two triangles that share the segment, the line passes on one and the same side of it.
int ray_side(const Vec3& origin, const Vec3& direction, const Vec3& a, const Vec3& b);

// Are the three points on one line (two equal points always are)?
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

// An axis along which the triangle can be projected without becoming flat, or -1 if its corners are
// collinear.
int projection_axis(const Triangle& t);

// Is p on the closed segment ab? Right for a == b too.
bool on_segment(const Vec3& p, const Vec3& a, const Vec3& b);

// Is p in the plane of t and within the closed triangle? Degenerate triangles are the segment or point they
// are.
bool in_triangle(const Vec3& p, const Triangle& t);

}  // namespace graze::inline v1
