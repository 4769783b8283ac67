// What two balls share: a lens, all of the smaller one, or nothing (Weller 2012, 5.3.2.1).
#pragma once

#include "graze/spheres/sphere.h"

namespace graze::inline v1 {

struct Lens {
    double volume = 0;
    Vec3 center;      // of the lens: the middle of its axis; of the smaller ball if the other contains it
    double area = 0;  // of the disc where the spheres cross: how fast the volume changes with their distance
};

// To a few units in the last place of the largest coordinate or radius. Touching balls share nothing.
Lens lens(const Sphere& a, const Sphere& b);

// Of two balls whose centres are `distance` apart.
double lens_volume(double radius_a, double radius_b, double distance);

}  // namespace graze::inline v1
