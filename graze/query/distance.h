// How far are two shapes at two poses apart, and where?
#pragma once

#include <limits>

#include "graze/base/pose.h"
#include "graze/query/intersect.h"
#include "graze/query/triangle_distance.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The closest points of two surfaces and the triangles they lie in. Of several that are equally close any
// one, but the same one on every machine.
struct Distance {
    double value = std::numeric_limits<double>::infinity();  // if one of the shapes is empty
    Vec3 point_a, point_b;
    TriangleId triangle_a = 0, triangle_b = 0;
};

// The least distance of a triangle of A from a triangle of B, both carried by their poses. 0 if and only if
// the surfaces intersect, as decided exactly; otherwise with the error that triangle_distance.h states. A
// shape inside another is as far away as its surface is.
Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);

// The same, and what it took; `counts` is added to. Exact pairs are those whose distance was computed in
// doubles.
Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  IntersectCounts& counts);

}  // namespace graze::inline v1
