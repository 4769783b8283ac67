#include "graze/base/predicates.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

#include "graze/base/detail/big.h"
#include "graze/base/detail/determinant.h"
#include "graze/base/detail/expansion.h"
#include "graze/base/detail/scaling.h"

// Exact signs need each operation to be rounded once, as written.
#if defined(__FAST_MATH__)
#error "graze cannot be compiled with -ffast-math or -Ofast; what uses it can, if it is not linked so"
#endif
static_assert(FLT_EVAL_METHOD == 0,
              "graze needs doubles that are computed as doubles (-mfpmath=sse on 32-bit x86)");

namespace graze::inline v1 {
namespace {

using detail::Big;
using detail::Expansion;
using detail::Range;
using detail::safe_for_degree_2;
using detail::safe_for_degree_3;
using detail::scale_for;
using detail::scale_up;
using detail::Scaled;
using detail::scaled;

GRAZE_INLINE int sign_of(double v) {
    return (v > 0) - (v < 0);
}

// ---- Integers. Coordinates with few bits, as most files have (floats, round numbers), make exact zeros
// common; for them this is several times faster than expansions.

__extension__ using Int128 = __int128;
constexpr int narrow_bits_2 = 62,
              narrow_bits_3 = 40;  // products of two or three, added up, stay within 127 bits

// The differences p[i] - origin in a common unit, if they are exact and span at most `bits` bits.
template <std::size_t N>
bool as_integers(const double (&p)[N], double origin, int bits, std::int64_t (&out)[N]) {
    double difference[N];
    int lowest = 4000, highest = -4000;  // exponents of bits that are set
    for (std::size_t i = 0; i < N; ++i) {
        const auto d = detail::two_diff(p[i], origin);
        if (d.low != 0) return false;
        difference[i] = d.high;
        if (d.high == 0) continue;
        const std::uint64_t pattern = std::bit_cast<std::uint64_t>(d.high);
        const int exponent = static_cast<int>(pattern >> 52 & 0x7ff) - 1023;
        if (std::abs(exponent) > 900) return false;  // so that the scale below is a normal number
        lowest =
            std::min(lowest, exponent - 52 + std::countr_zero((pattern & 0xfffffffffffffu) | 1ull << 52));
        highest = std::max(highest, exponent);
    }
    if (highest - lowest >= bits) return false;
    // 2^-lowest; any scale will do if all differences are zero.
    const double scale =
        highest < lowest ? 1 : std::bit_cast<double>(static_cast<std::uint64_t>(1023 - lowest) << 52);
    for (std::size_t i = 0; i < N; ++i) out[i] = static_cast<std::int64_t>(difference[i] * scale);
    return true;
}

struct Narrow {
    bool ok;
    int sign = 0;
};

Narrow det2_narrow(const Vec2& a, const Vec2& b, const Vec2& c) {
    std::int64_t x[2], y[2];
    if (!as_integers({b.x, c.x}, a.x, narrow_bits_2, x) || !as_integers({b.y, c.y}, a.y, narrow_bits_2, y))
        return {false};
    const Int128 left = static_cast<Int128>(x[0]) * y[1], right = static_cast<Int128>(y[0]) * x[1];
    return {true, (left > right) - (left < right)};
}

Narrow det3_narrow(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    std::int64_t x[3], y[3], z[3];
    if (!as_integers({b.x, c.x, d.x}, a.x, narrow_bits_3, x) ||
        !as_integers({b.y, c.y, d.y}, a.y, narrow_bits_3, y) ||
        !as_integers({b.z, c.z, d.z}, a.z, narrow_bits_3, z)) {
        return {false};
    }
    const auto minor = [](const std::int64_t(&p)[3], const std::int64_t(&q)[3]) {
        return static_cast<Int128>(p[0]) * q[1] - static_cast<Int128>(q[0]) * p[1];
    };
    const Int128 det = minor(y, z) * x[2] + minor(z, x) * y[2] + minor(x, y) * z[2];
    return {true, (det > 0) - (det < 0)};
}

// ---- 2D

Expansion<16> det2(const Vec2& a, const Vec2& b, const Vec2& c) {
    using D = Expansion<2>;
    return D::difference(b.x, a.x) * D::difference(c.y, a.y) -
           D::difference(b.y, a.y) * D::difference(c.x, a.x);
}

Big det2_big(const Vec2& a, const Vec2& b, const Vec2& c) {
    const auto d = [](double p, double q) { return Big::from(p) - Big::from(q); };
    return d(b.x, a.x) * d(c.y, a.y) - d(b.y, a.y) * d(c.x, a.x);
}

struct Prepared2 {
    Vec2 a, b, c;
    int exponent;  // -1: use Big
};

Prepared2 prepare(const Vec2& a, const Vec2& b, const Vec2& c) {
    Range range;
    for (const Vec2* p : {&a, &b, &c}) {
        range.add(p->x);
        range.add(p->y);
    }
    const int e = scale_for(range, safe_for_degree_2);
    if (e <= 0) return {a, b, c, e};
    const auto up = [&](const Vec2& p) { return Vec2{scale_up(p.x, e), scale_up(p.y, e)}; };
    return {up(a), up(b), up(c), e};
}

// Equal points, and points in line along an axis: where most exact zeros come from.
bool plainly_in_line(const Vec2& a, const Vec2& b, const Vec2& c) {
    return ((b.x == a.x || c.y == a.y) && (b.y == a.y || c.x == a.x)) || b == c;
}

[[gnu::noinline]] int orient2d_exact(const Vec2& a, const Vec2& b, const Vec2& c) {
    if (plainly_in_line(a, b, c)) return 0;
    if (const Narrow n = det2_narrow(a, b, c); n.ok) return n.sign;
    const Prepared2 p = prepare(a, b, c);
    return p.exponent < 0 ? det2_big(a, b, c).sign() : det2(p.a, p.b, p.c).sign();
}

// ---- 3D

using Det3 = Expansion<192>;

Det3 det3(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    using D = Expansion<2>;
    const D ux = D::difference(b.x, a.x), uy = D::difference(b.y, a.y), uz = D::difference(b.z, a.z);
    const D vx = D::difference(c.x, a.x), vy = D::difference(c.y, a.y), vz = D::difference(c.z, a.z);
    const D wx = D::difference(d.x, a.x), wy = D::difference(d.y, a.y), wz = D::difference(d.z, a.z);
    return ((uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy) + (ux * vy - uy * vx) * wz;
}

Big det3_big(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto diff = [](double p, double q) { return Big::from(p) - Big::from(q); };
    const Big ux = diff(b.x, a.x), uy = diff(b.y, a.y), uz = diff(b.z, a.z);
    const Big vx = diff(c.x, a.x), vy = diff(c.y, a.y), vz = diff(c.z, a.z);
    const Big wx = diff(d.x, a.x), wy = diff(d.y, a.y), wz = diff(d.z, a.z);
    return (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
}

struct Prepared3 {
    Vec3 a, b, c, d;
    int exponent;  // -1: use Big
};

Prepared3 prepare(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    Range range;
    for (const Vec3* p : {&a, &b, &c, &d}) {
        range.add(p->x);
        range.add(p->y);
        range.add(p->z);
    }
    const int e = scale_for(range, safe_for_degree_3);
    if (e <= 0) return {a, b, c, d, e};
    const auto up = [&](const Vec3& p) { return Vec3{scale_up(p.x, e), scale_up(p.y, e), scale_up(p.z, e)}; };
    return {up(a), up(b), up(c), up(d), e};
}

// The determinant in twice the precision of double. Wrong by at most 2^-96 of the product of the largest
// extents. Decides nearly everything that is not exactly zero and is several times cheaper than the full
// expansion.
struct Doubled {
    double high, low;
};

GRAZE_INLINE Doubled plus(const Doubled& p, const Doubled& q) {
    const auto s = detail::two_sum(p.high, q.high);
    const auto r = detail::fast_two_sum(s.high, s.low + (p.low + q.low));
    return {r.high, r.low};
}

GRAZE_INLINE Doubled times(const Doubled& p, const Doubled& q) {
    const auto m = detail::two_product(p.high, q.high);
    const auto r = detail::fast_two_sum(m.high, m.low + (p.high * q.low + p.low * q.high));
    return {r.high, r.low};
}

struct DoubledDet {
    Doubled value;
    double error;
};

DoubledDet det3_doubled(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto diff = [](double p, double q) {
        const auto t = detail::two_diff(p, q);
        return Doubled{t.high, t.low};
    };
    const auto neg = [](const Doubled& p) { return Doubled{-p.high, -p.low}; };
    const Doubled ux = diff(b.x, a.x), uy = diff(b.y, a.y), uz = diff(b.z, a.z);
    const Doubled vx = diff(c.x, a.x), vy = diff(c.y, a.y), vz = diff(c.z, a.z);
    const Doubled wx = diff(d.x, a.x), wy = diff(d.y, a.y), wz = diff(d.z, a.z);
    const Doubled x = times(plus(times(uy, vz), neg(times(uz, vy))), wx);
    const Doubled y = times(plus(times(uz, vx), neg(times(ux, vz))), wy);
    const Doubled z = times(plus(times(ux, vy), neg(times(uy, vx))), wz);
    const auto largest = [](const Doubled& p, const Doubled& q, const Doubled& r) {
        return std::max({std::abs(p.high), std::abs(q.high), std::abs(r.high)});
    };
    return {plus(plus(x, y), z), largest(ux, vx, wx) * largest(uy, vy, wy) * largest(uz, vz, wz) * 0x1p-96};
}

// Four points in a plane across an axis: where most exact zeros come from.
bool equal_coordinate(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return (a.x == b.x && a.x == c.x && a.x == d.x) || (a.y == b.y && a.y == c.y && a.y == d.y) ||
           (a.z == b.z && a.z == c.z && a.z == d.z);
}

[[gnu::noinline]] int orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    if (equal_coordinate(a, b, c, d)) return 0;
    if (const Narrow n = det3_narrow(a, b, c, d); n.ok) return n.sign;
    const Prepared3 p = prepare(a, b, c, d);
    if (p.exponent < 0) return det3_big(a, b, c, d).sign();
    const DoubledDet approximate = det3_doubled(p.a, p.b, p.c, p.d);
    if (std::abs(approximate.value.high) > approximate.error) return sign_of(approximate.value.high);
    return det3(p.a, p.b, p.c, p.d).sign();
}

}  // namespace

int orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
    const double left = (b.x - a.x) * (c.y - a.y), right = (b.y - a.y) * (c.x - a.x);
    const double det = left - right;
    // Each product carries three roundings and the difference one: 4 * 2^-53 of the sum of magnitudes, and a
    // little for their products; the constant covers underflow.
    const double error = 5 * 0x1p-53 * (std::abs(left) + std::abs(right)) + 0x1p-1000;
    if (det > error) return 1;
    if (det < -error) return -1;
    return orient2d_exact(a, b, c);
}

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 u = b - a, v = c - a, w = d - a;
    const double det = dot(cross(u, v), w);
    const auto largest = [](double x, double y, double z) {
        return std::max(std::max(std::abs(x), std::abs(y)), std::abs(z));
    };
    // Six products of three differences with eight roundings each: 48 * 2^-53 of the largest possible
    // product, rounded up to 2^-47; the constant covers underflow (coordinates below 1e-70 or so go to the
    // exact stage).
    const double error =
        largest(u.x, v.x, w.x) * largest(u.y, v.y, w.y) * largest(u.z, v.z, w.z) * 0x1p-47 + 0x1p-700;
    if (det > error) return 1;
    if (det < -error) return -1;
    return orient3d_exact(a, b, c, d);
}

bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
    return projection_axis({a, b, c}) < 0;
}

int projection_axis(const Triangle& t) {
    // The axis of the largest normal component first: it nearly always works, and keeps the projection well
    // shaped.
    const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
    const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
    const int first = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    for (int k = 0; k < 3; ++k) {
        const int axis = (first + k) % 3;
        if (orient2d(drop(t[0], axis), drop(t[1], axis), drop(t[2], axis)) != 0) return axis;
    }
    return -1;
}

bool on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    Box box;
    box.grow(a);
    box.grow(b);
    return box.contains(p) && collinear(a, b, p);
}

bool in_triangle(const Vec3& p, const Triangle& t) {
    const int axis = projection_axis(t);
    if (axis < 0) return on_segment(p, t[0], t[1]) || on_segment(p, t[1], t[2]) || on_segment(p, t[2], t[0]);
    if (orient3d(t[0], t[1], t[2], p) != 0) return false;
    const Vec2 q = drop(p, axis), c[3] = {drop(t[0], axis), drop(t[1], axis), drop(t[2], axis)};
    const int turn = orient2d(c[0], c[1], c[2]);
    return orient2d(c[0], c[1], q) * turn >= 0 && orient2d(c[1], c[2], q) * turn >= 0 &&
           orient2d(c[2], c[0], q) * turn >= 0;
}

namespace detail {

Scaled orient2d_value(const Vec2& a, const Vec2& b, const Vec2& c) {
    const Prepared2 p = prepare(a, b, c);
    if (p.exponent < 0) return scaled(det2_big(a, b, c), 2 * 1074);
    return scaled(det2(p.a, p.b, p.c).estimate(), -2 * p.exponent);
}

Scaled orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Prepared3 p = prepare(a, b, c, d);
    if (p.exponent < 0) return scaled(det3_big(a, b, c, d), 3 * 1074);
    const DoubledDet approximate = det3_doubled(p.a, p.b, p.c, p.d);
    const bool accurate = std::abs(approximate.value.high) > approximate.error * 0x1p52;
    return scaled(accurate ? approximate.value.high : det3(p.a, p.b, p.c, p.d).estimate(), -3 * p.exponent);
}

int orient_directions(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
    const double left = (b.x - a.x) * (d.y - c.y), right = (b.y - a.y) * (d.x - c.x);
    const double det = left - right;
    const double error = 5 * 0x1p-53 * (std::abs(left) + std::abs(right)) + 0x1p-1000;  // as in orient2d
    if (std::abs(det) > error) return sign_of(det);
    Range range;
    for (const Vec2* p : {&a, &b, &c, &d}) {
        range.add(p->x);
        range.add(p->y);
    }
    if (range.smallest < safe_for_degree_2) {
        const auto diff = [](double p, double q) { return Big::from(p) - Big::from(q); };
        return (diff(b.x, a.x) * diff(d.y, c.y) - diff(b.y, a.y) * diff(d.x, c.x)).sign();
    }
    using D = Expansion<2>;
    return (D::difference(b.x, a.x) * D::difference(d.y, c.y) -
            D::difference(b.y, a.y) * D::difference(d.x, c.x))
        .sign();
}

Big orient3d_big(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return det3_big(a, b, c, d);
}

double share(const Scaled& p, const Scaled& q) {
    if (p.value == 0) return 0;
    if (q.value == 0) return 1;
    const int e = std::max(p.exponent, q.exponent);
    const double x = std::ldexp(p.value, p.exponent - e), y = std::ldexp(q.value, q.exponent - e);
    return x / (x + y);
}

}  // namespace detail
}  // namespace graze::inline v1
