// Tests in the plane in plain doubles, shared by the polygon tests of the seeds. Closed sets, no tolerance;
// right up to rounding.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "graze/base/predicates.h"

namespace graze::bench {

// The axis along which a plane with this normal is projected with the least distortion.
inline int dominant_axis(const Vec3& normal) {
    const double x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
    if (x >= y) return x >= z ? 0 : 2;
    return y >= z ? 1 : 2;
}

// Twice the signed area of abc.
inline double turn(const Vec2& a, const Vec2& b, const Vec2& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

inline bool same_strict_side(double s, double t) {
    return (s > 0 && t > 0) || (s < 0 && t < 0);
}

inline bool segments_meet(const Vec2& p, const Vec2& q, const Vec2& r, const Vec2& s) {
    const double r_side = turn(p, q, r), s_side = turn(p, q, s);
    if (same_strict_side(r_side, s_side)) return false;
    const double p_side = turn(r, s, p), q_side = turn(r, s, q);
    if (same_strict_side(p_side, q_side)) return false;
    if (r_side != 0 || s_side != 0 || p_side != 0 || q_side != 0) return true;
    // All on one line: they meet where their extents do.
    return std::max(std::min(p.x, q.x), std::min(r.x, s.x)) <=
               std::min(std::max(p.x, q.x), std::max(r.x, s.x)) &&
           std::max(std::min(p.y, q.y), std::min(r.y, s.y)) <=
               std::min(std::max(p.y, q.y), std::max(r.y, s.y));
}

// The crossings test (Haines 1994; Ohlenburg 2003, 3.2.2): the point is the origin, a ray goes along +x, an
// odd number of edges crossed means inside. An edge with both ends right of the point is crossed without
// further arithmetic, one with both ends left is not. Points on the boundary are inside; the seeds leave that
// open.
inline bool in_polygon(const Vec2& point, std::span<const Vec3> polygon, int dropped_axis) {
    bool inside = false;
    Vec2 u = drop(polygon.back(), dropped_axis);
    u = {u.x - point.x, u.y - point.y};
    for (const Vec3& corner : polygon) {
        Vec2 v = drop(corner, dropped_axis);
        v = {v.x - point.x, v.y - point.y};
        if (v.x == 0 && v.y == 0) return true;
        if ((u.y > 0) != (v.y > 0)) {
            if (u.x > 0 && v.x > 0) {
                inside = !inside;
            } else if (u.x >= 0 || v.x >= 0) {
                const double cross_x = u.x * v.y - v.x * u.y;  // x of the crossing, times v.y - u.y
                if (cross_x == 0) return true;
                if ((cross_x > 0) == (v.y > u.y)) inside = !inside;
            }
        } else if (u.y == 0 && v.y == 0 && std::min(u.x, v.x) <= 0 && std::max(u.x, v.x) >= 0) {
            return true;  // on an edge along the ray
        }
        u = v;
    }
    return inside;
}

}  // namespace graze::bench
