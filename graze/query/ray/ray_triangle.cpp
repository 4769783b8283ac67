#include "graze/query/ray/ray_triangle.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/detail/determinant.h"
#include "graze/base/detail/quote.h"
#include "graze/base/error.h"
#include "graze/base/predicates.h"
#include "graze/query/ray/detail/ray_crossing.h"

namespace graze::inline v1 {
namespace {

double largest(const Vec3& v) {
    return std::max(std::max(std::abs(v.x), std::abs(v.y)), std::abs(v.z));
}

// ---- The ray crosses the plane

// (a - origin) . n, by determinants that are right to 2^-50: for rays that start close to the plane or graze
// it, and for slivers.
detail::Scaled careful_height(const Ray& ray, const Triangle& t) {
    if (orient3d(t[0], t[1], t[2], ray.origin()) == 0) return {};  // faster than computing its value
    const detail::Scaled above = detail::orient3d_value(t[0], t[1], t[2], ray.origin());
    return {-above.value, above.exponent};
}

// direction . n is the sum of three determinants that have the same sign, or are zero.
detail::Scaled careful_speed(const Ray& ray, const Triangle& t) {
    detail::Scaled speed;
    for (std::size_t i = 0; i < 3; ++i)
        speed =
            detail::sum(speed, detail::ray_side_value(ray.origin(), ray.direction(), t[i], t[(i + 1) % 3]));
    return speed;
}

// Values that are known well enough are not computed again.
[[gnu::noinline]] TriangleHit careful_crossing(const Ray& ray, const Triangle& t,
                                               std::optional<double> height, std::optional<double> speed) {
    const detail::Scaled h = height ? detail::Scaled{*height, 0} : careful_height(ray, t);
    const detail::Scaled v = speed ? detail::Scaled{*speed, 0} : careful_speed(ray, t);
    return {detail::quotient(h, v), v.value < 0 ? RaySide::front : RaySide::back};
}

// ---- The ray runs in the plane, or there is no plane

struct Interval {
    double lower = Ray::infinity, upper = -Ray::infinity;

    bool empty() const { return lower > upper; }
    void grow(double t) {
        lower = std::min(lower, t);
        upper = std::max(upper, t);
    }
};

struct Line {
    const Vec3 &origin, &direction;
    std::size_t axis;  // of the largest coordinate of the direction

    explicit Line(const Ray& ray) : origin(ray.origin()), direction(ray.direction()) {
        const double x = std::abs(direction.x), y = std::abs(direction.y), z = std::abs(direction.z);
        axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    }
    // The t of a point on the line.
    double at(const Vec3& p) const {
        return detail::quotient({p[axis] - origin[axis], 0}, {direction[axis], 0});
    }
    // The sign of direction x (p - origin), without its coordinate `dropped`.
    int side_of(const Vec3& p, int dropped) const {
        const double v =
            detail::ray_side_value(drop(origin, dropped), drop(direction, dropped), drop(p, dropped)).value;
        return (v > 0) - (v < 0);
    }
    // An axis along which p is seen beside the line; -1 if p is on the line.
    int seen_beside(const Vec3& p) const {
        for (int k = 0; k < 3; ++k) {
            if (side_of(p, k) != 0) return k;
        }
        return -1;
    }
    // Extends the interval by the segment ab, which is in one plane with the line.
    void grow_by_segment(const Vec3& a, const Vec3& b, Interval& hit) const {
        const int a_beside = seen_beside(a), b_beside = seen_beside(b);
        if (a_beside < 0) hit.grow(at(a));
        if (b_beside < 0) hit.grow(at(b));
        if (a_beside < 0 || b_beside < 0) return;
        // In one plane, both points are beside the line as seen along the same axes.
        if (side_of(a, a_beside) == side_of(b, a_beside)) return;
        const Vec2 o = drop(origin, a_beside), d = drop(direction, a_beside), p = drop(a, a_beside),
                   q = drop(b, a_beside);
        hit.grow(detail::quotient(detail::orient2d_value(o, p, q), detail::ray_side_value(p, d, q)));
    }
};

// The line and all three edges are in one plane. Both ends of the common part of line and triangle are on the
// triangle's edges.
[[gnu::noinline]] std::optional<TriangleHit> hit_in_plane(const Ray& ray, const Triangle& t) {
    const Line line(ray);
    Interval hit;
    for (std::size_t i = 0; i < 3; ++i) line.grow_by_segment(t[i], t[(i + 1) % 3], hit);
    if (hit.empty() || hit.lower > ray.t_max() || hit.upper < ray.t_min()) return std::nullopt;
    return TriangleHit{std::max(hit.lower, ray.t_min()), RaySide::edge_on};
}

}  // namespace

namespace detail {

TriangleHit crossing_inside(const Ray& ray, const Triangle& t) {
    const Vec3 u = t[1] - t[0], v = t[2] - t[0], w = t[0] - ray.origin();
    const Vec3 normal = cross(u, v);
    const double height = dot(w, normal), speed = dot(ray.direction(), normal);
    // The error of both is at most 2^-47 of these products. Both are good if the error is at most 2^-37 of
    // them. The constant leaves underflow and NaN to the careful computation.
    const double area = largest(u) * largest(v) * 0x1p-10;
    const bool height_is_good = std::abs(height) >= largest(w) * area + 0x1p-600,
               speed_is_good = std::abs(speed) >= largest(ray.direction()) * area + 0x1p-600;
    if (height_is_good && speed_is_good) [[likely]] {
        const double t_hit = height / speed;
        // A value that underflows could lose its sign.
        if (std::abs(t_hit) >= 0x1p-1022) [[likely]]
            return {t_hit, speed < 0 ? RaySide::front : RaySide::back};
    }
    return careful_crossing(ray, t, height_is_good ? std::optional(height) : std::nullopt,
                            speed_is_good ? std::optional(speed) : std::nullopt);
}

}  // namespace detail

Ray::Ray(const Vec3& origin, const Vec3& direction, double t_min, double t_max)
    : origin_(origin), direction_(direction), t_min_(t_min), t_max_(t_max) {
    const auto written = [](const Vec3& v) {
        return detail::shortened(v.x) + " " + detail::shortened(v.y) + " " + detail::shortened(v.z);
    };
    if (!is_in_range(origin))
        throw Error("the origin of a ray, " + written(origin) +
                    ", is not a point of finite coordinates up to 1e100");
    if (!is_in_range(direction))
        throw Error("the direction of a ray, " + written(direction) +
                        ", is not a vector of finite coordinates up to 1e100",
                    {}, "any length will do; scale it to about 1");
    if (!(largest(direction) >= 1e-200))
        throw Error("the direction of a ray is zero, or its coordinates are all below 1e-200", {},
                    "any length will do; scale it to about 1");
    if (!(t_min <= t_max) || t_min == infinity || t_max == -infinity)
        throw Error("the limits of a ray, " + detail::shortened(t_min) + " to " + detail::shortened(t_max) +
                        ", leave nothing of it",
                    {}, "the lower one comes first");
}

Vec3 Ray::at(double t) const {
    return origin_ + direction_ * t;
}

std::optional<TriangleHit> first_hit(const Ray& ray, const Triangle& t) {
    int left = 0, right = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const int side = ray_side(ray.origin(), ray.direction(), t[i], t[(i + 1) % 3]);
        left += side > 0;
        right += side < 0;
    }
    // For a line parallel to the plane the three determinants add up to zero, so there are both signs among
    // them, or all are zero.
    if (left > 0 && right > 0) return std::nullopt;
    if (left == 0 && right == 0) return hit_in_plane(ray, t);
    const TriangleHit hit = detail::crossing_inside(ray, t);
    if (!(hit.t >= ray.t_min() && hit.t <= ray.t_max())) return std::nullopt;
    return hit;
}

}  // namespace graze::inline v1
