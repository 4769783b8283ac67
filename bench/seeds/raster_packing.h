// Spheres around points of a raster, the largest that fits first: the simple packing of Weller 2012, 4.2, for
// experiments that need a packing of a given size soon.
#pragma once

#include <cstdint>

#include "graze/base/threads.h"
#include "graze/spheres/sphere_packing.h"
#include "graze/tree/shape.h"

namespace graze::bench {

// Of a closed mesh; `points` is their number along the longest side of the box. Fewer spheres than `count` if
// the raster has no more room.
SpherePacking raster_packing(const Shape& shape, std::size_t count, std::uint32_t points,
                             const Threads& threads);

}  // namespace graze::bench
