// The boundary of what two solids share is what each surface has inside the other solid. Its volume is a sum
// over the boundary's directed edges alone: cuts of two triangles, and the edges of either mesh as far as
// they are inside the other. All of that is linear, so that no loops have to be put together.
#include "graze/query/volume.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/query/detail/boundary_integral.h"
#include "graze/query/detail/intersect_job.h"
#include "graze/query/detail/overlap_side.h"

namespace graze::inline v1 {
namespace {

using detail::BoundaryIntegral;
using detail::CutEnd;
using detail::NearTriangle;
using detail::OverlapSide;
using detail::WhichMesh;

void refuse_open(const Shape& shape, const char* which) {
    if (shape.closed_surface().closed()) return;
    throw Error("encloses no volume, because it is not closed: " + shape.closed_surface().why_not(), which,
                "close it and wind its triangles alike");
}

// Adds the cuts, and to the edges of both meshes what they have behind a crossing.
class Cuts final : public detail::NearVisitor {
  public:
    Cuts(OverlapSide& a, OverlapSide& b, BoundaryIntegral& integral, Box& box)
        : a_(a), b_(b), integral_(integral), box_(box) {}

    void opened_a(std::uint32_t node) override { a_.opened(node); }
    void opened_b(std::uint32_t node) override { b_.opened(node); }
    void near_a(std::uint32_t leaf) override { a_.near(leaf); }
    void near_b(std::uint32_t leaf) override { b_.near(leaf); }

    void pair(std::uint32_t leaf_a, std::uint32_t i, std::uint32_t leaf_b, std::uint32_t j) override {
        NearTriangle &ta = a_.triangle(leaf_a, i), &tb = b_.triangle(leaf_b, j);
        const int weight = ta.weight * tb.weight;
        if (weight == 0 || !detail::cut(ta.corners, tb.corners, integral_.precision(), cut_)) return;
        integral_.add_cone(weight, ta.corners[0], cut_.tail.point, cut_.head.point);
        integral_.add_cone(weight, tb.corners[0], cut_.head.point, cut_.tail.point);
        for (const CutEnd* end : {&cut_.tail, &cut_.head}) {
            box_.grow(end->point);
            if (end->edge_of == WhichMesh::a) {
                add_rest_of_edge(ta, *end, tb.weight);
            } else {
                add_rest_of_edge(tb, *end, ta.weight);
            }
        }
    }

  private:
    void add_rest_of_edge(NearTriangle& t, const CutEnd& end, int weight_of_other) {
        const int jump = end.passes * weight_of_other;
        t.jump[end.edge] += jump;
        integral_.add_cone(t.weight * jump, t.corners[0], end.point, t.corners[(end.edge + 1u) % 3]);
    }

    OverlapSide &a_, &b_;
    BoundaryIntegral& integral_;
    Box& box_;
    detail::Cut cut_;
};

Box common(const Box& a, const Box& b) {
    Box c;
    for (std::size_t k = 0; k < 3; ++k) {
        c.lower[k] = std::max(a.lower[k], b.lower[k]);
        c.upper[k] = std::min(a.upper[k], b.upper[k]);
    }
    return c;
}

}  // namespace

Overlap overlap_volume(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    refuse_open(a, "first shape");
    refuse_open(b, "second shape");
    detail::IntersectJob job(a, world_from_a, b, world_from_b);
    if (!detail::prepare(job)) return {};
    OverlapSide side_a(WhichMesh::a, a, world_from_a), side_b(WhichMesh::b, b, world_from_b);
    const Box region = common(side_a.box(), side_b.box());
    if (region.empty()) return {};
    BoundaryIntegral integral(region, std::max(side_a.largest_number(), side_b.largest_number()));
    Box box;
    Cuts cuts(side_a, side_b, integral, box);
    detail::visit_near(job, cuts);
    side_a.add_inside(side_b, integral, box);
    side_b.add_inside(side_a, integral, box);
    return integral.result(box);
}

}  // namespace graze::inline v1
