// Determinants that contain a direction. The direction is used directly, without adding it to a point, which
// would round.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/detail/big.h"
#include "graze/base/detail/determinant.h"
#include "graze/base/detail/double_double.h"
#include "graze/base/detail/expansion.h"
#include "graze/base/detail/scaling.h"
#include "graze/base/predicates.h"

namespace graze::inline v1 {
namespace {

using detail::Big;
using detail::DoubleDouble;
using detail::Expansion;
using detail::Scaled;

// Direction and coordinates are scaled separately: the determinant is linear in the direction.
struct Prepared {
    Vec3 origin, direction, a, b;
    int exponent, direction_exponent;  // -1: use Big
};

Vec3 scaled_up(const Vec3& p, int e) {
    return {detail::scale_up(p.x, e), detail::scale_up(p.y, e), detail::scale_up(p.z, e)};
}

Prepared prepare_ray(const Vec3& origin, const Vec3& direction, const Vec3& a, const Vec3& b) {
    detail::Range points, directions;
    for (std::size_t k = 0; k < 3; ++k) {
        for (const Vec3* p : {&origin, &a, &b}) points.add((*p)[k]);
        directions.add(direction[k]);
    }
    const int e = detail::scale_for(points, detail::safe_for_degree_3),
              f = detail::scale_for(directions, detail::safe_for_degree_3);
    if (e < 0 || f < 0) return {origin, direction, a, b, -1, -1};
    return {scaled_up(origin, e), scaled_up(direction, f), scaled_up(a, e), scaled_up(b, e), e, f};
}

// In about twice the precision of double, which decides nearly everything that is not zero.
struct Approximate {
    double value, error;
};

double largest(const Vec3& p) {
    return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
}

Approximate in_doubled_precision(const Prepared& p) {
    using D = DoubleDouble;
    const D ux = D::difference(p.a.x, p.origin.x), uy = D::difference(p.a.y, p.origin.y),
            uz = D::difference(p.a.z, p.origin.z);
    const D vx = D::difference(p.b.x, p.origin.x), vy = D::difference(p.b.y, p.origin.y),
            vz = D::difference(p.b.z, p.origin.z);
    const D det = (uy * vz - uz * vy) * D(p.direction.x) + (uz * vx - ux * vz) * D(p.direction.y) +
                  (ux * vy - uy * vx) * D(p.direction.z);
    const double size = largest(p.direction) * (largest(p.a - p.origin) * largest(p.b - p.origin));
    return {det.rounded(), size * 0x1p-96};
}

Expansion<96> exactly(const Prepared& p) {
    using D = Expansion<2>;
    const D ux = D::difference(p.a.x, p.origin.x), uy = D::difference(p.a.y, p.origin.y),
            uz = D::difference(p.a.z, p.origin.z);
    const D vx = D::difference(p.b.x, p.origin.x), vy = D::difference(p.b.y, p.origin.y),
            vz = D::difference(p.b.z, p.origin.z);
    return ((uy * vz - uz * vy) * p.direction.x + (uz * vx - ux * vz) * p.direction.y) +
           (ux * vy - uy * vx) * p.direction.z;
}

Big in_big_integers(const Vec3& origin, const Vec3& direction, const Vec3& a, const Vec3& b) {
    const auto diff = [](double p, double q) { return Big::from(p) - Big::from(q); };
    const Big ux = diff(a.x, origin.x), uy = diff(a.y, origin.y), uz = diff(a.z, origin.z);
    const Big vx = diff(b.x, origin.x), vy = diff(b.y, origin.y), vz = diff(b.z, origin.z);
    return (uy * vz - uz * vy) * Big::from(direction.x) + (uz * vx - ux * vz) * Big::from(direction.y) +
           (ux * vy - uy * vx) * Big::from(direction.z);
}

[[gnu::noinline]] int ray_side_exact(const Vec3& origin, const Vec3& direction, const Vec3& a,
                                     const Vec3& b) {
    const Prepared p = prepare_ray(origin, direction, a, b);
    if (p.exponent < 0) return in_big_integers(origin, direction, a, b).sign();
    const Approximate approximate = in_doubled_precision(p);
    if (std::abs(approximate.value) > approximate.error) return approximate.value > 0 ? 1 : -1;
    return exactly(p).sign();
}

}  // namespace

int ray_side(const Vec3& origin, const Vec3& direction, const Vec3& a, const Vec3& b) {
    const Vec3 u = a - origin, v = b - origin;
    const double det = dot(direction, cross(u, v));
    // Six products with at most eight roundings each, as in orient3d. Underflow of a product of two is made
    // larger by the direction, which is at most 2^336.
    const double error = largest(direction) * (largest(u) * largest(v)) * 0x1p-47 + 0x1p-700;
    if (det > error) return 1;
    if (det < -error) return -1;
    return ray_side_exact(origin, direction, a, b);
}

namespace detail {

Scaled ray_side_value(const Vec3& origin, const Vec3& direction, const Vec3& a, const Vec3& b) {
    const Prepared p = prepare_ray(origin, direction, a, b);
    if (p.exponent < 0) return scaled(in_big_integers(origin, direction, a, b), 3 * 1074);
    const int exponent = -(2 * p.exponent + p.direction_exponent);
    const Approximate approximate = in_doubled_precision(p);
    const bool accurate = std::abs(approximate.value) > approximate.error * 0x1p52;
    return scaled(accurate ? approximate.value : exactly(p).estimate(), exponent);
}

Scaled ray_side_value(const Vec2& origin, const Vec2& direction, const Vec2& p) {
    Range points, directions;
    for (double v : {origin.x, origin.y, p.x, p.y}) points.add(v);
    directions.add(direction.x);
    directions.add(direction.y);
    const int e = scale_for(points, safe_for_degree_2), f = scale_for(directions, safe_for_degree_2);
    if (e < 0 || f < 0) {
        const auto diff = [](double q, double r) { return Big::from(q) - Big::from(r); };
        return scaled(
            Big::from(direction.x) * diff(p.y, origin.y) - Big::from(direction.y) * diff(p.x, origin.x),
            2 * 1074);
    }
    using D = Expansion<2>;
    const auto up = [&](double v) { return scale_up(v, e); };
    const auto det = D::difference(up(p.y), up(origin.y)) * scale_up(direction.x, f) -
                     D::difference(up(p.x), up(origin.x)) * scale_up(direction.y, f);
    return scaled(det.estimate(), -(e + f));
}

double quotient(const Scaled& p, const Scaled& q) {
    if (p.value == 0) return 0;
    const double result = std::ldexp(p.value / q.value, p.exponent - q.exponent);
    if (result != 0) return result;
    return std::copysign(std::numeric_limits<double>::denorm_min(), p.value / q.value);
}

Scaled sum(const Scaled& p, const Scaled& q) {
    if (p.value == 0) return q;
    if (q.value == 0) return p;
    const int e = std::max(p.exponent, q.exponent);
    return scaled(std::ldexp(p.value, p.exponent - e) + std::ldexp(q.value, q.exponent - e), e);
}

}  // namespace detail
}  // namespace graze::inline v1
