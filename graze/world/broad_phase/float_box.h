// Boxes in single precision, as broad phases keep them: half the memory, twice the lanes.
#pragma once

#include <array>
#include <limits>

#include "graze/base/box.h"
#include "graze/base/float_rounding.h"

namespace graze::inline v1 {

// A closed box; the default one is empty and overlaps nothing. Bounds may be infinite, never NaN.
struct FloatBox {
    std::array<float, 3> lower{std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
                               std::numeric_limits<float>::infinity()};
    std::array<float, 3> upper{-std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity()};

    friend bool operator==(const FloatBox&, const FloatBox&) = default;

    GRAZE_INLINE bool empty() const {
        return !(lower[0] <= upper[0] && lower[1] <= upper[1] && lower[2] <= upper[2]);
    }
};

// Touching counts.
GRAZE_INLINE bool overlap(const FloatBox& a, const FloatBox& b) {
    return a.lower[0] <= b.upper[0] && b.lower[0] <= a.upper[0] && a.lower[1] <= b.upper[1] &&
           b.lower[1] <= a.upper[1] && a.lower[2] <= b.upper[2] && b.lower[2] <= a.upper[2];
}

// The smallest box of floats around `box`. Empty boxes stay empty.
GRAZE_INLINE FloatBox rounded_outwards(const Box& box) {
    if (box.empty()) return {};
    return {{rounded_down(box.lower.x), rounded_down(box.lower.y), rounded_down(box.lower.z)},
            {rounded_up(box.upper.x), rounded_up(box.upper.y), rounded_up(box.upper.z)}};
}

}  // namespace graze::inline v1
