// Balls: a centre and a radius.
#pragma once

#include "graze/base/vec3.h"

namespace graze::inline v1 {

struct Sphere {
    Vec3 center;
    double radius = 0;

    friend bool operator==(const Sphere&, const Sphere&) = default;
};

// To a relative error of 2^-50.
double volume(const Sphere& sphere);

}  // namespace graze::inline v1
