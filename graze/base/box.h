// Axis-aligned boxes.
#pragma once

#include <algorithm>
#include <limits>

#include "graze/base/vec3.h"

namespace graze::inline v1 {

// A closed box; the default one is empty (`lower` above `upper`) and grows from there.
struct Box {
    Vec3 lower{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
               std::numeric_limits<double>::infinity()};
    Vec3 upper{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
               -std::numeric_limits<double>::infinity()};

    GRAZE_INLINE constexpr bool empty() const {
        return !(lower.x <= upper.x && lower.y <= upper.y && lower.z <= upper.z);
    }
    GRAZE_INLINE constexpr Vec3 center() const { return lower * 0.5 + upper * 0.5; }
    GRAZE_INLINE constexpr Vec3 size() const { return empty() ? Vec3{} : upper - lower; }

    GRAZE_INLINE constexpr void grow(const Vec3& p) {
        lower = {std::min(lower.x, p.x), std::min(lower.y, p.y), std::min(lower.z, p.z)};
        upper = {std::max(upper.x, p.x), std::max(upper.y, p.y), std::max(upper.z, p.z)};
    }
    GRAZE_INLINE constexpr void grow(const Box& b) {
        lower = {std::min(lower.x, b.lower.x), std::min(lower.y, b.lower.y), std::min(lower.z, b.lower.z)};
        upper = {std::max(upper.x, b.upper.x), std::max(upper.y, b.upper.y), std::max(upper.z, b.upper.z)};
    }
    GRAZE_INLINE constexpr bool contains(const Vec3& p) const {
        return lower.x <= p.x && p.x <= upper.x && lower.y <= p.y && p.y <= upper.y && lower.z <= p.z &&
               p.z <= upper.z;
    }

    GRAZE_INLINE friend constexpr bool operator==(const Box& a, const Box& b) {
        return a.lower == b.lower && a.upper == b.upper;
    }
};

// Larger by at least `margin`, which is not negative, on every side, rounding included. An empty box stays
// empty.
Box grown(const Box& box, double margin);

// Touching boxes overlap; an empty box overlaps nothing.
GRAZE_INLINE constexpr bool overlap(const Box& a, const Box& b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

}  // namespace graze::inline v1
