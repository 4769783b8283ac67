// Outlines in the plane that parts are extruded from, all on one grid of coordinates.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/base/vec3.h"

namespace graze::inline v1::gearbox {

// Every coordinate of every mesh is a multiple of 2^-15 mm and below 512 mm. So every coordinate is a float
// (GLB files hold floats), adding a position on the same grid does not round, and flush faces are flush bit
// by bit.
constexpr double grid = 0x1p-15;
double snapped(double v);
Vec3 snapped(const Vec3& v);

// Counter-clockwise, without the first corner repeated, on the grid.
using Outline = std::vector<Vec2>;

// The corners of a regular polygon on a circle, the first at angle `first_turns`. With a multiple of eight
// corners and angle 0, the polygon is symmetric in both axes and both diagonals, bit by bit.
Outline circle(double radius, std::uint32_t sides, Vec2 centre = {}, double first_turns = 0);

// The same with a slot for a key in the direction of +x. The slot is `width` wide and its floor is at x =
// `floor`: below the radius for the seat in a shaft, above it for the keyway in a hub. If `floor` is 0, there
// is no slot, but the corners where a slot would begin are there. So outlines with and without a slot have
// the same other corners, and a hub fits its shaft exactly.
Outline keyed_circle(double radius, std::uint32_t sides, double width, double floor);

// Each corner is rounded with `quarter` sides; not at all if the radius is 0.
Outline rounded_rectangle(Vec2 lower, Vec2 upper, double radius, std::uint32_t quarter);

// A regular hexagon with flat sides at +x and -x; its width across flats is that of the wrench.
Outline hexagon(double across_flats, Vec2 centre = {});

double area(const Outline& outline);  // exact but for the rounding of the sum

}  // namespace graze::inline v1::gearbox
