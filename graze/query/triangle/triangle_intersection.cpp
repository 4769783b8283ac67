// The common set of two triangles with the features its corners lie in, from exact signs alone.
//
// A corner of the common set is a corner of one triangle that lies in the other, an edge of one that passes
// through the other, or the crossing of two coplanar edges. Each is found by its features, and no point of
// the set has two pairs of lowest features, so equal pairs are equal points. Coordinates are computed last
// and decide nothing.
#include <algorithm>
#include <optional>

#include "graze/base/predicates.h"
#include "graze/query/triangle/detail/corner_simplex.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1 {
namespace {

using Kind = Feature::Kind;
using Simplex = detail::CornerSimplex;
using detail::lexicographic_less;

constexpr Feature corner_feature(int i) {
    return {Kind::corner, static_cast<std::uint8_t>(i)};
}
constexpr Feature edge_feature(int i) {
    return {Kind::edge, static_cast<std::uint8_t>(i)};
}

// The feature of the triangle that contains a point of its plane, given the side of each edge on which the
// point is (+1 inside).
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
    // A point on two edges is on the corner they share, which is opposite the third.
    return zeros == 1 ? edge_feature(zero) : corner_feature(other);
}

std::optional<Feature> locate_in_plane(const Vec3& p, const Simplex& s) {
    const Vec2 q = drop(p, s.axis),
               c[3] = {drop(s.at(0), s.axis), drop(s.at(1), s.axis), drop(s.at(2), s.axis)};
    const int turn = orient2d(c[0], c[1], c[2]);
    return feature_of_sides(
        {turn * orient2d(c[1], c[2], q), turn * orient2d(c[2], c[0], q), turn * orient2d(c[0], c[1], q)});
}

// The feature of s that contains the point p, if any. `side` is p's side of s's plane if s is a triangle.
std::optional<Feature> locate(const Vec3& p, const Simplex& s, int side) {
    if (s.size == 3) return side == 0 ? locate_in_plane(p, s) : std::nullopt;
    for (int i = 0; i < s.size; ++i) {
        if (p == s.corner(i)) return corner_feature(s.corner_id(i));
    }
    if (s.size == 2 && on_segment(p, s.corner(0), s.corner(1))) return edge_feature(s.edge_id(0));
    return std::nullopt;
}

// The feature where the segment uv passes through the triangle s. The ends of uv are strictly on opposite
// sides of s's plane.
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

class Collector {
  public:
    Collector(const Simplex& a, const Simplex& b) : a_(a), b_(b) {}

    void add(Feature on_a, Feature on_b) {
        for (std::size_t i = 0; i < count_; ++i) {
            if (points_[i].on_a == on_a && points_[i].on_b == on_b) return;
        }
        const CommonPoint point{detail::common_place(a_, on_a, b_, on_b), on_a, on_b};
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
    // Two corners of a polygon are neighbours if they lie on one edge of A or of B; no edge has more than
    // two.
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

// The side of each edge of a triangle on which points of its plane are: +1 inside.
using Sides2d = std::array<std::array<int, 3>, 3>;  // [edge][point]

Sides2d sides_in_plane(const std::array<Vec2, 3>& t, const std::array<Vec2, 3>& points) {
    const int turn = orient2d(t[0], t[1], t[2]);
    Sides2d side{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            side[i][k] = turn * orient2d(t[(i + 1) % 3], t[(i + 2) % 3], points[k]);
    return side;
}

bool opposite(const std::array<int, 3>& sides_of_points, std::size_t edge) {
    return sides_of_points[(edge + 1) % 3] * sides_of_points[(edge + 2) % 3] < 0;
}

// Two triangles in one plane, projected along one axis: the sides of the corners relative to the edges of the
// other triangle determine the result.
TriangleIntersection intersection_in_plane(const Simplex& a, const Simplex& b) {
    const std::array<Vec2, 3> a2{drop(a.at(0), a.axis), drop(a.at(1), a.axis), drop(a.at(2), a.axis)},
        b2{drop(b.at(0), a.axis), drop(b.at(1), a.axis), drop(b.at(2), a.axis)};
    const Sides2d of_a = sides_in_plane(a2, b2), of_b = sides_in_plane(b2, a2);
    const auto sides_of = [](const Sides2d& side, std::size_t k) {
        return std::array{side[0][k], side[1][k], side[2][k]};
    };
    Collector found(a, b);
    for (int k = 0; k < 3; ++k)
        if (const auto f = feature_of_sides(sides_of(of_b, static_cast<std::size_t>(k))))
            found.add(corner_feature(k), *f);
    for (int k = 0; k < 3; ++k)
        if (const auto f = feature_of_sides(sides_of(of_a, static_cast<std::size_t>(k))))
            found.add(*f, corner_feature(k));
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const auto edge_a = static_cast<std::size_t>(i), edge_b = static_cast<std::size_t>(j);
            if (opposite(of_a[edge_a], edge_b) && opposite(of_b[edge_b], edge_a))
                found.add(edge_feature(i), edge_feature(j));
        }
    }
    return found.result(true);
}

}  // namespace

TriangleIntersection intersection(const Triangle& ta, const Triangle& tb) {
    if (!overlap(bounds(ta), bounds(tb))) return {};
    const Simplex a(ta), b(tb);
    const std::array<int, 3> side_a = sides(b, a);
    if (a.size == 3 && b.size == 3 && side_a == std::array<int, 3>{}) return intersection_in_plane(a, b);
    const std::array<int, 3> side_b = sides(a, b);
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
    // For two triangles in different planes, the crossings above are all there are.
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

std::span<const CommonPoint> TriangleIntersection::points() const {
    return {point_storage.data(), point_count};
}

Vec3 TriangleIntersection::middle() const {
    Vec3 sum;
    for (const CommonPoint& p : points()) sum += p.position / static_cast<double>(point_count);
    return sum;
}

}  // namespace graze::inline v1
