#include "graze/deform/self_collision/detail/neighbours.h"

#include <algorithm>
#include <bit>

#include "graze/base/predicates.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1::detail {
namespace {

Triangle triangle_of(std::span<const Vec3> vertices, const Corners& corners) {
    return {{vertices[corners[0]], vertices[corners[1]], vertices[corners[2]]}};
}

bool has_equal_corners(const Corners& c) {
    return c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
}

bool contains(const Corners& c, VertexId v) {
    return c[0] == v || c[1] == v || c[2] == v;
}

// Right for all triangles, flat ones included: every extreme point of the common set is a shared vertex.
bool meet_beyond_by_features(std::span<const Vec3> vertices, const Corners& a, const Corners& b) {
    const auto is_shared = [&](const Vec3& p) {
        return std::ranges::any_of(a, [&](VertexId v) { return contains(b, v) && vertices[v] == p; });
    };
    const TriangleIntersection common = intersection(triangle_of(vertices, a), triangle_of(vertices, b));
    return !std::ranges::all_of(common.points(), [&](const CommonPoint& point) {
        // A point that is a corner of A and a corner of B is both of these corners, unrounded.
        return point.on_a.kind == Feature::Kind::corner && point.on_b.kind == Feature::Kind::corner &&
               is_shared(vertices[a[point.on_a.index]]);
    });
}

Corners turned_to(const Corners& c, VertexId first) {
    return turned(c, c[0] == first ? 0 : c[1] == first ? 1 : 2);
}

// Of a triangle that has a shared corner `apex`, seen along an axis.
struct Wedge {
    Vec2 apex, from, to;
    int turn;  // of apex, from, to; not 0

    Wedge(const Vec3& v, const Vec3& p, const Vec3& q, int axis)
        : apex(drop(v, axis)), from(drop(p, axis)), to(drop(q, axis)), turn(orient2d(apex, from, to)) {}
    // Is the direction from the apex to p one into the triangle, its edges included? The wedge is narrower
    // than half a turn.
    bool holds(const Vec2& p) const {
        return turn * orient2d(apex, from, p) >= 0 && turn * orient2d(apex, p, to) >= 0;
    }
};

// Triangles v a b and v c d.
class CornerPair {
  public:
    CornerPair(std::span<const Vec3> vertices, const Corners& a, const Corners& b)
        : v_(vertices[a[0]]),
          a_(vertices[a[1]]),
          b_(vertices[a[2]]),
          c_(vertices[b[1]]),
          d_(vertices[b[2]]) {}

    enum class Verdict : std::uint8_t { apart, meet, flat };
    Verdict decide() const {
        const int side_a = orient3d(v_, c_, d_, a_), side_b = orient3d(v_, c_, d_, b_);
        if (side_a * side_b > 0) return Verdict::apart;
        if (side_a == 0 && side_b == 0) return decide_in_plane();
        // One corner is in the plane of the other triangle, which is not flat.
        if (side_a == 0) return decide_direction(a_, v_, c_, d_);
        if (side_b == 0) return decide_direction(b_, v_, c_, d_);
        const int side_c = orient3d(v_, a_, b_, c_), side_d = orient3d(v_, a_, b_, d_);
        if (side_c * side_d > 0) return Verdict::apart;
        if (side_c == 0 && side_d == 0) return Verdict::flat;  // v, a, b are on one line
        if (side_c == 0) return decide_direction(c_, v_, a_, b_);
        if (side_d == 0) return decide_direction(d_, v_, a_, b_);
        // Each triangle is on both sides of the plane of the other. So the line that both planes share enters
        // each of them at v: on the same side of v, or on opposite ones. (With v = 0, c = x, d = y and the
        // line at (x, x): a and b at the heights -1 and 1 have (a x b) . c = 2 x.)
        return side_c == side_b ? Verdict::meet : Verdict::apart;
    }

  private:
    // p and the wedge v q r are in one plane.
    static Verdict decide_direction(const Vec3& p, const Vec3& v, const Vec3& q, const Vec3& r) {
        const int axis = projection_axis({{v, q, r}});
        if (axis < 0 || p == v) return Verdict::flat;
        return Wedge(v, q, r, axis).holds(drop(p, axis)) ? Verdict::meet : Verdict::apart;
    }
    Verdict decide_in_plane() const {
        const int axis = projection_axis({{v_, c_, d_}});
        if (axis < 0) return Verdict::flat;
        const Wedge ab(v_, a_, b_, axis), cd(v_, c_, d_, axis);
        if (ab.turn == 0) return Verdict::flat;
        const bool meet = ab.holds(cd.from) || ab.holds(cd.to) || cd.holds(ab.from) || cd.holds(ab.to);
        return meet ? Verdict::meet : Verdict::apart;
    }

    const Vec3 &v_, &a_, &b_, &c_, &d_;
};

// The corner that is not shared.
VertexId corner_beside(const Corners& c, const Corners& other) {
    for (const VertexId v : c)
        if (!contains(other, v)) return v;
    return c[0];
}

CornerPair::Verdict decide_edge_pair(std::span<const Vec3> vertices, const Corners& a, const Corners& b) {
    using Verdict = CornerPair::Verdict;
    const VertexId alone_a = corner_beside(a, b), alone_b = corner_beside(b, a);
    const Corners turned = turned_to(a, alone_a);
    const Vec3 &p = vertices[turned[1]], &q = vertices[turned[2]];
    const Vec3 &r = vertices[alone_a], &s = vertices[alone_b];
    if (orient3d(p, q, r, s) != 0) return Verdict::apart;
    const int axis = projection_axis({{p, q, r}});
    if (axis < 0) return Verdict::flat;
    const Vec2 from = drop(p, axis), to = drop(q, axis);
    const int sides = orient2d(from, to, drop(r, axis)) * orient2d(from, to, drop(s, axis));
    if (sides == 0) return Verdict::flat;
    return sides > 0 ? Verdict::meet : Verdict::apart;
}

}  // namespace

bool meet_beyond_shared(std::span<const Vec3> vertices, const Corners& a, const Corners& b) {
    using Verdict = CornerPair::Verdict;
    if (has_equal_corners(a) || has_equal_corners(b)) {
        const bool same = std::ranges::all_of(a, [&](VertexId v) { return contains(b, v); }) &&
                          std::ranges::all_of(b, [&](VertexId v) { return contains(a, v); });
        return same || meet_beyond_by_features(vertices, a, b);
    }
    Verdict verdict = Verdict::meet;
    switch (std::popcount(shared_corners(a, b))) {
        case 1: {
            const VertexId v = *std::ranges::find_if(a, [&](VertexId i) { return contains(b, i); });
            verdict = CornerPair(vertices, turned_to(a, v), turned_to(b, v)).decide();
            break;
        }
        case 2:
            verdict = decide_edge_pair(vertices, a, b);
            break;
        default:
            break;  // the same triangle twice
    }
    return verdict == Verdict::flat ? meet_beyond_by_features(vertices, a, b) : verdict == Verdict::meet;
}

}  // namespace graze::inline v1::detail
