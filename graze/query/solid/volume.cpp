// The boundary of the common part of two solids consists of the parts of each surface inside the other solid.
// Its volume is a sum over the directed edges of the boundary alone: cuts of two triangles, and the edges of
// either mesh as far as they are inside the other solid. All terms are linear, so no loops have to be
// assembled.
#include "graze/query/solid/volume.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "graze/query/kinds/detail/any_kind.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/detail/boundary_integral.h"
#include "graze/query/solid/detail/cut_visitor.h"
#include "graze/query/solid/detail/overlap_side.h"
#include "graze/query/solid/detail/placed.h"

namespace graze::inline v1 {
namespace {

using detail::BoundaryIntegral;
using detail::CutEnd;
using detail::NearTriangle;
using detail::OverlapSide;
using detail::Placed;
using detail::WhichMesh;

// Adds the part of an edge behind a crossing, in the direction that all triangles at the edge agree on.
void add_rest_of_edge(const NearTriangle& t, const CutEnd& end, int weight_of_other,
                      BoundaryIntegral& integral) {
    const int jump = end.passes * weight_of_other;
    integral.add_cone(t.weight * jump, t.corners[0], end.point, t.corners[detail::end_of_edge(t, end.edge)]);
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

std::optional<Overlap> find_overlap(const Placed& a, const Placed& b, QueryCounts& counts, Meter& meter) {
    detail::PairQuery query(a.shape, a.pose, b.shape, b.pose);
    if (!detail::prepare(query)) return Overlap{};
    OverlapSide side_a(WhichMesh::a, a.shape, a.pose, meter), side_b(WhichMesh::b, b.shape, b.pose, meter);
    const Box region = detail::common(side_a.box(), side_b.box());
    if (region.empty()) return Overlap{};
    BoundaryIntegral integral(region, std::max(side_a.largest_number(), side_b.largest_number()));
    Box box;
    const auto add = [&](const NearTriangle& ta, const NearTriangle& tb, const detail::Cut& cut) {
        add_cut(ta, tb, cut, integral, box);
    };
    detail::CutVisitor<false, decltype(add)> cuts(side_a, side_b, integral.precision(), meter, add);
    detail::visit_near(query, counts, cuts);
    if (meter.exhausted()) return std::nullopt;
    side_a.connect(side_b);
    side_a.add_inside(side_b, integral, box);
    side_b.connect(side_a);
    side_b.add_inside(side_a, integral, box);
    if (meter.exhausted()) return std::nullopt;
    return integral.result(box);
}

// A volume within its error may be zero, which is decided exactly. Exchanging A and B reverses the shift:
// solids that rest on each other are mostly apart then, which is faster to detect than by all their contacts.
bool share_nothing(const Placed& a, const Placed& b, QueryCounts& counts, Meter& meter) {
    const std::optional<Overlap> exchanged = find_overlap(b, a, counts, meter);
    if (exchanged && exchanged->error == 0) return true;
    const Relation r =
        relation(a.shape, a.pose, b.shape, b.pose, {.budget = Budget::part_of(meter), .counts = &counts});
    return r == Relation::apart || r == Relation::touching;
}

Overlap no_volume(QueryStatus why) {
    Overlap none;
    none.volume = none.error = std::numeric_limits<double>::quiet_NaN();
    none.status = why;
    return none;
}

Overlap metered_volume(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       QueryCounts& counts, Meter& meter) {
    if (!a.closed_surface().closed() || !b.closed_surface().closed())
        return no_volume(QueryStatus::not_closed);
    // Which solid is shifted, and so what is rounded, must not depend on the order of the arguments.
    const Placed here{a, world_from_a}, there{b, world_from_b};
    const bool exchanged = there < here;
    const Placed &first = exchanged ? there : here, &second = exchanged ? here : there;
    std::optional<Overlap> overlap = find_overlap(first, second, counts, meter);
    if (!overlap) return no_volume(QueryStatus::undecided);
    const bool may_be_none = overlap->volume <= overlap->error && overlap->error > 0;
    if (may_be_none && share_nothing(first, second, counts, meter)) overlap->volume = overlap->error = 0;
    if (meter.exhausted()) return no_volume(QueryStatus::undecided);
    return *overlap;
}

}  // namespace

Overlap overlap_volume(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       const QueryOptions& options) {
    if (options.filter || !detail::meshes_only("overlap_volume", a, b))
        return no_volume(QueryStatus::unsupported);
    QueryCounts ignored;
    Meter meter(options.budget, options.progress, "adding up volumes");
    return metered_volume(a, world_from_a, b, world_from_b,
                          options.counts != nullptr ? *options.counts : ignored, meter);
}

Overlap overlap_volume(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    if (!detail::meshes_only("overlap_volume", a, b)) return no_volume(QueryStatus::unsupported);
    QueryCounts ignored;
    Meter unlimited{Budget{}};
    return metered_volume(a, world_from_a, b, world_from_b, ignored, unlimited);
}

}  // namespace graze::inline v1
