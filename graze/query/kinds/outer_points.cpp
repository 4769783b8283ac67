#include "graze/query/kinds/detail/outer_points.h"

#include <array>
#include <cmath>

#include "graze/base/trig.h"

namespace graze::inline v1::detail {
namespace {

// Directions on a cube, eight cells along each edge. None is further from one of them than half the diagonal
// of a cell in the middle of a face, arctan(sqrt(2) / 8); so the hull of these, made longer by this, contains
// the ball.
constexpr int cells_per_edge = 8;
constexpr double longer_than_ball = 1.0156 + 1e-4;
// Corners of a prism around a cylinder: 1 / cos(pi / 64).
constexpr int sides_of_prism = 64;
constexpr double longer_than_disk = 1.00121 + 1e-5;

// Until `visit` says false.
template <class Visit>
bool visit_directions(const Visit& visit) {
    for (int x = 0; x <= cells_per_edge; ++x)
        for (int y = 0; y <= cells_per_edge; ++y)
            for (int z = 0; z <= cells_per_edge; ++z) {
                const auto at_end = [](int i) { return i == 0 || i == cells_per_edge; };
                if (!at_end(x) && !at_end(y) && !at_end(z)) continue;
                const Vec3 d{2.0 * x / cells_per_edge - 1, 2.0 * y / cells_per_edge - 1,
                             2.0 * z / cells_per_edge - 1};
                if (!visit(normalized(d))) return false;
            }
    return true;
}

// Two vectors of length 1, at right angles to this one and to each other.
std::array<Vec3, 2> across_of(const Vec3& axis) {
    const Vec3 other = std::abs(axis.x) < 0.6 * length(axis) ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = normalized(cross(axis, other));
    return {u, normalized(cross(axis, u))};
}

template <class Visit>
bool visit_disk(const Vec3& center, const Vec3& axis, double radius, const Visit& visit) {
    // A solid without length has any axis; a ball is certainly around it.
    if (!(dot(axis, axis) > 0))
        return visit_directions(
            [&](const Vec3& d) { return visit(center + d * (radius * longer_than_ball)); });
    const auto [u, w] = across_of(axis);
    for (int i = 0; i < sides_of_prism; ++i) {
        const SinCos at = sin_cos_turns(static_cast<double>(i) / sides_of_prism);
        if (!visit(center + (u * at.cos + w * at.sin) * (radius * longer_than_disk))) return false;
    }
    return true;
}

// Points of the world whose hull contains the solid, until `visit` says false.
template <class Visit>
bool visit_outer_points(const Shape& shape, const Pose& pose, const Visit& visit) {
    const auto ball = [&](const Vec3& center, double radius) {
        return visit_directions(
            [&](const Vec3& d) { return visit(pose(center) + d * (radius * longer_than_ball)); });
    };
    if (const auto* s = shape.as<Sphere>()) return ball(s->center, s->radius);
    if (const auto* c = shape.as<Capsule>()) return ball(c->from, c->radius) && ball(c->to, c->radius);
    if (const auto* c = shape.as<Cylinder>()) {
        const Vec3 from = pose(c->from), to = pose(c->to);
        return visit_disk(from, to - from, c->radius, visit) && visit_disk(to, to - from, c->radius, visit);
    }
    if (const auto* c = shape.as<Cone>()) {
        const Vec3 base = pose(c->base), apex = pose(c->apex);
        return visit(apex) && visit_disk(base, apex - base, c->radius, visit);
    }
    if (const auto* e = shape.as<Ellipsoid>()) {
        const Vec3 u = pose.rotate(e->u), v = pose.rotate(e->v), w = pose.rotate(e->w);
        return visit_directions([&](const Vec3& d) {
            return visit(pose(e->center) + (u * d.x + v * d.y + w * d.z) * longer_than_ball);
        });
    }
    const PlacedConvex corners(shape, pose);
    for (std::size_t i = 0; i < corners.corner_count(); ++i)
        if (!visit(corners.corner(i))) return false;
    return true;
}

}  // namespace

bool lies_surely_inside(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    PlacedConvex outer(b, world_from_b);
    return visit_outer_points(a, world_from_a, [&](const Vec3& p) {
        const std::array<Vec3, 1> points{p};
        PlacedConvex point(points);
        const CoreDistance d = core_distance(point, outer, outer.radius());
        return d.surely_inside || d.at_most < outer.radius();
    });
}

bool sticks_surely_out(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    PlacedConvex inner(a, world_from_a), outer(b, world_from_b);
    // A support point of A is known up to rounding.
    const double margin = 0x1p-40 * (inner.largest() + inner.radius() + outer.largest() + outer.radius());
    return !visit_directions([&](const Vec3& d) {
        const std::array<Vec3, 1> points{inner.support(d).point + d * inner.radius()};
        PlacedConvex point(points);
        const double limit = outer.radius() + margin;
        return !(core_distance(point, outer, limit).at_least > limit);
    });
}

}  // namespace graze::inline v1::detail
