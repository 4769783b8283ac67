// Cuts a polygon of the plane into triangles by a sweep.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/predicates.h"

namespace graze::inline v1::detail {

// Cuts the polygon into pieces that are monotone in x, and these into triangles (Garey, Johnson, Preparata
// and Tarjan 1978), in O(n log n) for any shape: if ears are long and thin, searching them for corners is
// slower. Signs are exact, and points are ordered by x, then y. The triangles are less even than those of
// ears.
//
// Appends n - 2 triangles for a counter-clockwise polygon, of which none is clockwise and not all are flat,
// and returns true; this works for every simple polygon. Otherwise appends nothing and returns false: the
// polygon crosses or touches itself, or has two corners in one place.
bool sweep_triangulate(std::span<const Vec2> polygon, std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace graze::inline v1::detail
