#include "bench/seeds/zachmann.h"

#include <array>

#include "bench/seeds/plane_2d.h"

namespace graze::bench {
namespace {

// Distances of a polygon's corners to the plane of the other, scaled by the length of that plane's normal.
struct Sides {
    std::array<double, max_corners> distance;
    bool any_above = false, any_below = false, any_on_plane = false;

    bool wholly_on_one_side() const { return !any_on_plane && !(any_above && any_below); }
    bool all_on_plane() const { return !any_above && !any_below; }
};

Sides sides_of(std::span<const Vec3> polygon, const Vec3& normal, const Vec3& on_plane) {
    Sides sides;
    const double offset = dot(normal, on_plane);
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const double d = dot(normal, polygon[i]) - offset;
        sides.distance[i] = d;
        sides.any_above |= d > 0;
        sides.any_below |= d < 0;
        sides.any_on_plane |= d == 0;
    }
    return sides;
}

bool segment_meets_boundary(const Vec2& u, const Vec2& v, std::span<const Vec3> polygon, int axis) {
    Vec2 r = drop(polygon.back(), axis);
    for (const Vec3& corner : polygon) {
        const Vec2 s = drop(corner, axis);
        if (segments_meet(u, v, r, s)) return true;
        r = s;
    }
    return false;
}

bool coplanar_intersect(std::span<const Vec3> p, std::span<const Vec3> q, int axis) {
    Vec2 u = drop(p.back(), axis);
    for (const Vec3& corner : p) {
        const Vec2 v = drop(corner, axis);
        if (segment_meets_boundary(u, v, q, axis)) return true;
        u = v;
    }
    return in_polygon(drop(p[0], axis), q, axis) || in_polygon(drop(q[0], axis), p, axis);
}

// Does an edge of p, whose corners have these distances to the plane of q, meet q?
bool edges_through(std::span<const Vec3> p, const Sides& sides, std::span<const Vec3> q, int axis) {
    std::size_t i = p.size() - 1;
    for (std::size_t j = 0; j < p.size(); i = j++) {
        const double du = sides.distance[i], dv = sides.distance[j];
        if (same_strict_side(du, dv)) continue;
        const Vec2 u = drop(p[i], axis), v = drop(p[j], axis);
        if (dv == 0) {
            // The end on the plane is the point itself; the start, if on the plane, was the end of the edge
            // before.
            if (in_polygon(v, q, axis)) return true;
            if (du == 0 && segment_meets_boundary(u, v, q, axis)) return true;
        } else if (du != 0) {
            const double t = du / (du - dv);
            if (in_polygon({u.x + (v.x - u.x) * t, u.y + (v.y - u.y) * t}, q, axis)) return true;
        }
    }
    return false;
}

}  // namespace

Vec3 newell_normal(std::span<const Vec3> polygon) {
    Vec3 normal;
    Vec3 u = polygon.back() - polygon[0];
    for (const Vec3& corner : polygon) {
        const Vec3 v = corner - polygon[0];
        normal += cross(u, v);
        u = v;
    }
    return normal;
}

bool zachmann_intersects(std::span<const Vec3> p, std::span<const Vec3> q) {
    const Vec3 q_normal = newell_normal(q);
    const Sides p_sides = sides_of(p, q_normal, q[0]);
    if (p_sides.wholly_on_one_side()) return false;
    const int q_axis = dominant_axis(q_normal);
    if (p_sides.all_on_plane()) return coplanar_intersect(p, q, q_axis);
    const Vec3 p_normal = newell_normal(p);
    const Sides q_sides = sides_of(q, p_normal, p[0]);
    if (q_sides.wholly_on_one_side()) return false;
    return edges_through(p, p_sides, q, q_axis) || edges_through(q, q_sides, p, dominant_axis(p_normal));
}

}  // namespace graze::bench
