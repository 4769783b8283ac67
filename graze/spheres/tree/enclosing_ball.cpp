#include "graze/spheres/tree/detail/enclosing_ball.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace graze::inline v1::detail {
namespace {

// Each computed distance is right to a few units in the last place of the numbers involved.
constexpr double outwards = 1 + 0x1p-48;

double reach_of(const Vec3& center, const Sphere& ball) {
    return length(ball.center - center) + ball.radius;
}

// Solves the n x n system by elimination with pivots; none if it is (nearly) singular.
bool solve_small(double (&m)[3][5], int n) {
    for (int c = 0; c < n; ++c) {
        int pivot = c;
        for (int r = c + 1; r < n; ++r)
            if (std::abs(m[r][c]) > std::abs(m[pivot][c])) pivot = r;
        if (!(std::abs(m[pivot][c]) > 1e-14 * std::abs(m[0][0] + m[1][1] + m[2][2]))) return false;
        if (pivot != c) std::swap(m[pivot], m[c]);
        for (int r = 0; r < n; ++r) {
            if (r == c) continue;
            const double f = m[r][c] / m[c][c];
            for (int k = c; k < n + 2; ++k) m[r][k] -= f * m[c][k];
        }
    }
    for (int r = 0; r < n; ++r)
        for (int k = n; k < n + 2; ++k) m[r][k] /= m[r][r];
    return true;
}

// The smallest ball that touches all of these from without and has its centre in their affine hull. With
// e_i = c_i - c_0 and c = c_0 + sum of l_i e_i, |c - c_i| = R - r_i; the differences of these equations are
// linear in l and R, and what remains is quadratic in R.
std::optional<Sphere> touching_ball(std::span<const Sphere> balls) {
    const Sphere& first = balls[0];
    const int n = static_cast<int>(balls.size()) - 1;
    if (n == 0) return first;
    Vec3 e[3];
    double m[3][5] = {};
    double largest = first.radius;
    for (int i = 0; i < n; ++i) {
        e[i] = balls[static_cast<std::size_t>(i) + 1].center - first.center;
        largest = std::max(largest, balls[static_cast<std::size_t>(i) + 1].radius);
    }
    for (int i = 0; i < n; ++i) {
        const double r = balls[static_cast<std::size_t>(i) + 1].radius;
        for (int k = 0; k < n; ++k) m[i][k] = dot(e[i], e[k]);
        m[i][n] = 0.5 * (dot(e[i], e[i]) + (first.radius - r) * (first.radius + r));
        m[i][n + 1] = r - first.radius;
    }
    if (!solve_small(m, n)) return {};
    Vec3 w, z;
    for (int i = 0; i < n; ++i) {
        w += e[i] * m[i][n];
        z += e[i] * m[i][n + 1];
    }
    // (|z|^2 - 1) R^2 + 2 (w z + r_0) R + |w|^2 - r_0^2 = 0
    const double a = dot(z, z) - 1, half_b = dot(w, z) + first.radius,
                 c = dot(w, w) - first.radius * first.radius;
    const double root = half_b * half_b - a * c;
    if (!(root >= 0)) return {};
    double best = INFINITY;
    for (const double s : {-1.0, 1.0}) {
        const double q = -half_b + s * std::sqrt(root);
        const double radius = a != 0 ? q / a : c / (-2 * half_b);
        if (radius >= largest * (1 - 1e-12) && radius < best) best = radius;
    }
    if (!(best < INFINITY)) return {};
    return Sphere{first.center + w + z * best, best};
}

struct BallBasis {
    std::array<Sphere, 4> balls;
    std::size_t count = 0;
    Sphere around;
};

bool contains_all(const Sphere& ball, std::span<const Sphere> balls) {
    return std::ranges::all_of(
        balls, [&](const Sphere& b) { return reach_of(ball.center, b) <= ball.radius * (1 + 1e-10); });
}

// The basis of the old one and one more ball, which belongs to it.
std::optional<BallBasis> basis_with(const BallBasis& old, const Sphere& more) {
    std::array<Sphere, 5> all{more};
    std::copy_n(old.balls.begin(), old.count, all.begin() + 1);
    const std::span<const Sphere> present(all.data(), old.count + 1);
    std::optional<BallBasis> best;
    for (unsigned chosen = 0; chosen < 1u << old.count; ++chosen) {
        BallBasis basis;
        basis.balls[basis.count++] = more;
        for (std::size_t i = 0; i < old.count && basis.count <= 4; ++i) {
            if ((chosen >> i & 1) == 0) continue;
            if (basis.count < 4) basis.balls[basis.count] = old.balls[i];
            ++basis.count;
        }
        if (basis.count > 4) continue;
        const auto ball = touching_ball({basis.balls.data(), basis.count});
        if (!ball || !contains_all(*ball, present)) continue;
        if (best && best->around.radius <= ball->radius) continue;
        basis.around = *ball;
        best = basis;
    }
    return best;
}

const Sphere& farthest_from(const Vec3& center, std::span<const Sphere> balls) {
    const Sphere* farthest = balls.data();
    double reach = -INFINITY;
    for (const Sphere& b : balls) {
        const double r = reach_of(center, b);
        if (r > reach) reach = r, farthest = &b;
    }
    return *farthest;
}

}  // namespace

double enclosing_radius(const Vec3& center, std::span<const Sphere> balls) {
    double most = -1;
    for (const Sphere& b : balls) most = std::max(most, reach_of(center, b));
    if (most < 0) return -1;
    return (most + (std::abs(center.x) + std::abs(center.y) + std::abs(center.z)) * 0x1p-50) * outwards;
}

Sphere enclosing_ball(std::span<const Sphere> balls) {
    if (balls.empty()) return {{}, -1};
    BallBasis basis;
    basis.balls[0] = farthest_from(balls[0].center, balls);
    basis.count = 1;
    basis.around = basis.balls[0];
    // Every round makes the ball larger, so there is an end; rounding may hide it.
    for (int round = 0; round < 64; ++round) {
        const Sphere& farthest = farthest_from(basis.around.center, balls);
        if (reach_of(basis.around.center, farthest) <= basis.around.radius * (1 + 1e-9)) break;
        const auto next = basis_with(basis, farthest);
        if (!next || next->around.radius <= basis.around.radius) break;
        basis = *next;
    }
    return {basis.around.center, enclosing_radius(basis.around.center, balls)};
}

}  // namespace graze::inline v1::detail
