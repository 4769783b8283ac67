// Rounds doubles to floats in a given direction.
#pragma once

#include <bit>
#include <cstdint>

#include "graze/base/platform.h"

namespace graze::inline v1 {

// The float nearest to `value`, also when the caller converts it back to double at once. The barrier is
// needed: GCC 12 drops the conversions of two neighbouring values that are rounded to float and widened
// again. From -O2 on it makes vectors of them and then drops both conversions, so that a bound is not rounded
// up. The compiler cannot drop a conversion that it cannot see. Other compilers do the same under
// -ffast-math.
GRAZE_INLINE float nearest_float(double value) {
    auto nearest = static_cast<float>(value);
#if defined(__GNUC__) && defined(__SSE2__)
    __asm__("" : "+x"(nearest));
#elif defined(__GNUC__) && defined(__aarch64__)
    __asm__("" : "+w"(nearest));
#elif defined(__GNUC__)
    __asm__("" : "+m"(nearest));
#endif
    return nearest;
}

// The next float below, without a call of libm. Not for NaN; minus infinity stays minus infinity. Works on
// the bits, because under -ffast-math a compiler may assume that there is no infinity.
GRAZE_INLINE float next_below(float value) {
    constexpr std::uint32_t sign = 0x80000000u, minus_infinity = 0xff800000u;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & ~sign) == 0) return std::bit_cast<float>(sign | 1u);
    if (bits == minus_infinity) return value;
    return std::bit_cast<float>((bits & sign) == 0 ? bits - 1 : bits + 1);
}
GRAZE_INLINE float next_above(float value) {
    return -next_below(-value);
}

// The largest float that is not above `value`, and the smallest that is not below it.
GRAZE_INLINE float rounded_down(double value) {
    const float nearest = nearest_float(value);
    return static_cast<double>(nearest) > value ? next_below(nearest) : nearest;
}
GRAZE_INLINE float rounded_up(double value) {
    return -rounded_down(-value);
}

}  // namespace graze::inline v1
