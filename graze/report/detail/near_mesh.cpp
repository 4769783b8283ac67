#include "graze/report/detail/near_mesh.h"

#include <algorithm>
#include <cmath>

#include "graze/mesh/edges.h"

namespace graze::inline v1::detail {
namespace {

double area(const Mesh& mesh, const UnitFrame& frame) {
    double sum = 0;
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        const Triangle p = mesh.triangle(t);
        const Vec3 a = frame.to_unit(p[0]);
        sum += length(cross(frame.to_unit(p[1]) - a, frame.to_unit(p[2]) - a)) / 2;
    }
    return sum;
}

}  // namespace

NearTriangles::NearTriangles(const Mesh& mesh)
    : mesh_(&mesh), runs_((mesh.triangle_count() + run - 1) / run) {
    for (std::size_t t = 0; t < mesh.triangle_count(); ++t)
        runs_[t / run].grow(box_of(static_cast<TriangleId>(t)));
}

std::optional<std::vector<TriangleId>> NearTriangles::find(std::span<const Box> boxes,
                                                           std::size_t most) const {
    const auto meets_any = [&](const Box& box) {
        return std::ranges::any_of(boxes, [&](const Box& b) { return overlap(box, b); });
    };
    std::vector<TriangleId> found = find_where(meets_any, most);
    if (found.size() > most) return std::nullopt;
    return found;
}

// A surface has about three triangles per area of a cell.
DetailMaker::DetailMaker(const Mesh& mesh, std::size_t coarse)
    : mesh_(&mesh),
      frame_(mesh),
      clusters_(find_clusters(
          mesh, frame_,
          std::clamp(std::sqrt(3 * area(mesh, frame_) / static_cast<double>(coarse)), 1.0 / (1 << 20), 0.5))),
      point_of_(Edges(mesh).points()) {}

SimpleMesh DetailMaker::make(std::span<const TriangleId> near) const {
    constexpr std::uint32_t none = Clusters::none;
    const auto point_of = [&](VertexId v) { return point_of_.empty() ? v : point_of_[v]; };
    SimpleMesh result;
    std::vector<std::uint32_t> kept(mesh_->vertices().size(), none);  // of points: their place in the result
    for (const TriangleId t : near) {
        for (const VertexId v : mesh_->triangles()[t]) {
            std::uint32_t& place = kept[point_of(v)];
            if (place != none) continue;
            place = static_cast<std::uint32_t>(result.points.size());
            result.points.push_back(mesh_->vertices()[v]);
        }
    }
    const auto first_cell = static_cast<std::uint32_t>(result.points.size());
    for (const Vec3& p : clusters_.points) result.points.push_back(frame_.from_unit(p));
    for (const std::array<VertexId, 3>& corners : mesh_->triangles()) {
        std::array<VertexId, 3> triangle{};
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t place = kept[point_of(corners[i])];
            triangle[i] = place != none ? place : first_cell + clusters_.cell_of[corners[i]];
        }
        if (!has_equal_corners(triangle)) result.triangles.push_back(triangle);
    }
    cancel_doubles(result.triangles);
    drop_unused_points(result);
    return result;
}

}  // namespace graze::inline v1::detail
