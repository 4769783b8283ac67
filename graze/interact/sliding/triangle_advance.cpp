#include "graze/interact/sliding/detail/triangle_advance.h"

#include <algorithm>

#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

constexpr int most_advances = 40;
// A motion ends where less than this share of what the floor is beyond the clearance is left.
constexpr double least_room = 0.05;

}  // namespace

TriangleAdvance advance_triangles(const Triangle& local, const Pose& part_from_local, const Pose& from,
                                  const StraightWay& way, const Triangle& obstacle, const Contact& start,
                                  const TriangleLimits& limits, double end) {
    TriangleAdvance result;
    Contact& closest = result.closest;
    closest = start;
    Pose part = from;
    const bool is_part = part_from_local == Pose();
    double time = 0, target = limits.least(start.distance) + limits.margin;
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
        // Whatever the motion, the part's triangle stays on its side of a plane if its corners do.
        const Vec3 normal = -closest.normal, centre = way.centre_at(part);
        double lasts = 2;
        for (const Vec3& corner : placed.corner) {
            const double room = dot(corner - closest.point_b, normal) - target;
            if (!(room > 0)) lasts = 0;
            if (lasts > 0) lasts = std::min(lasts, way.lasts(corner - centre, normal, room));
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
