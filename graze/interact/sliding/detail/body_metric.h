// The metric in which translations and rotations of a part compare: its mass matrix.
#pragma once

#include <array>
#include <span>

#include "graze/base/pose.h"
#include "graze/interact/sliding/detail/least_constraint.h"

namespace graze::inline v1 {

struct PlacedShape;

namespace detail {

// A displacement of a body: a translation of the centre of mass, and a rotation as an axis whose length is
// the angle in radians.
struct Twist {
    Vec3 shift, turn;
};

// With mass 1, the squared length of a displacement is twice the kinetic energy of a body that makes it in
// one unit of time: |shift|^2 + sum over the principal axes of (radius of gyration * angle)^2.
class BodyMetric {
  public:
    BodyMetric() = default;
    // Of the bodies together, if all of them are closed meshes; else of a box as large as theirs.
    explicit BodyMetric(std::span<const PlacedShape> part);

    const Vec3& centre() const { return centre_; }  // of mass, in the frame of the part
    double radius() const { return radius_; }       // no point of the part is further from the centre

    // Coordinates in which the metric is the identity, for the part at this pose.
    Vector6 coordinates(const Pose& world_from_part, const Twist& twist) const;
    Twist twist(const Pose& world_from_part, const Vector6& coordinates) const;
    // The plane `normal * (displacement of the point at arm from the centre) >= offset`, in these coordinates
    // with a normal of length 1.
    HalfSpace6 half_space(const Pose& world_from_part, const Vec3& arm, const Vec3& normal,
                          double offset) const;
    // No point of the part moves further.
    double most(const Twist& twist) const { return length(twist.shift) + radius_ * length(twist.turn); }

  private:
    Vec3 centre_;
    double radius_ = 0;
    std::array<Vec3, 3> axis_{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};  // in the frame of the part
    std::array<double, 3> gyration_{1, 1, 1};
};

// The displacement from one pose to another, with the shorter rotation.
Twist twist_between(const Pose& from, const Pose& to, const Vec3& centre);
// The pose after a displacement.
Pose displaced(const Pose& from, const Twist& twist, const Vec3& centre);

}  // namespace detail
}  // namespace graze::inline v1
