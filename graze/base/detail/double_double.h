// Numbers of about 106 bits: the unevaluated sum of two doubles (Dekker 1971; Hida, Li and Bailey 2001).
//
// Sums and products are right to a relative 2^-104 (sums of numbers of opposite signs: 2^-104 of the larger),
// as long as nothing overflows or underflows. The same bits on every machine.
#pragma once

#include <array>
#include <cmath>

#include "graze/base/detail/expansion.h"
#include "graze/base/platform.h"

namespace graze::inline v1::detail {

struct DoubleDouble {
    double high = 0, low = 0;  // high is the double nearest to the sum

    DoubleDouble() = default;
    GRAZE_INLINE DoubleDouble(double value) : high(value) {}  // not explicit: every double is one
    GRAZE_INLINE DoubleDouble(double h, double l) : high(h), low(l) {}

    // Exact.
    GRAZE_INLINE static DoubleDouble difference(double a, double b) {
        const TwoTerms d = two_diff(a, b);
        return {d.high, d.low};
    }

    GRAZE_INLINE double rounded() const { return high; }
    GRAZE_INLINE DoubleDouble operator-() const { return {-high, -low}; }
};

GRAZE_INLINE DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const TwoTerms high = two_sum(a.high, b.high), low = two_sum(a.low, b.low);
    const TwoTerms sum = fast_two_sum(high.high, high.low + low.high);
    const TwoTerms all = fast_two_sum(sum.high, sum.low + low.low);
    return {all.high, all.low};
}
GRAZE_INLINE DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) {
    return a + -b;
}
GRAZE_INLINE DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const TwoTerms p = two_product(a.high, b.high);
    const TwoTerms sum = fast_two_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
    return {sum.high, sum.low};
}
GRAZE_INLINE DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
    const double first = a.high / b.high;
    DoubleDouble rest = a - b * DoubleDouble(first);
    const double second = rest.high / b.high;
    rest = rest - b * DoubleDouble(second);
    const TwoTerms sum = fast_two_sum(first, second);
    return DoubleDouble(sum.high, sum.low) + DoubleDouble(rest.high / b.high);
}
GRAZE_INLINE DoubleDouble& operator+=(DoubleDouble& a, const DoubleDouble& b) {
    return a = a + b;
}

GRAZE_INLINE DoubleDouble square_root(const DoubleDouble& a) {
    if (!(a.high > 0)) return {};
    const double root = std::sqrt(a.high);
    const DoubleDouble rest = a - DoubleDouble(root) * DoubleDouble(root);
    const TwoTerms sum = fast_two_sum(root, rest.high / (2 * root));
    return {sum.high, sum.low};
}

// Vectors of them.
using Wide3 = std::array<DoubleDouble, 3>;

inline Wide3 minus(const Wide3& a, const Wide3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline DoubleDouble dot(const Wide3& a, const Wide3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Wide3 cross(const Wide3& a, const Wide3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace graze::inline v1::detail
