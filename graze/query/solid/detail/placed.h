// A shape at its pose, for queries whose answer does not depend on the order of the two shapes.
#pragma once

#include <array>
#include <tuple>

#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

struct Placed {
    const Shape& shape;
    const Pose& pose;

    friend bool operator<(const Placed& x, const Placed& y) {
        return std::tuple(x.shape.content_hash(), x.pose.matrix()) <
               std::tuple(y.shape.content_hash(), y.pose.matrix());
    }
};

// Numbers for the corners of a triangle: equal for corners at one place.
inline std::array<VertexId, 3> points_of(const Shape& shape, TriangleId t) {
    const auto& v = shape.mesh().triangles()[t];
    const ClosedSurface& surface = shape.closed_surface();
    return {surface.point_of(v[0]), surface.point_of(v[1]), surface.point_of(v[2])};
}

}  // namespace graze::inline v1::detail
