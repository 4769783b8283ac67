// The common set of two triangles with the features its corners lie in, from exact signs alone.
//
// A corner of the common set is a corner of one triangle that lies in the other, an edge of one that passes
// through the other, or the crossing of two coplanar edges. Each is found by its features, and no point of
// the set has two pairs of lowest features, so equal pairs are equal points. Coordinates are computed last
// and decide nothing.
#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "graze/base/detail/determinant.h"
#include "graze/base/predicates.h"
#include "graze/query/triangle_pair.h"

namespace graze::inline v1 {
namespace {

using Kind = Feature::Kind;

constexpr Feature corner_feature(int i) {
    return {Kind::corner, static_cast<std::uint8_t>(i)};
}
constexpr Feature edge_feature(int i) {
    return {Kind::edge, static_cast<std::uint8_t>(i)};
}

bool lexicographic_less(const Vec3& a, const Vec3& b) {
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
}

// A triangle as what it is: a triangle, a segment or a point, named by corners of the original.
struct Simplex {
    Triangle t;
    int size = 3;                    // number of its corners
    std::array<int, 3> id{0, 1, 2};  // which corners of t they are
    int axis = -1;                   // for size 3: projects along it without becoming flat

    explicit Simplex(const Triangle& triangle) : t(triangle), axis(projection_axis(triangle)) {
        if (axis >= 0) return;
        // Collinear: the segment between the extreme corners along any axis on which they differ. Of equal
        // corners the first stands for all.
        for (std::size_t k = 0; k < 3; ++k) {
            int lo = 0, hi = 0;
            for (int i = 1; i < 3; ++i) {
                if (at(i)[k] < at(lo)[k]) lo = i;
                if (at(i)[k] > at(hi)[k]) hi = i;
            }
            if (lo != hi) {
                size = 2;
                id = {std::min(lo, hi), std::max(lo, hi), 0};
                return;
            }
        }
        size = 1;
    }

    const Vec3& at(int i) const { return t[static_cast<std::size_t>(i)]; }
    const Vec3& corner(int i) const { return at(id[static_cast<std::size_t>(i)]); }
    int corner_id(int i) const { return id[static_cast<std::size_t>(i)]; }

    int edge_count() const { return size == 3 ? 3 : size - 1; }
    // The feature index of edge i, and its ends. Edge i of a triangle is opposite corner i.
    int edge_id(int i) const { return size == 3 ? i : 3 - id[0] - id[1]; }
    int edge_from(int i) const { return size == 3 ? (i + 1) % 3 : id[0]; }
    int edge_to(int i) const { return size == 3 ? (i + 2) % 3 : id[1]; }
};

// In which feature of the triangle a point of its plane lies, given on which side of each edge it is (+1
// inside).
std::optional<Feature> feature_of_sides(const std::array<int, 3>& side) {
    int zeros = 0, zero = 0, other = 0;
    for (int i = 0; i < 3; ++i) {
        const int s = side[static_cast<std::size_t>(i)];
        if (s < 0) return std::nullopt;
        if (s == 0) {
            ++zeros;
            zero = i;
        } else {
            other = i;
        }
    }
    if (zeros == 0) return Feature{};
    // On two edges is on the corner they share, which is opposite the third.
    return zeros == 1 ? edge_feature(zero) : corner_feature(other);
}

std::optional<Feature> locate_in_plane(const Vec3& p, const Simplex& s) {
    const Vec2 q = drop(p, s.axis),
               c[3] = {drop(s.at(0), s.axis), drop(s.at(1), s.axis), drop(s.at(2), s.axis)};
    const int turn = orient2d(c[0], c[1], c[2]);
    return feature_of_sides(
        {turn * orient2d(c[1], c[2], q), turn * orient2d(c[2], c[0], q), turn * orient2d(c[0], c[1], q)});
}

// In which feature of s the point p lies, if any. `side` is p's side of s's plane when s is a triangle.
std::optional<Feature> locate(const Vec3& p, const Simplex& s, int side) {
    if (s.size == 3) return side == 0 ? locate_in_plane(p, s) : std::nullopt;
    for (int i = 0; i < s.size; ++i) {
        if (p == s.corner(i)) return corner_feature(s.corner_id(i));
    }
    if (s.size == 2 && on_segment(p, s.corner(0), s.corner(1))) return edge_feature(s.edge_id(0));
    return std::nullopt;
}

// Where the segment uv, whose ends are strictly on opposite sides of s's plane, passes through the triangle
// s.
std::optional<Feature> pierce(const Vec3& u, const Vec3& v, const Simplex& s) {
    std::array<int, 3> side{};
    for (int i = 0; i < 3; ++i) {
        side[static_cast<std::size_t>(i)] = orient3d(u, v, s.at((i + 1) % 3), s.at((i + 2) % 3));
    }
    const bool negative = side[0] < 0 || side[1] < 0 || side[2] < 0;
    if (negative) {
        for (int& x : side) x = -x;
    }
    return feature_of_sides(side);
}

// ---- Coordinates

// The point at share/(share+rest) of the way from u to v, from the nearer end and within the segment's box.
Vec3 between(const Vec3& u, const Vec3& v, const detail::Scaled& from_u, const detail::Scaled& from_v) {
    const double t = detail::share(from_u, from_v);
    const double s = detail::share(from_v, from_u);
    const Vec3 p = t <= 0.5 ? u + t * (v - u) : v + s * (u - v);
    const auto within = [](double x, double a, double b) {
        return std::clamp(x, std::min(a, b), std::max(a, b));
    };
    return {within(p.x, u.x, v.x), within(p.y, u.y, v.y), within(p.z, u.z, v.z)};
}

detail::Scaled magnitude(detail::Scaled s) {
    s.value = std::abs(s.value);
    return s;
}

struct Segment {
    Vec3 u, v;
};

// With ends in lexicographic order, so that the same segment gives the same bits whichever triangle it comes
// from.
Segment segment_of(const Simplex& s, Feature f) {
    Vec3 u = s.at((f.index + 1) % 3), v = s.at((f.index + 2) % 3);
    if (lexicographic_less(v, u)) std::swap(u, v);
    return {u, v};
}

Vec3 on_plane(const Segment& e, const Triangle& t) {
    return between(e.u, e.v, magnitude(detail::orient3d_value(t[0], t[1], t[2], e.u)),
                   magnitude(detail::orient3d_value(t[0], t[1], t[2], e.v)));
}

// The crossing of two segments that lie in one plane and are not collinear.
Vec3 crossing(Segment e, Segment f) {
    // Ordered, so that (A,B) and (B,A) compute the same.
    if (std::pair less{lexicographic_less(f.u, e.u), f.u == e.u && lexicographic_less(f.v, e.v)};
        less.first || less.second) {
        std::swap(e, f);
    }
    int axis = projection_axis({f.u, f.v, e.u});
    if (axis < 0) axis = projection_axis({f.u, f.v, e.v});
    const auto distance = [&](const Vec3& p) {
        return magnitude(detail::orient2d_value(drop(f.u, axis), drop(f.v, axis), drop(p, axis)));
    };
    return between(e.u, e.v, distance(e.u), distance(e.v));
}

Vec3 position(const Simplex& a, Feature on_a, const Simplex& b, Feature on_b) {
    if (on_a.kind == Kind::corner) return a.at(on_a.index);
    if (on_b.kind == Kind::corner) return b.at(on_b.index);
    if (on_a.kind == Kind::face) return on_plane(segment_of(b, on_b), a.t);
    if (on_b.kind == Kind::face) return on_plane(segment_of(a, on_a), b.t);
    return crossing(segment_of(a, on_a), segment_of(b, on_b));
}

// ---- Collecting

class Collector {
  public:
    Collector(const Simplex& a, const Simplex& b) : a_(a), b_(b) {}

    void add(Feature on_a, Feature on_b) {
        for (std::size_t i = 0; i < count_; ++i) {
            if (points_[i].on_a == on_a && points_[i].on_b == on_b) return;
        }
        const CommonPoint point{position(a_, on_a, b_, on_b), on_a, on_b};
        // In lexicographic order, so that (A,B) and (B,A) give the same list.
        std::size_t i = count_++;
        for (; i > 0 && lexicographic_less(point.position, points_[i - 1].position); --i)
            points_[i] = points_[i - 1];
        points_[i] = point;
    }

    TriangleIntersection result(bool coplanar) {
        TriangleIntersection r;
        r.coplanar = coplanar;
        r.point_count = static_cast<std::uint8_t>(count_);
        r.kind = static_cast<CommonKind>(std::min<std::size_t>(count_, 3));
        if (count_ > 2) walk_around();
        r.point_storage = points_;
        return r;
    }

  private:
    static bool on_edge(Feature f, int edge) {
        return f.kind == Kind::edge ? f.index == edge : f.kind == Kind::corner && f.index != edge;
    }
    // Of the corners of a polygon those are neighbours that lie on one edge of A or of B; no edge holds more
    // than two.
    static bool neighbours(const CommonPoint& p, const CommonPoint& q) {
        for (int e = 0; e < 3; ++e) {
            if ((on_edge(p.on_a, e) && on_edge(q.on_a, e)) || (on_edge(p.on_b, e) && on_edge(q.on_b, e)))
                return true;
        }
        return false;
    }
    void walk_around() {
        for (std::size_t i = 1; i + 1 < count_; ++i) {
            for (std::size_t j = i; j < count_; ++j) {
                if (!neighbours(points_[i - 1], points_[j])) continue;
                const CommonPoint next = points_[j];
                for (std::size_t k = j; k > i; --k) points_[k] = points_[k - 1];
                points_[i] = next;
                break;
            }
        }
    }

    const Simplex &a_, &b_;
    std::array<CommonPoint, 6> points_;
    std::size_t count_ = 0;
};

std::array<int, 3> sides(const Simplex& plane, const Simplex& s) {
    std::array<int, 3> r{0, 0, 0};
    if (plane.size < 3) return r;
    for (int i = 0; i < 3; ++i) {
        r[static_cast<std::size_t>(i)] = orient3d(plane.at(0), plane.at(1), plane.at(2), s.at(i));
    }
    return r;
}

// Do two segments that lie in one plane cross at a point inside both?
bool cross_properly(const Vec3& p, const Vec3& q, const Vec3& u, const Vec3& v) {
    int axis = projection_axis({p, q, u});
    if (axis < 0) axis = projection_axis({p, q, v});
    if (axis < 0) return false;  // all on one line
    const Vec2 p2 = drop(p, axis), q2 = drop(q, axis), u2 = drop(u, axis), v2 = drop(v, axis);
    return orient2d(p2, q2, u2) * orient2d(p2, q2, v2) < 0 && orient2d(u2, v2, p2) * orient2d(u2, v2, q2) < 0;
}

bool all_coplanar(const Simplex& a, const Simplex& b, const std::array<int, 3>& side_a,
                  const std::array<int, 3>& side_b) {
    if (b.size == 3) return side_a == std::array<int, 3>{};
    if (a.size == 3) return side_b == std::array<int, 3>{};
    return a.size == 1 || b.size == 1 || orient3d(a.corner(0), a.corner(1), b.corner(0), b.corner(1)) == 0;
}

}  // namespace

TriangleIntersection intersection(const Triangle& ta, const Triangle& tb) {
    if (!overlap(bounds(ta), bounds(tb))) return {};
    const Simplex a(ta), b(tb);
    const std::array<int, 3> side_a = sides(b, a), side_b = sides(a, b);
    const auto side_of = [](const std::array<int, 3>& s, int i) { return s[static_cast<std::size_t>(i)]; };
    Collector found(a, b);

    for (int i = 0; i < a.size; ++i) {
        const int id = a.corner_id(i);
        if (const auto f = locate(a.at(id), b, side_of(side_a, id))) found.add(corner_feature(id), *f);
    }
    for (int i = 0; i < b.size; ++i) {
        const int id = b.corner_id(i);
        if (const auto f = locate(b.at(id), a, side_of(side_b, id))) found.add(*f, corner_feature(id));
    }
    for (int i = 0; i < a.edge_count(); ++i) {
        const int u = a.edge_from(i), v = a.edge_to(i);
        if (side_of(side_a, u) * side_of(side_a, v) >= 0) continue;
        if (const auto f = pierce(a.at(u), a.at(v), b)) found.add(edge_feature(a.edge_id(i)), *f);
    }
    for (int i = 0; i < b.edge_count(); ++i) {
        const int u = b.edge_from(i), v = b.edge_to(i);
        if (side_of(side_b, u) * side_of(side_b, v) >= 0) continue;
        if (const auto f = pierce(b.at(u), b.at(v), a)) found.add(*f, edge_feature(b.edge_id(i)));
    }
    // Two triangles in different planes have all their edge crossings among the above.
    const bool coplanar = all_coplanar(a, b, side_a, side_b);
    if (coplanar) {
        for (int i = 0; i < a.edge_count(); ++i) {
            for (int j = 0; j < b.edge_count(); ++j) {
                if (cross_properly(a.at(a.edge_from(i)), a.at(a.edge_to(i)), b.at(b.edge_from(j)),
                                   b.at(b.edge_to(j)))) {
                    found.add(edge_feature(a.edge_id(i)), edge_feature(b.edge_id(j)));
                }
            }
        }
    }
    return found.result(coplanar);
}

}  // namespace graze::inline v1
