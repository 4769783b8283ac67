#include "graze/query/solid/detail/cut_surface.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "graze/query/solid/detail/placed.h"

namespace graze::inline v1::detail {
namespace {

// Crossings closer to each other than the rounding may be in the wrong order. An edge enters and leaves a
// solid that does not cross itself in turn, which gives the right order.
void enter_and_leave_in_turn(std::span<const Crossing> crossings, std::vector<std::uint32_t>& order,
                             int depth, double nearness) {
    const auto fits = [&](std::uint32_t c) {
        const int next = depth + crossings[c].jump;
        return next == 0 || next == 1;
    };
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::size_t j = i;
        const double limit = crossings[order[i]].along + nearness;
        while (j < order.size() && !fits(order[j]) && crossings[order[j]].along <= limit) ++j;
        if (j < order.size() && j > i && crossings[order[j]].along <= limit) {
            const auto first = order.begin() + static_cast<std::ptrdiff_t>(i);
            std::rotate(first, first + static_cast<std::ptrdiff_t>(j - i),
                        first + static_cast<std::ptrdiff_t>(j - i + 1));
        }
        depth += crossings[order[i]].jump;
    }
}

}  // namespace

CutSurface::CutSurface(WhichMesh which, OverlapSide& side, const OverlapSide& other, const CutGraph& graph,
                       RegionSets& sets, double precision)
    : which_(which), side_(side), other_(other), graph_(graph), sets_(sets), precision_(precision) {
    sort_crossings();
    list_crossed();
    join_near();
    join_clear();
    for (const CrossedTriangle& t : crossed_) {
        if (!side_.meter().spend(t.segments.size())) return;
        join_on(t);
    }
}

void CutSurface::sort_crossings() {
    const std::span<const Crossing> all = graph_.crossings();
    for (std::uint32_t i = 0; i < all.size(); ++i)
        if (all[i].of.edge_of == which_) crossings_.push_back(i);
    std::sort(crossings_.begin(), crossings_.end(), [&](std::uint32_t i, std::uint32_t j) {
        const auto key = [&](std::uint32_t k) {
            const Crossing& c = all[k];
            return std::tie(c.of.from, c.of.to, c.along, c.of.triangle);
        };
        return key(i) < key(j);
    });
}

void CutSurface::list_crossed() {
    const std::span<const CutSegment> all = graph_.segments();
    segments_.resize(all.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) segments_[i] = i;
    std::sort(segments_.begin(), segments_.end(), [&](std::uint32_t i, std::uint32_t j) {
        return std::pair(id(all[i]), i) < std::pair(id(all[j]), j);
    });
    for (std::size_t first = 0; first < segments_.size();) {
        const TriangleId t = id(all[segments_[first]]);
        std::size_t last = first + 1;
        while (last < segments_.size() && id(all[segments_[last]]) == t) ++last;
        crossed_.push_back({t,
                            side_.weight_of(t),
                            side_.corners_of(t),
                            points_of(side_.shape(), t),
                            {},
                            std::span(segments_).subspan(first, last - first)});
        first = last;
    }
}

const CrossedTriangle* CutSurface::crossed(TriangleId t) const {
    const auto at = std::lower_bound(crossed_.begin(), crossed_.end(), t,
                                     [](const CrossedTriangle& c, TriangleId x) { return c.id < x; });
    return at != crossed_.end() && at->id == t ? &*at : nullptr;
}

void CutSurface::join_near() {
    const std::span<const NearTriangle> near = side_.near_triangles();
    for (std::uint32_t i = 0; i < near.size(); ++i) {
        if (near[i].weight == 0) continue;
        const TriangleId t = side_.near_id(i);
        const std::array<int, 3> depth = side_.depths_of(near[i], other_);
        if (const CrossedTriangle* c = crossed(t)) {
            crossed_[static_cast<std::size_t>(c - crossed_.data())].depth = depth;
        } else if (depth[0] != 0) {
            whole_.push_back({t, 0, near[i].weight * depth[0]});
        }
    }
}

void CutSurface::join_clear() {
    for (const OverlapSide::InsideTriangle& t : side_.clear_inside(other_))
        whole_.push_back({t.id, 0, t.weight * t.depth});
    for (WholeTriangle& t : whole_) {
        const std::array<VertexId, 3> points = points_of(side_.shape(), t.id);
        t.member = sets_.point(which_, points[0]);
        sets_.join(t.member, sets_.point(which_, points[1]));
        sets_.join(t.member, sets_.point(which_, points[2]));
    }
}

void CutSurface::join_on(const CrossedTriangle& t) {
    for (std::size_t k = 0; k < 3; ++k)
        for (const EdgePart& part : parts_of_edge(t, k)) sets_.join(part.from, part.to);
    for (const std::uint32_t s : t.segments) sets_.join(graph_.segments()[s].tail, graph_.segments()[s].head);
    if (t.segments.size() < 3) return;  // a loop has at least three
    const TriangleFaces faces = faces_of(t);
    for (const TriangleFaces::Hole& hole : faces.holes()) {
        if (!side_.meter().spend(t.segments.size())) return;
        const auto around = member_at(t, faces.border_beside(hole.tip, hole.chain));
        if (around) sets_.join(hole.crossing, *around);
    }
}

std::vector<std::uint32_t> CutSurface::crossings_along(const CrossedTriangle& t, std::size_t from,
                                                       std::size_t to) const {
    const std::span<const Crossing> all = graph_.crossings();
    const std::pair edge(t.points[from], t.points[to]);
    const auto edge_of = [&](std::uint32_t c) { return std::pair(all[c].of.from, all[c].of.to); };
    const auto first = std::lower_bound(crossings_.begin(), crossings_.end(), edge,
                                        [&](std::uint32_t c, const auto& e) { return edge_of(c) < e; });
    auto last = first;
    while (last != crossings_.end() && edge_of(*last) == edge) ++last;
    std::vector<std::uint32_t> order(first, last);
    // The error of points is a few times the precision.
    enter_and_leave_in_turn(all, order, t.depth[from], 16 * precision_);
    return order;
}

std::vector<EdgePart> CutSurface::parts_of_edge(const CrossedTriangle& t, std::size_t k) const {
    std::size_t from = k, to = (k + 1) % 3;
    const bool backwards = t.points[from] > t.points[to];
    if (backwards) std::swap(from, to);
    std::vector<EdgePart> parts;
    EdgePart part{0, 0, t.corners[from], {}, t.depth[from]};
    if (part.depth != 0) part.from = sets_.point(which_, t.points[from]);
    for (const std::uint32_t c : crossings_along(t, from, to)) {
        const Crossing& crossing = graph_.crossings()[c];
        part.to = c;
        part.q = crossing.point;
        if (part.depth != 0) parts.push_back(part);
        part = {c, 0, crossing.point, {}, part.depth + crossing.jump};
    }
    if (part.depth != 0) {
        part.to = sets_.point(which_, t.points[to]);
        part.q = t.corners[to];
        parts.push_back(part);
    }
    if (backwards) {
        std::reverse(parts.begin(), parts.end());
        for (EdgePart& p : parts) {
            std::swap(p.from, p.to);
            std::swap(p.p, p.q);
        }
    }
    return parts;
}

std::optional<std::size_t> CutSurface::edge_of(const CrossedTriangle& t, const Crossing& c) const {
    if (c.of.edge_of != which_) return std::nullopt;
    for (std::size_t k = 0; k < 3; ++k) {
        const VertexId p = t.points[k], q = t.points[(k + 1) % 3];
        if (std::min(p, q) == c.of.from && std::max(p, q) == c.of.to) return k;
    }
    return std::nullopt;
}

std::array<std::uint32_t, 2> CutSurface::directed(const CutSegment& s) const {
    const bool forwards = (which_ == WhichMesh::a) == (weight_of_other(s) > 0);
    return forwards ? std::array{s.tail, s.head} : std::array{s.head, s.tail};
}

TriangleFaces CutSurface::faces_of(const CrossedTriangle& t) const {
    TriangleFaces faces(t.corners);
    const auto end = [&](std::uint32_t c) {
        const Crossing& crossing = graph_.crossings()[c];
        return TriangleFaces::End{c, crossing.of.edge_of == which_, crossing.point};
    };
    for (const std::uint32_t s : t.segments) {
        const auto [from, to] = directed(graph_.segments()[s]);
        faces.add(end(from), end(to));
    }
    faces.find_chains();
    return faces;
}

std::optional<std::uint32_t> CutSurface::member_at(const CrossedTriangle& t,
                                                   const TriangleFaces::Border& border) const {
    switch (border.kind) {
        case TriangleFaces::Border::Kind::none:
            break;
        case TriangleFaces::Border::Kind::cut:
            if (border.inside) return border.crossing;
            break;
        case TriangleFaces::Border::Kind::edge: {
            const Vec3 &from = t.corners[border.edge], &to = t.corners[(border.edge + 1u) % 3];
            const double along = distance_along(from, to, border.point);
            for (const EdgePart& part : parts_of_edge(t, border.edge)) {
                if (distance_along(from, to, part.p) <= along && along <= distance_along(from, to, part.q))
                    return part.from;
            }
            break;
        }
    }
    return std::nullopt;
}

std::optional<std::uint32_t> CutSurface::member_at(TriangleId t, const Vec3& p) const {
    const CrossedTriangle* c = crossed(t);
    if (c == nullptr) return sets_.known_point(which_, points_of(side_.shape(), t)[0]);
    const TriangleFaces faces = faces_of(*c);
    return member_at(*c, faces.border_beside(faces.flat(p)));
}

}  // namespace graze::inline v1::detail
