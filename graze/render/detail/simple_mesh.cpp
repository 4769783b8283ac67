#include "graze/render/detail/simple_mesh.h"

#include <algorithm>
#include <limits>

#include "graze/mesh/edges.h"
#include "graze/render/detail/view_axes.h"

namespace graze::inline v1::detail {

UnitFrame::UnitFrame(const Mesh& mesh)
    : origin(mesh.box().empty() ? Vec3{} : mesh.box().lower),
      size(std::max(largest(mesh.box().size()), std::numeric_limits<double>::min())) {}

SimpleMesh welded(const Mesh& mesh, const UnitFrame& frame) {
    const Edges edges(mesh);
    SimpleMesh result;
    result.points.resize(edges.point_count());
    for (VertexId v = 0; v < mesh.vertices().size(); ++v)
        result.points[edges.point_of(v)] = frame.to_unit(mesh.vertices()[v]);
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t)
        if (!edges.two_equal_corners(t)) result.triangles.push_back(edges.points_of(t));
    return result;
}

void drop_unused_points(SimpleMesh& mesh) {
    constexpr VertexId none = ~VertexId{0};
    std::vector<VertexId> renamed(mesh.points.size(), none);
    std::vector<Vec3> kept;
    for (std::array<VertexId, 3>& triangle : mesh.triangles) {
        for (VertexId& v : triangle) {
            if (renamed[v] == none) {
                renamed[v] = static_cast<VertexId>(kept.size());
                kept.push_back(mesh.points[v]);
            }
            v = renamed[v];
        }
    }
    mesh.points = std::move(kept);
}

}  // namespace graze::inline v1::detail
