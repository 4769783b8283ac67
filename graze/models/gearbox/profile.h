// Outlines in the plane that parts are extruded from, all on one grid of coordinates.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/base/vec3.h"

namespace graze::inline v1::gearbox {

// Every coordinate of every mesh is a multiple of 2^-15 mm and below 512 mm. So it is a float as it is (GLB
// files hold no more), adding a place to it on the same grid does not round, and faces that shall be flush
// are flush bit by bit.
constexpr double grid = 0x1p-15;
double snapped(double v);
Vec3 snapped(const Vec3& v);

// Counter-clockwise, without the first corner repeated, on the grid.
using Outline = std::vector<Vec2>;

// The corners of a regular polygon on a circle, the first at angle `first_turns`. For a multiple of eight
// and 0 it is symmetric in both axes and both diagonals, bit by bit.
Outline circle(double radius, std::uint32_t sides, Vec2 centre = {}, double first_turns = 0);

// The same with a slot for a key in it, in the direction of +x, `width` wide, with its floor at x = `floor`:
// less than the radius for the seat in a shaft, more for the keyway in a hub. Without a floor (0) the slot is
// filled, but the corners where it would begin are there: outlines with and without a slot have the same
// corners elsewhere, so that a hub fits its shaft exactly.
Outline keyed_circle(double radius, std::uint32_t sides, double width, double floor);

// Corners rounded with `quarter` sides each; none if the radius is 0.
Outline rounded_rectangle(Vec2 lower, Vec2 upper, double radius, std::uint32_t quarter);

// Regular, flat sides at +x and -x, as wide across them as the tools for it.
Outline hexagon(double across_flats, Vec2 centre = {});

double area(const Outline& outline);  // exact but for the rounding of the sum

}  // namespace graze::inline v1::gearbox
