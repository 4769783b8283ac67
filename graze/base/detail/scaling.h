// Coordinates scaled by powers of two, so that products of them neither overflow nor underflow.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "graze/base/detail/big.h"
#include "graze/base/detail/determinant.h"

namespace graze::inline v1::detail {

// Expansions of degree d stay exact while every coordinate is 0 or at least this large: its lowest bit, 52
// places further down, to the power d is then not below 2^-1074, the smallest double.
inline constexpr double safe_for_degree_2 = 0x1p-485;
inline constexpr double safe_for_degree_3 = 0x1p-306;

// Scaling brings the largest coordinate up to this exponent. Three such coordinates multiply without
// overflow.
inline constexpr int scaled_exponent = 335;

struct Range {
    double smallest = std::numeric_limits<double>::infinity(), largest = 0;  // magnitudes other than zero

    void add(double v) {
        v = std::abs(v);
        if (v == 0) return;
        smallest = std::min(smallest, v);
        largest = std::max(largest, v);
    }
};

// x * 2^e for any e that does not overflow; exact, because it only ever scales up.
inline double scale_up(double x, int e) {
    for (; e > 1000; e -= 1000) x *= 0x1p1000;
    return x * std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52);
}

// The power of two to scale up by so that the smallest magnitude is safe; -1 if every such power overflows.
inline int scale_for(const Range& range, double safe) {
    if (range.smallest >= safe) return 0;
    const int e = std::max(0, scaled_exponent - std::ilogb(range.largest));
    return scale_up(range.smallest, e) >= safe ? e : -1;
}

inline Scaled scaled(double value, int exponent) {
    if (value == 0) return {};
    int e = 0;
    const double mantissa = std::frexp(value, &e);
    return {mantissa, exponent + e};
}

inline Scaled scaled(const Big& b, int units) {
    return scaled(b.mantissa(), b.exponent() - units);
}

}  // namespace graze::inline v1::detail
