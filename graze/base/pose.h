// The pose of an object: a rotation and a translation, as a 3x4 matrix of doubles.
#pragma once

#include <array>

#include "graze/base/box.h"
#include "graze/base/quat.h"
#include "graze/base/triangle.h"

namespace graze::inline v1 {

// A rigid motion `world = R * local + t`. Every constructor checks that R is a rotation (R times its
// transpose differs from the identity by at most 1e-6 in each entry, determinant positive) and that all
// entries are in range, and throws graze::Error otherwise. A matrix that passes is used as it is, never
// re-orthonormalised.
class Pose {
  public:
    // Rows of the rotation, each followed by the translation's component.
    using Matrix = std::array<std::array<double, 4>, 3>;

    Pose() = default;
    explicit Pose(const Matrix& rows);
    Pose(const Quat& rotation,
         const Vec3& translation);  // the quaternion is normalised; a zero quaternion throws

    static Pose translation(const Vec3& t) { return Pose(Quat{}, t); }
    // About an axis through the origin, right-handed; its length does not matter. `turns` is a fraction of a
    // full turn: 0.25 is 90 degrees, exactly.
    static Pose rotation_turns(const Vec3& axis, double turns);
    // Rounds the angle once, to a relative 2^-52: no number is exactly a quarter turn in radians.
    static Pose rotation_radians(const Vec3& axis, double radians);
    // Say which: an angle in the wrong unit is still an angle.
    static Pose rotation(const Vec3& axis, double) = delete;

    const Matrix& matrix() const { return rows_; }
    Vec3 translation() const { return {rows_[0][3], rows_[1][3], rows_[2][3]}; }
    Quat rotation() const;

    // The world vertex of law 1: ((r0*x + r1*y) + r2*z) + t per coordinate, each operation rounded once. All
    // yes/no answers of graze are about points transformed by exactly this sequence.
    Vec3 operator()(const Vec3& local) const;
    Triangle operator()(const Triangle& local) const;

    // The smallest box (in each coordinate) known to contain the world vertex of every point in `local`.
    // Rounding is monotone, so the same sequence applied to the right corners bounds it exactly. Sides may be
    // infinite.
    Box operator()(const Box& local) const;

    // Rotates a direction; ignores the translation.
    Vec3 rotate(const Vec3& direction) const;

    Pose inverse() const;

    // The largest entry of R times its transpose minus the identity, in magnitude.
    double deviation() const { return deviation_; }

    friend bool operator==(const Pose&, const Pose&) = default;

  private:
    friend class Motion;  // whose poses are as rigid as those that it leads from and to
    struct Unchecked {};
    Pose(Unchecked, const Matrix& rows);  // measures the deviation only

    Matrix rows_{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    double deviation_ = 0;
};

// `world_from_b = world_from_a * a_from_b`: first b's motion, then a's. Composing rounds; a long chain should
// be re-normalised through Quat now and then.
Pose operator*(const Pose& outer, const Pose& inner);

}  // namespace graze::inline v1
