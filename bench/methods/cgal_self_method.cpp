// CGAL: Polygon_mesh_processing's self-intersections of a polygon mesh, on one thread.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version_macros.h>

#include <algorithm>
#include <utility>

#include "bench/methods/deform_method.h"

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
namespace processing = CGAL::Polygon_mesh_processing;

class CgalSelf final : public SelfMethod {
  public:
    CgalSelf() : SelfMethod("CGAL " CGAL_VERSION_STR) {}

    bool load(const Mesh& mesh) override {
        surface_.clear();
        std::vector<Kernel::Point_3> points;
        for (const Vec3& p : mesh.vertices()) points.emplace_back(p.x, p.y, p.z);
        std::vector<std::vector<std::size_t>> triangles;
        for (const auto& t : mesh.triangles()) triangles.push_back({t[0], t[1], t[2]});
        if (!processing::is_polygon_soup_a_polygon_mesh(triangles)) return false;
        processing::polygon_soup_to_polygon_mesh(points, triangles, surface_);
        return true;
    }
    std::vector<TrianglePair> pairs() override {
        std::vector<std::pair<Surface::Face_index, Surface::Face_index>> found;
        processing::self_intersections(surface_, std::back_inserter(found));
        std::vector<TrianglePair> result;
        for (const auto& [a, b] : found) {
            const TriangleId i = a.idx(), j = b.idx();
            result.push_back({std::min(i, j), std::max(i, j)});
        }
        return result;
    }
    bool any() override { return processing::does_self_intersect(surface_); }

  private:
    Surface surface_;
};

}  // namespace

std::unique_ptr<SelfMethod> cgal_self_method() {
    return std::make_unique<CgalSelf>();
}

}  // namespace graze::bench
