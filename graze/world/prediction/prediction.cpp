#include "graze/world/prediction/prediction.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "graze/world/prediction/detail/outward.h"
#include "graze/world/prediction/detail/prediction_methods.h"

namespace graze::inline v1 {

namespace {

using namespace detail;

constexpr double most_steps = 1e6;

bool searches(PredictionMethod method) {
    return method != PredictionMethod::slabs && method != PredictionMethod::spheres;
}

void check(double horizon, const PredictionOptions& options) {
    if (!(horizon >= 0))
        throw Error("the horizon of a prediction, " + std::to_string(horizon) +
                    ", is not a time from now on");
    if (!searches(options.method)) return;
    if (!(options.resolution > 0 && options.resolution < infinity))
        throw Error("the resolution of a prediction, " + std::to_string(options.resolution) +
                    ", is not a positive, finite time");
    if (!(options.minimum_width >= 0 && options.minimum_width <= max_coordinate))
        throw Error("the minimum width of swept boxes, " + std::to_string(options.minimum_width) +
                    ", is not a length");
    if (!(horizon <= options.resolution * most_steps && horizon < infinity))
        throw Error("the horizon of a prediction is more than a million times its resolution", {},
                    "PredictionMethod::slabs looks ahead as far as you like");
}

std::optional<TimeSpan> until(double horizon, const std::optional<TimeSpan>& contact) {
    return contact && contact->first <= horizon ? contact : std::nullopt;
}

// Before the spheres meet there is nothing to sweep, nor after they separate (the latter clip is not
// Gottstein's).
std::optional<TimeSpan> predict_by_both(const MovingBox& a, const MovingBox& b, double horizon,
                                        const PredictionOptions& options, PredictionCounts& counts) {
    const auto spheres = until(horizon, predict_by_spheres(a, b, counts));
    if (!spheres) return std::nullopt;
    return predict_by_sweep(a, b, {spheres->first, std::min(horizon, spheres->last)}, options, counts);
}

}  // namespace

std::string_view name(PredictionMethod method) {
    switch (method) {
        case PredictionMethod::slabs:
            return "slabs";
        case PredictionMethod::stepping:
            return "stepping";
        case PredictionMethod::spheres:
            return "spheres";
        case PredictionMethod::sweep:
            return "sweep";
        case PredictionMethod::spheres_then_sweep:
            break;
    }
    return "spheres then sweep";
}

std::optional<TimeSpan> predicted_contact(const MovingBox& a, const MovingBox& b, double horizon,
                                          const PredictionOptions& options, PredictionCounts* counts) {
    check(horizon, options);
    if (a.box().empty() || b.box().empty()) return std::nullopt;
    PredictionCounts ignored;
    PredictionCounts& count = counts ? *counts : ignored;
    switch (options.method) {
        case PredictionMethod::slabs:
            return until(horizon, predict_by_slabs(a, b, count));
        case PredictionMethod::spheres:
            return until(horizon, predict_by_spheres(a, b, count));
        case PredictionMethod::stepping:
            return predict_by_stepping(a, b, horizon, options, count);
        case PredictionMethod::sweep:
            return predict_by_sweep(a, b, {0, horizon}, options, count);
        case PredictionMethod::spheres_then_sweep:
            break;
    }
    return predict_by_both(a, b, horizon, options, count);
}

std::optional<TimeSpan> contact_during_step(const BoxStep& a, const BoxStep& b) {
    if (a.from.empty() || a.to.empty() || b.from.empty() || b.to.empty()) return std::nullopt;
    TimeSpan span{0, 1};
    // Cuts off the fractions at which `lower` is above `upper`. Differences are rounded down, in favour of
    // contact.
    const auto cut = [&span](double lower_from, double upper_from, double lower_to, double upper_to) {
        const double from = difference_down(lower_from, upper_from);
        const double to = difference_down(lower_to, upper_to);
        // A bound at infinity separates nothing. A box that extends to infinity at one end of the step only
        // is taken to do so during all of it.
        if (from == -infinity || to == -infinity) return;
        if (from > 0 && to > 0) span.last = -1;
        if (from > 0 && to <= 0)
            span.first = std::max(span.first, quotient_down(from, difference_up(from, to)));
        if (from <= 0 && to > 0)
            span.last = std::min(span.last, quotient_up(-from, difference_down(to, from)));
    };
    for (std::size_t i = 0; i < 3; ++i) {
        cut(a.from.lower[i], b.from.upper[i], a.to.lower[i], b.to.upper[i]);
        cut(b.from.lower[i], a.from.upper[i], b.to.lower[i], a.to.upper[i]);
    }
    if (!(span.first <= span.last)) return std::nullopt;
    return TimeSpan{std::max(span.first, 0.0), std::min(span.last, 1.0)};
}

Box method_bounds(const MovingBox& moving, const PredictionOptions& options) {
    Box box = moving.box();
    if (box.empty() || options.method == PredictionMethod::slabs ||
        options.method == PredictionMethod::stepping)
        return box;
    double margin = 0;
    if (options.method == PredictionMethod::spheres && is_infinite(box))
        return {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
    if (options.method == PredictionMethod::spheres) {
        const double radius = sphere_radius(box);
        box = {box.center(), box.center()};
        margin = radius;
    } else {
        // Two swept boxes may touch when the boxes are as far apart as each moves during the span.
        const Vec3& v = moving.velocity();
        margin = options.minimum_width + options.resolution * (std::abs(v.x) + std::abs(v.y) + std::abs(v.z));
    }
    // More than the rounding errors of the methods.
    margin = std::min((margin + largest_bound(box) * 0x1p-36) * (1 + 0x1p-36), max_coordinate);
    for (std::size_t i = 0; i < 3; ++i) {
        if (box.lower[i] != -infinity) box.lower[i] = std::max(box.lower[i] - margin, -max_coordinate);
        if (box.upper[i] != infinity) box.upper[i] = std::min(box.upper[i] + margin, max_coordinate);
    }
    return box;
}

}  // namespace graze::inline v1
