#include "graze/models/objects/placing.h"

#include <cmath>
#include <numbers>

namespace graze::inline v1 {

Pose with_axes(const Vec3& origin, const Vec3& x, const Vec3& y, const Vec3& z) {
    return Pose(
        Pose::Matrix{{{x.x, y.x, z.x, origin.x}, {x.y, y.y, z.y, origin.y}, {x.z, y.z, z.z, origin.z}}});
}

Pose from_to(const Vec3& from, const Vec3& to) {
    const Vec3 z = normalized(to - from);
    const Vec3 other = std::abs(z.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 x = normalized(other - z * dot(other, z));
    return with_axes(from, x, cross(z, x), z);
}

void add_strut(SolidBuilder& builder, const Vec3& from, const Vec3& to, double radius, double short_by) {
    const Vec3 step = normalized(to - from) * short_by;
    add_rod(builder, radius, length(to - from) - 2 * short_by, from_to(from + step, to));
}

void add_ring(SolidBuilder& builder, double ring_radius, double tube_radius, const Placement& place) {
    Profile profile(builder, ring_radius + tube_radius, 0);
    profile.arc(ring_radius, 0, tube_radius, 0, 1, 5).close();
    add_lathe(builder, profile, circle(builder.segments(2 * std::numbers::pi * ring_radius, 8)), place);
}

}  // namespace graze::inline v1
