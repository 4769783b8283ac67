#include "graze/query/triangle/detail/corner_simplex.h"

#include <cmath>
#include <utility>

#include "graze/base/detail/determinant.h"

namespace graze::inline v1::detail {
namespace {

using Kind = Feature::Kind;

// The point at from_u / (from_u + from_v) between u and v, computed from the nearer end and within the
// segment's box.
Vec3 between(const Vec3& u, const Vec3& v, const Scaled& from_u, const Scaled& from_v) {
    const double t = share(from_u, from_v);
    const double s = share(from_v, from_u);
    const Vec3 p = t <= 0.5 ? u + t * (v - u) : v + s * (u - v);
    const auto within = [](double x, double a, double b) {
        return std::clamp(x, std::min(a, b), std::max(a, b));
    };
    return {within(p.x, u.x, v.x), within(p.y, u.y, v.y), within(p.z, u.z, v.z)};
}

Scaled magnitude(Scaled s) {
    s.value = std::abs(s.value);
    return s;
}

struct Segment {
    Vec3 u, v;
};

// With ends in lexicographic order, so that the same segment gives the same bits for either triangle.
Segment segment_of(const CornerSimplex& s, Feature f) {
    Vec3 u = s.at((f.index + 1) % 3), v = s.at((f.index + 2) % 3);
    if (lexicographic_less(v, u)) std::swap(u, v);
    return {u, v};
}

Vec3 on_plane(const Segment& e, const Triangle& t) {
    return between(e.u, e.v, magnitude(orient3d_value(t[0], t[1], t[2], e.u)),
                   magnitude(orient3d_value(t[0], t[1], t[2], e.v)));
}

// The crossing of two segments that lie in one plane and are not collinear.
Vec3 crossing(Segment e, Segment f) {
    // Ordered, so that (A,B) and (B,A) give the same result.
    if (std::pair less{lexicographic_less(f.u, e.u), f.u == e.u && lexicographic_less(f.v, e.v)};
        less.first || less.second) {
        std::swap(e, f);
    }
    int axis = projection_axis({f.u, f.v, e.u});
    if (axis < 0) axis = projection_axis({f.u, f.v, e.v});
    const auto distance = [&](const Vec3& p) {
        return magnitude(orient2d_value(drop(f.u, axis), drop(f.v, axis), drop(p, axis)));
    };
    return between(e.u, e.v, distance(e.u), distance(e.v));
}

}  // namespace

Vec3 common_place(const CornerSimplex& a, Feature on_a, const CornerSimplex& b, Feature on_b) {
    if (on_a.kind == Kind::corner) return a.at(on_a.index);
    if (on_b.kind == Kind::corner) return b.at(on_b.index);
    if (on_a.kind == Kind::face) return on_plane(segment_of(b, on_b), a.t);
    if (on_b.kind == Kind::face) return on_plane(segment_of(a, on_a), b.t);
    return crossing(segment_of(a, on_a), segment_of(b, on_b));
}

}  // namespace graze::inline v1::detail
