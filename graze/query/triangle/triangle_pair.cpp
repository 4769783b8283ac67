// Yes or no for one pair, after Guigue and Devillers 2003: the corners of each triangle against the plane of
// the other, then two more orientations that compare the intervals the triangles cut from the common line of
// the planes.
#include "graze/query/triangle/triangle_pair.h"

#include <algorithm>
#include <utility>

#include "graze/base/predicates.h"
#include "graze/query/triangle/detail/pair_error.h"

namespace graze::inline v1 {
namespace {

// The signed distances of the corners of t from the plane of p, times the length of p's normal, in floating
// point.
struct Heights {
    double h0, h1, h2;

    Heights(const Triangle& p, const Triangle& t) {
        const Vec3 n = cross(p[1] - p[0], p[2] - p[0]);
        h0 = dot(n, t[0] - p[0]), h1 = dot(n, t[1] - p[0]), h2 = dot(n, t[2] - p[0]);
    }
    bool certain(double error) const {
        return (std::abs(h0) > error) & (std::abs(h1) > error) & (std::abs(h2) > error);
    }
    // Bit i: corner i is below the plane.
    unsigned below() const { return unsigned{h0 < 0} | unsigned{h1 < 0} << 1 | unsigned{h2 < 0} << 2; }
};

// For each pattern of corners below a plane, except all or none, the corner that is alone on its side.
constexpr std::uint8_t lone_corner[8] = {0, 0, 1, 2, 2, 1, 0, 0};
constexpr bool one_sided(unsigned below) {
    return (below == 0) | (below == 7);
}
constexpr bool lone_is_below(unsigned below) {
    return below == 1 || below == 2 || below == 4;
}
constexpr std::uint8_t next_corner[3] = {1, 2, 0}, previous_corner[3] = {2, 0, 1};

double orient3d_approximate(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return dot(cross(b - a, c - a), d - a);
}

int orient3d_filtered(double error, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const double approximate = orient3d_approximate(a, b, c, d);
    return approximate > error ? 1 : approximate < -error ? -1 : orient3d(a, b, c, d);
}

// ---- With exact signs, for pairs where some corner is on, or hardly off, the other's plane.

std::array<int, 3> exact_sides(const Triangle& plane, const Triangle& t) {
    const auto side = [&](const Vec3& q) { return orient3d(plane[0], plane[1], plane[2], q); };
    return {side(t[0]), side(t[1]), side(t[2])};
}

bool one_side(const std::array<int, 3>& s) {
    return (s[0] > 0 && s[1] > 0 && s[2] > 0) || (s[0] < 0 && s[1] < 0 && s[2] < 0);
}
bool all_zero(const std::array<int, 3>& s) {
    return (s[0] | s[1] | s[2]) == 0;
}

// A triangle rotated so that both edges at corner 0 meet the plane of the other triangle.
struct Turned {
    Vec3 p, q, r;
    bool below;  // p is below the plane, or on it with q and r above
};

// Signs are neither all on one side nor all zero.
Turned turn(const Triangle& t, const std::array<int, 3>& s) {
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        if (s[i] != 0 && s[i] * s[j] <= 0 && s[i] * s[k] <= 0) return {t[i], t[j], t[k], s[i] < 0};
    }
    // One corner is on the plane and the others on one side of it: only that corner meets the plane.
    const std::size_t i = s[0] == 0 ? 0 : s[1] == 0 ? 1 : 2;
    return {t[i], t[(i + 1) % 3], t[(i + 2) % 3], s[(i + 1) % 3] > 0};
}

bool share_a_corner(const Triangle& a, const Triangle& b) {
    for (const Vec3& p : a.corner) {
        if (p == b[0] || p == b[1] || p == b[2]) return true;
    }
    return false;
}

// For closed triangles with area, projected to a plane: they are apart if and only if an edge of one has all
// of the other strictly beyond it.
bool overlap_in_plane(const Triangle& a, const Triangle& b, int axis) {
    const auto edge_separates = [axis](const Triangle& t, const Triangle& other) {
        const Vec2 p[3] = {drop(t[0], axis), drop(t[1], axis), drop(t[2], axis)};
        const Vec2 q[3] = {drop(other[0], axis), drop(other[1], axis), drop(other[2], axis)};
        const int outside = -orient2d(p[0], p[1], p[2]);
        for (int i = 0; i < 3; ++i) {
            const auto beyond = [&](const Vec2& x) { return orient2d(p[i], p[(i + 1) % 3], x) == outside; };
            if (beyond(q[0]) && beyond(q[1]) && beyond(q[2])) return true;
        }
        return false;
    };
    return !edge_separates(a, b) && !edge_separates(b, a);
}

// One triangle lies in the plane of the other, or has no plane.
bool intersects_flat(const Triangle& a, const Triangle& b) {
    const int axis = projection_axis(a);
    if (axis >= 0 && projection_axis(b) >= 0) return overlap_in_plane(a, b, axis);
    return intersection(a, b).kind != CommonKind::none;  // one of them is a segment or a point
}

[[gnu::noinline]] bool intersects_exactly(const Triangle& a, const Triangle& b, double error) {
    if (share_a_corner(a, b)) return true;
    const std::array<int, 3> sb = exact_sides(a, b);
    if (one_side(sb)) return false;
    if (all_zero(sb)) return intersects_flat(a, b);
    const std::array<int, 3> sa = exact_sides(b, a);
    if (one_side(sa)) return false;
    if (all_zero(sa)) return intersects_flat(a, b);

    Turned ta = turn(a, sa), tb = turn(b, sb);
    // Reversing B puts A's corner above B's plane, and vice versa.
    if (ta.below) std::swap(tb.q, tb.r);
    if (tb.below) std::swap(ta.q, ta.r);
    return orient3d_filtered(error, ta.p, ta.q, tb.p, tb.q) <= 0 &&
           orient3d_filtered(error, ta.p, ta.r, tb.r, tb.p) <= 0;
}

}  // namespace

bool intersects(const Triangle& a, const Triangle& b) {
    const Box box_a = bounds(a), box_b = bounds(b);
    if (!overlap(box_a, box_b)) return false;
    const double error = detail::pair_error(box_a, box_b);

    // Computes both planes before the first branch on them: which of the two separates cannot be predicted.
    const Heights hb(a, b), ha(b, a);
    const unsigned below_a = ha.below(), below_b = hb.below();
    const bool certain_a = ha.certain(error), certain_b = hb.certain(error);
    if ((certain_a & one_sided(below_a)) | (certain_b & one_sided(below_b))) return false;
    if (!(certain_a & certain_b)) return intersects_exactly(a, b, error);

    const std::size_t ia = lone_corner[below_a], ib = lone_corner[below_b];
    const bool over_a = lone_is_below(below_b), over_b = lone_is_below(below_a);
    const Vec3 &ap = a[ia], &aq = a[(over_a ? previous_corner : next_corner)[ia]],
               &ar = a[(over_a ? next_corner : previous_corner)[ia]];
    const Vec3 &bp = b[ib], &bq = b[(over_b ? previous_corner : next_corner)[ib]],
               &br = b[(over_b ? next_corner : previous_corner)[ib]];
    const double left = orient3d_approximate(ap, aq, bp, bq), right = orient3d_approximate(ap, ar, br, bp);
    if ((std::abs(left) > error) & (std::abs(right) > error)) return (left < 0) & (right < 0);
    return orient3d_filtered(error, ap, aq, bp, bq) <= 0 && orient3d_filtered(error, ap, ar, br, bp) <= 0;
}

}  // namespace graze::inline v1
