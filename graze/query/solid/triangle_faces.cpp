#include "graze/query/solid/detail/triangle_faces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "graze/base/detail/disjoint_sets.h"

namespace graze::inline v1::detail {
namespace {

// Does the segment from p to q cross the height of a point? Of two segments that meet at that height, one
// does.
bool crosses_height_of(const Vec2& p, const Vec2& q, const Vec2& place) {
    return (p.y > place.y) != (q.y > place.y);
}

double share_below(const Vec2& p, const Vec2& q, const Vec2& place) {
    return (place.y - p.y) / (q.y - p.y);
}

}  // namespace

TriangleFaces::TriangleFaces(const Triangle& corners) : corners_(corners) {
    const Vec3 n = cross(corners[1] - corners[0], corners[2] - corners[0]);
    for (int k = 1; k < 3; ++k)
        if (std::abs(n[static_cast<std::size_t>(k)]) > std::abs(n[static_cast<std::size_t>(axis_)]))
            axis_ = k;
    mirrored_ = n[static_cast<std::size_t>(axis_)] < 0;
}

Vec2 TriangleFaces::flat(const Vec3& p) const {
    const Vec2 f = drop(p, axis_);
    return mirrored_ ? Vec2{f.x, -f.y} : f;
}

void TriangleFaces::add(const End& from, const End& to) {
    cuts_.push_back({from, to, flat(from.point), flat(to.point), 0});
}

void TriangleFaces::find_chains() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;  // crossing and cut
    for (std::uint32_t i = 0; i < cuts_.size(); ++i)
        for (const End* end : {&cuts_[i].from, &cuts_[i].to})
            if (!end->on_edge) ends.emplace_back(end->crossing, i);
    std::sort(ends.begin(), ends.end());
    DisjointSets sets(cuts_.size());
    for (std::size_t i = 1; i < ends.size(); ++i)
        if (ends[i].first == ends[i - 1].first) sets.merge(ends[i].second, ends[i - 1].second);
    for (std::uint32_t i = 0; i < cuts_.size(); ++i) cuts_[i].chain = sets.find(i);
}

std::vector<TriangleFaces::Hole> TriangleFaces::holes() const {
    struct Chain {
        double twice_area = 0;
        std::uint32_t tip = 0;  // the cut that begins there
        bool open = false;
    };
    std::vector<Chain> chains(cuts_.size());
    for (std::uint32_t i = 0; i < cuts_.size(); ++i) {
        const Cut &c = cuts_[i], &first = cuts_[c.chain];
        Chain& chain = chains[c.chain];
        if (i == c.chain) chain.tip = i;
        if (c.p.x > cuts_[chain.tip].p.x) chain.tip = i;
        if (c.from.on_edge || c.to.on_edge) chain.open = true;
        chain.twice_area +=
            (c.p.x - first.p.x) * (c.q.y - first.p.y) - (c.p.y - first.p.y) * (c.q.x - first.p.x);
    }
    std::vector<Hole> holes;
    for (std::uint32_t i = 0; i < cuts_.size(); ++i) {
        const Chain& chain = chains[i];
        if (cuts_[i].chain != i || chain.open || chain.twice_area >= 0) continue;
        holes.push_back({i, cuts_[chain.tip].from.crossing, cuts_[chain.tip].p});
    }
    return holes;
}

TriangleFaces::Border TriangleFaces::border_beside(const Vec2& place, std::uint32_t but_for_chain) const {
    Border border;
    double nearest = std::numeric_limits<double>::infinity();
    for (const Cut& c : cuts_) {
        if (c.chain == but_for_chain || !crosses_height_of(c.p, c.q, place)) continue;
        const double x = c.p.x + share_below(c.p, c.q, place) * (c.q.x - c.p.x);
        if (x < place.x || x >= nearest) continue;
        nearest = x;
        border.kind = Border::Kind::cut;
        border.crossing = c.from.crossing;
        border.inside = c.q.y > c.p.y;
    }
    if (border.kind == Border::Kind::cut) return border;
    // Of the two edges at this height, the one further along x.
    double furthest = -std::numeric_limits<double>::infinity();
    for (std::uint8_t k = 0; k < 3; ++k) {
        const Vec3 &from = corners_[k], &to = corners_[(k + 1u) % 3];
        const Vec2 p = flat(from), q = flat(to);
        if (!crosses_height_of(p, q, place)) continue;
        const double share = share_below(p, q, place), x = p.x + share * (q.x - p.x);
        if (x <= furthest) continue;
        furthest = x;
        border.kind = Border::Kind::edge;
        border.edge = k;
        border.point = from + (to - from) * share;
    }
    return border;
}

}  // namespace graze::inline v1::detail
