// CGAL: corefinement of the two surfaces, the mesh of the intersection, and its volume. With exact predicates
// and rounded points, which is CGAL's fast way.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/repair_polygon_soup.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version_macros.h>

#include <vector>

#include "bench/methods/volume_method.h"

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
namespace processing = CGAL::Polygon_mesh_processing;

class Corefinement final : public VolumeMethod {
  public:
    Corefinement() : VolumeMethod("CGAL " CGAL_VERSION_STR ", corefinement") {}

    bool load(const Mesh& mesh, const Pose& world_from_b) override {
        return load_one(mesh, Pose(), a_) && load_one(mesh, world_from_b, b_);
    }
    std::optional<double> volume() override {
        Surface common;
        if (!processing::corefine_and_compute_intersection(a_, b_, common)) return {};
        return processing::volume(common);
    }

  private:
    static bool load_one(const Mesh& mesh, const Pose& pose, Surface& surface) {
        surface.clear();
        std::vector<Kernel::Point_3> points;
        for (const Vec3& v : mesh.vertices()) {
            const Vec3 p = pose(v);
            points.emplace_back(p.x, p.y, p.z);
        }
        std::vector<std::vector<std::size_t>> triangles;
        for (const auto& t : mesh.triangles()) triangles.push_back({t[0], t[1], t[2]});
        processing::merge_duplicate_points_in_polygon_soup(points, triangles);
        if (!processing::is_polygon_soup_a_polygon_mesh(triangles)) return false;
        processing::polygon_soup_to_polygon_mesh(points, triangles, surface);
        return CGAL::is_closed(surface);
    }

    Surface a_, b_;
};

}  // namespace

std::unique_ptr<VolumeMethod> cgal_volume_method() {
    return std::make_unique<Corefinement>();
}

}  // namespace graze::bench
