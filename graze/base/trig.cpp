#include "graze/base/trig.h"

#include <cmath>
#include <limits>
#include <utility>

namespace graze::inline v1 {
namespace {

// Taylor polynomials, good to rounding for |x| <= pi/4: the first omitted term is below 2^-60 of the result.
double sin_small(double x) {
    const double y = x * x;
    double p = -1.0 / 1307674368000.0;  // 15!
    p = p * y + 1.0 / 6227020800.0;
    p = p * y - 1.0 / 39916800.0;
    p = p * y + 1.0 / 362880.0;
    p = p * y - 1.0 / 5040.0;
    p = p * y + 1.0 / 120.0;
    p = p * y - 1.0 / 6.0;
    return x + x * (y * p);
}

double cos_small(double x) {
    const double y = x * x;
    double p = 1.0 / 20922789888000.0;  // 16!
    p = p * y - 1.0 / 87178291200.0;
    p = p * y + 1.0 / 479001600.0;
    p = p * y - 1.0 / 3628800.0;
    p = p * y + 1.0 / 40320.0;
    p = p * y - 1.0 / 720.0;
    p = p * y + 1.0 / 24.0;
    return 1 - (0.5 * y - y * y * p);
}

}  // namespace

SinCos sin_cos_turns(double turns) {
    if (!(std::abs(turns) <= 0x1p50)) {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        return {nan, nan};
    }
    // Every step is exact: multiples of a quarter turn are subtracted, then the rest is folded at an eighth.
    const double quarters = std::nearbyint(turns * 4);
    const double rest = turns - quarters * 0.25;  // within an eighth
    const double x = std::abs(rest);
    SinCos r{};
    if (x == 0.125) {
        r.sin = r.cos = 0.70710678118654752440;
    } else {
        const double radians = x * 6.28318530717958647693;
        r = {sin_small(radians), cos_small(radians)};
    }
    if (rest < 0) r.sin = -r.sin;
    switch (static_cast<long long>(quarters) & 3) {
        case 1:
            return {r.cos, -r.sin};
        case 2:
            return {-r.sin, -r.cos};
        case 3:
            return {-r.cos, r.sin};
        default:
            return r;
    }
}

double turns_of(double y, double x) {
    const double width = std::abs(x), height = std::abs(y);
    if (width == 0 && height == 0) return 0;
    const bool steep = height > width;
    const double slope = steep ? width / height : height / width;  // 0 to 1
    // A polynomial for the arctangent, right to 1e-4 of its value, gives a first angle; the tangent of what
    // it lacks then follows from the addition theorem, and is so small that two terms of its series will do.
    const double z = slope * slope;
    const double rough =
        slope * (0.9998660 + z * (-0.3302995 + z * (0.1801410 + z * (-0.0851330 + z * 0.0208351))));
    const double first = rough * 0.15915494309189533577;  // turns
    const auto [s, c] = sin_cos_turns(first);
    const double tangent = (slope * c - s) / (c + slope * s);
    double turns = first + (tangent - tangent * tangent * tangent * (1.0 / 3)) * 0.15915494309189533577;
    if (slope == 1) turns = 0.125;
    if (steep) turns = 0.25 - turns;
    if (x < 0) turns = 0.5 - turns;
    return y < 0 ? -turns : turns;
}

}  // namespace graze::inline v1
