#include "graze/render/decimate.h"

#include <algorithm>
#include <cmath>

#include "graze/render/detail/cluster.h"

namespace graze::inline v1 {
namespace {

using detail::SimpleMesh;
using detail::UnitFrame;

constexpr std::size_t small_mesh = 5000;      // triangles: so few are never clustered, only collapsed
constexpr std::size_t least_clustered = 300;  // triangles: so many are left for collapsing to choose from
constexpr double least_cell = 1.0 / (1 << 20);

double twice_the_area(const Mesh& mesh, const UnitFrame& frame) {
    double sum = 0;
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        const Triangle p = mesh.triangle(t);
        const Vec3 a = frame.to_unit(p[0]);
        sum += length(cross(frame.to_unit(p[1]) - a, frame.to_unit(p[2]) - a));
    }
    return sum;
}

// Clusters to somewhat more triangles than wanted. A surface occupies about one and a half cells per area of
// a cell, and each occupied cell gives two triangles. Large triangles leave cells empty; then the grid is
// refined.
SimpleMesh clustered_to_some(const Mesh& mesh, const UnitFrame& frame, std::size_t wanted) {
    double cell = std::sqrt(twice_the_area(mesh, frame) / 2 / static_cast<double>(wanted));
    for (;;) {
        cell = std::clamp(cell, least_cell, 0.5);
        SimpleMesh result = clustered(mesh, frame, cell);
        if (result.triangles.size() >= wanted || cell <= least_cell) return result;
        cell /= 2;
    }
}

void keep_largest(SimpleMesh& mesh, std::size_t count) {
    if (mesh.triangles.size() <= count) return;
    const auto area = [&](const std::array<VertexId, 3>& t) {
        const Vec3& p = mesh.points[t[0]];
        return length(cross(mesh.points[t[1]] - p, mesh.points[t[2]] - p));
    };
    std::ranges::stable_sort(mesh.triangles, std::ranges::greater{}, area);
    mesh.triangles.resize(count);
}

// The point nearest to all planes may lie outside the mesh's box.
Vec3 in_range(const Vec3& p) {
    const auto clamped = [](double x) { return std::clamp(x, -max_coordinate, max_coordinate); };
    return {clamped(p.x), clamped(p.y), clamped(p.z)};
}

}  // namespace

Mesh decimated(const Mesh& mesh, std::size_t max_triangles) {
    if (mesh.triangle_count() <= max_triangles) return mesh;
    if (max_triangles == 0) return {};
    const UnitFrame frame(mesh);
    const bool large = mesh.triangle_count() > std::max(small_mesh, 4 * max_triangles);
    SimpleMesh simple = large ? clustered_to_some(mesh, frame, std::max(max_triangles, least_clustered))
                              : welded(mesh, frame);
    collapse_edges(simple, max_triangles);
    keep_largest(simple, max_triangles);
    drop_unused_points(simple);
    for (Vec3& p : simple.points) p = in_range(frame.from_unit(p));
    return {std::move(simple.points), std::move(simple.triangles), {}, mesh.metres_per_unit()};
}

}  // namespace graze::inline v1
