// The point of an intersection of half-spaces that is nearest to the origin.
#pragma once

#include <optional>
#include <span>

#include "graze/base/vec3.h"

namespace graze::inline v1::detail {

// All points t with normal . t >= offset. The normal has length 1.
struct BoundingPlane {
    Vec3 normal;
    double offset = 0;
};

// None if the half-spaces have no common point, as far as doubles tell. Planes may be missed by `tolerance`.
std::optional<Vec3> nearest_in_half_spaces(std::span<const BoundingPlane> planes, double tolerance);

}  // namespace graze::inline v1::detail
