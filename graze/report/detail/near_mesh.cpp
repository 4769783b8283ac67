#include "graze/report/detail/near_mesh.h"

#include <algorithm>
#include <cmath>

#include "graze/mesh/edges.h"

namespace graze::inline v1::detail {
namespace {

bool meets_any(const Box& box, std::span<const Box> boxes) {
    return std::ranges::any_of(boxes, [&](const Box& b) { return overlap(box, b); });
}

Box box_of(const Triangle& triangle) {
    Box box;
    for (std::size_t i = 0; i < 3; ++i) box.grow(triangle[i]);
    return box;
}

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

NearTriangles::NearTriangles(const Mesh& mesh) : mesh_(&mesh), runs_((mesh.triangle_count() + run - 1) / run) {
    for (std::size_t t = 0; t < mesh.triangle_count(); ++t)
        runs_[t / run].grow(box_of(mesh.triangle(static_cast<TriangleId>(t))));
}

std::optional<std::vector<TriangleId>> NearTriangles::find(std::span<const Box> boxes, std::size_t most) const {
    std::vector<TriangleId> found;
    for (std::size_t r = 0; r < runs_.size(); ++r) {
        if (!meets_any(runs_[r], boxes)) continue;
        const std::size_t end = std::min((r + 1) * run, mesh_->triangle_count());
        for (std::size_t t = r * run; t < end; ++t)
            if (meets_any(box_of(mesh_->triangle(static_cast<TriangleId>(t))), boxes))
                found.push_back(static_cast<TriangleId>(t));
        if (found.size() > most) return std::nullopt;
    }
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
