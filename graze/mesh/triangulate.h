// Cuts a polygon into triangles without new vertices.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/vec3.h"

namespace graze::inline v1 {

// Appends exactly n - 2 triangles (none for fewer than three corners), as indices into `polygon`, that keep
// its winding. Convex, concave and slightly non-planar polygons are cut by ears found with exact predicates
// in the projection along the dominant axis of the polygon's Newell normal; a concave quadrangle is split at
// its reflex corner. Repeated and collinear corners, spikes, and holes joined to the outline by bridges are
// allowed.
//
// Returns true if, in that projection, no triangle is wound against the polygon and not all are flat. The
// triangles then cover every point as often as the polygon winds round it: once, if it does not cross itself.
// Returns false if it found no such triangulation (the polygon crosses itself or is flat); the polygon is cut
// nevertheless. A polygon of three corners always returns true. O(n log n) for simple polygons of any shape
// (large polygons whose ears are long and thin are cut by a sweep instead). Bounded work for hostile
// polygons: polygons that take too long, and any polygon of more than 2^20 corners, are cut as a fan and
// return false.
bool triangulate(std::span<const Vec3> polygon, std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace graze::inline v1
