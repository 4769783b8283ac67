// The places of an object's pieces.
#pragma once

#include "graze/models/objects/builder.h"
#include "graze/models/objects/lathe.h"

namespace graze::inline v1 {

// The distance between pieces that belong together, so that they do not touch.
inline constexpr double piece_gap = 0.004;

inline Pose at(double x, double y, double z) {
    return Pose::translation({x, y, z});
}
inline Pose turned_about_z(double turns) {
    return Pose::rotation_turns({0, 0, 1}, turns);
}

// Puts the origin at `from` and turns the z axis towards `to`. The direction of the x axis is not specified.
Pose from_to(const Vec3& from, const Vec3& to);
// The given axes: perpendicular unit vectors, right-handed.
Pose with_axes(const Vec3& origin, const Vec3& x, const Vec3& y, const Vec3& z);

// A rod from point to point, shortened by `short_by` at each end.
void add_strut(SolidBuilder& builder, const Vec3& from, const Vec3& to, double radius, double short_by = 0);

// A ring about the z axis.
void add_ring(SolidBuilder& builder, double ring_radius, double tube_radius, const Placement& place);

}  // namespace graze::inline v1
