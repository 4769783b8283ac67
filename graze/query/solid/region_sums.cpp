#include "graze/query/solid/detail/region_sums.h"

#include <algorithm>
#include <array>
#include <utility>

#include "graze/query/detail/costs.h"
#include "graze/query/ray/ray.h"
#include "graze/query/solid/detail/region_ends.h"

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
    cut_off_sheets();
}

void RegionSums::add_up() {
    regions_.clear();
    number_.assign(sets_.size(), none);
    // The lowest member represents its set.
    for (std::uint32_t m = 0; m < number_.size(); ++m) {
        const std::uint32_t lowest = sets_.find(m);
        if (lowest == m) {
            number_[m] = static_cast<std::uint32_t>(regions_.size());
            regions_.push_back({empty_, {}, {}, {}});
        }
        number_[m] = number_[lowest];
    }
    for_each_triangle([this](std::uint32_t region, const BorderTriangle& t) {
        regions_[region].integral.add_cone(t.weight, t.a, t.b, t.c);
    });
    for_each_point([this](std::uint32_t region, const Vec3& p) { regions_[region].grow(p); });
}

// The part of a triangle inside the other solid is summed as a fan from a corner over its border. Over edges
// at that corner there is only what rounding has put beside them, but without these terms the surface would
// not be closed. From a corner inside, an edge to a corner outside mostly has its first part only.
template <typename F>
void RegionSums::for_each_triangle(const F& use) const {
    for (const CutSurface* surface : {&a_, &b_}) {
        for (const WholeTriangle& t : surface->whole()) {
            const Triangle c = surface->corners_of(t.id);
            use(number_[t.member], BorderTriangle{t.weight, c[0], c[1], c[2]});
        }
        for (const CrossedTriangle& t : surface->crossed()) for_each_triangle(*surface, t, use);
    }
}

template <typename F>
void RegionSums::for_each_triangle(const CutSurface& surface, const CrossedTriangle& t, const F& use) const {
    const std::size_t tip = t.depth[0] != 0 ? 0 : t.depth[1] != 0 ? 1 : t.depth[2] != 0 ? 2 : 0;
    const Vec3& from_tip = t.corners[tip];
    std::array<int, 3> crossings{};  // of the edges
    for (const std::uint32_t s : t.segments) {
        const auto [from, to] = surface.directed(graph_.segments()[s]);
        for (const std::uint32_t c : {from, to})
            if (const auto k = surface.edge_of(t, graph_.crossings()[c])) ++crossings[*k];
        use(number_[from],
            BorderTriangle{t.weight, from_tip, graph_.crossings()[from].point, graph_.crossings()[to].point});
    }
    for (std::size_t k = 0; k < 3; ++k) {
        const bool opposite = k == (tip + 1) % 3;
        const int here = t.depth[k], there = t.depth[(k + 1) % 3];
        if (crossings[k] == 0 && (!opposite || here == 0)) continue;
        const int beyond = k == tip ? there : here;
        if (crossings[k] == 1 && !opposite && t.depth[tip] != 0 && beyond == 0) continue;
        for (const EdgePart& part : surface.parts_of_edge(t, k)) {
            if (part.p == from_tip || part.q == from_tip) continue;
            use(number_[part.from], BorderTriangle{t.weight * part.depth, from_tip, part.p, part.q});
        }
    }
}

template <typename F>
void RegionSums::for_each_point(const F& use) const {
    for (const CutSurface* surface : {&a_, &b_}) {
        for (const WholeTriangle& t : surface->whole())
            for (const Vec3& p : surface->corners_of(t.id).corner) use(number_[t.member], p);
        for (const CrossedTriangle& t : surface->crossed()) {
            for (const std::uint32_t s : t.segments) {
                const CutSegment& segment = graph_.segments()[s];
                for (const std::uint32_t c : {segment.tail, segment.head})
                    use(number_[c], graph_.crossings()[c].point);
            }
            for (std::size_t k = 0; k < 3; ++k)
                if (const auto member = surface->member_of_corner(t, k)) use(number_[*member], t.corners[k]);
        }
    }
}

// Where a region's border continues as a sheet without volume, the region's box need not contain the sheet.
void RegionSums::cut_off_sheets() {
    // The error alone is no measure: it is a bound, and a wide one for a small part in large triangles.
    constexpr double part_of_volume = 0x1p-40;
    std::vector<std::optional<RegionEnds>> ends;
    for (Region& r : regions_) {
        r.border_box = r.box;
        ends.emplace_back();
        if (r.integral.sign() <= 0) continue;
        const Overlap o = r.integral.result(r.box);
        ends.back().emplace(r.box, std::min(o.error, part_of_volume * o.volume));
    }
    for_each_triangle([&ends](std::uint32_t region, const BorderTriangle& t) {
        if (ends[region]) ends[region]->add(t);
    });
    for (std::optional<RegionEnds>& e : ends)
        if (e && !e->any_sheet()) e.reset();
    if (std::ranges::none_of(ends, [](const auto& e) { return e.has_value(); })) return;
    std::vector<std::vector<BorderTriangle>> border(regions_.size());
    std::vector<std::vector<Vec3>> points(regions_.size());
    for_each_triangle([&](std::uint32_t region, const BorderTriangle& t) {
        if (ends[region]) border[region].push_back(t);
    });
    for_each_point([&](std::uint32_t region, const Vec3& p) {
        if (ends[region]) points[region].push_back(p);
    });
    for (std::size_t i = 0; i < regions_.size(); ++i) {
        if (auto& e = ends[i]) regions_[i].box = e->without_sheets(border[i], points[i]);
    }
}

// A void is a surface around a hole in a region; only the solid connects the surface to the rest of the
// region's border.
bool RegionSums::join_voids() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> joins;
    for (std::uint32_t m = 0; m < number_.size(); ++m) {
        if (sets_.find(m) != m || regions_[number_[m]].integral.sign() >= 0) continue;
        if (a_.side().meter().exhausted()) return false;
        if (const auto around = member_around(number_[m])) joins.emplace_back(m, *around);
    }
    for (const auto& [m, around] : joins) sets_.join(m, around);
    return !joins.empty();
}

// From the tip of a void, the solid continues along x. Where the solid ends, there is its border or another
// void.
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
            if (s->side().weight_of(hit.feature.index) != 0) hits.push_back({hit.t, s, hit.feature.index});
    }
    std::stable_sort(hits.begin(), hits.end(), [](const Hit& x, const Hit& y) { return x.t < y.t; });
    Meter& meter = a_.side().meter();
    meter.spend(cost::exact_pair * hits.size());
    for (const Hit& hit : hits) {
        if (!meter.spend(cost::exact_pair)) return std::nullopt;
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

// The sums of fans that the volume has tell which part of a triangle belongs to a region. Only triangles of
// several regions need this.
void RegionSums::list_faces(const CutSurface& surface, std::vector<RegionFace> OverlapRegion::* list,
                            std::vector<OverlapRegion>& all) const {
    std::vector<std::uint32_t> here;
    const auto add = [&](std::uint32_t member) {
        const OverlapRegion& region = all[number_[member]];
        if (region.volume > region.error) here.push_back(number_[member]);
    };
    for (const CrossedTriangle& t : surface.crossed()) {
        here.clear();
        for (const std::uint32_t s : t.segments) add(graph_.segments()[s].tail);
        for (std::size_t k = 0; k < 3; ++k)
            if (const auto member = surface.member_of_corner(t, k)) add(*member);
        std::sort(here.begin(), here.end());
        here.erase(std::unique(here.begin(), here.end()), here.end());
        if (here.size() < 2) continue;
        for (const std::uint32_t region : here) (all[region].*list).push_back({t.id, {}});
        for_each_triangle(surface, t, [&](std::uint32_t region, const BorderTriangle& part) {
            if (std::binary_search(here.begin(), here.end(), region))
                (all[region].*list).back().sum.push_back({part.a, part.b, part.c});
        });
    }
}

std::vector<OverlapRegion> RegionSums::regions() const {
    std::vector<OverlapRegion> all(regions_.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Overlap o = regions_[i].integral.result(regions_[i].box);
        all[i].box = o.box;
        all[i].border_box = regions_[i].border_box;
        all[i].volume = o.volume;
        all[i].error = o.error;
        all[i].centroid = o.centroid;
    }
    list_triangles(a_, &OverlapRegion::triangles_a, all);
    list_triangles(b_, &OverlapRegion::triangles_b, all);
    list_faces(a_, &OverlapRegion::faces_a, all);
    list_faces(b_, &OverlapRegion::faces_b, all);
    for (const CutChain& chain : graph_.chains()) {
        auto curve = curve_of(chain, graph_);
        if (!curve) continue;
        const std::uint32_t i = number_[chain.crossings.front()];
        if (!regions_[i].has_sheets()) {
            all[i].curves.push_back(std::move(*curve));
            continue;
        }
        for (IntersectionCurve& piece :
             pieces_within(std::move(*curve), regions_[i].box, 8 * empty_.precision()))
            all[i].curves.push_back(std::move(piece));
    }
    std::erase_if(all, [](const OverlapRegion& r) { return r.volume <= r.error; });
    return all;
}

}  // namespace graze::inline v1::detail
