#include "graze/query/solid/detail/shifted_signs.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "graze/base/detail/determinant.h"
#include "graze/base/predicates.h"

namespace graze::inline v1::detail {
namespace {

// The sign of t's normal along the shift.
[[gnu::noinline]] int normal_sign(const Triangle& t) {
    for (int axis = 0; axis < 3; ++axis) {
        const int s = orient2d(drop(t[0], axis), drop(t[1], axis), drop(t[2], axis));
        if (s != 0) return s;
    }
    return 0;
}

// orient3d(p, q, r + shift, s + shift) grows by shift . ((s - r) x (q - p)).
[[gnu::noinline]] int cross_sign(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
    for (int axis = 0; axis < 3; ++axis) {
        const int sign = orient_directions(drop(r, axis), drop(s, axis), drop(p, axis), drop(q, axis));
        if (sign != 0) return sign;
    }
    return 0;
}

struct Determinant {
    double value, error;
};

Determinant roughly(const Triangle& t, const Vec3& p) {
    const Vec3 u = t[1] - t[0], v = t[2] - t[0], w = p - t[0];
    const auto largest = [](double x, double y, double z) {
        return std::max({std::abs(x), std::abs(y), std::abs(z)});
    };
    // As in orient3d.
    return {dot(cross(u, v), w),
            largest(u.x, v.x, w.x) * largest(u.y, v.y, w.y) * largest(u.z, v.z, w.z) * 0x1p-47 + 0x1p-700};
}

// The position on the line from u to v, which are on different sides, where the line meets t's plane.
double share_of_way(const Vec3& u, const Vec3& v, const Triangle& t, double precision) {
    const Determinant du = roughly(t, u), dv = roughly(t, v);
    const double sum = std::abs(du.value) + std::abs(dv.value), error = du.error + dv.error;
    const Vec3 way = v - u;
    const double length = std::max({std::abs(way.x), std::abs(way.y), std::abs(way.z)});
    if (4 * error * length < precision * sum) return std::abs(du.value) / sum;
    Scaled su = orient3d_value(t[0], t[1], t[2], u), sv = orient3d_value(t[0], t[1], t[2], v);
    su.value = std::abs(su.value);
    sv.value = std::abs(sv.value);
    return share(su, sv);
}

// The same bits for both directions of the edge, so that all triangles that meet in it have the same point.
GRAZE_INLINE Vec3 crossing_point(Vec3 u, Vec3 v, const Triangle& t, double precision) {
    if (std::tie(v.x, v.y, v.z) < std::tie(u.x, u.y, u.z)) std::swap(u, v);
    return u + (v - u) * share_of_way(u, v, t, precision);
}

// Notified where the shift decides. Most callers do not need this.
struct Unwatched {
    void operator()() const {}
};
struct Watch {
    bool& tied;
    void operator()() const { tied = true; }
};

// As side() and turn().
template <class OnTie>
int side_or_tie(const Triangle& t, WhichMesh of, const Vec3& p, const OnTie& on_tie) {
    // Copies of a mesh at one place have many points in common; comparing is faster than computing.
    const bool in_corner = p == t[0] || p == t[1] || p == t[2];
    const int s = in_corner ? 0 : orient3d(t[0], t[1], t[2], p);
    if (s != 0) return s;
    on_tie();
    return of == WhichMesh::a ? normal_sign(t) : -normal_sign(t);
}

template <class OnTie>
int turn_or_tie(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s, const OnTie& on_tie) {
    const bool meet = p == r || p == s || q == r || q == s;
    const int sign = meet ? 0 : orient3d(p, q, r, s);
    if (sign != 0) return sign;
    on_tie();
    return cross_sign(p, q, r, s);
}

std::size_t next(std::size_t i) {
    return i == 2 ? 0 : i + 1;
}

// Signs for a pair of triangles, each computed at most once and only if it is needed.
template <class OnTie>
class Signs {
  public:
    Signs(const Triangle& a, const Triangle& b, const OnTie& on_tie) : a_(a), b_(b), on_tie_(on_tie) {}

    // The sides of the corners of one triangle with respect to the other; false if all are on one side. A
    // triangle without area has no sides, but its edges may pass through the other triangle.
    bool both_sides() {
        for (std::size_t i = 0; i < 3; ++i) side_[0][i] = side_or_tie(b_, WhichMesh::b, a_[i], on_tie_);
        if (all_on_one(side_[0])) return false;
        for (std::size_t i = 0; i < 3; ++i) side_[1][i] = side_or_tie(a_, WhichMesh::a, b_[i], on_tie_);
        return !all_on_one(side_[1]);
    }

    // As passes(), for edge i of one triangle through the other.
    int passes(WhichMesh edge_of, std::size_t i) {
        const auto& s = side_[edge_of == WhichMesh::a ? 0 : 1];
        if (s[i] == s[next(i)]) return 0;
        int first = 0;
        for (std::size_t j = 0; j < 3; ++j) {
            const int t = edge_of == WhichMesh::a ? turn_of(i, j) : turn_of(j, i);
            if (j == 0) first = t;
            if (t != first) return 0;
        }
        return s[i];
    }

  private:
    static bool all_on_one(const int (&s)[3]) { return s[0] != 0 && s[0] == s[1] && s[1] == s[2]; }
    int turn_of(std::size_t i, std::size_t j) {
        if (turn_[i][j] == unknown)
            turn_[i][j] = turn_or_tie(a_[i], a_[next(i)], b_[j], b_[next(j)], on_tie_);
        return turn_[i][j];
    }

    static constexpr int unknown = 2;
    const Triangle &a_, &b_;
    [[no_unique_address]] OnTie on_tie_;
    int side_[2][3] = {};
    int turn_[3][3] = {{unknown, unknown, unknown}, {unknown, unknown, unknown}, {unknown, unknown, unknown}};
};

template <class OnTie>
bool find_cut(const Triangle& a, const Triangle& b, double precision, Cut& result, const OnTie& on_tie) {
    Signs<OnTie> signs(a, b, on_tie);
    if (!signs.both_sides()) return false;
    int found = 0;
    for (const WhichMesh edge_of : {WhichMesh::a, WhichMesh::b}) {
        const Triangle &t = edge_of == WhichMesh::a ? a : b, &other = edge_of == WhichMesh::a ? b : a;
        for (std::size_t i = 0; i < 3 && found < 2; ++i) {
            const int way = signs.passes(edge_of, i);
            if (way == 0) continue;
            ++found;
            // Along A's border the cut begins where the border comes out of B; for B's border it is the
            // reverse.
            const bool is_head = (way > 0) == (edge_of == WhichMesh::a);
            CutEnd& end = is_head ? result.head : result.tail;
            end.point = crossing_point(t[i], t[next(i)], other, precision);
            end.edge_of = edge_of;
            end.edge = static_cast<std::uint8_t>(i);
            end.passes = way;
        }
    }
    return found == 2;
}

}  // namespace

int side(const Triangle& t, WhichMesh of, const Vec3& p) {
    return side_or_tie(t, of, p, Unwatched{});
}

int turn(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
    return turn_or_tie(p, q, r, s, Unwatched{});
}

int passes(const Vec3& p, const Vec3& q, const Triangle& t, WhichMesh of) {
    const int start = side(t, of, p);
    if (start == 0 || start == side(t, of, q)) return 0;
    int first = 0;
    for (std::size_t j = 0; j < 3; ++j) {
        const Vec3 &r = t[j], &s = t[(j + 1) % 3];
        const int way = of == WhichMesh::b ? turn(p, q, r, s) : turn(r, s, p, q);
        if (j == 0) first = way;
        if (way != first) return 0;
    }
    return start;
}

bool cut(const Triangle& a, const Triangle& b, double precision, Cut& result) {
    return find_cut(a, b, precision, result, Unwatched{});
}

bool cut(const Triangle& a, const Triangle& b, double precision, Cut& result, bool& tied) {
    return find_cut(a, b, precision, result, Watch{tied});
}

}  // namespace graze::inline v1::detail
