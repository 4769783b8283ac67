// What a world needs of a shape beside its queries. Only these functions look into a shape, so a shape of
// another kind needs no other change in this room.
#pragma once

#include <string_view>

#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// The box along the axes of the world. Empty for an empty shape; sides may be infinite.
inline Box box_in_world(const Shape& shape, const Pose& pose) {
    return pose(shape.box());
}

// Shapes of other kinds than meshes have no triangles.
inline bool has_triangle(const Shape& shape, TriangleId triangle) {
    return triangle < shape.mesh().triangle_count();
}

inline Triangle triangle_in_world(const Shape& shape, const Pose& pose, TriangleId triangle) {
    return pose(shape.mesh().triangle(triangle));
}

// The name of the part that a triangle belongs to; empty if it has none. The triangle must exist.
inline std::string_view part_name(const Shape& shape, TriangleId triangle) {
    const Mesh& mesh = shape.mesh();
    if (mesh.parts().empty()) return {};
    return mesh.parts()[mesh.part_of(mesh.polygon_of(triangle))].name;
}

}  // namespace graze::inline v1::detail
