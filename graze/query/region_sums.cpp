#include "graze/query/detail/region_sums.h"

#include <algorithm>
#include <utility>

#include "graze/query/ray.h"

namespace graze::inline v1::detail {

std::optional<IntersectionCurve> curve_of(const CutChain& chain, const CutGraph& graph) {
    IntersectionCurve curve;
    curve.closed = chain.closed;
    for (const std::uint32_t c : chain.crossings) {
        const Vec3& p = graph.crossings()[c].point;
        if (curve.points.empty() || curve.points.back() != p) curve.points.push_back(p);
    }
    while (curve.closed && curve.points.size() > 1 && curve.points.back() == curve.points.front())
        curve.points.pop_back();
    if (curve.points.size() < 2) return std::nullopt;
    return curve;
}

RegionSums::RegionSums(const CutGraph& graph, const CutSurface& a, const CutSurface& b, RegionSets& sets,
                       const BoundaryIntegral& empty)
    : graph_(graph), a_(a), b_(b), sets_(sets), empty_(empty) {
    add_up();
    if (join_voids()) add_up();
}

void RegionSums::add_up() {
    regions_.clear();
    number_.assign(sets_.size(), none);
    // The lowest member stands for its set.
    for (std::uint32_t m = 0; m < number_.size(); ++m) {
        const std::uint32_t lowest = sets_.find(m);
        if (lowest == m) {
            number_[m] = static_cast<std::uint32_t>(regions_.size());
            regions_.push_back({empty_, {}, {}});
        }
        number_[m] = number_[lowest];
    }
    add(a_);
    add(b_);
}

// The part of a triangle that is inside the other solid is added up as cones from corner 0 over its border;
// those over edges at that corner have no base.
void RegionSums::add(const CutSurface& surface) {
    for (const WholeTriangle& t : surface.whole()) {
        Region& region = regions_[number_[t.member]];
        const Triangle c = surface.corners_of(t.id);
        region.integral.add_cone(t.weight, c[0], c[1], c[2]);
        for (const Vec3& p : c.corner) region.grow(p);
    }
    for (const CrossedTriangle& t : surface.crossed()) {
        for (const std::uint32_t s : t.segments) {
            const CutSegment& segment = graph_.segments()[s];
            const auto [from, to] = surface.directed(segment);
            const Vec3 &p = graph_.crossings()[from].point, &q = graph_.crossings()[to].point;
            Region& region = regions_[number_[from]];
            region.integral.add_cone(t.weight, t.corners[0], p, q);
            region.grow(p);
            region.grow(q);
        }
        for (const EdgePart& part : surface.parts_of_edge(t, 1))
            regions_[number_[part.from]].integral.add_cone(t.weight * part.depth, t.corners[0], part.p,
                                                           part.q);
        for (std::size_t k = 0; k < 3; ++k)
            if (const auto member = surface.member_of_corner(t, k))
                regions_[number_[*member]].grow(t.corners[k]);
    }
}

// A surface that goes round a hole in a region and is connected to the rest of its border through the solid
// only.
bool RegionSums::join_voids() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> joins;
    for (std::uint32_t m = 0; m < number_.size(); ++m) {
        if (sets_.find(m) != m || regions_[number_[m]].integral.sign() >= 0) continue;
        if (const auto around = member_around(number_[m])) joins.emplace_back(m, *around);
    }
    for (const auto& [m, around] : joins) sets_.join(m, around);
    return !joins.empty();
}

// From the tip of a void on along x there is solid; where that ends, there is its border or another void.
std::optional<std::uint32_t> RegionSums::member_around(std::uint32_t region) {
    struct Hit {
        double t;
        const CutSurface* surface;
        TriangleId triangle;
    };
    const Ray ray(regions_[region].tip, {1, 0, 0});
    std::vector<Hit> hits;
    for (const CutSurface* s : {&a_, &b_}) {
        for (const RayHit& hit : all_hits(s->side().shape(), s->side().pose(), ray))
            if (s->side().weight_of(hit.triangle) != 0) hits.push_back({hit.t, s, hit.triangle});
    }
    std::stable_sort(hits.begin(), hits.end(), [](const Hit& x, const Hit& y) { return x.t < y.t; });
    for (const Hit& hit : hits) {
        const auto member = hit.surface->member_at(hit.triangle, ray.at(hit.t));
        if (!member || number_[*member] == region) continue;
        if (regions_[number_[*member]].integral.sign() != 0) return member;
    }
    return std::nullopt;
}

void RegionSums::list_triangles(const CutSurface& surface, std::vector<TriangleId> OverlapRegion::* list,
                                std::vector<OverlapRegion>& all) const {
    for (const WholeTriangle& t : surface.whole()) (all[number_[t.member]].*list).push_back(t.id);
    for (const CrossedTriangle& t : surface.crossed()) {
        for (const std::uint32_t s : t.segments)
            (all[number_[graph_.segments()[s].tail]].*list).push_back(t.id);
        for (std::size_t k = 0; k < 3; ++k)
            if (const auto member = surface.member_of_corner(t, k))
                (all[number_[*member]].*list).push_back(t.id);
    }
    for (OverlapRegion& region : all) {
        std::vector<TriangleId>& triangles = region.*list;
        std::sort(triangles.begin(), triangles.end());
        triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
    }
}

std::vector<OverlapRegion> RegionSums::regions() const {
    std::vector<OverlapRegion> all(regions_.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Overlap o = regions_[i].integral.result(regions_[i].box);
        all[i].box = o.box;
        all[i].volume = o.volume;
        all[i].error = o.error;
        all[i].centroid = o.centroid;
    }
    list_triangles(a_, &OverlapRegion::triangles_a, all);
    list_triangles(b_, &OverlapRegion::triangles_b, all);
    for (const CutChain& chain : graph_.chains())
        if (auto curve = curve_of(chain, graph_))
            all[number_[chain.crossings.front()]].curves.push_back(std::move(*curve));
    std::erase_if(all, [](const OverlapRegion& r) { return r.volume <= r.error; });
    return all;
}

}  // namespace graze::inline v1::detail
