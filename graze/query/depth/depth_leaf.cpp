// The part of the search for the deepest point that tests the triangles of a leaf together.
#include <algorithm>
#include <limits>

#include "graze/query/depth/detail/depth_search.h"
#include "graze/query/depth/detail/safe_length.h"

namespace graze::inline v1::detail {

// Tests all triangles of the leaf together: first each vertex moves in its own direction, then all vertices
// move in the same direction.
void DepthSearch::open(bool of_a, const TreeLeaf& leaf) {
    DepthSide& s = side(of_a);
    LeafTriangles all{.of_a = of_a, .triangle = {}, .corner = {}};
    Vec3 together;
    for (std::uint32_t i = 0; i < leaf.count(); ++i) {
        const TriangleId t = leaf.triangle[i];
        if (!s.counts(t)) continue;
        const Box box = bounds(s.corners(t));
        if (!overlap(box, s.region()) || s.depth_in_box(box) < 0) continue;
        all.triangle[all.count] = t;
        for (std::size_t j = 0; j < 3; ++j) {
            const std::uint32_t number = all.corner[all.count][j] = look_at_vertex(of_a, t, j);
            if (s.seen(number).depth > 0) together += s.seen(number).outwards;
        }
        ++all.count;
    }
    const std::uint32_t before = all.count;
    const double goal_now = goal(), far = goal_now - rounding_;
    together = normalized(together);
    leave_out_shallow(all, far, [&](const DepthPoint& p) {
        return p.depth > 0 ? Move{p.outwards * far, true} : Move{way_of_nearest(all, p) * far, false};
    });
    if (all.count > 0) {
        const Vec3 below = point_below(all);
        leave_out_shallow(all, far, [&](const DepthPoint& p) {
            return Move{drawn_in(p.at, together * far, below, far), false};
        });
    }
    if (all.count < before) leave(goal_now);
    for (std::uint32_t i = 0; i < all.count; ++i) consider(all, i);
}

// The outward direction of the nearest vertex inside; the point's own direction if there is none.
Vec3 DepthSearch::way_of_nearest(const LeafTriangles& leaf, const DepthPoint& p) {
    DepthSide& s = side(leaf.of_a);
    Vec3 way = p.outwards;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < leaf.count; ++i) {
        for (const std::uint32_t number : leaf.corner[i]) {
            const DepthPoint& q = s.seen(number);
            const double apart = safe_length(q.at - p.at);
            if (!(q.depth > 0) || !(apart < nearest)) continue;
            nearest = apart;
            way = q.outwards;
        }
    }
    return way;
}

// A point under the middle of the leaf, in the solid that the leaf belongs to.
Vec3 DepthSearch::point_below(const LeafTriangles& leaf) {
    DepthSide& s = side(leaf.of_a);
    Vec3 middle, down;
    Box box;
    for (std::uint32_t i = 0; i < leaf.count; ++i) {
        for (const std::uint32_t number : leaf.corner[i]) {
            middle += s.seen(number).at / (3.0 * leaf.count);
            box.grow(s.seen(number).at);
        }
        down += inwards(leaf.of_a, leaf.triangle[i]);
    }
    return middle + normalized(down) * (0.25 * safe_length(box.size()));
}

// Drops the triangles that are outside when moved. Triangles that share a vertex stay connected when moved,
// so that one point decides for all of them. If the vertex moved in its own direction, it decides for
// triangles of other leaves as well.
template <class MoveOf>
void DepthSearch::leave_out_shallow(LeafTriangles& leaf, double far, const MoveOf& move_of) {
    DepthSide& s = side(leaf.of_a);
    constexpr std::uint32_t none = TreeLeaf::width;
    std::array<Triangle, TreeLeaf::width> moved;
    std::array<std::uint32_t, TreeLeaf::width> group;
    std::array<bool, TreeLeaf::width> outside{};
    const auto share_corner = [&](std::uint32_t i, std::uint32_t k) {
        const auto &p = leaf.corner[i], &q = leaf.corner[k];
        return std::find_first_of(p.begin(), p.end(), q.begin(), q.end()) != p.end();
    };
    for (std::uint32_t i = 0; i < leaf.count; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            const DepthPoint& p = s.seen(leaf.corner[i][j]);
            moved[i][j] = p.at + move_of(p).by;
        }
        meter_.spend();
        group[i] = s.met_by(moved[i]) ? none : i;
        for (std::uint32_t k = 0; k < i && group[i] != none; ++k) {
            if (group[k] == none || group[k] == group[i] || !share_corner(i, k)) continue;
            const std::uint32_t old = std::max(group[i], group[k]), now = std::min(group[i], group[k]);
            std::replace(group.begin(), group.begin() + i + 1, old, now);
        }
    }
    const auto knows = [&](std::uint32_t number) {
        const DepthPoint& p = s.seen(number);
        return p.is_out_after == far && move_of(p).own_way;
    };
    for (std::uint32_t i = 0; i < leaf.count; ++i)
        if (group[i] != none && std::any_of(leaf.corner[i].begin(), leaf.corner[i].end(), knows))
            outside[group[i]] = true;
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < leaf.count; ++i) {
        if (group[i] == i && !outside[i]) {
            meter_.spend();
            outside[i] = !s.inside(moved[i][0]);
        }
        if (group[i] != none && outside[group[i]]) {
            for (const std::uint32_t number : leaf.corner[i]) {
                DepthPoint& p = s.seen(number);
                if (move_of(p).own_way) p.is_out_after = far;
            }
        } else {
            leaf.triangle[kept] = leaf.triangle[i];
            leaf.corner[kept++] = leaf.corner[i];
        }
    }
    leaf.count = kept;
}

void DepthSearch::consider(const LeafTriangles& leaf, std::uint32_t i) {
    DepthSide& s = side(leaf.of_a);
    const TriangleId t = leaf.triangle[i];
    if (options_.within.empty()) {
        const auto& c = leaf.corner[i];
        return consider(DepthPiece{leaf.of_a, 0, t, {s.seen(c[0]), s.seen(c[1]), s.seen(c[2])}});
    }
    const std::vector<Vec3> polygon = clipped(s.corners(t), options_.within);
    const auto look_at = [&](std::size_t k) { return look_at_computed(leaf.of_a, t, polygon[k]); };
    for (std::size_t k = 2; k < polygon.size(); ++k)
        consider(DepthPiece{leaf.of_a, 0, t, {look_at(0), look_at(k - 1), look_at(k)}});
}

}  // namespace graze::inline v1::detail
