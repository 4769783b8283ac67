// Solids of revolution, and what they become if their axis is bent or their circle is another outline.
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

// Half of a section through the axis, drawn so that the solid is to its left with the radius to the right and
// the axis upwards: from the bottom outwards and up. Either it begins and ends on the axis (radius exactly 0)
// and has no other point there, or it is a loop off the axis, counter-clockwise, its first point not repeated
// at its end.
class Profile {
  public:
    Profile(const SolidBuilder& builder, double radius, double along)
        : builder_(&builder), points_{{radius, along}} {}

    // Straight on, cut into edges as the builder wants them, at least so many; or into one.
    Profile& line_to(double radius, double along, std::uint32_t least = 1);
    Profile& edge_to(double radius, double along);
    // Of a circle in the plane of the section: its centre, its radius, and from where to where, in turns from
    // the direction of growing radius towards that of the axis. Begins where the profile is by now.
    Profile& arc(double centre_radius, double centre_along, double radius, double from_turns, double to_turns,
                 std::uint32_t least = 3);
    // Any curve of about that length, for `t` from 0 (where the profile is by now) to 1.
    Profile& curve(double length, const std::function<ProfilePoint(double t)>& at, std::uint32_t least = 3);
    // Takes the last point away: a loop ends before it is back at its first point.
    Profile& close();

    std::span<const ProfilePoint> points() const { return points_; }
    double widest() const;

  private:
    const SolidBuilder* builder_;
    std::vector<ProfilePoint> points_;
};

// Outlines for solids to have instead of a circle: of "radius" 1, counter-clockwise round the origin.
std::vector<Vec2> circle(std::uint32_t around);
std::vector<Vec2> ellipse(std::uint32_t around, double x, double y);
// A rectangle of half widths `x` and `y` whose sides are cut by the builder's edge.
std::vector<Vec2> rectangle(const SolidBuilder& builder, double x, double y);

// The surface that the profile sweeps: a point of radius r at height z is at (r section_x, r section_y, z),
// and from there carried by the placement. Bands between points of the profile are trapezoids, flat unless
// the placement bends them. A profile on the axis needs a section that the origin sees all of.
void add_lathe(SolidBuilder& builder, const Profile& profile, std::span<const Vec2> section,
               const Placement& place);
// With a circle of as many sides as the builder's edge asks for, at least so many. What is hollow has 6 in
// any case, if so many are given: something may be in it.
void add_lathe(SolidBuilder& builder, const Profile& profile, const Placement& place,
               std::uint32_t least_around = 6);

// Solids that are used everywhere. Axis along z, the origin in the middle of a ball and of the bottom of the
// others.
void add_ball(SolidBuilder& builder, double radius, const Placement& place);
void add_rod(SolidBuilder& builder, double radius, double length, const Placement& place);
// A rod whose edges are cut off by `bevel`.
void add_bolt(SolidBuilder& builder, double radius, double length, double bevel, const Placement& place);

}  // namespace graze::inline v1
