#include "graze/base/pose.h"

#include <algorithm>
#include <string>

#include "graze/base/detail/quote.h"
#include "graze/base/error.h"
#include "graze/base/trig.h"

namespace graze::inline v1 {
namespace {

constexpr double rigid_tolerance = 1e-6;
constexpr const char* no_rotation = "rotation needs an axis other than zero and a finite angle";

using RotationRows = std::array<Vec3, 3>;

RotationRows rows_of(const Pose::Matrix& m) {
    return {{{m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}}};
}

double deviation_of(const RotationRows& r) {
    double worst = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = i; j < 3; ++j) {
            worst = std::max(worst, std::abs(dot(r[i], r[j]) - (i == j ? 1 : 0)));
        }
    }
    return worst;
}

// Returns the deviation.
double checked_rigid(const Pose::Matrix& m) {
    for (const auto& row : m) {
        for (double v : row) {
            // Negated so that NaN fails too.
            if (!(v >= -max_coordinate && v <= max_coordinate)) {
                throw Error("pose entry " + detail::shortened(v) +
                            " is not a finite number of at most 1e100");
            }
        }
    }
    const RotationRows r = rows_of(m);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = i; j < 3; ++j) {
            if (!(std::abs(dot(r[i], r[j]) - (i == j ? 1 : 0)) <= rigid_tolerance)) {
                throw Error("pose is not rigid: rows " + std::to_string(i) + " and " + std::to_string(j) +
                                " of its rotation have the product " + detail::shortened(dot(r[i], r[j])),
                            {}, "scale and shear belong into the mesh");
            }
        }
    }
    if (!(dot(cross(r[0], r[1]), r[2]) > 0)) {
        throw Error("pose is a reflection (its determinant is negative)", {}, "mirror the mesh instead");
    }
    return deviation_of(r);
}

Pose::Matrix matrix_of(const Quat& rotation, const Vec3& t) {
    const double n = rotation.norm_squared();
    if (!(n > 0) || !std::isfinite(n)) throw Error("rotation is not a finite quaternion other than zero");
    const auto [w, x, y, z] = rotation.normalized();
    return {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), t.x},
             {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), t.y},
             {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), t.z}}};
}

GRAZE_INLINE double coordinate(const std::array<double, 4>& row, const Vec3& p) {
    return ((row[0] * p.x + row[1] * p.y) + row[2] * p.z) + row[3];
}

GRAZE_INLINE Vec3 carry(const Pose::Matrix& m, const Vec3& p) {
    return {coordinate(m[0], p), coordinate(m[1], p), coordinate(m[2], p)};
}

// For a box with infinite sides. A side that is at right angles to an axis of the world does not count on
// that axis, although 0 times infinity is not a number.
Box carry_infinite(const Pose::Matrix& rows, const Box& local) {
    Box world;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& row = rows[i];
        const auto bound = [&](bool upper) {
            Vec3 corner;
            for (std::size_t k = 0; k < 3; ++k)
                if (row[k] != 0) corner[k] = (row[k] > 0) == upper ? local.upper[k] : local.lower[k];
            return coordinate(row, corner);
        };
        world.lower[i] = bound(false);
        world.upper[i] = bound(true);
    }
    return world;
}

}  // namespace

Pose::Pose(const Matrix& rows) : rows_(rows), deviation_(checked_rigid(rows)) {}

Pose::Pose(Unchecked, const Matrix& rows) : rows_(rows), deviation_(deviation_of(rows_of(rows))) {}

Pose::Pose(const Quat& rotation, const Vec3& translation) : Pose(matrix_of(rotation, translation)) {}

// Rodrigues' formula: exact for quarter turns about the coordinate axes, where a quaternion would round.
Pose Pose::rotation_turns(const Vec3& axis, double turns) {
    const Vec3 u = normalized(axis);
    const auto [s, c] = sin_cos_turns(turns);
    if (!(dot(u, u) > 0) || !std::isfinite(s)) throw Error(no_rotation);
    const double d = 1 - c;
    return Pose(Matrix{{{c + d * u.x * u.x, d * u.x * u.y - s * u.z, d * u.x * u.z + s * u.y, 0},
                        {d * u.x * u.y + s * u.z, c + d * u.y * u.y, d * u.y * u.z - s * u.x, 0},
                        {d * u.x * u.z - s * u.y, d * u.y * u.z + s * u.x, c + d * u.z * u.z, 0}}});
}

Pose Pose::rotation_radians(const Vec3& axis, double radians) {
    return rotation_turns(axis, radians / 6.28318530717958647693);
}

// Shepperd's method: divides by the largest of the four components, so never by something small.
Quat Pose::rotation() const {
    const auto& m = rows_;
    const double t[4] = {m[0][0] + m[1][1] + m[2][2], m[0][0] - m[1][1] - m[2][2],
                         m[1][1] - m[0][0] - m[2][2], m[2][2] - m[0][0] - m[1][1]};
    int k = 0;
    for (int i = 1; i < 4; ++i) {
        if (t[i] > t[k]) k = i;
    }
    const double big = 0.5 * std::sqrt(1 + t[k]), s = 0.25 / big;
    const double wx = (m[2][1] - m[1][2]) * s, wy = (m[0][2] - m[2][0]) * s, wz = (m[1][0] - m[0][1]) * s;
    const double xy = (m[0][1] + m[1][0]) * s, xz = (m[0][2] + m[2][0]) * s, yz = (m[1][2] + m[2][1]) * s;
    switch (k) {
        case 0:
            return Quat{big, wx, wy, wz}.normalized();
        case 1:
            return Quat{wx, big, xy, xz}.normalized();
        case 2:
            return Quat{wy, xy, big, yz}.normalized();
        default:
            return Quat{wz, xz, yz, big}.normalized();
    }
}

Vec3 Pose::operator()(const Vec3& local) const {
    return carry(rows_, local);
}

Triangle Pose::operator()(const Triangle& local) const {
    return {carry(rows_, local[0]), carry(rows_, local[1]), carry(rows_, local[2])};
}

Box Pose::operator()(const Box& local) const {
    if (local.empty()) return local;
    Box world;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& row = rows_[i];
        const auto corner = [&](bool upper) {
            const auto pick = [&](std::size_t k) {
                return (row[k] >= 0) == upper ? local.upper[k] : local.lower[k];
            };
            return Vec3{pick(0), pick(1), pick(2)};
        };
        world.lower[i] = coordinate(row, corner(false));
        world.upper[i] = coordinate(row, corner(true));
    }
    return world.empty() ? carry_infinite(rows_, local) : world;
}

Vec3 Pose::rotate(const Vec3& v) const {
    const auto& m = rows_;
    return {(m[0][0] * v.x + m[0][1] * v.y) + m[0][2] * v.z, (m[1][0] * v.x + m[1][1] * v.y) + m[1][2] * v.z,
            (m[2][0] * v.x + m[2][1] * v.y) + m[2][2] * v.z};
}

Pose Pose::inverse() const {
    const auto& m = rows_;
    Matrix r{
        {{m[0][0], m[1][0], m[2][0], 0}, {m[0][1], m[1][1], m[2][1], 0}, {m[0][2], m[1][2], m[2][2], 0}}};
    const Vec3 t = translation();
    for (auto& row : r) row[3] = -((row[0] * t.x + row[1] * t.y) + row[2] * t.z);
    Pose p;
    p.rows_ = r;  // as rigid as *this, but rows have become columns
    p.deviation_ = 3 * deviation_;
    return p;
}

Pose operator*(const Pose& outer, const Pose& inner) {
    const auto &a = outer.matrix(), &b = inner.matrix();
    Pose::Matrix m;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            m[i][j] = (a[i][0] * b[0][j] + a[i][1] * b[1][j]) + a[i][2] * b[2][j] + (j == 3 ? a[i][3] : 0);
        }
    }
    return Pose(m);
}

}  // namespace graze::inline v1
