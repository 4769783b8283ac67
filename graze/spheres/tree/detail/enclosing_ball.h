// The smallest ball around balls.
#pragma once

#include <span>

#include "graze/spheres/sphere.h"

namespace graze::inline v1::detail {

// An optimisation over bases of at most four balls (Fischer and Gaertner 2003: the smallest enclosing ball of
// balls is not Welzl's; so the basis is found among all subsets). The centre is that of the smallest ball to
// about 1e-9 of its size, and the radius is rounded up: the ball contains all others, whatever the centre. No
// ball: radius -1.
Sphere enclosing_ball(std::span<const Sphere> balls);

// The least radius around this centre, rounded up.
double enclosing_radius(const Vec3& center, std::span<const Sphere> balls);

}  // namespace graze::inline v1::detail
