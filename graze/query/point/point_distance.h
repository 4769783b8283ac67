// How far is a point from a shape, and on which side?
#pragma once

#include <limits>
#include <span>

#include "graze/base/pose.h"
#include "graze/base/threads.h"
#include "graze/query/triangle/triangle_distance.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The point of a surface that is nearest to a given one, and the triangle it lies in. Of several any one, but
// the same one on every machine.
struct PointDistance {
    double value = std::numeric_limits<double>::infinity();  // from an empty shape
    Vec3 nearest;
    TriangleId triangle = 0;
};

// From a point in the world to the surface at its pose. 0 if and only if the point lies in a triangle, as
// decided exactly; otherwise with the error that triangle_distance.h states. Allocates nothing. Points that
// are not finite are refused.
PointDistance distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point);

// The same with a sign: below 0 for points inside, those that the surface goes round a number of times other
// than zero, as decided exactly. Throws Error for a mesh that is not closed; an empty one has no inside.
PointDistance signed_distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point);

// Many points. `out` has the size of `points`.
void distance_batch(const Shape& shape, const Pose& world_from_shape, std::span<const Vec3> points,
                    std::span<PointDistance> out, const Threads& threads = {});

}  // namespace graze::inline v1
