#include "graze/clash/compare/detail/surface_gap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace graze::inline v1::detail {
namespace {

bool is_round(const SurfaceFace& face) {
    return face.kind == SurfaceKind::cylinder || face.kind == SurfaceKind::cone;
}

struct AlongAxis {
    double from = std::numeric_limits<double>::infinity(), to = -from;
};

AlongAxis along(const SurfaceFace& axis, std::span<const Triangle> triangles) {
    AlongAxis range;
    for (const Triangle& t : triangles) {
        for (const Vec3& p : t.corner) {
            const double z = dot(p - axis.point, axis.axis);
            range.from = std::min(range.from, z);
            range.to = std::max(range.to, z);
        }
    }
    return range;
}

double off_axis(const SurfaceFace& face, const Vec3& p) {
    return length(cross(p - face.point, face.axis));
}

double radius_at(const SurfaceFace& face, double z) {
    return face.radius + face.slope * z;
}

// A length across the axis of a cone, as one across its surface.
double across_surface(const SurfaceFace& cone, double gap) {
    return gap / std::sqrt(1 + cone.slope * cone.slope);
}

// The axes of coaxial surfaces of CAD files differ by rounding only.
constexpr double parallel = 1e-7;

// A shaft in a bore; both may be cones.
std::optional<double> shaft_in_bore(const SurfaceFace& shaft, std::span<const Triangle> of_shaft,
                                    const SurfaceFace& bore, std::span<const Triangle> of_bore, double sure) {
    const double cosine = dot(shaft.axis, bore.axis);
    if (length(cross(shaft.axis, bore.axis)) > parallel) return std::nullopt;
    const AlongAxis s = along(bore, of_shaft), b = along(bore, of_bore);
    const double from = std::max(s.from, b.from), to = std::min(s.to, b.to);
    if (!(to - from > sure)) return std::nullopt;  // one begins where the other ends
    const double start = dot(bore.point - shaft.point, shaft.axis);
    double gap = std::numeric_limits<double>::infinity(), off = 0;
    for (const double z : {from, to}) {
        const double on_shaft = start + z * cosine;
        const double apart = off_axis(bore, shaft.point + shaft.axis * on_shaft);
        off = std::max(off, apart);
        gap = std::min(gap, radius_at(bore, z) - radius_at(shaft, on_shaft) - apart);
    }
    gap = across_surface(bore, gap);
    // Out of centre, they are closest on one side only, where there may be no face.
    if (off > sure && gap < 0) return std::nullopt;
    return gap;
}

// Two shafts side by side.
std::optional<double> side_by_side(const SurfaceFace& a, const SurfaceFace& b) {
    if (a.kind != SurfaceKind::cylinder || b.kind != SurfaceKind::cylinder) return std::nullopt;
    if (length(cross(a.axis, b.axis)) > parallel) return std::nullopt;
    const double gap = off_axis(a, b.point) - a.radius - b.radius;
    return gap >= 0 ? std::optional(gap) : std::nullopt;  // where they are closest there may be no face
}

std::optional<double> ball_and_round(const SurfaceFace& ball, const SurfaceFace& round) {
    const double off = off_axis(round, ball.point);
    const double radius = radius_at(round, dot(ball.point - round.point, round.axis));
    if (ball.concave) return std::nullopt;
    const double gap = across_surface(round, round.concave ? radius - off : off - radius) - ball.radius;
    return gap >= 0 ? std::optional(gap) : std::nullopt;
}

std::optional<double> ball_and_ball(const SurfaceFace& a, const SurfaceFace& b, double sure) {
    if (a.concave && b.concave) return std::nullopt;
    const double off = length(a.point - b.point);
    if (!a.concave && !b.concave) {
        const double gap = off - a.radius - b.radius;
        return gap >= 0 ? std::optional(gap) : std::nullopt;
    }
    const double gap = (a.concave ? a.radius - b.radius : b.radius - a.radius) - off;
    if (off > sure && gap < 0) return std::nullopt;
    return gap;
}

// A ball or a shaft on a plane, whose axis points out of its solid.
std::optional<double> on_plane(const SurfaceFace& face, std::span<const Triangle> triangles,
                               const SurfaceFace& plane) {
    if (face.concave) return std::nullopt;
    double gap = 0;
    if (face.kind == SurfaceKind::sphere) {
        gap = dot(face.point - plane.point, plane.axis) - face.radius;
    } else {
        if (face.kind != SurfaceKind::cylinder || std::abs(dot(face.axis, plane.axis)) > parallel)
            return std::nullopt;
        const AlongAxis range = along(face, triangles);
        const auto height = [&](double z) {
            return dot(face.point + face.axis * z - plane.point, plane.axis);
        };
        gap = std::min(height(range.from), height(range.to)) - face.radius;
    }
    return gap >= 0 ? std::optional(gap) : std::nullopt;
}

}  // namespace

// Where a gap that is negative does not prove an overlap, since it is not known whether the faces extend to
// the place in question, the triangles decide: those of convex faces lie inside the solids.
std::optional<double> surface_gap(const SurfaceFace& a, std::span<const Triangle> triangles_a,
                                  const SurfaceFace& b, std::span<const Triangle> triangles_b, double sure) {
    if (is_round(a) && is_round(b)) {
        if (a.concave && b.concave) return std::nullopt;
        if (!a.concave && !b.concave) return side_by_side(a, b);
        return a.concave ? shaft_in_bore(b, triangles_b, a, triangles_a, sure)
                         : shaft_in_bore(a, triangles_a, b, triangles_b, sure);
    }
    if (a.kind == SurfaceKind::sphere && b.kind == SurfaceKind::sphere) return ball_and_ball(a, b, sure);
    if (a.kind == SurfaceKind::sphere && is_round(b)) return ball_and_round(a, b);
    if (b.kind == SurfaceKind::sphere && is_round(a)) return ball_and_round(b, a);
    if (a.kind == SurfaceKind::plane && (is_round(b) || b.kind == SurfaceKind::sphere))
        return on_plane(b, triangles_b, a);
    if (b.kind == SurfaceKind::plane && (is_round(a) || a.kind == SurfaceKind::sphere))
        return on_plane(a, triangles_a, b);
    return std::nullopt;
}

}  // namespace graze::inline v1::detail
