// Covers as robot planners read them. Both are in metres.
#pragma once

#include <string>

#include "graze/spheres/cover/cover.h"

namespace graze::inline v1 {

// A URDF with one link of that name: a collision element for each sphere. Throws Error for a name that is
// empty or has control characters.
std::string cover_urdf(const SphereCover& cover, const std::string& link, double metres_per_unit);

// The collision_spheres of a robot configuration of cuRobo, for one link.
std::string cover_curobo_yaml(const SphereCover& cover, const std::string& link, double metres_per_unit);

}  // namespace graze::inline v1
