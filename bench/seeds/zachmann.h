// The polygon/polygon test of G. Zachmann 2000, 3.2, in the form that J. Ohlenburg 2003, 3.2.2 gives it:
// every edge of one polygon against the other polygon, and vice versa. Plain doubles; for comparison only.
//
// Before anything is divided, signs reject: a polygon wholly on one side of the other's plane ends the test,
// an edge with both ends on one side is passed over. Then one division gives the point where the edge pierces
// the plane, and the crossings test in the coordinate plane most parallel to the polygon says whether it lies
// inside. Concave polygons are fine; planes are Newell's, so slightly non-planar ones are too.
//
// What the seeds leave open is decided here so that touching counts as far as doubles can tell:
// - a corner exactly on the plane is tested itself, without division;
// - an edge in the plane is tested against the edges of the polygon, in 2D;
// - coplanar polygons are tested in 2D, edges against edges and one corner of each against the other;
// - points on the boundary of a polygon are inside.
//
// Precondition: 3 to `max_corners` corners, an area, no crossing of itself.
#pragma once

#include <cstddef>
#include <span>

#include "graze/base/vec3.h"

namespace graze::bench {

inline constexpr std::size_t max_corners = 8;

bool zachmann_intersects(std::span<const Vec3> p, std::span<const Vec3> q);

// Newell's normal: right for concave and slightly non-planar polygons; its length is twice the area.
Vec3 newell_normal(std::span<const Vec3> polygon);

}  // namespace graze::bench
