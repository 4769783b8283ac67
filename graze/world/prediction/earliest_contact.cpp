// How long two boxes need no test, although neither keeps to its course.
#include <algorithm>
#include <array>
#include <cmath>

#include "graze/world/prediction/detail/outward.h"
#include "graze/world/prediction/prediction.h"

namespace graze::inline v1 {

namespace {

using detail::infinity;

constexpr double a_little_less = 1 - 0x1p-38;  // covers a few dozen roundings

// gap + speed * t - half_acceleration * t^2 > 0 keeps the boxes separated: `gap` is the distance between two
// bounds, `speed` the rate at which the gap grows.
struct Separation {
    double gap, speed, half_acceleration;
};

// The open span of time during which the boxes stay separated; empty (first not before last) if there is
// none.
TimeSpan kept_apart(const Separation& s) {
    if (s.gap == -infinity) return {0, 0};  // one of the boxes extends to infinity towards the other
    // sqrt(speed^2 + 4 half_acceleration gap) by way of a ratio, as squares would leave the range of double.
    const double speed = std::abs(s.speed);
    const double other = 2 * std::sqrt(s.half_acceleration) * std::sqrt(std::abs(s.gap));
    const double larger = std::max(speed, other);
    const double ratio = larger > 0 ? std::min(speed, other) / larger : 0;
    if (s.gap > 0) {
        const double root = larger * std::sqrt(1 + ratio * ratio);
        if (s.speed < 0) return {-infinity, 2 * s.gap / (root + speed)};
        return {-infinity, s.half_acceleration > 0 ? (root + speed) / (2 * s.half_acceleration) : infinity};
    }
    // The boxes are not separated now. They will be if the gap grows fast enough, until the acceleration
    // closes it.
    if (s.speed <= 0 || other >= speed) return {0, 0};
    const double root = speed * std::sqrt(1 - ratio * ratio);
    const double last = s.half_acceleration > 0 ? (root + speed) / (2 * s.half_acceleration) : infinity;
    return {2 * -s.gap / (root + speed), last};
}

}  // namespace

double earliest_possible_contact(const MovingBox& a, const Uncertainty& of_a, const MovingBox& b,
                                 const Uncertainty& of_b) {
    if (a.box().empty() || b.box().empty()) return infinity;
    const double position = of_a.position + of_b.position, velocity = of_a.velocity + of_b.velocity;
    const double half_acceleration = of_a.acceleration / 2 + of_b.acceleration / 2;
    std::array<TimeSpan, 6> apart;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto between = [&](const MovingBox& lower, const MovingBox& upper) {
            const double gap = detail::difference_down(upper.box().lower[i], lower.box().upper[i]);
            const double speed = detail::difference_down(upper.velocity()[i], lower.velocity()[i]);
            return kept_apart({position > 0 ? detail::next_below(gap - position) : gap,
                               velocity > 0 ? detail::next_below(speed - velocity) : speed,
                               half_acceleration});
        };
        apart[2 * i] = between(a, b);
        apart[2 * i + 1] = between(b, a);
    }
    // Advances `time` to the end of any span that contains it, until no span does. Spans that are past do not
    // return.
    double time = 0;
    for (std::size_t waits = 0; waits < apart.size(); ++waits) {
        const double before = time;
        for (const TimeSpan& span : apart)
            if (span.first < time * a_little_less && time < span.last * a_little_less)
                time = span.last * a_little_less;
        if (time == before) break;
    }
    return time;
}

}  // namespace graze::inline v1
