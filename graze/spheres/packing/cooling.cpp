#include <algorithm>
#include <cmath>

#include "graze/spheres/packing/detail/cooling.h"

namespace graze::inline v1::detail {
namespace {

// exp(-x) for x >= 0, to about nine digits, from sums and products alone.
double exp_of_minus(double x) {
    if (x > 30) return 0;
    const double y = x / 256;
    double e = 1 - y * (1 - y / 2 * (1 - y / 3 * (1 - y / 4 * (1 - y / 5))));
    for (int i = 0; i < 8; ++i) e *= e;
    return e;
}

// 1 - exp(-r^c / 2) with r = |difference| / 0.5.
double fading(double difference, int exponent) {
    const double r = 2 * std::abs(difference);
    double power = 1;
    for (int i = 0; i < exponent; ++i) power *= r;
    return 1 - exp_of_minus(0.5 * power);
}

}  // namespace

const Cooling& Cooling::standard() {
    static const Cooling cooling;
    return cooling;
}

Cooling::Cooling() {
    for (int i = 0; i < steps; ++i)
        by_time_[static_cast<std::size_t>(i)] = fading(1 - static_cast<double>(i) / steps, 5);
}

double Cooling::share(int step, double ratio) const {
    constexpr double floor = 0.25;
    // Mostly the distance hardly changes, and the floor counts: 1 - exp(-0.287) is less.
    const double difference = ratio - 1;
    const bool at_floor = 2 * difference * difference < 0.287;
    const double by_distance = at_floor ? floor : std::max(fading(difference, 2), floor);
    return by_time_[static_cast<std::size_t>(step)] * by_distance;
}

}  // namespace graze::inline v1::detail
