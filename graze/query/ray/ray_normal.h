// The normal where a ray meets a shape.
#pragma once

#include "graze/base/pose.h"
#include "graze/query/ray/ray.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The direction across the surface where the ray has hit it, of length 1, on the side from which the ray
// comes: it points against the ray. Rounded. Zeros where there is none: for a triangle without area or one
// that is met edge on, for a ray that begins inside a solid, and for kinds of other rooms. On an edge it is
// the normal of one of the faces. Computed when asked for, so that rays that need none do not pay.
Vec3 hit_normal(const Shape& shape, const Pose& world_from_shape, const Ray& ray, const RayHit& hit);

}  // namespace graze::inline v1
