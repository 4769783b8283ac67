// The distance of two convex sets that are known by their support functions (Gilbert, Johnson, Keerthi 1988).
//
// In doubles. What the search says is a claim with evidence (a direction, or some points of each set); the
// queries check the evidence, with error bounds or exactly, before they answer.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "graze/base/vec3.h"
#include "graze/convex/simplex.h"

namespace graze::inline v1 {

// A point of a convex set that lies furthest in some direction.
struct SupportPoint {
    Vec3 point;
    std::uint32_t number = 0;  // of a corner; any number for sets that have none
};

// Points of A and B whose difference is a corner of the simplex.
struct GjkCorner {
    Vec3 between, of_a, of_b;
    std::uint32_t number_a = 0, number_b = 0;
};

struct GjkOptions {
    Vec3 start;                          // about a point of A minus a point of B; 0: any
    std::span<const GjkCorner> first{};  // up to four, to begin with instead: those of an earlier search
    double enough = 0;                   // the search may end once it knows that the distance is above this
    double precision = 0x1p-46;          // relative, of the distance
    double error = 0;                    // of a difference of two support points, in each coordinate
    int most_steps = 96;
};

struct GjkResult {
    enum class End : std::uint8_t {
        apart,    // the last direction separates the sets
        inside,   // certain: the origin is inside the tetrahedron of the four corners, so the sets overlap
        flat,     // the origin is on the simplex, for all that doubles can tell
        stopped,  // out of steps: bounds hold
    };
    End end = End::stopped;
    Vec3 nearest;                     // a point of A minus a point of B: the shortest found
    Vec3 point_a, point_b;            // these points
    double at_least = 0;              // a lower bound of the distance, up to rounding
    std::array<GjkCorner, 4> corner;  // what `nearest` is a combination of; all four if the end is `inside`
    std::size_t count = 0;
    int steps = 0;
};

namespace detail {

inline double determinant(const Vec3& a, const Vec3& b, const Vec3& c) {
    return dot(a, cross(b, c));
}

// Six times the volumes between the origin and the faces of a tetrahedron of differences.
inline std::array<double, 4> volumes_at_origin(const std::array<GjkCorner, 4>& c) {
    const Vec3 &p = c[0].between, &q = c[1].between, &r = c[2].between, &s = c[3].between;
    return {determinant(q, r, s), -determinant(p, r, s), determinant(p, q, s), -determinant(p, q, r)};
}

// Certain: the origin is inside the tetrahedron of four differences, each of which is off by `error` at most.
inline bool origin_is_inside(const std::array<GjkCorner, 4>& corner, double error) {
    Vec3 extent;
    for (const GjkCorner& c : corner)
        for (std::size_t k = 0; k < 3; ++k) extent[k] = std::max(extent[k], std::abs(c.between[k]));
    // Of the determinant by its own roundings, and by those of its nine entries.
    const double rounding = 0x1p-47 * extent.x * extent.y * extent.z +
                            6 * error * (extent.x * extent.y + extent.y * extent.z + extent.z * extent.x) +
                            0x1p-700;
    const auto volume = volumes_at_origin(corner);
    return std::ranges::all_of(volume, [&](double s) { return s > rounding; }) ||
           std::ranges::all_of(volume, [&](double s) { return s < -rounding; });
}

}  // namespace detail

// A and B: SupportPoint operator()(const Vec3& direction). Ends after `most_steps` at the latest, whatever
// rounding does; allocates nothing.
template <class SupportA, class SupportB>
GjkResult gjk(SupportA&& support_a, SupportB&& support_b, const GjkOptions& options = {}) {
    GjkResult result;
    detail::BasicSimplex<GjkCorner> simplex;
    Vec3 v = options.start;
    if (!(dot(v, v) > 0)) v = {1, 0, 0};
    const auto take_corners = [&](std::size_t count) {
        result.count = count;
        for (std::size_t i = 0; i < count; ++i) result.corner[i] = simplex.corner(i);
    };
    double last = std::numeric_limits<double>::infinity();
    for (const GjkCorner& c : options.first) {
        if (simplex.add(c)) continue;
        if (simplex.count() == 3) {
            take_corners(4);
            if (detail::origin_is_inside(result.corner, options.error)) {
                result.end = GjkResult::End::inside;
                return result;
            }
        }
        if (!simplex.add_thoroughly(c)) break;
    }
    if (const Vec3 nearest = simplex.nearest(); dot(nearest, nearest) > 0) {
        v = nearest;
        last = dot(v, v);
    } else {
        simplex = {};  // none was given, or the origin is on it
    }
    while (result.steps < options.most_steps) {
        ++result.steps;
        const SupportPoint a = support_a(-v), b = support_b(v);
        const GjkCorner corner{a.point - b.point, a.point, b.point, a.number, b.number};
        const double along = dot(v, corner.between), squared = dot(v, v);
        const double low = along / std::sqrt(squared);
        if (low > result.at_least) result.at_least = low;
        const bool first = simplex.empty();
        if (low > options.enough || (!first && !(squared - along > options.precision * squared))) {
            result.end = GjkResult::End::apart;
            // The direction that was searched is the evidence, and the simplex has no better one.
            if (first && simplex.add(corner)) {
                take_corners(1);
                result.point_a = corner.of_a, result.point_b = corner.of_b;
                result.nearest = v;
                return result;
            }
            break;
        }
        bool known = false;
        for (std::size_t i = 0; i < simplex.count(); ++i)
            known |= simplex.corner(i).between == corner.between;
        if (known) {  // no progress is left in doubles
            result.end = along > 0 ? GjkResult::End::apart : GjkResult::End::flat;
            break;
        }
        const auto before = simplex;
        bool added = simplex.add(corner);
        if (!added && simplex.count() == 3) {
            take_corners(4);
            if (detail::origin_is_inside(result.corner, options.error)) {
                result.end = GjkResult::End::inside;
                return result;
            }
        }
        if (!added || !(dot(simplex.nearest(), simplex.nearest()) < last)) {
            simplex = before;
            added = simplex.add_thoroughly(corner);
        }
        v = simplex.nearest();
        const double now = dot(v, v);
        if (!added || !(now < last)) {  // no progress is left in doubles
            simplex = before;
            result.end = result.at_least > 0 ? GjkResult::End::apart : GjkResult::End::flat;
            break;
        }
        if (!(now > 0)) {
            result.end = GjkResult::End::flat;
            break;
        }
        last = now;
    }
    if (result.end == GjkResult::End::flat && simplex.count() >= 2) {
        // The origin is on the simplex, as with sets that overlap symmetrically. Is it between these corners
        // and others beside them?
        const auto furthest = [&](const Vec3& d) {
            const SupportPoint a = support_a(d), b = support_b(-d);
            return GjkCorner{a.point - b.point, a.point, b.point, a.number, b.number};
        };
        const auto is_inside = [&](const GjkCorner& p, const GjkCorner& q, const GjkCorner& r,
                                   const GjkCorner& s) {
            result.corner = {p, q, r, s};
            return detail::origin_is_inside(result.corner, options.error);
        };
        // On the segment between two corners: three points around it, all nearer to one of the two.
        const auto is_inside_around = [&](const GjkCorner& p, const GjkCorner& q) {
            const Vec3 along = normalized(p.between - q.between);
            const Vec3 other = std::abs(along.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
            const Vec3 u = normalized(cross(along, other)), w = cross(along, u);
            for (const double tilt : {0.3, -0.3}) {
                const GjkCorner r = furthest(u + along * tilt),
                                s = furthest(w * 0.8 - u * 0.6 + along * tilt),
                                t = furthest(along * tilt - w * 0.8 - u * 0.6);
                if (is_inside(tilt > 0 ? q : p, r, s, t)) return true;
            }
            return false;
        };
        const GjkCorner p = simplex.corner(0), q = simplex.corner(1);
        bool inside = false;
        if (simplex.count() == 3) {
            const GjkCorner r = simplex.corner(2);
            const Vec3 normal = cross(q.between - p.between, r.between - p.between);
            const GjkCorner above = furthest(normal), below = furthest(-normal);
            inside = is_inside(p, q, above, below) || is_inside(q, r, above, below) ||
                     is_inside(r, p, above, below) || is_inside_around(above, below);
        } else {
            inside = is_inside_around(p, q);
        }
        if (inside) {
            result.end = GjkResult::End::inside;
            result.count = 4;
            return result;
        }
    }
    take_corners(simplex.count());
    result.nearest = simplex.nearest();
    result.point_a = simplex.of_a();
    result.point_b = result.point_a - result.nearest;
    return result;
}

}  // namespace graze::inline v1
