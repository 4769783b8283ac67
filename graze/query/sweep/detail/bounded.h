// Numbers that know how far rounding may have taken them from the truth.
#pragma once

#include <cmath>

#include "graze/base/detail/expansion.h"
#include "graze/base/platform.h"

namespace graze::inline v1::detail {

// The true number differs from `value` by at most `error`, but for the rounding of the error itself, which
// certain() allows for. Numbers of magnitude 1 or less, so that nothing overflows.
struct Bounded {
    double value = 0, error = 0;

    static constexpr double rounding = 0x1p-53;
    static constexpr double underflow = 0x1p-1000;  // more than a product can lose

    static Bounded exactly(double value) { return {value, 0}; }
    static Bounded difference(double a, double b) {
        const TwoTerms d = two_diff(a, b);
        return {d.high, std::abs(d.low)};
    }

    bool certain() const { return std::abs(value) > error * (1 + 0x1p-30) || error == 0; }
    int sign() const { return value > 0 ? 1 : value < 0 ? -1 : 0; }

    Bounded operator-() const { return {-value, error}; }
    GRAZE_INLINE friend Bounded operator+(const Bounded& a, const Bounded& b) {
        const double sum = a.value + b.value;
        // Nothing is lost where one of them is zero, or both cancel.
        const bool exact = a.value == 0 || b.value == 0 || sum == 0;
        return {sum, a.error + b.error + (exact ? 0 : std::abs(sum) * rounding)};
    }
    GRAZE_INLINE friend Bounded operator-(const Bounded& a, const Bounded& b) { return a + -b; }
    GRAZE_INLINE friend Bounded operator*(const Bounded& a, const Bounded& b) {
        if ((a.value == 0 && a.error == 0) || (b.value == 0 && b.error == 0)) return {};
        const double product = a.value * b.value;
        return {product, std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error +
                             std::abs(product) * rounding + underflow};
    }
};

}  // namespace graze::inline v1::detail
