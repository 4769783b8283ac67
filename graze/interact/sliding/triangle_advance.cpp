#include "graze/interact/sliding/detail/triangle_advance.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

constexpr int most_advances = 40;
// A motion ends where less than this share of what the floor is beyond the clearance is left.
constexpr double least_room = 0.05;

// A plane between the two triangles: the obstacle is behind it, the part's corners are before it by `apart`
// and more.
struct Plane {
    Vec3 normal, from;
    double behind = 0, apart = 0;

    Plane(const Vec3& direction, const Triangle& part, const Triangle& obstacle, const Vec3& point)
        : normal(direction), from(point), behind(-std::numeric_limits<double>::infinity()) {
        for (const Vec3& corner : obstacle.corner) behind = std::max(behind, dot(corner - from, normal));
        apart = std::numeric_limits<double>::infinity();
        for (const Vec3& corner : part.corner) apart = std::min(apart, before(corner));
    }
    double before(const Vec3& p) const { return dot(p - from, normal) - behind; }
};

// Across the closest points. These are rounded: where they are much nearer to each other than to the corners,
// their difference may point anywhere, and a plane across it cuts the obstacle. The normals of the two faces
// and the directions across two edges have no such error.
Plane plane_between(const Triangle& part, const Triangle& obstacle, const Contact& closest) {
    Plane best(-closest.normal, part, obstacle, closest.point_b);
    if (best.apart >= closest.distance * (1 - 0x1p-20)) return best;
    const auto consider = [&](const Vec3& direction) {
        const Vec3 unit = normalized(direction);
        if (!is_finite(unit) || unit == Vec3{}) return;
        for (const Vec3& normal : {unit, -unit}) {
            const Plane other(normal, part, obstacle, closest.point_b);
            if (other.apart > best.apart || std::isnan(best.apart)) best = other;
        }
    };
    const auto edge = [](const Triangle& t, std::size_t i) { return t[(i + 1) % 3] - t[i]; };
    for (const Triangle* t : {&part, &obstacle}) consider(cross(edge(*t, 0), edge(*t, 1)));
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) consider(cross(edge(part, i), edge(obstacle, j)));
    return best;
}

}  // namespace

TriangleAdvance advance_triangles(const Triangle& local, const Pose& part_from_local, const Pose& from,
                                  const StraightWay& way, const Triangle& obstacle, const Contact& start,
                                  const TriangleLimits& limits, double end) {
    TriangleAdvance result;
    Contact& closest = result.closest;
    closest = start;
    Pose part = from;
    const bool is_part = part_from_local == Pose();
    // What is so close that rounding matters must not get closer at all.
    const auto kept_of = [&](double apart) {
        return apart > limits.surely() ? limits.least(apart) + limits.margin : apart;
    };
    double time = 0, target = kept_of(start.distance);
    for (int i = 0; i < most_advances; ++i) {
        const Triangle placed = (is_part ? part : part * part_from_local)(local);
        if (i > 0) {
            const ClosestPoints points = distance(placed, obstacle);
            closest.point_a = points.point_a;
            closest.point_b = points.point_b;
            closest.distance = points.value;
            closest.normal = normalized(points.point_b - points.point_a);
            if (closest.distance > limits.floor + limits.margin) target = limits.floor + limits.margin;
        }
        const Plane plane = plane_between(placed, obstacle, closest);
        if (plane.apart < closest.distance) target = std::min(target, kept_of(plane.apart));
        // Whatever the motion, the part's triangle stays before a plane if its corners do. A plane that is
        // not certain to be between the two holds nothing.
        const Vec3 centre = way.centre_at(part);
        double lasts = plane.apart > limits.margin ? 2 : 0;
        for (const Vec3& corner : placed.corner) {
            const double room = plane.before(corner) - target;
            if (!(room >= 0)) lasts = 0;
            if (lasts > 0) lasts = std::min(lasts, way.lasts(corner - centre, plane.normal, room));
        }
        if (time + lasts >= end) {
            result.until = end;
            return result;
        }
        const bool stop = closest.distance - target < least_room * (limits.floor - limits.clearance);
        time += lasts;
        if (stop) break;
        part = way.at(time);
    }
    result.until = time;
    result.blocked = true;
    return result;
}

}  // namespace graze::inline v1::detail
