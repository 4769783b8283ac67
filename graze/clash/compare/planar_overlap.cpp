#include "graze/clash/compare/detail/planar_overlap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace graze::inline v1::detail {
namespace {

using Polygon = std::vector<Vec3>;

// The part of a convex polygon on the inner side of a plane.
Polygon clipped(const Polygon& polygon, const Vec3& on_plane, const Vec3& inwards) {
    Polygon result;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const double hp = dot(p - on_plane, inwards), hq = dot(q - on_plane, inwards);
        if (hp >= 0) result.push_back(p);
        if ((hp < 0) != (hq < 0)) result.push_back(p + (q - p) * (hp / (hp - hq)));
    }
    return result;
}

// What two triangles in nearly one plane have in common, seen along the normal; on the first.
Polygon common_tile(const PlanarTriangle& a, const PlanarTriangle& b) {
    Polygon tile(a.triangle.corner.begin(), a.triangle.corner.end());
    const Vec3 turned = cross(b.triangle[1] - b.triangle[0], b.triangle[2] - b.triangle[0]);
    const double side = dot(turned, a.normal) >= 0 ? 1 : -1;
    for (std::size_t i = 0; i < 3 && !tile.empty(); ++i) {
        const Vec3 edge = b.triangle[(i + 1) % 3] - b.triangle[i];
        tile = clipped(tile, b.triangle[i], cross(a.normal, edge) * side);
    }
    return tile;
}

// The middle, and points between it and the corners and edges: near the border of the tile there may be faces
// that are not planar.
Polygon samples_of(const Polygon& polygon) {
    Polygon points;
    Vec3 middle;
    for (const Vec3& p : polygon) middle = middle + p / static_cast<double>(polygon.size());
    points.push_back(middle);
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3& p = polygon[i];
        const Vec3 half = p * 0.5 + polygon[(i + 1) % polygon.size()] * 0.5;
        for (const double part : {0.25, 0.5, 0.9}) {
            points.push_back(middle + (p - middle) * part);
            points.push_back(middle + (half - middle) * part);
        }
    }
    return points;
}

void add_parallel(const PlanarTriangle& a, const PlanarTriangle& b, double cosine, double tolerance,
                  std::vector<Vec3>& points) {
    const Polygon tile = common_tile(a, b);
    if (tile.size() < 3) return;
    for (const Vec3& p : samples_of(tile)) {
        // How far the other plane is below, along the normal of the first.
        const double below = dot(p - b.triangle[0], b.normal) / cosine;
        if (cosine < 0) {
            if (below > tolerance) points.push_back(p - a.normal * (below / 2));
        } else {
            points.push_back(p - a.normal * (std::max(below, 0.0) + 2 * tolerance));
        }
    }
}

// The part of the line in which two planes meet that lies in a triangle, by the parameter along it.
struct Stretch {
    double from = 0, to = 0;
};
Stretch inside(const Triangle& t, const Vec3& on_line, const Vec3& along, const Vec3& other_normal) {
    Stretch s{1, 0};
    bool any = false;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &p = t[i], &q = t[(i + 1) % 3];
        const double hp = dot(p - on_line, other_normal), hq = dot(q - on_line, other_normal);
        if ((hp < 0) == (hq < 0)) continue;
        const double at = dot(p + (q - p) * (hp / (hp - hq)) - on_line, along);
        s = any ? Stretch{std::min(s.from, at), std::max(s.to, at)} : Stretch{at, at};
        any = true;
    }
    return s;
}

void add_crossing(const PlanarTriangle& a, const PlanarTriangle& b, double cosine, double tolerance,
                  std::vector<Vec3>& points) {
    const Vec3 across = cross(a.normal, b.normal);
    const Vec3 along = across / length(across);
    // A point on both planes, near the triangles.
    const Vec3 start = a.triangle[0];
    const Vec3 towards = b.normal - a.normal * cosine;
    const Vec3 on_line = start - towards * (dot(start - b.triangle[0], b.normal) / dot(towards, b.normal));
    const Stretch s = inside(a.triangle, on_line, along, b.normal);
    const Stretch t = inside(b.triangle, on_line, along, a.normal);
    const double from = std::max(s.from, t.from), to = std::min(s.to, t.to);
    if (!(to - from > tolerance)) return;
    // As far below both planes as the tolerance, and a little more.
    const Vec3 down = (a.normal + b.normal) * (-2 * tolerance / (1 + cosine));
    for (const double part : {0.5, 0.25, 0.75, 0.05, 0.95})
        points.push_back(on_line + along * (from + (to - from) * part) + down);
}

}  // namespace

void add_planar_overlap(const PlanarTriangle& a, const PlanarTriangle& b, double tolerance,
                        std::vector<Vec3>& points) {
    const double cosine = dot(a.normal, b.normal);
    constexpr double nearly_one = 1 - 1e-9;
    if (std::abs(cosine) > nearly_one)
        add_parallel(a, b, cosine, tolerance, points);
    else
        add_crossing(a, b, cosine, tolerance, points);
}

}  // namespace graze::inline v1::detail
