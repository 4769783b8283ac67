// Points and vectors of three doubles.
#pragma once

#include <cmath>
#include <cstddef>

#include "graze/base/platform.h"

namespace graze::inline v1 {

struct Vec3 {
    double x = 0, y = 0, z = 0;

    GRAZE_INLINE constexpr double operator[](std::size_t axis) const {
        return axis == 0 ? x : axis == 1 ? y : z;
    }
    GRAZE_INLINE constexpr double& operator[](std::size_t axis) { return axis == 0 ? x : axis == 1 ? y : z; }

    GRAZE_INLINE constexpr Vec3& operator+=(const Vec3& b) { return *this = {x + b.x, y + b.y, z + b.z}; }
    GRAZE_INLINE constexpr Vec3& operator-=(const Vec3& b) { return *this = {x - b.x, y - b.y, z - b.z}; }
    GRAZE_INLINE constexpr Vec3& operator*=(double s) { return *this = {x * s, y * s, z * s}; }

    GRAZE_INLINE friend constexpr bool operator==(const Vec3& a, const Vec3& b) {
        return a.x == b.x && a.y == b.y && a.z == b.z;
    }
};

GRAZE_INLINE constexpr Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
GRAZE_INLINE constexpr Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
GRAZE_INLINE constexpr Vec3 operator-(const Vec3& a) {
    return {-a.x, -a.y, -a.z};
}
GRAZE_INLINE constexpr Vec3 operator*(const Vec3& a, double s) {
    return {a.x * s, a.y * s, a.z * s};
}
GRAZE_INLINE constexpr Vec3 operator*(double s, const Vec3& a) {
    return a * s;
}
GRAZE_INLINE constexpr Vec3 operator/(const Vec3& a, double s) {
    return {a.x / s, a.y / s, a.z / s};
}

GRAZE_INLINE constexpr double dot(const Vec3& a, const Vec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
GRAZE_INLINE constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
GRAZE_INLINE double length(const Vec3& a) {
    return std::sqrt(dot(a, a));
}

// The unit vector along `a`; the zero vector stays zero.
GRAZE_INLINE Vec3 normalized(const Vec3& a) {
    const double l = length(a);
    return l > 0 ? a / l : a;
}

GRAZE_INLINE bool is_finite(const Vec3& a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

// False for NaN and infinity as well as for coordinates beyond `max_coordinate`.
GRAZE_INLINE constexpr bool is_in_range(const Vec3& a) {
    return a.x >= -max_coordinate && a.x <= max_coordinate && a.y >= -max_coordinate &&
           a.y <= max_coordinate && a.z >= -max_coordinate && a.z <= max_coordinate;
}

}  // namespace graze::inline v1
