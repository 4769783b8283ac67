#include "graze/mesh/inertia.h"

#include <algorithm>
#include <cmath>

namespace graze::inline v1 {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

Matrix matrix_of(const Inertia& i) {
    return {{{i.xx, i.xy, i.zx}, {i.xy, i.yy, i.yz}, {i.zx, i.yz, i.zz}}};
}

// Rotates the matrix in the plane of p and q so that a[p][q] becomes 0, by the smaller of the two possible
// angles (Golub and Van Loan 2013, 8.5.2). The columns of `axes` rotate with it.
void annihilate(Matrix& a, Matrix& axes, std::size_t p, std::size_t q) {
    if (a[p][q] == 0) return;
    // Entries are at most 1: if this overflows, the angle is below 2^-500 and 0 is accurate enough.
    const double cot_of_double = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double magnitude = 1 / (std::abs(cot_of_double) + std::sqrt(cot_of_double * cot_of_double + 1));
    const double tan = cot_of_double < 0 ? -magnitude : magnitude;
    const double cos = 1 / std::sqrt(tan * tan + 1), sin = tan * cos;
    a[p][p] -= tan * a[p][q];
    a[q][q] += tan * a[p][q];
    a[p][q] = a[q][p] = 0;
    const std::size_t r = 3 - p - q;
    const double rp = a[r][p], rq = a[r][q];
    a[r][p] = a[p][r] = cos * rp - sin * rq;
    a[r][q] = a[q][r] = sin * rp + cos * rq;
    for (auto& row : axes) {
        const double along_p = row[p], along_q = row[q];
        row[p] = cos * along_p - sin * along_q;
        row[q] = sin * along_p + cos * along_q;
    }
}

bool is_diagonal(const Matrix& a) {
    return a[0][1] == 0 && a[1][2] == 0 && a[0][2] == 0;
}

Vec3 with_largest_positive(const Vec3& v) {
    std::size_t largest = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (std::abs(v[k]) > std::abs(v[largest])) largest = k;
    const Vec3 facing = v[largest] < 0 ? -v : v;
    return {facing.x + 0.0, facing.y + 0.0, facing.z + 0.0};  // -0 becomes 0
}

}  // namespace

std::optional<PrincipalAxes> principal_axes(const Inertia& inertia) {
    Matrix a = matrix_of(inertia);
    double largest = 0;
    for (const auto& row : a) {
        for (const double entry : row) {
            if (!std::isfinite(entry)) return std::nullopt;
            largest = std::max(largest, std::abs(entry));
        }
    }
    int exponent = 0;
    std::frexp(largest, &exponent);
    for (auto& row : a)
        for (double& entry : row) entry = std::ldexp(entry, -exponent);

    Matrix axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    // Each sweep squares the size of the off-diagonal part; five or six suffice.
    constexpr int most_sweeps = 12;
    for (int sweep = 0; sweep < most_sweeps && !is_diagonal(a); ++sweep) {
        annihilate(a, axes, 0, 1);
        annihilate(a, axes, 0, 2);
        annihilate(a, axes, 1, 2);
    }

    std::array<std::size_t, 3> order{0, 1, 2};
    std::ranges::stable_sort(order, {}, [&](std::size_t k) { return a[k][k]; });
    PrincipalAxes result;
    for (std::size_t k = 0; k < 3; ++k) result.moments[k] = std::ldexp(a[order[k]][order[k]], exponent);
    for (std::size_t k = 0; k < 2; ++k)
        result.axes[k] =
            with_largest_positive(normalized({axes[0][order[k]], axes[1][order[k]], axes[2][order[k]]}));
    const Vec3 third = normalized(cross(result.axes[0], result.axes[1]));
    result.axes[2] = {third.x + 0.0, third.y + 0.0, third.z + 0.0};
    return result;
}

Inertia turned(const Inertia& inertia, const Pose& pose) {
    const Matrix a = matrix_of(inertia);
    // The columns of R a, and from them the rows of (R a) transposed(R).
    std::array<Vec3, 3> column;
    for (std::size_t k = 0; k < 3; ++k) column[k] = pose.rotate({a[0][k], a[1][k], a[2][k]});
    std::array<Vec3, 3> row;
    for (std::size_t k = 0; k < 3; ++k) row[k] = pose.rotate({column[0][k], column[1][k], column[2][k]});
    return {row[0].x, row[1].y, row[2].z, row[0].y, row[1].z, row[2].x};
}

}  // namespace graze::inline v1
