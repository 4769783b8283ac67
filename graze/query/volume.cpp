// The boundary of what two solids share is what each surface has inside the other solid. Its volume is a sum
// over the boundary's directed edges alone: cuts of two triangles, and the edges of either mesh as far as
// they are inside the other. All of that is linear, so that no loops have to be put together.
#include "graze/query/volume.h"

#include <algorithm>

#include "graze/query/detail/boundary_integral.h"
#include "graze/query/detail/cut_visitor.h"
#include "graze/query/detail/overlap_side.h"

namespace graze::inline v1 {
namespace {

using detail::BoundaryIntegral;
using detail::CutEnd;
using detail::NearTriangle;
using detail::OverlapSide;
using detail::WhichMesh;

// The part of an edge behind a crossing.
void add_rest_of_edge(const NearTriangle& t, const CutEnd& end, int weight_of_other,
                      BoundaryIntegral& integral) {
    const int jump = end.passes * weight_of_other;
    integral.add_cone(t.weight * jump, t.corners[0], end.point, t.corners[(end.edge + 1u) % 3]);
}

void add_cut(const NearTriangle& ta, const NearTriangle& tb, const detail::Cut& cut,
             BoundaryIntegral& integral, Box& box) {
    const int weight = ta.weight * tb.weight;
    integral.add_cone(weight, ta.corners[0], cut.tail.point, cut.head.point);
    integral.add_cone(weight, tb.corners[0], cut.head.point, cut.tail.point);
    for (const CutEnd* end : {&cut.tail, &cut.head}) {
        box.grow(end->point);
        if (end->edge_of == WhichMesh::a) {
            add_rest_of_edge(ta, *end, tb.weight, integral);
        } else {
            add_rest_of_edge(tb, *end, ta.weight, integral);
        }
    }
}

}  // namespace

std::optional<Overlap> overlap_volume(const Shape& a, const Pose& world_from_a, const Shape& b,
                                      const Pose& world_from_b, const Budget& budget) {
    detail::refuse_open(a, "first shape");
    detail::refuse_open(b, "second shape");
    detail::IntersectJob job(a, world_from_a, b, world_from_b);
    if (!detail::prepare(job)) return Overlap{};
    Meter meter(budget);
    OverlapSide side_a(WhichMesh::a, a, world_from_a, meter), side_b(WhichMesh::b, b, world_from_b, meter);
    const Box region = detail::common(side_a.box(), side_b.box());
    if (region.empty()) return Overlap{};
    BoundaryIntegral integral(region, std::max(side_a.largest_number(), side_b.largest_number()));
    Box box;
    const auto add = [&](const NearTriangle& ta, const NearTriangle& tb, const detail::Cut& cut) {
        add_cut(ta, tb, cut, integral, box);
    };
    detail::CutVisitor<false, decltype(add)> cuts(side_a, side_b, integral.precision(), meter, add);
    detail::visit_near(job, cuts);
    if (meter.exhausted()) return std::nullopt;
    side_a.connect(side_b);
    side_a.add_inside(side_b, integral, box);
    side_b.connect(side_a);
    side_b.add_inside(side_a, integral, box);
    if (meter.exhausted()) return std::nullopt;
    return integral.result(box);
}

Overlap overlap_volume(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    return overlap_volume(a, world_from_a, b, world_from_b, Budget{}).value_or(Overlap{});
}

}  // namespace graze::inline v1
