#include "tests/exact/cgal_volume.h"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/connected_components.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/intersection.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/repair_polygon_soup.h>
#include <CGAL/Surface_mesh.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace graze::test {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
namespace processing = CGAL::Polygon_mesh_processing;

std::optional<Surface> surface_of(const Mesh& mesh, const Pose& world_from_mesh) {
    std::vector<Kernel::Point_3> points;
    for (const Vec3& v : mesh.vertices()) {
        const Vec3 p = world_from_mesh(v);
        points.emplace_back(p.x, p.y, p.z);
    }
    std::vector<std::vector<std::size_t>> triangles;
    for (const auto& t : mesh.triangles()) triangles.push_back({t[0], t[1], t[2]});
    processing::merge_duplicate_points_in_polygon_soup(points, triangles);
    if (!processing::is_polygon_soup_a_polygon_mesh(triangles)) return std::nullopt;
    Surface surface;
    processing::polygon_soup_to_polygon_mesh(points, triangles, surface);
    if (!CGAL::is_closed(surface)) return std::nullopt;
    return surface;
}

Box box_of(const Surface& surface) {
    Box box;
    for (const auto v : surface.vertices()) {
        const Kernel::Point_3& p = surface.point(v);
        box.grow(Vec3{CGAL::to_double(p.x()), CGAL::to_double(p.y()), CGAL::to_double(p.z())});
    }
    return box;
}

}  // namespace

std::optional<CommonVolume> common_volume_by_corefinement(const Mesh& a, const Pose& world_from_a,
                                                          const Mesh& b, const Pose& world_from_b) {
    std::optional<Surface> surface_a = surface_of(a, world_from_a), surface_b = surface_of(b, world_from_b);
    if (!surface_a || !surface_b) return std::nullopt;
    Surface common;
    try {
        const bool built = processing::corefine_and_compute_intersection(
            *surface_a, *surface_b, common, CGAL::parameters::throw_on_self_intersection(true));
        if (!built) return std::nullopt;
    } catch (const processing::Corefinement::Self_intersection_exception&) {
        return std::nullopt;
    }
    CommonVolume result;
    result.volume = CGAL::to_double(processing::volume(common));
    result.box = box_of(common);
    std::vector<Surface> pieces;
    processing::split_connected_components(common, pieces);
    for (const Surface& piece : pieces)
        result.pieces.push_back({CGAL::to_double(processing::volume(piece)), box_of(piece)});
    std::ranges::sort(result.pieces, std::ranges::greater{}, &CommonPiece::volume);
    return result;
}

std::optional<bool> surfaces_meet(const Mesh& a, const Pose& world_from_a, const Mesh& b,
                                  const Pose& world_from_b) {
    const std::optional<Surface> surface_a = surface_of(a, world_from_a),
                                 surface_b = surface_of(b, world_from_b);
    if (!surface_a || !surface_b) return std::nullopt;
    return processing::do_intersect(*surface_a, *surface_b);
}

}  // namespace graze::test
