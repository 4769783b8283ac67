// The whole shapes: steps by boxes, by distances, and by the few triangles that are close in the end.
#include <algorithm>
#include <array>
#include <cmath>

#include "graze/query/distance/distance.h"
#include "graze/query/sweep/detail/impact_search.h"

namespace graze::inline v1::detail {

// For how long no two points of the shapes can get closer by this much.
double ImpactSearch::time_of_whole(double apart) const {
    double speed = 0, bend = 0;
    for (const SweepSide* side : {&a_, &b_}) {
        const MotionCourse& course = side->course();
        if (course.rests) continue;
        const Vec3 middle = course.pose(side->shape().box().center()), w = course.turning(middle);
        const double radius = side == &a_ ? radius_a_ : radius_b_,
                     arm = length(middle - course.place) + radius;
        apart -= course.rounding(arm) + 0x1p-46 * (arm + length(middle));
        speed += length(course.shift + w) + course.rate * radius + course.warp * arm;
        bend += course.rate * (length(w) + course.rate * radius);
    }
    return apart > 0 ? time_to_close(apart, speed, bend) * (1 - 0x1p-30) : 0;
}

// As far as boxes of the whole shapes, or a plane between these, tell: the cheapest steps.
double ImpactSearch::advance_roots(double from) {
    constexpr int most_steps = 16;
    SweepPair whole;
    whole.a = a_.root();
    whole.b = b_.root();
    double time = from;
    for (int i = 0; i < most_steps && time < request_.end; ++i) {
        move_to(time);
        meter_.spend();
        const SweepPiece a = a_.piece(whole.a), b = b_.piece(whole.b);
        const Separation found = separation(a, b, whole.direction);
        double until = found.gap.time > 0 ? reached(time, found.gap.time) : time;
        whole.direction = found.direction;
        if (!(until > time) || !(found.gap.apart > open_below * std::max(a.radius, b.radius))) {
            if (until >= request_.end) return until;
            const std::optional<Separation> plane = held_by_plane(whole, a, b, found);
            return plane ? reached(time, plane->gap.time) : time;
        }
        time = until;
    }
    return time;
}

ImpactSearch::Advanced ImpactSearch::advance_whole(double from, QueryCache& cache) {
    constexpr std::size_t most_steps = 64, patience = 4;
    QueryOptions options{.budget = Budget::part_of(meter_), .cache = &cache, .counts = &counts_};
    if (request_.filter) options.filter = request_.filter;
    std::array<double, most_steps> apart{};
    Advanced result{from, {}};
    if (!a_.shape().is_mesh() || !b_.shape().is_mesh()) return result;
    result.time = advance_roots(from);
    radius_a_ = a_.radius();
    radius_b_ = b_.radius();
    double time = result.time, last_time = from;  // of the next distance: the result's time, or later
    bool looks_ahead = true;
    for (std::size_t i = 0; i < most_steps && result.time < request_.end;) {
        move_to(time);
        const Distance found = distance(a_.shape(), a_.course().pose, b_.shape(), b_.course().pose, options);
        if (found.status != QueryStatus::complete) return result;
        apart[i] = found.value - request_.limit;
        const double lasts = time_of_whole(apart[i] * (1 - 1e-11));
        if (time > result.time) {
            // The distances at both ends of a step tell about the times between, too.
            if (!(apart[i] > request_.touch / 2) || !(time - lasts < result.time)) {
                looks_ahead = false;
                time = result.time;
                continue;
            }
            result.time = time;
        }
        SweepPair pair;
        pair.time = time;
        pair.a = {found.feature_a.index, SweepPart::triangle};
        pair.b = {found.feature_b.index, SweepPart::triangle};
        if (!(apart[i] > request_.touch / 2)) {
            result.arrived = arrive(pair);
            return result;
        }
        // Halved in some steps, or else parts of the shapes have to be looked at one by one.
        if (i >= patience && apart[i] > 0.5 * apart[i - patience]) return result;
        const double until = reached(time, lasts);
        if (!(until > time)) return result;
        result.time = until;
        double next = until;
        if (i > 0) {
            // What part of the distance is covered during this step, if they go on as before.
            const double share = (apart[i - 1] - apart[i]) / (time - last_time) * (until - time) / apart[i];
            if (const std::optional<Advanced> close = advance_close(pair, apart[i], share, options)) {
                if (close->arrived) return *close;
                next = result.time = close->time;
            } else if (looks_ahead && share > 0 && share < 1) {
                constexpr double careful = 0.9;
                const double ahead = until + (until - time) * careful * (1 - share) / (1 + share);
                if (ahead < std::min({request_.end, a_.course().until, b_.course().until})) next = ahead;
            }
        }
        last_time = time;
        time = next;
        ++i;
    }
    return result;
}

// Where few pairs of triangles can meet soon, these one by one, for a longer time. `share` is what part of
// the distance may be covered during one step of the whole.
std::optional<ImpactSearch::Advanced> ImpactSearch::advance_close(const SweepPair& closest, double apart,
                                                                  double share, const QueryOptions& options) {
    constexpr double near = 1.0 / 32;  // of the size of triangles
    constexpr double beyond = 1.25, most_times = 12, steps_suffice = 0.8;
    constexpr std::size_t most_pairs = 64;
    if (!(share * most_times > beyond) || share > steps_suffice) return std::nullopt;
    const double size = std::max(a_.piece(closest.a).radius, b_.piece(closest.b).radius);
    if (!(apart < near * size)) return std::nullopt;
    const double reach = apart * std::max(1.0, beyond / share);
    const double until = reached(now_, time_of_whole(reach * (1 - 1e-11)));
    pairs_.clear();
    end_ = std::min(until, request_.end);
    QueryOptions one_thread{.budget = options.budget, .counts = options.counts};
    one_thread.filter = options.filter;
    const Answer seen = visit_close_triangles(
        a_.shape(), a_.course().pose, b_.shape(), b_.course().pose, request_.limit + reach,
        [this](const Contact& contact) {
            SweepPair pair;
            pair.a = {contact.feature_a.index, SweepPart::triangle};
            pair.b = {contact.feature_b.index, SweepPart::triangle};
            if (contact.certainty == NormalCertainty::certain) pair.direction = contact.normal;
            push(pair, now_);
            return pairs_.size() <= most_pairs;
        },
        one_thread);
    std::optional<Advanced> result;
    if ((seen == Answer::yes || seen == Answer::no) && pairs_.size() <= most_pairs) {
        result = Advanced{end_, {}};
        while (!pairs_.empty() && !result->arrived) {
            const SweepPair pair = pop();
            if (!meter_.spend()) {
                result->time = pair.time;
                break;
            }
            move_to(pair.time);
            if (!advance_leaves(pair, a_.piece(pair.a), b_.piece(pair.b))) result->arrived = arrive(pair);
        }
    }
    pairs_.clear();
    end_ = request_.end;
    return result;
}

}  // namespace graze::inline v1::detail
