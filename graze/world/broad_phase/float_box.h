// Boxes in single precision, as broad phases keep them: half the memory, twice the lanes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "graze/base/box.h"

namespace graze::inline v1 {

// A closed box; the default one is empty and overlaps nothing. Bounds may be infinite, never NaN.
struct FloatBox {
    std::array<float, 3> lower{std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
                               std::numeric_limits<float>::infinity()};
    std::array<float, 3> upper{-std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity()};

    friend bool operator==(const FloatBox&, const FloatBox&) = default;

    bool empty() const { return !(lower[0] <= upper[0] && lower[1] <= upper[1] && lower[2] <= upper[2]); }
};

// Touching counts.
inline bool overlap(const FloatBox& a, const FloatBox& b) {
    return a.lower[0] <= b.upper[0] && b.lower[0] <= a.upper[0] && a.lower[1] <= b.upper[1] &&
           b.lower[1] <= a.upper[1] && a.lower[2] <= b.upper[2] && b.lower[2] <= a.upper[2];
}

// The next float below; no call of libm for each of six bounds. Not for NaN; infinity below itself.
inline float next_below(float value) {
    if (value == 0) return -std::numeric_limits<float>::denorm_min();
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (bits == std::bit_cast<std::uint32_t>(-std::numeric_limits<float>::infinity())) return value;
    return std::bit_cast<float>(value > 0 ? bits - 1 : bits + 1);
}
inline float next_above(float value) {
    return -next_below(-value);
}

// The largest float that is not above `value`, and the smallest that is not below it.
inline float rounded_down(double value) {
    const auto nearest = static_cast<float>(value);
    return static_cast<double>(nearest) > value ? next_below(nearest) : nearest;
}
inline float rounded_up(double value) {
    return -rounded_down(-value);
}

// The smallest box of floats around `box`. Empty boxes stay empty.
inline FloatBox rounded_outwards(const Box& box) {
    if (box.empty()) return {};
    return {{rounded_down(box.lower.x), rounded_down(box.lower.y), rounded_down(box.lower.z)},
            {rounded_up(box.upper.x), rounded_up(box.upper.y), rounded_up(box.upper.z)}};
}

}  // namespace graze::inline v1
