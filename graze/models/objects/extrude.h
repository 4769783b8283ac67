// Plates: extruded outlines with holes.
#pragma once

#include <span>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/models/objects/builder.h"

namespace graze::inline v1 {

using Outline = std::vector<Vec2>;

// A circle, counter-clockwise from +x. The builder's edge decides the number of points, at least `least`.
Outline circle_outline(const SolidBuilder& builder, const Vec2& centre, double radius,
                       std::uint32_t least = 8);
// A rectangle with rounded corners, given by its centre and half its widths.
Outline rounded_rectangle(const SolidBuilder& builder, const Vec2& centre, const Vec2& half,
                          double corner_radius);

// Extrudes from `bottom` to `top` along z. The outline is counter-clockwise, and so are the holes, which lie
// inside the outline and apart from each other. Top and bottom have only the points of the outlines, so three
// successive points should not be on a line. Throws Error for outlines that cross.
void add_extrusion(SolidBuilder& builder, const Outline& outline, std::span<const Outline> holes,
                   double bottom, double top, const Placement& place);

}  // namespace graze::inline v1
