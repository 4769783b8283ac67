#include "tests/exact/rational_distance.h"

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/query/triangle/triangle_pair.h"
#include "tests/exact/rational_vector.h"

namespace graze::test {
namespace {

using namespace rational;  // NOLINT(google-build-using-namespace)

Number squared(const Vector& a) {
    return dot(a, a);
}

using Corners = std::array<Vector, 3>;

Corners exact(const Triangle& t) {
    return {Vector(t[0]), Vector(t[1]), Vector(t[2])};
}

Number point_to_segment(const Vector& p, const Vector& from, const Vector& to) {
    const Vector way = to - from;
    const Number length = squared(way);
    if (length == 0) return squared(p - from);
    Number t = dot(p - from, way) / length;
    t = std::clamp(t, Number(0), Number(1));
    return squared(from + way * t - p);
}

// The insides of both only: their ends are tried by themselves.
Number segment_to_segment(const Vector& a0, const Vector& a1, const Vector& b0, const Vector& b1,
                          const Number& otherwise) {
    const Vector u = a1 - a0, v = b1 - b0, n = cross(u, v), r = b0 - a0;
    const Number nn = squared(n);
    if (nn == 0) return otherwise;
    const Number s = dot(cross(r, v), n) / nn, t = dot(cross(r, u), n) / nn;
    if (s < 0 || s > 1 || t < 0 || t > 1) return otherwise;
    const Number along = dot(r, n);
    return along * along / nn;
}

Number point_to_face(const Vector& p, const Corners& t, const Number& otherwise) {
    const Vector u = t[1] - t[0], v = t[2] - t[0], n = cross(u, v), r = p - t[0];
    const Number nn = squared(n);
    if (nn == 0) return otherwise;
    const Number wu = dot(cross(r, v), n) / nn, wv = dot(cross(u, r), n) / nn;
    if (wu < 0 || wv < 0 || wu + wv > 1) return otherwise;
    const Number along = dot(r, n);
    return along * along / nn;
}

Number point_to_triangle(const Vector& p, const Corners& t) {
    Number best = squared(p - t[0]);
    for (std::size_t i = 0; i < 3; ++i) best = std::min(best, point_to_segment(p, t[i], t[(i + 1) % 3]));
    return std::min(best, point_to_face(p, t, best));
}

// Beyond the doubles' range the square root is taken of a number scaled by a power of four.
double root(Number square) {
    if (square == 0) return 0;
    const long digits = static_cast<long>(mpz_sizeinbase(square.get_num_mpz_t(), 2)) -
                        static_cast<long>(mpz_sizeinbase(square.get_den_mpz_t(), 2));
    const long half = digits / 2;
    if (half > 0)
        mpq_div_2exp(square.get_mpq_t(), square.get_mpq_t(), static_cast<mp_bitcnt_t>(2 * half));
    else
        mpq_mul_2exp(square.get_mpq_t(), square.get_mpq_t(), static_cast<mp_bitcnt_t>(-2 * half));
    return std::ldexp(std::sqrt(square.get_d()), static_cast<int>(half));
}

Number squared_distance(const Triangle& a, const Triangle& b) {
    if (intersects(a, b)) return 0;
    const Corners ca = exact(a), cb = exact(b);
    Number best = squared(ca[0] - cb[0]);
    for (std::size_t i = 0; i < 3; ++i) {
        best = std::min(best, point_to_triangle(ca[i], cb));
        best = std::min(best, point_to_triangle(cb[i], ca));
        for (std::size_t j = 0; j < 3; ++j)
            best = std::min(best, segment_to_segment(ca[i], ca[(i + 1) % 3], cb[j], cb[(j + 1) % 3], best));
    }
    return best;
}

}  // namespace

double rational_distance(const Triangle& a, const Triangle& b) {
    return root(squared_distance(a, b));
}

bool rational_distance_at_most(const Triangle& a, const Triangle& b, double limit) {
    return squared_distance(a, b) <= Number(limit) * Number(limit);
}

double rational_distance(const Vec3& p, const Triangle& t) {
    return root(point_to_triangle(Vector(p), exact(t)));
}

}  // namespace graze::test
