#include <algorithm>
#include <iterator>
#include <utility>

#include "graze/base/predicates.h"
#include "graze/query/detail/costs.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/query/kinds/detail/any_kind.h"
#include "graze/query/solid/detail/boundary_integral.h"
#include "graze/query/solid/detail/cut_graph.h"
#include "graze/query/solid/detail/placed.h"
#include "graze/query/solid/detail/region_sums.h"
#include "graze/query/solid/overlap_regions.h"

namespace graze::inline v1 {
namespace {

using detail::Cut;
using detail::CutGraph;
using detail::CutTriangle;
using detail::EdgeAndTriangle;
using detail::Placed;
using detail::WhichMesh;

// The position of a triangle's corners relative to the plane of another, without any shift.
struct CurveSides {
    int in_front = 0, behind = 0;
    std::size_t last_off = 0;  // the last corner that is not in the plane

    CurveSides(const Triangle& t, const Triangle& plane) {
        for (std::size_t k = 0; k < 3; ++k) {
            const int s = orient3d(plane[0], plane[1], plane[2], t[k]);
            if (s == 0) continue;
            ++(s > 0 ? in_front : behind);
            last_off = k;
        }
    }
    bool both() const { return in_front > 0 && behind > 0; }
    bool edge_in_plane() const { return in_front + behind == 1; }
};

// Collects the cuts of two soups. Where the shift decides, tests whether the surfaces pass through each other
// without the shift: within a triangle, or along an edge in the other triangle's plane that has triangles on
// both sides of that plane.
class SoupCuts final : public detail::NearVisitor {
  public:
    SoupCuts(const Placed& a, const Placed& b, double precision, Meter& m, CutGraph& graph)
        : NearVisitor(m), a_(a), b_(b), precision_(precision), graph_(graph) {}

    void opened_a(std::uint32_t) override {}
    void opened_b(std::uint32_t) override {}
    void near_a(std::uint32_t) override {}
    void near_b(std::uint32_t) override {}

    void pair(std::uint32_t leaf_a, std::uint32_t i, std::uint32_t leaf_b, std::uint32_t j) override {
        if (!meter.spend(detail::cost::contact)) return;
        const TriangleId ia = a_.shape.tree().leaves()[leaf_a].triangle[i],
                         ib = b_.shape.tree().leaves()[leaf_b].triangle[j];
        const Triangle ta = a_.pose(a_.shape.mesh().triangle(ia)), tb = b_.pose(b_.shape.mesh().triangle(ib));
        const CutTriangle a{ia, detail::points_of(a_.shape, ia), ta},
            b{ib, detail::points_of(b_.shape, ib), tb};
        if (two_equal(a) || two_equal(b)) return;
        bool tied = false;
        const bool found = detail::cut(ta, tb, precision_, cut_, tied);
        if (!tied) {
            if (found) graph_.add(a, b, cut_, true);
            return;
        }
        const CurveSides of_a(ta, tb), of_b(tb, ta);
        if (of_b.both() && of_a.edge_in_plane()) note(a, WhichMesh::a, of_a, b.id, found);
        if (of_a.both() && of_b.edge_in_plane()) note(b, WhichMesh::b, of_b, a.id, found);
        const bool passes = of_a.both() && of_b.both() && cut_.tail.point != cut_.head.point;
        if (found) graph_.add(a, b, cut_, passes);
    }

    // Marks in the graph the segments that cross along an edge.
    void finish() {
        graph_.sort();
        for (const Along& x : along_) {
            if (sides_[x.edge] == 3) graph_.set_crosses(x.a, x.b);
        }
    }

  private:
    // A cut along an edge, numbered by edge and triangle.
    struct Along {
        std::uint32_t edge;
        TriangleId a, b;
    };

    static bool two_equal(const CutTriangle& t) {
        const auto& [p, q, r] = t.points;
        return p == q || q == r || r == p;
    }

    void note(const CutTriangle& t, WhichMesh of, const CurveSides& sides, TriangleId other, bool found) {
        VertexId from = t.points[(sides.last_off + 1) % 3], to = t.points[(sides.last_off + 2) % 3];
        if (from > to) std::swap(from, to);
        const std::uint32_t edge = edges_.number_of({from, to, other, of});
        sides_.resize(edges_.keys().size());
        sides_[edge] |= sides.in_front > 0 ? 1 : 2;
        if (found) along_.push_back(of == WhichMesh::a ? Along{edge, t.id, other} : Along{edge, other, t.id});
    }

    const Placed &a_, &b_;
    double precision_;
    CutGraph& graph_;
    Cut cut_;
    detail::IndexTable<EdgeAndTriangle> edges_;  // that lie in the planes of triangles
    std::vector<std::uint8_t> sides_;  // of these planes with triangles at the edge: 1 front, 2 back
    std::vector<Along> along_;
};

std::vector<IntersectionCurve> curves_of_soups(const Placed& a, const Placed& b, QueryCounts& counts,
                                               Meter& meter) {
    detail::PairQuery query(a.shape, a.pose, b.shape, b.pose);
    if (!detail::prepare(query)) return {};
    const double largest =
        std::max(detail::largest_number(a.shape, a.pose), detail::largest_number(b.shape, b.pose));
    CutGraph graph;
    SoupCuts cuts(a, b, detail::BoundaryIntegral({}, largest).precision(), meter, graph);
    detail::visit_near(query, counts, cuts);
    if (meter.exhausted()) return {};
    cuts.finish();
    std::vector<IntersectionCurve> curves;
    for (const detail::CutChain& chain : graph.chains()) {
        if (!chain.crosses) continue;
        if (auto curve = detail::curve_of(chain, graph)) curves.push_back(std::move(*curve));
    }
    return curves;
}

}  // namespace

Listed<IntersectionCurve> intersection_curves(const Shape& a, const Pose& world_from_a, const Shape& b,
                                              const Pose& world_from_b, const QueryOptions& options) {
    if (options.filter || !detail::meshes_only("intersection_curves", a, b))
        return {{}, QueryStatus::unsupported};
    if (a.closed_surface().closed() && b.closed_surface().closed()) {
        auto regions = overlap_regions(a, world_from_a, b, world_from_b, options);
        Listed<IntersectionCurve> curves{{}, regions.status};
        for (OverlapRegion& region : regions)
            std::move(region.curves.begin(), region.curves.end(), std::back_inserter(curves));
        return curves;
    }
    const Placed first{a, world_from_a}, second{b, world_from_b};
    QueryCounts ignored;
    QueryCounts& counts = options.counts != nullptr ? *options.counts : ignored;
    Meter meter(options.budget, options.progress, "joining curves");
    Listed<IntersectionCurve> curves{second < first ? curves_of_soups(second, first, counts, meter)
                                                    : curves_of_soups(first, second, counts, meter)};
    if (meter.exhausted()) return {{}, QueryStatus::undecided};
    return curves;
}

}  // namespace graze::inline v1
