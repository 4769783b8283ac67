// Plates: outlines with holes, pulled up.
#pragma once

#include <span>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/models/objects/builder.h"

namespace graze::inline v1 {

using Outline = std::vector<Vec2>;

// A circle, counter-clockwise from +x, of as many points as the builder's edge asks for, at least so many.
Outline circle_outline(const SolidBuilder& builder, const Vec2& centre, double radius,
                       std::uint32_t least = 8);
// A rectangle round a centre with half widths, its corners rounded.
Outline rounded_rectangle(const SolidBuilder& builder, const Vec2& centre, const Vec2& half,
                          double corner_radius);

// From `bottom` to `top` along z. The outline is counter-clockwise; so are the holes, which lie inside it and
// apart from one another. Top and bottom have no points but those of the outlines; so no three points in a
// row should be on a line. Throws Error for outlines that cross.
void add_extrusion(SolidBuilder& builder, const Outline& outline, std::span<const Outline> holes,
                   double bottom, double top, const Placement& place);

}  // namespace graze::inline v1
