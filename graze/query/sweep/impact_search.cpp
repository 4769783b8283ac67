// Conservative advancement (Mirtich 1996; Zhang, Redon, Lee and Kim 2007) of pairs of parts, each at its own
// time: a direction separates two convex parts now, and bounds on their velocities and accelerations along it
// say until when. The pair with the earliest such time comes next; it gets another direction, or is opened.
#include "graze/query/sweep/detail/impact_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/query/detail/contacts.h"
#include "graze/query/distance/distance.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

bool is_later(const SweepPair& p, const SweepPair& q) {
    return p.time != q.time ? p.time > q.time : p.number < q.number;  // the last one first: depth first
}

Vec3 towards(const Vec3& direction, const Vec3& way) {
    return dot(direction, way) < 0 ? -direction : direction;
}

}  // namespace

void ImpactSearch::move_to(double time) {
    now_ = time;
    a_.move_to(time);
    b_.move_to(time);
}

// The time until which a gap from now on is known to last.
double ImpactSearch::reached(double time, double gap_time) const {
    double until = time + gap_time;
    if (until > time) until = std::nextafter(until, time);
    return std::min({until, a_.course().until, b_.course().until});
}

void ImpactSearch::push(SweepPair pair, double time) {
    if (time >= end_) return;
    pair.time = time;
    pair.number = number_++;
    pairs_.push_back(pair);
    std::ranges::push_heap(pairs_, is_later);
}

SweepPair ImpactSearch::pop() {
    std::ranges::pop_heap(pairs_, is_later);
    const SweepPair pair = pairs_.back();
    pairs_.pop_back();
    return pair;
}

SweepGap ImpactSearch::gap(const SweepPiece& a, const SweepPiece& b, const Vec3& direction,
                           double limit) const {
    return gap_along(outline_of(a, a_.course(), direction, a.middle),
                     outline_of(b, b_.course(), -direction, a.middle), limit);
}

// The best of some directions: the last one, that between the middles, and those of faces.
ImpactSearch::Separation ImpactSearch::separation(const SweepPiece& a, const SweepPiece& b,
                                                  const Vec3& hint) const {
    if (a.form == SweepPiece::Form::half_space) return {a.outwards, gap(a, b, a.outwards, request_.limit)};
    if (b.form == SweepPiece::Form::half_space) return {-b.outwards, gap(a, b, -b.outwards, request_.limit)};
    const Vec3 way = b.middle - a.middle;
    Vec3 best;
    double most = -std::numeric_limits<double>::infinity();
    const auto try_direction = [&](const Vec3& direction) {
        const double apart = -reach_of(a, direction, a.middle) - reach_of(b, -direction, a.middle);
        if (apart > most) most = apart, best = direction;
    };
    if (hint != Vec3{}) try_direction(hint);
    if (const double size = length(way); size > 0) try_direction(way / size);
    if (a.form != SweepPiece::Form::triangle && b.form != SweepPiece::Form::triangle) {
        // About, for the boxes: the gap along the best of these is computed afterwards.
        std::array<double, 3> reach_a = a.size, reach_b = b.size;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                const double cosine = std::abs(dot(a.axis[i], b.axis[j]));
                reach_a[i] += b.size[j] * cosine;
                reach_b[j] += a.size[i] * cosine;
            }
        }
        const auto try_axes = [&](const std::array<Vec3, 3>& axis, const std::array<double, 3>& reach) {
            for (std::size_t k = 0; k < 3; ++k) {
                const double along = dot(axis[k], way), apart = std::abs(along) - reach[k];
                if (apart > most) most = apart, best = along < 0 ? -axis[k] : axis[k];
            }
        };
        try_axes(a.axis, reach_a);
        try_axes(b.axis, reach_b);
    } else {
        const auto try_faces = [&](const SweepPiece& piece) {
            if (piece.form == SweepPiece::Form::triangle) {
                const Vec3 normal =
                    cross(piece.corners[1] - piece.corners[0], piece.corners[2] - piece.corners[0]);
                if (const double size = length(normal); size > 0) try_direction(towards(normal / size, way));
                return;
            }
            for (const Vec3& axis : piece.axis) try_direction(towards(axis, way));
        };
        try_faces(a);
        try_faces(b);
    }
    if (!(most > request_.limit)) return {best, {most - request_.limit, 0}};
    return {best, gap(a, b, best, request_.limit)};
}

void ImpactSearch::push_child(const SweepPair& parent, const SweepPiece& a, const SweepPiece& b,
                              SweepPart part_a, SweepPart part_b, const Vec3& valid) {
    const bool leaves = !part_a.is_box() && !part_b.is_box();
    if (leaves) {
        ++counts_.triangle_pairs;
        if (request_.filter && !request_.filter(FeatureId::face(part_a.index), FeatureId::face(part_b.index)))
            return;
    } else {
        ++counts_.box_pairs;
    }
    const Separation found = separation(a, b, parent.direction);
    SweepPair child;
    child.a = part_a;
    child.b = part_b;
    child.direction = found.gap.apart > 0 ? found.direction : valid;
    // What may be met already is looked at before others are opened.
    const bool at_once = leaves && !request_.overlap && found.gap.apart <= request_.touch / 2;
    push(child, found.gap.time > 0 && !at_once ? reached(now_, found.gap.time) : now_);
}

// Opens the larger one. `valid` separates the two now, or is 0.
void ImpactSearch::open(const SweepPair& pair, const SweepPiece& a, const SweepPiece& b, const Vec3& valid) {
    const bool opens_a = pair.a.is_box() && (!pair.b.is_box() || a.radius >= b.radius);
    if (opens_a) {
        a_.visit_parts(pair.a, [&](SweepPart part) {
            meter_.spend();
            push_child(pair, a_.piece(part), b, part, pair.b, valid);
        });
    } else {
        b_.visit_parts(pair.b, [&](SweepPart part) {
            meter_.spend();
            push_child(pair, a, b_.piece(part), pair.a, part, valid);
        });
    }
}

namespace {

// A solid whose core is at most three points.
std::optional<Triangle> core_triangle(const PlacedConvex& solid) {
    const std::size_t count = solid.is_round() ? 0 : solid.corner_count();
    if (count == 0 || count > 3) return std::nullopt;
    return Triangle{solid.corner(0), solid.corner(count > 1 ? 1 : 0), solid.corner(count - 1)};
}

// For solids in contact. The search for the distance ends when the distance is found, and there the direction
// may still be off by the square root of a rounding. That of the closest points of the features is better.
// For cores that touch, the direction in which they part soonest.
Vec3 precise_direction(PlacedConvex& p, PlacedConvex& q, const CoreDistance& cores, const Vec3& found) {
    const double least = 0x1p-30 * (p.largest() + q.largest());
    if (!cores.surely_inside && length(cores.found.nearest) > least) {
        if (p.is_round() || q.is_round()) return found;
        const std::optional<Triangle> of_p = core_triangle(p), of_q = core_triangle(q);
        const ClosestPoints points = of_p && of_q ? distance(*of_p, *of_q) : closest_of(cores);
        const Vec3 way = points.point_b - points.point_a;
        const double size = length(way);
        return size > least ? way / size : found;
    }
    const Vec3 normal = core_depth(p, q, cores, 0x1p-44).normal;
    return std::isfinite(normal.x + normal.y + normal.z) && normal != Vec3{} ? normal : found;
}

}  // namespace

ImpactSearch::Closest ImpactSearch::closest(const SweepPair& pair, const SweepPiece& a, const SweepPiece& b) {
    using Form = SweepPiece::Form;
    Closest result;
    meter_.spend(4);
    ++counts_.exact_pairs;
    if (a.form == Form::triangle && b.form == Form::triangle) {
        const ClosestPoints points = distance(a.corners, b.corners);
        result.value = points.value;
        result.contact = contact_of(pair.a.index, a.corners, pair.b.index, b.corners, points);
        result.direction = result.contact.distance > 0 ? result.contact.normal : Vec3{};
        return result;
    }
    const auto id = [](const SweepPart& part) {
        return part.slot == SweepPart::triangle ? FeatureId::face(part.index) : FeatureId{};
    };
    result.contact.feature_a = id(pair.a);
    result.contact.feature_b = id(pair.b);
    if (a.form == Form::half_space || b.form == Form::half_space) {
        result.direction = a.form == Form::half_space ? a.outwards : -b.outwards;
        result.value = std::max(
            0.0, -reach_of(a, result.direction, a.middle) - reach_of(b, -result.direction, a.middle));
        result.contact.point_a = a.form == Form::half_space ? b.middle : a.middle;
        result.contact.point_b = result.contact.point_a;
    } else {
        const auto measure = [&](PlacedConvex& p, PlacedConvex& q) {
            const CoreDistance cores = core_distance(p, q, std::numeric_limits<double>::infinity());
            const double size = cores.surely_inside ? 0 : length(cores.found.nearest);
            result.value = std::max(0.0, size - p.radius() - q.radius());
            if (size > 0) result.direction = -cores.found.nearest / size;
            if (request_.overlap) result.direction = precise_direction(p, q, cores, result.direction);
            result.contact.point_a = cores.point_a + result.direction * p.radius();
            result.contact.point_b = cores.point_b - result.direction * q.radius();
        };
        const auto with_triangle = [&](const SweepPiece& piece, auto&& go) {
            PlacedConvex triangle(std::span<const Vec3>(piece.corners.corner));
            go(triangle);
        };
        if (a.form == Form::triangle) {
            with_triangle(a, [&](PlacedConvex& triangle) { measure(triangle, b_.solid()); });
        } else if (b.form == Form::triangle) {
            with_triangle(b, [&](PlacedConvex& triangle) { measure(a_.solid(), triangle); });
        } else {
            measure(a_.solid(), b_.solid());
        }
    }
    result.contact.normal = result.direction;
    result.contact.distance = result.value;
    if (result.direction != Vec3{}) result.contact.certainty = NormalCertainty::certain;
    return result;
}

bool ImpactSearch::advance_leaves(SweepPair pair, const SweepPiece& a, const SweepPiece& b) {
    if (pair.direction != Vec3{}) {
        // Cheap, where the two go on as before.
        const double limit = request_.overlap ? -request_.touch : request_.limit;
        const SweepGap same = gap(a, b, pair.direction, limit);
        const double until = reached(now_, same.time);
        if (until >= end_ || (until == std::min(a_.course().until, b_.course().until) && until > now_)) {
            push(pair, until);
            return true;
        }
    }
    const Closest nearest = closest(pair, a, b);
    if (request_.overlap) {
        const std::optional<Separation> kept = kept_direction(pair, a, b, nearest);
        if (!kept) return false;
        pair.direction = kept->direction;
        push(pair, reached(now_, kept->gap.time));
        return true;
    }
    if (!(nearest.value > request_.limit + request_.touch / 2)) return false;
    Separation best = {nearest.direction, gap(a, b, nearest.direction, request_.limit)};
    if (pair.direction != Vec3{}) {
        const SweepGap same = gap(a, b, pair.direction, request_.limit);
        if (same.time > best.gap.time) best = {pair.direction, same};
    }
    // The direction between points that are close is not precise enough for triangles that are large. Those
    // of faces and edges are.
    if (!(best.gap.apart > 0.5 * (nearest.value - request_.limit)))
        take_better_direction(a, b, nearest, best);
    const double until = reached(now_, best.gap.time);
    if (!(until > now_)) return false;  // time is rounded, or distances
    pair.direction = best.direction;
    push(pair, until);
    return true;
}

FoundImpact ImpactSearch::run(double from) {
    pairs_.clear();
    SweepPair whole;
    whole.a = a_.root();
    whole.b = b_.root();
    push(whole, from);
    while (!pairs_.empty()) {
        const SweepPair pair = pop();
        if (!meter_.spend())
            return {Answer::undecided, pair.time, std::numeric_limits<double>::infinity(), {}};
        move_to(pair.time);
        const SweepPiece a = a_.piece(pair.a), b = b_.piece(pair.b);
        if (!pair.a.is_box() && !pair.b.is_box()) {
            if (!advance_leaves(pair, a, b)) return arrive(pair);
            continue;
        }
        ++counts_.box_pairs;
        const Separation found = separation(a, b, pair.direction);
        const double until = found.gap.time > 0 ? reached(now_, found.gap.time) : now_;
        const bool ends = until >= request_.end || until == std::min(a_.course().until, b_.course().until);
        if (until > now_ && (ends || found.gap.apart > open_below * std::max(a.radius, b.radius))) {
            SweepPair next = pair;
            next.direction = found.direction;
            push(next, until);
            continue;
        }
        if (const std::optional<Separation> plane = held_by_plane(pair, a, b, found)) {
            SweepPair next = pair;
            next.direction = plane->direction;
            next.went_to_plane = true;
            push(next, reached(now_, plane->gap.time));
            continue;
        }
        // A direction that separates the boxes separates what is in them.
        open(pair, a, b, found.gap.apart > 0 ? found.direction : pair.direction);
    }
    return {Answer::no, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), {}};
}

}  // namespace graze::inline v1::detail
