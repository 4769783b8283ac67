// The arithmetic of motions.
#pragma once

#include <array>
#include <cstddef>

#include "graze/base/pose.h"
#include "graze/base/trig.h"

namespace graze::inline v1::detail {

inline constexpr double full_turn = 6.28318530717958647693;  // in radians

using Rows = std::array<Vec3, 3>;

inline Rows rotation_rows(const Pose& pose) {
    const auto& m = pose.matrix();
    return {{{m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}}};
}

inline Vec3 times(const Rows& a, const Vec3& v) {
    return {dot(a[0], v), dot(a[1], v), dot(a[2], v)};
}

inline Rows times(const Rows& a, const Rows& b) {
    Rows product;
    for (std::size_t i = 0; i < 3; ++i) product[i] = (a[i].x * b[0] + a[i].y * b[1]) + a[i].z * b[2];
    return product;
}

inline Rows transposed(const Rows& a) {
    return {{{a[0].x, a[1].x, a[2].x}, {a[0].y, a[1].y, a[2].y}, {a[0].z, a[1].z, a[2].z}}};
}

// Rodrigues' formula; the axis has length 1, or is zero where there is no turn.
inline Rows turn_about(const Vec3& u, double turns) {
    const auto [s, c] = sin_cos_turns(turns);
    const double d = 1 - c;
    return {{{c + d * u.x * u.x, d * u.x * u.y - s * u.z, d * u.x * u.z + s * u.y},
             {d * u.x * u.y + s * u.z, c + d * u.y * u.y, d * u.y * u.z - s * u.x},
             {d * u.x * u.z - s * u.y, d * u.y * u.z + s * u.x, c + d * u.z * u.z}}};
}

// sin(phi) / angle and (1 - cos(phi)) / angle, both without cancellation; turns = angle / 2 pi is not 0.
struct Arc {
    double along, across;
};
inline Arc arc(double phi_turns, double turns) {
    const double angle = turns * full_turn, half = sin_cos_turns(phi_turns / 2).sin;
    return {sin_cos_turns(phi_turns).sin / angle, 2 * half * half / angle};
}

}  // namespace graze::inline v1::detail
