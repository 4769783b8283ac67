#include "graze/base/detail/weighted_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/detail/big.h"
#include "graze/base/detail/determinant.h"
#include "graze/base/predicates.h"

namespace graze::inline v1::detail {

Vec3 rounded(const WeightedPoint& x) {
    const auto w = [&](std::size_t i) { return static_cast<double>(x.weight[i]); };
    return (x.t[0] * w(0) + x.t[1] * w(1) + x.t[2] * w(2)) / (w(0) + w(1) + w(2));
}

namespace {

int sign_of(double v) {
    return (v > 0) - (v < 0);
}

Big times(const Big& b, std::uint32_t n) {
    Big sum;
    for (int bit = 31; bit >= 0; --bit) {
        sum = sum + sum;
        if ((n >> bit & 1) != 0) sum = sum + b;
    }
    return sum;
}

// The sign in floating point at the rounded point; 0 if it is not certain.
int sign_near(const WeightedPoint& x, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 a = rounded(x), u = b - a, v = c - a, w = d - a;
    double coordinate = 0, extent = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        coordinate = std::max({coordinate, std::abs(x.t[0][k]), std::abs(x.t[1][k]), std::abs(x.t[2][k])});
        extent = std::max({extent, std::abs(u[k]), std::abs(v[k]), std::abs(w[k])});
    }
    // As in orient3d; and the point is off by at most 2^-50 of its largest coordinate, which each of the 18
    // factors of the determinant is then as well.
    const double error = extent * extent * (extent * 0x1p-47 + coordinate * (24 * 0x1p-50)) + 0x1p-700;
    const double det = dot(cross(u, v), w);
    return det > error ? 1 : det < -error ? -1 : 0;
}

int sign_of_weighted_sum(const WeightedPoint& x, const Vec3& b, const Vec3& c, const Vec3& d) {
    Scaled term[3];
    int top = std::numeric_limits<int>::min();
    for (std::size_t i = 0; i < 3; ++i) {
        term[i] = orient3d_value(x.t[i], b, c, d);
        if (term[i].value != 0 && x.weight[i] != 0) top = std::max(top, term[i].exponent);
    }
    // Each term is right to 2^-50 of itself; what ldexp loses is far below 2^-1000.
    double sum = 0, magnitude = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const double t = std::ldexp(term[i].value, std::max(term[i].exponent - top, -2000)) * x.weight[i];
        sum += t;
        magnitude += std::abs(t);
    }
    if (std::abs(sum) > magnitude * 0x1p-48 + 0x1p-900) return sign_of(sum);
    Big exact;
    for (std::size_t i = 0; i < 3; ++i) exact = exact + times(orient3d_big(x.t[i], b, c, d), x.weight[i]);
    return exact.sign();
}

}  // namespace

int orient3d(const WeightedPoint& x, const Vec3& b, const Vec3& c, const Vec3& d) {
    if (const int s = sign_near(x, b, c, d); s != 0) return s;
    // The determinant is affine in x: a weighted mean of those of the three corners.
    int lowest = 1, highest = -1;
    for (std::size_t i = 0; i < 3; ++i) {
        if (x.weight[i] == 0) continue;
        // Triangles of one mesh share corners: the most common case of zero, which needs no arithmetic.
        const Vec3& a = x.t[i];
        const int s = a == b || a == c || a == d ? 0 : graze::orient3d(a, b, c, d);
        lowest = std::min(lowest, s);
        highest = std::max(highest, s);
    }
    if (lowest >= 0) return highest;
    return highest <= 0 ? lowest : sign_of_weighted_sum(x, b, c, d);
}

}  // namespace graze::inline v1::detail
