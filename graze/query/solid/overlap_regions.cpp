// B is symbolically shifted, so that the two surfaces are in general position and cut each other in segments
// that form closed curves. Along a curve only one side is inside both solids, so a curve belongs to one
// region. Curves that border the same piece of a surface belong to the same region.
#include "graze/query/solid/overlap_regions.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "graze/query/kinds/detail/any_kind.h"
#include "graze/query/solid/detail/boundary_integral.h"
#include "graze/query/solid/detail/cut_graph.h"
#include "graze/query/solid/detail/cut_surface.h"
#include "graze/query/solid/detail/cut_visitor.h"
#include "graze/query/solid/detail/overlap_side.h"
#include "graze/query/solid/detail/placed.h"
#include "graze/query/solid/detail/region_sums.h"

namespace graze::inline v1 {
namespace {

using detail::CutGraph;
using detail::CutSurface;
using detail::CutTriangle;
using detail::NearTriangle;
using detail::OverlapSide;
using detail::Placed;
using detail::WhichMesh;

CutTriangle cut_triangle(const OverlapSide& side, const NearTriangle& t) {
    const TriangleId id = side.near_id(side.place_of(t));
    return {id, detail::points_of(side.shape(), id), t.corners, t.weight};
}

struct Found {
    std::vector<OverlapRegion> regions;
    bool tied = false;  // the opposite shift might give another result
};

Found find_regions(const Placed& a, const Placed& b, QueryCounts& counts, Meter& meter) {
    detail::PairQuery query(a.shape, a.pose, b.shape, b.pose);
    if (!detail::prepare(query)) return {};
    OverlapSide side_a(WhichMesh::a, a.shape, a.pose, meter), side_b(WhichMesh::b, b.shape, b.pose, meter);
    const Box box = detail::common(side_a.box(), side_b.box());
    if (box.empty()) return {};
    const detail::BoundaryIntegral empty(box, std::max(side_a.largest_number(), side_b.largest_number()));
    CutGraph graph;
    const auto add = [&](const NearTriangle& ta, const NearTriangle& tb, const detail::Cut& cut) {
        graph.add(cut_triangle(side_a, ta), cut_triangle(side_b, tb), cut, true);
    };
    detail::CutVisitor<true, decltype(add)> cuts(side_a, side_b, empty.precision(), meter, add);
    detail::visit_near(query, counts, cuts);
    if (meter.exhausted()) return {};
    graph.sort();
    side_a.connect(side_b);
    side_b.connect(side_a);
    detail::RegionSets sets(graph.crossings().size());
    const CutSurface surface_a(WhichMesh::a, side_a, side_b, graph, sets, empty.precision());
    const CutSurface surface_b(WhichMesh::b, side_b, side_a, graph, sets, empty.precision());
    if (meter.exhausted()) return {};
    return {detail::RegionSums(graph, surface_a, surface_b, sets, empty).regions(), cuts.tied()};
}

void exchange(std::vector<OverlapRegion>& regions) {
    for (OverlapRegion& r : regions) {
        std::swap(r.triangles_a, r.triangles_b);
        std::swap(r.faces_a, r.faces_b);
    }
}

// Exchanging A and B reverses the shift. Solids that share no volume have no regions with either shift.
std::vector<OverlapRegion> find_most_regions(const Placed& a, const Placed& b, QueryCounts& counts,
                                             Meter& meter) {
    Found found = find_regions(a, b, counts, meter);
    if (!found.tied || found.regions.empty()) return found.regions;
    Found other = find_regions(b, a, counts, meter);
    if (other.regions.size() <= found.regions.size()) return found.regions;
    exchange(other.regions);
    return other.regions;
}

bool comes_first(const OverlapRegion& r, const OverlapRegion& s) {
    const auto key = [](const OverlapRegion& x) {
        return std::tuple(-x.volume, x.box.lower.x, x.box.lower.y, x.box.lower.z);
    };
    return key(r) < key(s);
}

}  // namespace

Listed<OverlapRegion> overlap_regions(const Shape& a, const Pose& world_from_a, const Shape& b,
                                      const Pose& world_from_b, const QueryOptions& options) {
    if (options.filter || !detail::meshes_only("overlap_regions", a, b))
        return {{}, QueryStatus::unsupported};
    if (!a.closed_surface().closed() || !b.closed_surface().closed()) return {{}, QueryStatus::not_closed};
    const Placed first{a, world_from_a}, second{b, world_from_b};
    const bool exchanged = second < first;
    QueryCounts ignored;
    QueryCounts& counts = options.counts != nullptr ? *options.counts : ignored;
    Meter meter(options.budget, options.progress, "separating regions");
    Listed<OverlapRegion> regions{exchanged ? find_most_regions(second, first, counts, meter)
                                            : find_most_regions(first, second, counts, meter)};
    if (meter.exhausted()) return {{}, QueryStatus::undecided};
    if (exchanged) exchange(regions);
    std::stable_sort(regions.begin(), regions.end(), comes_first);
    return regions;
}

}  // namespace graze::inline v1
