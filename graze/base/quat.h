// Unit quaternions: rotations for input and interpolation. Exact work uses Pose.
#pragma once

#include "graze/base/vec3.h"

namespace graze::inline v1 {

struct Quat {
    double w = 1, x = 0, y = 0, z = 0;

    // Rotation by a fraction of a full turn (0.25 is 90 degrees) about `axis`, which need not have length 1.
    // The sine and cosine are graze's own, so that every platform gets the same bits.
    static Quat about_turns(const Vec3& axis, double turns);
    static Quat about_radians(const Vec3& axis, double radians);

    GRAZE_INLINE constexpr Quat conjugate() const { return {w, -x, -y, -z}; }
    GRAZE_INLINE constexpr double norm_squared() const { return w * w + x * x + y * y + z * z; }
    Quat normalized() const;
};

GRAZE_INLINE constexpr Quat operator*(const Quat& a, const Quat& b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

// Interpolates along the shorter arc, normalised linear: same path as slerp, slightly uneven speed.
Quat nlerp(const Quat& from, const Quat& to, double t);

}  // namespace graze::inline v1
