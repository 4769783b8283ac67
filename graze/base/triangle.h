// A triangle by its three corners. Corner i is opposite edge i; edge i runs from corner i+1 to corner i+2.
#pragma once

#include <array>

#include "graze/base/box.h"

namespace graze::inline v1 {

struct Triangle {
    std::array<Vec3, 3> corner;

    GRAZE_INLINE constexpr const Vec3& operator[](std::size_t i) const { return corner[i]; }
    GRAZE_INLINE constexpr Vec3& operator[](std::size_t i) { return corner[i]; }
};

GRAZE_INLINE constexpr Box bounds(const Triangle& t) {
    Box box;
    for (const Vec3& p : t.corner) box.grow(p);
    return box;
}

}  // namespace graze::inline v1
