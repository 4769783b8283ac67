// Adaptive collision prediction tracking: an owner sends more while its object is near a remote one, so that
// others see the two just as they are when they meet (Ohlenburg 2003, 4.4.2, def. 6, with d = Q - P in
// eq. 4.10 repaired).
#pragma once

#include <array>
#include <span>

#include "graze/base/vec3.h"

namespace graze::inline v1 {

struct MovingSphere {
    Vec3 center{};
    double radius = 0;
    Vec3 velocity{};
};

// Do the spheres touch, will they within `window` seconds, or did they within half of it? Past contacts count
// because the other peer's copy lags behind: the object has not yet turned there.
bool in_close_proximity(const MovingSphere& p, const MovingSphere& q, double window);

// The same for several spheres per object: a wall of 10 x 1 x 100 m fills a sphere of 50 m, or a hundred of
// less than 6 m.
bool in_close_proximity(std::span<const MovingSphere> p, std::span<const MovingSphere> q, double window);

struct ProximityTracking {
    double error_threshold = 0.01;  // in close proximity, instead of that of ReckoningOptions
    double window = 1;              // seconds
};

}  // namespace graze::inline v1
