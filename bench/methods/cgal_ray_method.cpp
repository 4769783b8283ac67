// CGAL: AABB_tree over the triangles, with exact predicates. Where a ray meets a triangle is a point of
// doubles, so that of two close ones the wrong one may come first. Triangles without an area are left out:
// its predicates do not allow them.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/version_macros.h>

#include <vector>

#include "bench/methods/ray_method.h"

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Triangles = std::vector<Kernel::Triangle_3>;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

Kernel::Point_3 to_cgal(const Vec3& p) {
    return {p.x, p.y, p.z};
}

class Cgal final : public RayMethod {
  public:
    Cgal() : RayMethod("CGAL " CGAL_VERSION_STR, Tone::peer) {}
    void build(const Mesh& mesh) override {
        triangles_.clear();
        numbers_.clear();
        for (TriangleId i = 0; i < mesh.triangle_count(); ++i) {
            const Triangle t = mesh.triangle(i);
            const Kernel::Triangle_3 triangle(to_cgal(t[0]), to_cgal(t[1]), to_cgal(t[2]));
            if (triangle.is_degenerate()) continue;
            triangles_.push_back(triangle);
            numbers_.push_back(i);
        }
        tree_ = std::make_unique<Tree>(triangles_.cbegin(), triangles_.cend());
        tree_->build();
    }
    void prepare(std::span<const Ray> rays) override {
        rays_.clear();
        for (const Ray& ray : rays) {
            const Vec3& d = ray.direction();
            rays_.emplace_back(to_cgal(ray.origin()), Kernel::Direction_3(d.x, d.y, d.z));
        }
    }
    void first_hits(std::size_t first, std::span<TriangleId> out) override {
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto hit = tree_->first_intersected_primitive(rays_[first + i]);
            out[i] = hit ? numbers_[static_cast<std::size_t>(*hit - triangles_.cbegin())] : no_triangle;
        }
    }
    void any_hits(std::size_t first, std::span<std::uint8_t> out) override {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = tree_->do_intersect(rays_[first + i]) ? 1 : 0;
    }

  private:
    Triangles triangles_;
    std::vector<TriangleId> numbers_;
    std::unique_ptr<Tree> tree_;
    std::vector<Kernel::Ray_3> rays_;
};

}  // namespace

std::unique_ptr<RayMethod> cgal_ray_method() {
    return std::make_unique<Cgal>();
}

}  // namespace graze::bench
