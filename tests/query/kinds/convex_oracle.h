// Convex solids by their definition: points of them, drawn at random, and whether a point is one.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/base/random.h"
#include "graze/tree/shape.h"

namespace graze::test {

// How far a point is inside a solid in its own frame, as a number that is above 0 inside and below 0 outside.
inline double inside_by(const Shape& shape, const Vec3& p) {
    if (const auto* s = shape.as<Sphere>()) return s->radius - length(p - s->center);
    const auto along = [&](const Vec3& from, const Vec3& to) {
        return dot(p - from, to - from) / dot(to - from, to - from);
    };
    const auto off = [&](const Vec3& from, const Vec3& to, double t) {
        return length(p - from - (to - from) * t);
    };
    if (const auto* c = shape.as<Capsule>()) {
        const double t = c->from == c->to ? 0 : std::clamp(along(c->from, c->to), 0.0, 1.0);
        return c->radius - off(c->from, c->to, t);
    }
    if (const auto* c = shape.as<Cylinder>()) {
        const double t = along(c->from, c->to), h = length(c->to - c->from);
        return std::min({t * h, (1 - t) * h, c->radius - off(c->from, c->to, t)});
    }
    if (const auto* c = shape.as<Cone>()) {
        const double t = along(c->base, c->apex), h = length(c->apex - c->base);
        return std::min({t * h, (1 - t) * h, c->radius * (1 - t) - off(c->base, c->apex, t)});
    }
    if (const auto* e = shape.as<Ellipsoid>()) {
        const auto share = [&](const Vec3& axis) { return dot(p - e->center, axis) / dot(axis, axis); };
        return 1 - length(Vec3{share(e->u), share(e->v), share(e->w)});
    }
    if (const auto* h = shape.as<HalfSpace>()) return -dot(normalized(h->normal), p - h->point);
    if (const auto* b = shape.as<OrientedBox>()) {
        double least = 1e300;
        for (std::uint8_t f = 0; f < 6; ++f) {
            const auto c = OrientedBox::face(f);
            const Vec3 n = normalized(
                cross(b->corners()[c[1]] - b->corners()[c[0]], b->corners()[c[2]] - b->corners()[c[0]]));
            least = std::min(least, -dot(n, p - b->corners()[c[0]]));
        }
        return least;
    }
    const auto* hull = shape.as<ConvexHull>();
    double least = 1e300;
    for (std::size_t f = 0; f < hull->face_count(); ++f) {
        const auto c = hull->face(f);
        const auto& corner = hull->corners();
        const Vec3 n = normalized(cross(corner[c[1]] - corner[c[0]], corner[c[2]] - corner[c[0]]));
        least = std::min(least, -dot(n, p - corner[c[0]]));
    }
    return least;
}

// A solid of any kind but a half-space, about as large as 1, with inside.
inline Shape random_solid(Random& r) {
    const auto point = [&] { return r.in_box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}); };
    const double radius = 0.1 + 0.4 * r.uniform();
    switch (r.below(7)) {
        case 0:
            return Shape(Sphere{point(), radius});
        case 1:
            return Shape(Capsule{point(), point(), radius});
        case 2:
            return Shape(Cylinder{point(), point(), radius});
        case 3:
            return Shape(Cone{point(), point(), radius});
        case 4: {
            const Pose turn(r.rotation(), {});
            return Shape(Ellipsoid{point(), turn.rotate({0.1 + r.uniform(), 0, 0}),
                                   turn.rotate({0, 0.2 + r.uniform(), 0}), turn.rotate({0, 0, radius})});
        }
        case 5:
            return Shape(OrientedBox({0.1 + 0.5 * r.uniform(), 0.2 + 0.5 * r.uniform(), radius},
                                     Pose(r.rotation(), point())));
        default: {
            std::vector<Vec3> points(4 + r.below(60));
            for (Vec3& p : points) p = r.on_sphere() * (0.2 + r.uniform() * 0.5);
            return Shape(ConvexHull(points));
        }
    }
}

}  // namespace graze::test
