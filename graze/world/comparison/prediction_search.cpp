// The prediction methods of Gottstein 1994, 5.4: by steps, by spheres, by swept boxes.
#include <algorithm>
#include <cmath>

#include "graze/world/comparison/swept_box.h"
#include "graze/world/prediction/detail/outward.h"
#include "graze/world/prediction/detail/prediction_methods.h"

namespace graze::inline v1::detail {

namespace {

// Margin of comparisons, relative to the largest coordinate: far more than rounding, and far less than the
// methods' own error.
constexpr double rounding_margin = 0x1p-40;

double largest(const Vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

// Bounds at infinity are replaced by bounds so far out that no other bound of the two boxes gets there by
// the end of the span.
MovingBox clipped(const MovingBox& moving, double far) {
    Box box = moving.box();
    for (std::size_t i = 0; i < 3; ++i) {
        box.lower[i] = std::max(box.lower[i], -far);
        box.upper[i] = std::min(box.upper[i], far);
    }
    return MovingBox(box, moving.velocity());
}

// The volume that the box sweeps during `span`, thick enough and with a margin for rounding.
SweptBox swept_during(const MovingBox& moving, const TimeSpan& span, double minimum_width) {
    Box box = moving.at(span.first);
    const double grow = rounding_margin * (largest_bound(box) + largest(moving.velocity()) * span.last);
    for (std::size_t i = 0; i < 3; ++i) {
        const double missing = std::max(minimum_width - (box.upper[i] - box.lower[i]), 0.0) / 2 + grow;
        box.lower[i] -= missing;
        box.upper[i] += missing;
    }
    return SweptBox(box, moving.velocity() * (span.last - span.first));
}

}  // namespace

std::optional<TimeSpan> predict_by_stepping(const MovingBox& a, const MovingBox& b, double horizon,
                                            const PredictionOptions& options, PredictionCounts& counts) {
    double last = 0;
    for (double tick = 0; tick * options.resolution <= horizon; ++tick) {
        const double time = tick * options.resolution;
        ++counts.box_tests;
        if (overlap(a.at(time), b.at(time))) return TimeSpan{last, time};
        last = time;
    }
    return std::nullopt;
}

double largest_bound(const Box& box) {
    double result = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        for (const double bound : {box.lower[i], box.upper[i]})
            if (!std::isinf(bound)) result = std::max(result, std::abs(bound));
    }
    return result;
}

double sphere_radius(const Box& box) {
    return length(box.size()) / 2 * (1 + 0x1p-45);
}

// Dworkin and Zeltzer 1993, by the closest approach: the roots of the quadratic formula lie half a chord
// before and after it. With velocities in units of their largest coordinate nothing under- or overflows.
std::optional<TimeSpan> predict_by_spheres(const MovingBox& a, const MovingBox& b, PredictionCounts& counts) {
    ++counts.closed_forms;
    if (is_infinite(a.box()) || is_infinite(b.box())) return TimeSpan{0, infinity};
    const Vec3 way = b.box().center() - a.box().center();
    const double coordinates = std::max(largest_bound(a.box()), largest_bound(b.box()));
    const double sizes = sphere_radius(a.box()) + sphere_radius(b.box());
    const double radii = sizes + rounding_margin * (sizes + coordinates) + 1e-150;
    const Vec3 difference = b.velocity() - a.velocity();
    const double unit = largest(difference);
    if (unit == 0) {
        if (dot(way, way) > radii * radii) return std::nullopt;
        return TimeSpan{0, infinity};
    }
    const Vec3 velocity = difference / unit;
    const double speed_squared = dot(velocity, velocity);
    const double closest = -dot(way, velocity) / speed_squared;
    const Vec3 miss = way + velocity * closest;
    const double rest = radii * radii - dot(miss, miss);
    if (rest < 0) return std::nullopt;
    const double half_chord = std::sqrt(rest / speed_squared);
    if (closest + half_chord < 0) return std::nullopt;
    return TimeSpan{std::max((closest - half_chord) / unit * (1 - 0x1p-50), 0.0),
                    (closest + half_chord) / unit * (1 + 0x1p-50)};
}

std::optional<TimeSpan> predict_by_sweep(const MovingBox& a, const MovingBox& b, const TimeSpan& span,
                                         const PredictionOptions& options, PredictionCounts& counts) {
    if (is_infinite(a.box()) || is_infinite(b.box())) {
        const double ways = (largest(a.velocity()) + largest(b.velocity())) * span.last;
        const double far =
            std::min(4 * (largest_bound(a.box()) + largest_bound(b.box()) + options.minimum_width + ways) + 1,
                     max_coordinate);
        return predict_by_sweep(clipped(a, far), clipped(b, far), span, options, counts);
    }
    const SweptBox swept_a = swept_during(a, span, options.minimum_width);
    const SweptBox swept_b = swept_during(b, span, options.minimum_width);
    ++counts.box_tests;
    if (!overlap(swept_a.bounds(), swept_b.bounds())) return std::nullopt;
    ++counts.swept_tests;
    if (!intersects(swept_a, swept_b)) return std::nullopt;
    if (span.last - span.first <= options.resolution) return span;
    // The swept boxes overlap, but the boxes may be there at different times.
    const double middle = span.first / 2 + span.last / 2;
    if (const auto found = predict_by_sweep(a, b, {span.first, middle}, options, counts)) return found;
    return predict_by_sweep(a, b, {middle, span.last}, options, counts);
}

}  // namespace graze::inline v1::detail
