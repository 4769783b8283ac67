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

}  // namespace graze::inline v1
