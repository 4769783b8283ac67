// Sums, differences and quotients rounded down or up, for any rounding mode of the processor: the result of
// ordinary arithmetic, moved by one unit in the last place if it lies on the wrong side of the exact one.
// Arguments are finite, at most 1e100 in magnitude; quotients may be infinite.
#pragma once

#include <cmath>
#include <limits>

#include "graze/base/detail/expansion.h"

namespace graze::inline v1::detail {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline double next_below(double x) {
    return std::nextafter(x, -std::numeric_limits<double>::infinity());
}
inline double next_above(double x) {
    return std::nextafter(x, std::numeric_limits<double>::infinity());
}

inline double difference_down(double a, double b) {
    const auto [difference, rest] = two_diff(a, b);
    return rest < 0 ? next_below(difference) : difference;
}
inline double difference_up(double a, double b) {
    return -difference_down(b, a);
}

// Whether `quotient` times `divisor` is exactly `dividend`; may return false for an exact product if there is
// underflow.
inline bool divides_exactly(double dividend, double divisor, double quotient) {
    if (!(std::abs(quotient) < 1e150 && std::abs(dividend) > 1e-250)) return dividend == 0;
    const auto [product, rest] = two_product(quotient, divisor);
    return product == dividend && rest == 0;
}

// The divisor is not zero.
inline double quotient_down(double dividend, double divisor) {
    const double quotient = dividend / divisor;
    return divides_exactly(dividend, divisor, quotient) ? quotient : next_below(quotient);
}
inline double quotient_up(double dividend, double divisor) {
    return -quotient_down(-dividend, divisor);
}

// start + speed * time, for a time of zero or more that may be infinite.
inline double moved_down(double start, double speed, double time) {
    return speed == 0 || time == 0 ? start : next_below(start + next_below(speed * time));
}
inline double moved_up(double start, double speed, double time) {
    return -moved_down(-start, -speed, time);
}

}  // namespace graze::inline v1::detail
