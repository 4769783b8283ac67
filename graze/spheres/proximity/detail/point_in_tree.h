// Is a point in the solid of a sphere tree? A quick answer, where there is one.
#pragma once

#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/spheres/tree/sphere_tree.h"

namespace graze::inline v1::detail {

// `yes` if a sphere contains the point, `no` if no material can be there, else `undecided`.
Answer point_in_tree(const SphereTree& tree, const Pose& world_from_tree, const Vec3& world_point);

}  // namespace graze::inline v1::detail
