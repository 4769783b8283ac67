#include "graze/query/solid/detail/cut_graph.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace graze::inline v1::detail {
namespace {

constexpr std::uint32_t none = 0xffffffff;

bool before(const CutSegment& s, const CutSegment& t) {
    return std::tie(s.a, s.b) < std::tie(t.a, t.b);
}

}  // namespace

std::uint64_t scatter(const EdgeAndTriangle& key) {
    const std::uint64_t h = (std::uint64_t{key.from} << 32 | key.to) * 0x9e3779b97f4a7c15;
    const std::uint64_t rest = std::uint64_t{key.triangle} << 1 | (key.edge_of == WhichMesh::b ? 1u : 0u);
    return (h ^ h >> 29 ^ rest) * 0xbf58476d1ce4e5b9;
}

double distance_along(const Vec3& from, const Vec3& to, const Vec3& p) {
    const Vec3 way = to - from;
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (std::abs(way[k]) > std::abs(way[axis])) axis = k;
    return std::abs(p[axis] - from[axis]);
}

std::uint32_t CutGraph::crossing(const CutTriangle& of_edge, const CutTriangle& other, const CutEnd& end) {
    std::size_t k = end.edge, l = (k + 1) % 3;
    int jump = end.passes * other.weight;
    if (of_edge.points[k] > of_edge.points[l]) {
        std::swap(k, l);
        jump = -jump;
    }
    const std::uint32_t number =
        table_.number_of({of_edge.points[k], of_edge.points[l], other.id, end.edge_of});
    if (number == crossings_.size()) {  // it is new
        const double along = distance_along(of_edge.corners[k], of_edge.corners[l], end.point);
        crossings_.push_back({table_.keys()[number], jump, along, end.point});
    }
    return number;
}

void CutGraph::add(const CutTriangle& a, const CutTriangle& b, const Cut& cut, bool crosses) {
    const auto at = [&](const CutEnd& end) {
        return end.edge_of == WhichMesh::a ? crossing(a, b, end) : crossing(b, a, end);
    };
    const std::uint32_t tail = at(cut.tail);
    segments_.push_back({a.id, b.id, tail, at(cut.head), crosses});
}

void CutGraph::sort() {
    std::sort(segments_.begin(), segments_.end(), before);
}

void CutGraph::set_crosses(TriangleId a, TriangleId b) {
    std::lower_bound(segments_.begin(), segments_.end(), CutSegment{a, b, 0, 0, false}, before)->crosses =
        true;
}

// For the tail (2 i) and the head (2 i + 1) of each segment: the end that continues from there, or none.
std::vector<std::uint32_t> CutGraph::partners() const {
    struct End {
        std::uint32_t crossing, end;
    };
    std::vector<End> ends;
    ends.reserve(2 * segments_.size());
    for (std::uint32_t i = 0; i < segments_.size(); ++i) {
        ends.push_back({segments_[i].tail, 2 * i});
        ends.push_back({segments_[i].head, 2 * i + 1});
    }
    std::sort(ends.begin(), ends.end(), [](const End& x, const End& y) {
        return std::tie(x.crossing, x.end) < std::tie(y.crossing, y.end);
    });
    std::vector<std::uint32_t> partner(ends.size(), none);
    const auto join = [&](std::uint32_t x, std::uint32_t y) {
        partner[x] = y;
        partner[y] = x;
    };
    std::vector<std::uint32_t> waiting[2];  // tails and heads
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const std::uint32_t end = ends[i].end;
        std::vector<std::uint32_t>&mine = waiting[end & 1], &opposite = waiting[~end & 1];
        if (opposite.empty()) {
            mine.push_back(end);
        } else {
            join(opposite.front(), end);
            opposite.erase(opposite.begin());
        }
        if (i + 1 < ends.size() && ends[i + 1].crossing == ends[i].crossing) continue;
        // Where triangles differ in orientation, ends of one kind are left; an odd one is the end of a chain.
        for (std::vector<std::uint32_t>& rest : waiting) {
            for (std::size_t k = 0; k + 1 < rest.size(); k += 2) join(rest[k], rest[k + 1]);
            rest.clear();
        }
    }
    return partner;
}

std::vector<CutChain> CutGraph::chains() const {
    const std::vector<std::uint32_t> partner = partners();
    std::vector<bool> done(segments_.size(), false);
    std::vector<CutChain> chains;
    const auto crossing_at = [&](std::uint32_t end) {
        const CutSegment& s = segments_[end / 2];
        return (end & 1) == 0 ? s.tail : s.head;
    };
    // Follows a chain from an end through its segment, until there is no next segment, or it is done already.
    const auto follow = [&](std::uint32_t end) {
        CutChain& chain = chains.emplace_back();
        chain.closed = true;
        while (!done[end / 2]) {
            done[end / 2] = true;
            chain.crossings.push_back(crossing_at(end));
            chain.crosses = chain.crosses || segments_[end / 2].crosses;
            const std::uint32_t next = partner[end ^ 1];
            if (next == none) {
                chain.crossings.push_back(crossing_at(end ^ 1));
                chain.closed = false;
                return;
            }
            end = next;
        }
    };
    for (std::uint32_t end = 0; end < partner.size(); ++end)
        if (partner[end] == none && !done[end / 2]) follow(end);
    for (std::uint32_t i = 0; i < segments_.size(); ++i)
        if (!done[i]) follow(2 * i);
    return chains;
}

}  // namespace graze::inline v1::detail
