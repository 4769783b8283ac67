// Yes or no for one pair, after Guigue and Devillers 2003: the corners of each triangle against the plane of
// the other, then two more orientations that compare the intervals the triangles cut from the common line of
// the planes.
#include "graze/query/triangle_pair.h"

#include <algorithm>
#include <utility>

#include "graze/base/predicates.h"
#include "graze/query/detail/pair_error.h"

namespace graze::inline v1 {
namespace {

// Signs of determinants of corners of one pair. The bound on the rounding error is shared by all of them.
class PairSigns {
  public:
    explicit PairSigns(double error) : error_(error) {}

    int operator()(double approximate, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) const {
        if (approximate > error_) return 1;
        if (approximate < -error_) return -1;
        return orient3d(a, b, c, d);
    }
    int operator()(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) const {
        return (*this)(dot(cross(b - a, c - a), d - a), a, b, c, d);
    }
    // Of the corners of t against the plane of p.
    std::array<int, 3> against_plane(const Triangle& p, const Triangle& t) const {
        const Vec3 n = cross(p[1] - p[0], p[2] - p[0]);
        const auto sign = [&](const Vec3& q) { return (*this)(dot(n, q - p[0]), p[0], p[1], p[2], q); };
        return {sign(t[0]), sign(t[1]), sign(t[2])};
    }

  private:
    double error_;
};

bool one_side(const std::array<int, 3>& s) {
    return (s[0] > 0 && s[1] > 0 && s[2] > 0) || (s[0] < 0 && s[1] < 0 && s[2] < 0);
}
bool all_zero(const std::array<int, 3>& s) {
    return (s[0] | s[1] | s[2]) == 0;
}

// A triangle turned so that both edges at corner 0 meet the plane of the other one.
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
    // One corner on the plane and the others on one side of it: it is all that meets the plane.
    const std::size_t i = s[0] == 0 ? 0 : s[1] == 0 ? 1 : 2;
    return {t[i], t[(i + 1) % 3], t[(i + 2) % 3], s[(i + 1) % 3] > 0};
}

}  // namespace

bool intersects(const Triangle& a, const Triangle& b) {
    const Box box_a = bounds(a), box_b = bounds(b);
    if (!overlap(box_a, box_b)) return false;
    const PairSigns sign(detail::pair_error(box_a, box_b));

    const std::array<int, 3> sb = sign.against_plane(a, b);
    if (one_side(sb)) return false;
    const std::array<int, 3> sa = sign.against_plane(b, a);
    if (one_side(sa)) return false;
    // Coplanar, or one of them is degenerate: its plane then has every point on it.
    if (all_zero(sa) || all_zero(sb)) return intersection(a, b).kind != CommonKind::none;

    Turned ta = turn(a, sa), tb = turn(b, sb);
    // Turning B over puts A's corner above B's plane, and the other way round.
    if (ta.below) std::swap(tb.q, tb.r);
    if (tb.below) std::swap(ta.q, ta.r);
    return sign(ta.p, ta.q, tb.p, tb.q) <= 0 && sign(ta.p, ta.r, tb.r, tb.p) <= 0;
}

}  // namespace graze::inline v1
