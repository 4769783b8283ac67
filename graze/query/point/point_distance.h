// How far is a point from a shape, and is the point inside?
#pragma once

#include <limits>
#include <span>

#include "graze/base/pose.h"
#include "graze/base/threads.h"
#include "graze/query/triangle/triangle_distance.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The point of a surface that is nearest to a given point, and the triangle that contains it. Of several
// nearest points the result is any one, but the same one on every machine.
struct PointDistance {
    double value = std::numeric_limits<double>::infinity();  // infinite for an empty shape
    Vec3 nearest;
    TriangleId triangle = 0;
};

// The distance from a point in the world to the surface at its pose. The value is 0 if and only if the point
// lies in a triangle, as decided exactly; otherwise it has the error that triangle_distance.h states.
// Allocates nothing. Points that are not finite are refused.
PointDistance distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point);

// The same with a sign: negative for points inside. Inside are the points with a winding number other than
// zero, as decided exactly. Throws Error for a mesh that is not closed. An empty mesh has no inside.
PointDistance signed_distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point);

// Many points. `out` has the size of `points`.
void distance_batch(const Shape& shape, const Pose& world_from_shape, std::span<const Vec3> points,
                    std::span<PointDistance> out, const Threads& threads = {});

}  // namespace graze::inline v1
