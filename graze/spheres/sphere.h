// What a Sphere, a centre and a radius, needs here beside being a solid.
#pragma once

#include "graze/convex/primitives.h"

namespace graze::inline v1 {

// To a relative error of 2^-50.
double volume(const Sphere& sphere);

}  // namespace graze::inline v1
