// The distance of two convex cores: a search in doubles, its evidence checked, and exact decisions where the
// evidence is not enough.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/kinds/detail/exact_portal.h"
#include "graze/query/kinds/detail/few_corners.h"
#include "graze/query/kinds/detail/placed_convex.h"
#include "graze/query/triangle/detail/limit_sum.h"
#include "graze/query/triangle/triangle_distance.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1::detail {
namespace {

// Certain: the cores are at least this far apart along the direction, which points from B to A; below 0 if
// the direction does not separate them.
double gap_along(const PlacedConvex& a, const PlacedConvex& b, const Vec3& direction) {
    const Vec3& origin = b.middle();
    const double gap = -a.height(-direction, origin) - b.height(direction, origin);
    if (!(gap > 0)) return -1;
    const double squared = dot(direction, direction);
    return gap / std::sqrt(squared) * (1 - 0x1p-48);
}

// A point of both cores, which overlap.
Vec3 common_point(const std::array<GjkCorner, 4>& corner) {
    const auto volume = volumes_at_origin(corner);
    const double sum = volume[0] + volume[1] + volume[2] + volume[3];
    Vec3 result;
    for (std::size_t i = 0; i < 4; ++i) result += corner[i].of_a * (volume[i] / sum);
    return result;
}

// The corners of A, or of B, that a search ended with, as a triangle; up to three different ones.
Triangle triangle_of(const CoreDistance& known, bool of_a) {
    std::array<Vec3, 3> corner;
    std::size_t count = 0;
    for (std::size_t i = 0; i < known.found.count && count < 3; ++i) {
        const Vec3& p = of_a ? known.found.corner[i].of_a : known.found.corner[i].of_b;
        if (std::find(corner.begin(), corner.begin() + static_cast<std::ptrdiff_t>(count), p) ==
            corner.begin() + static_cast<std::ptrdiff_t>(count))
            corner[count++] = p;
    }
    for (std::size_t i = count; i < 3; ++i) corner[i] = corner[0];
    return {corner};
}

// Exact: has the plane of the triangle, which is part of one core, all of that core on one side, and all of
// the other core beyond it?
bool plane_separates(const Triangle& t, const PlacedConvex& own, const PlacedConvex& other) {
    if (collinear(t[0], t[1], t[2])) return false;
    int side = 0;
    for (std::size_t i = 0; i < own.corner_count(); ++i) {
        const int s = orient3d(t[0], t[1], t[2], own.corner(i));
        if (s * side < 0) return false;
        if (s != 0) side = s;
    }
    for (std::size_t i = 0; i < other.corner_count(); ++i) {
        const int s = orient3d(t[0], t[1], t[2], other.corner(i));
        if (s == 0 || s == side) return false;
        side = -s;
    }
    return true;
}

// Corners of an earlier search, where they are now.
void warm_start(GjkOptions& options, const ConvexCache& cache, const PlacedConvex& a, const PlacedConvex& b,
                std::array<GjkCorner, 4>& first) {
    if (cache.count == 0) return;
    if (dot(cache.nearest, cache.nearest) > 0) options.start = a.direction_to_world(cache.nearest);
    if (a.is_round() || b.is_round()) return;
    for (std::size_t i = 0; i < cache.count; ++i) {
        const auto [of_a, of_b] = cache.corner[i];
        const Vec3 p = a.corner(of_a), q = b.corner(of_b);
        first[i] = {p - q, p, q, of_a, of_b};
    }
    options.first = {first.data(), cache.count};
}

void keep(ConvexCache& cache, const GjkResult& found, const PlacedConvex& a) {
    cache.nearest = a.direction_to_shape(found.nearest);
    cache.count = found.count;
    for (std::size_t i = 0; i < found.count; ++i)
        cache.corner[i] = {found.corner[i].number_a, found.corner[i].number_b};
}

// For two hulls whose borders do not meet.
bool one_contains_the_other(const ConvexHull& a, const ConvexHull& b) {
    return a.contains(b.corners()[0]) || b.contains(a.corners()[0]);
}

}  // namespace

double error_of_difference(const PlacedConvex& a, const PlacedConvex& b) {
    return 0x1p-51 * (a.largest() + b.largest()) + (a.is_round() ? 0x1p-48 * a.largest() : 0) +
           (b.is_round() ? 0x1p-48 * b.largest() : 0);
}

CoreDistance core_distance(PlacedConvex& a, PlacedConvex& b, double enough, ConvexCache* cache) {
    CoreDistance result;
    GjkOptions options;
    options.start = a.middle() - b.middle();
    std::array<GjkCorner, 4> first;
    if (cache != nullptr) warm_start(options, *cache, a, b, first);
    const double largest = a.largest() + b.largest();
    // Rounding makes the search believe in distances that are none.
    options.enough = enough + 0x1p-44 * largest;
    const double round_error =
        (a.is_round() ? 0x1p-48 * a.largest() : 0) + (b.is_round() ? 0x1p-48 * b.largest() : 0);
    options.error = error_of_difference(a, b);
    const auto search = [&] {
        result.found = gjk([&](const Vec3& d) { return a.support(d); },
                           [&](const Vec3& d) { return b.support(d); }, options);
        result.surely_inside = result.found.end == GjkResult::End::inside;
    };
    search();
    options.first = {};
    if (result.found.end != GjkResult::End::apart && !result.surely_inside && round_error > 0) {
        // Solids that overlap symmetrically have the origin on the border of the simplex; from another side,
        // it is inside.
        for (const Vec3& turn : {Vec3{0.31, 0.59, 0.74}, Vec3{-0.67, 0.23, 0.71}, Vec3{0.45, -0.83, 0.33}}) {
            options.start = turn;
            search();
            if (result.found.end == GjkResult::End::apart || result.surely_inside) break;
        }
    }
    if (cache != nullptr) keep(*cache, result.found, a);
    if (result.surely_inside) {
        result.point_a = result.point_b = common_point(result.found.corner);
        return result;
    }
    result.point_a = result.found.point_a;
    result.point_b = result.found.point_b;
    result.at_least = std::max(0.0, gap_along(a, b, result.found.nearest));
    // The points are combinations of points of the cores, off by some roundings of their coordinates.
    result.at_most = length(result.found.nearest) * (1 + 0x1p-48) + 0x1p-48 * largest + round_error;
    return result;
}

EpaResult core_depth(PlacedConvex& a, PlacedConvex& b, const CoreDistance& known, double precision) {
    EpaOptions options;
    const double largest = a.largest() + b.largest();
    options.error = error_of_difference(a, b);
    options.unit = std::ldexp(1.0, std::ilogb(std::max(largest, 0x1p-1000)));
    options.precision = a.is_round() || b.is_round() ? precision * largest : 0;
    return epa([&](const Vec3& d) { return a.support(d); }, [&](const Vec3& d) { return b.support(d); },
               {known.found.corner.data(), known.found.count}, known.surely_inside, options);
}

double most_along(const PlacedConvex& a, const PlacedConvex& b, const Vec3& direction) {
    const Vec3& origin = b.middle();
    const double sum = a.height(direction, origin) + b.height(-direction, origin);
    return sum > 0 ? sum * (1 + 0x1p-48) : sum * (1 - 0x1p-48);
}

void look_closer(PlacedConvex& a, PlacedConvex& b, CoreDistance& known) {
    const EpaResult depth = core_depth(a, b, known, 0x1p-44);
    if (depth.at_least > 0) {
        known.surely_inside = true;
        known.point_a = depth.point_a;
        known.point_b = depth.point_b;
        return;
    }
    const double most = most_along(a, b, depth.normal);
    if (most < 0) known.at_least = std::max(known.at_least, -most);
}

ClosestPoints closest_of(const CoreDistance& known) {
    return distance(triangle_of(known, true), triangle_of(known, false));
}

ConvexHull world_hull(const PlacedConvex& solid) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < solid.corner_count(); ++i) points.push_back(solid.corner(i));
    return ConvexHull(points);
}

bool cores_meet(PlacedConvex& a, PlacedConvex& b, const CoreDistance& known) {
    if (known.surely_inside) return true;
    if (known.at_least > 0) return false;
    const Triangle of_a = triangle_of(known, true), of_b = triangle_of(known, false);
    if (intersects(of_a, of_b)) return true;
    const Answer by_portal = decide_by_portal(a, b, {known.found.corner.data(), known.found.count}).answer;
    if (by_portal != Answer::undecided) return by_portal == Answer::yes;
    // What is flat, or has coordinates that are next to nothing.
    if (plane_separates(of_a, a, b) || plane_separates(of_b, b, a)) return false;
    const Answer by_few = few_corners_meet(a, b);
    if (by_few != Answer::undecided) return by_few == Answer::yes;
    const ConvexHull hull_a = world_hull(a), hull_b = world_hull(b);
    return one_contains_the_other(hull_a, hull_b) ||
           intersects(Shape(hull_a.mesh()), {}, Shape(hull_b.mesh()), {});
}

bool cores_within(const PlacedConvex& a, const PlacedConvex& b, const CoreDistance& known,
                  const LimitSum& limit) {
    if (limit.rounded() + limit.error() < 0) return false;
    if (distance_within(triangle_of(known, true), triangle_of(known, false), limit)) return true;
    const Answer by_few = few_corners_within(a, b, known, limit);
    if (by_few != Answer::undecided) return by_few == Answer::yes;
    const ConvexHull hull_a = world_hull(a), hull_b = world_hull(b);
    if (one_contains_the_other(hull_a, hull_b)) {
        const Triangle somewhere{};
        return distance_within(somewhere, somewhere, limit);
    }
    const Shape border_a(hull_a.mesh()), border_b(hull_b.mesh());
    bool found = false;
    visit_close_triangles(border_a, {}, border_b, {}, limit.rounded() + limit.error(),
                          [&](const Contact& pair) {
                              found = distance_within(border_a.mesh().triangle(pair.feature_a.index),
                                                      border_b.mesh().triangle(pair.feature_b.index), limit);
                              return !found;
                          });
    return found;
}

}  // namespace graze::inline v1::detail
