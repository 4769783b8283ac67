// Solids of revolution. The axis may be bent, and another outline may take the place of the circle.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/models/objects/builder.h"

namespace graze::inline v1 {

struct ProfilePoint {
    double radius = 0, along = 0;
};

// Half of a section through the axis. With the radius to the right and the axis up, the solid is on the left:
// the profile goes from the bottom outwards and up. Either the profile begins and ends on the axis (radius
// exactly 0) and has no other point there; or it is a counter-clockwise loop off the axis, without its first
// point repeated at the end.
class Profile {
  public:
    Profile(const SolidBuilder& builder, double radius, double along)
        : builder_(&builder), points_{{radius, along}} {}

    // A straight line, cut by the builder's edge into at least `least` pieces; or a line that is not cut.
    Profile& line_to(double radius, double along, std::uint32_t least = 1);
    Profile& edge_to(double radius, double along);
    // An arc in the plane of the section: centre, radius, and the angles of both ends in turns, from the
    // direction of growing radius towards the direction of the axis. It begins at the current end of the
    // profile.
    Profile& arc(double centre_radius, double centre_along, double radius, double from_turns, double to_turns,
                 std::uint32_t least = 3);
    // A curve of about that length. `t` goes from 0, the current end of the profile, to 1.
    Profile& curve(double length, const std::function<ProfilePoint(double t)>& at, std::uint32_t least = 3);
    // Removes the last point: a loop must not repeat its first point.
    Profile& close();

    std::span<const ProfilePoint> points() const { return points_; }
    double widest() const;

  private:
    const SolidBuilder* builder_;
    std::vector<ProfilePoint> points_;
};

// Outlines instead of a circle: of "radius" 1, counter-clockwise about the origin.
std::vector<Vec2> circle(std::uint32_t around);
std::vector<Vec2> ellipse(std::uint32_t around, double x, double y);
// A rectangle of half widths `x` and `y` whose sides are cut by the builder's edge.
std::vector<Vec2> rectangle(const SolidBuilder& builder, double x, double y);

// The surface that the profile sweeps. A point of radius r at height z goes to (r section_x, r section_y, z),
// and the placement maps it from there. Bands between points of the profile are trapezoids, flat unless the
// placement bends them. If the profile begins on the axis, the origin must see all of the section.
void add_lathe(SolidBuilder& builder, const Profile& profile, std::span<const Vec2> section,
               const Placement& place);
// The same with a circle. The builder's edge decides the number of sides, at least `least_around`. A hollow
// solid has at least 6 sides if `least_around` is 6 or more, since something may be inside.
void add_lathe(SolidBuilder& builder, const Profile& profile, const Placement& place,
               std::uint32_t least_around = 6);

// Common solids with the axis along z. The origin is the middle of a ball, and the middle of the bottom of
// the others.
void add_ball(SolidBuilder& builder, double radius, const Placement& place);
void add_rod(SolidBuilder& builder, double radius, double length, const Placement& place);
// A rod with edges bevelled by `bevel`.
void add_bolt(SolidBuilder& builder, double radius, double length, double bevel, const Placement& place);

}  // namespace graze::inline v1
