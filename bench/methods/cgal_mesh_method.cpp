// CGAL: Rigid_triangle_mesh_collision_detection with exact predicates. It carries vertices by the same
// sequence of operations as graze, so that both decide about the same points. It wants a surface mesh:
// triangles are oriented, non-manifold vertices and edges doubled, and triangles without an area left out.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version_macros.h>

#include "bench/methods/mesh_method.h"

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Detection = CGAL::Rigid_triangle_mesh_collision_detection<Surface>;
namespace processing = CGAL::Polygon_mesh_processing;

Kernel::Aff_transformation_3 to_cgal(const Pose& pose) {
    const auto& m = pose.matrix();
    return {m[0][0], m[0][1], m[0][2], m[0][3], m[1][0], m[1][1],
            m[1][2], m[1][3], m[2][0], m[2][1], m[2][2], m[2][3]};
}

Surface surface_of(const Mesh& mesh) {
    std::vector<Kernel::Point_3> points;
    for (const Vec3& p : mesh.vertices()) points.emplace_back(p.x, p.y, p.z);
    std::vector<std::vector<std::size_t>> triangles;
    for (const auto& t : mesh.triangles()) {
        if (CGAL::collinear(points[t[0]], points[t[1]], points[t[2]])) continue;
        triangles.push_back({t[0], t[1], t[2]});
    }
    processing::orient_polygon_soup(points, triangles);
    Surface surface;
    processing::polygon_soup_to_polygon_mesh(points, triangles, surface);
    return surface;
}

class Cgal final : public MeshMethod {
  public:
    Cgal() : MeshMethod("CGAL " CGAL_VERSION_STR, Tone::peer) {}
    bool exact() const override { return true; }
    void load(const Mesh& mesh) override {
        detection_.reset();
        surface_ = surface_of(mesh);
    }
    void build() override {
        const auto faces = surface_.faces();
        tree_ = std::make_unique<Detection::AABB_tree>(faces.begin(), faces.end(), surface_);
        tree_->build();
        detection_ = std::make_unique<Detection>();
        a_ = detection_->add_mesh(*tree_, surface_);
        b_[0] = detection_->add_mesh(*tree_, surface_);
    }
    void prepare(std::span<const Pose> world_from_b) override {
        poses_.clear();
        for (const Pose& pose : world_from_b) poses_.push_back(to_cgal(pose));
    }
    bool touching(std::size_t pose) override {
        detection_->set_transformation(b_[0], poses_[pose]);
        return !detection_->get_all_intersections(a_, b_).empty();
    }

  private:
    Surface surface_;
    std::unique_ptr<Detection::AABB_tree> tree_;
    std::unique_ptr<Detection> detection_;
    std::size_t a_ = 0;
    std::array<std::size_t, 1> b_{};
    std::vector<Kernel::Aff_transformation_3> poses_;
};

}  // namespace

std::unique_ptr<MeshMethod> cgal_mesh_method() {
    return std::make_unique<Cgal>();
}

}  // namespace graze::bench
