// Planes between subtrees whose boxes meet, or nearly so, only because boxes are rounded: flush faces.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/query/sweep/detail/impact_search.h"
#include "graze/query/sweep/detail/subtree_reach.h"

namespace graze::inline v1::detail {
namespace {

Vec3 into_mesh(const Pose& pose, const Vec3& direction) {
    const auto& m = pose.matrix();
    const auto along = [&](std::size_t k) {
        return direction.x * m[0][k] + direction.y * m[1][k] + direction.z * m[2][k];
    };
    return {along(0), along(1), along(2)};
}

double largest_coordinates(const Box& box) {
    return length(box.lower) + length(box.upper);
}

// How far the corners of a subtree reach along a direction from an origin: now, and after a time if they go
// on with the velocities that they have now.
class CornersReach {
  public:
    CornersReach(const SweepSide& side, SweepPart box, const SweepPiece& piece, const Vec3& direction,
                 const Vec3& origin, double later)
        : shape_(side.shape()), box_(box) {
        const MotionCourse& course = side.course();
        const Vec3 place = course.pose.translation();
        now_ = later_ = into_mesh(course.pose, direction);
        from_now_ = from_later_ = dot(direction, place - origin);
        const double coordinates = length(place) + length(origin) + largest_coordinates(shape_.box());
        slack = 0x1p-46 * coordinates;
        if (course.rests) return;
        const Vec3 turn = cross(direction, course.axis) * course.rate, sideways = turn * later,
                   shift = course.shift + course.slide;
        turns_ = turn != Vec3{};
        later_ = into_mesh(course.pose, direction + sideways);
        from_later_ += dot(direction, shift) * later + dot(sideways, place - course.place);
        const double arm = length(piece.middle - course.place) + piece.radius;
        slack += course.rounding(arm) +
                 0x1p-46 * (length(shift) * later + length(sideways) * (coordinates + length(course.place)));
        warp = course.warp * arm;
        bend = length(turn) * (1 + 0x1p-40) *
               (length(course.turning(piece.middle)) + course.rate * piece.radius);
    }

    double probe(Meter& meter) const { return from_now_ + probe_corner(shape_, box_, now_, meter).along; }
    double now(double most, Meter& meter) const {
        return from_now_ + furthest_corner(shape_, box_, now_, most - from_now_, meter).along;
    }
    // `now` is the reach now.
    double later(double now, Meter& meter) const {
        if (!turns_) return now - from_now_ + from_later_;
        constexpr double any = std::numeric_limits<double>::infinity();
        return from_later_ + furthest_corner(shape_, box_, later_, any, meter).along;
    }

    double slack = 0;           // what rounding may take off
    double warp = 0, bend = 0;  // as of MotionCourse; the acceleration along the direction

  private:
    const Shape& shape_;
    SweepPart box_;
    Vec3 now_, later_;  // in the mesh
    double from_now_ = 0, from_later_ = 0;
    bool turns_ = false;
};

// The normal of a triangle that is furthest along the direction, if it is about the direction.
Vec3 probed_normal(const SweepSide& side, SweepPart box, const Vec3& direction, Meter& meter) {
    const Pose& pose = side.course().pose;
    const Vec3 normal = probe_corner(side.shape(), box, into_mesh(pose, direction), meter).normal;
    return normal == Vec3{} ? normal : normalized(pose.rotate(normal));
}

}  // namespace

SweepGap ImpactSearch::gap_of_corners(const SweepPair& pair, const SweepPiece& a, const SweepPiece& b,
                                      const Vec3& direction, double later) const {
    const CornersReach of_a(a_, pair.a, a, direction, a.middle, later),
        of_b(b_, pair.b, b, -direction, a.middle, later);
    const double slack = (request_.overlap ? -request_.touch : request_.limit) + of_a.slack + of_b.slack;
    SweepGap gap{-slack - of_a.probe(meter_) - of_b.probe(meter_), 0};
    if (!(gap.apart > 0)) return gap;
    const double reach_a = of_a.now(-slack - of_b.probe(meter_), meter_);
    if (!(-reach_a - slack - of_b.probe(meter_) > 0)) return {0, 0};
    const double reach_b = of_b.now(-slack - reach_a, meter_);
    gap.apart = -slack - reach_a - reach_b;
    if (!(gap.apart > 0) || meter_.exhausted()) return {0, 0};
    const double then = -slack - of_a.later(reach_a, meter_) - of_b.later(reach_b, meter_);
    // Reaches are convex in time, but for bends.
    const double speed = (gap.apart - then) / later + of_a.warp + of_b.warp;
    gap.time = time_to_close(gap.apart, speed, of_a.bend + of_b.bend) * (1 - 0x1p-30);
    // What is said of velocities holds as far as they were looked at.
    gap.time = std::min(gap.time, later);
    return gap;
}

std::optional<ImpactSearch::Separation> ImpactSearch::held_by_plane(const SweepPair& pair,
                                                                    const SweepPiece& a, const SweepPiece& b,
                                                                    const Separation& boxes) {
    // Boxes are larger than what is in them by some 3e-4, and tilted by 1e-4.
    constexpr double nearly = 2e-3;
    constexpr std::uint32_t first_tries = 16, tries_for_one = 4;
    if (!pair.a.is_box() || !pair.b.is_box()) return std::nullopt;
    // On which sides the two have been must be known, unless they begin there.
    if (request_.overlap && pair.direction == Vec3{} && now_ > request_.begin) return std::nullopt;
    if (!(std::abs(boxes.gap.apart) < nearly * (a.radius + b.radius))) return std::nullopt;
    if (planes_tried_ > first_tries + tries_for_one * planes_held_) return std::nullopt;
    const double until = std::min({request_.end, a_.course().until, b_.course().until}),
                 later = (until - now_) * (1 + 0x1p-20);  // reached() takes a little off
    if (!(later > 0)) return std::nullopt;
    if (request_.overlap && until < request_.end) return std::nullopt;
    ++planes_tried_;
    const Vec3 about = normalized(boxes.direction);
    const std::array<Vec3, 3> directions{last_plane_, probed_normal(a_, pair.a, about, meter_),
                                         -probed_normal(b_, pair.b, -about, meter_)};
    Separation best;
    for (const Vec3& direction : directions) {
        if (direction == Vec3{} || !(dot(direction, about) > 0)) continue;
        if (request_.overlap && dot(direction, pair.direction) < 0) continue;
        const SweepGap gap = gap_of_corners(pair, a, b, direction, later);
        if (gap.time > best.gap.time) best = {direction, gap};
        if (reached(now_, gap.time) >= until) break;
    }
    if (!(reached(now_, best.gap.time) > now_)) return std::nullopt;
    // A plane for a short time may cost more than it saves, except where all of the two meet at its end.
    constexpr double worth_it = 0.25;
    const bool is_long = best.gap.time >= worth_it * later;
    if (!is_long && pair.went_to_plane) return std::nullopt;
    // Pairs of triangles choose their directions at the start, by their outsides.
    if (request_.overlap && reached(now_, best.gap.time) < until) return std::nullopt;
    if (is_long) ++planes_held_;
    last_plane_ = best.direction;
    return best;
}

}  // namespace graze::inline v1::detail
