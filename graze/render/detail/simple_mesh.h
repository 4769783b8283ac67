// The points and triangles of a mesh that is being decimated.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

// Carries a mesh into the unit cube, where squares of squares of lengths neither overflow nor vanish.
struct UnitFrame {
    explicit UnitFrame(const Mesh& mesh);

    Vec3 to_unit(const Vec3& p) const { return (p - origin) / size; }
    Vec3 from_unit(const Vec3& p) const { return origin + p * size; }

    Vec3 origin;
    double size = 1;
};

// Coordinates are in a unit frame. No triangle has two equal corners.
struct SimpleMesh {
    std::vector<Vec3> points;
    std::vector<std::array<VertexId, 3>> triangles;
};

inline bool has_equal_corners(const std::array<VertexId, 3>& t) {
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

// Vertices with equal coordinates are one point.
SimpleMesh welded(const Mesh& mesh, const UnitFrame& frame);

// Collapses edges, the cheapest first, until at most `max_triangles` are left (Garland and Heckbert 1997).
// Below four triangles it need not go.
void collapse_edges(SimpleMesh& mesh, std::size_t max_triangles);

// Removes points that no triangle uses.
void drop_unused_points(SimpleMesh& mesh);

}  // namespace graze::inline v1::detail
