#include "graze/query/detail/pair_frame.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::inline v1::detail {
namespace {

struct Matrix {
    Vec3 row[3];

    Vec3 operator*(const Vec3& v) const { return {dot(row[0], v), dot(row[1], v), dot(row[2], v)}; }
    Matrix transposed() const {
        return {Vec3{row[0].x, row[1].x, row[2].x}, Vec3{row[0].y, row[1].y, row[2].y},
                Vec3{row[0].z, row[1].z, row[2].z}};
    }
    friend Matrix operator*(const Matrix& a, const Matrix& b) {
        const Matrix t = b.transposed();
        Matrix m;
        for (int i = 0; i < 3; ++i) m.row[i] = t * a.row[i];
        return m;
    }
    // A true inverse, not the transpose: poses are rigid to 1e-6 only.
    Matrix inverse() const {
        const Vec3 c0 = cross(row[1], row[2]), c1 = cross(row[2], row[0]), c2 = cross(row[0], row[1]);
        const double det = dot(row[0], c0);
        return Matrix{c0 / det, c1 / det, c2 / det}.transposed();
    }
};

Matrix rotation_of(const Pose& pose) {
    const auto& m = pose.matrix();
    return {Vec3{m[0][0], m[0][1], m[0][2]}, Vec3{m[1][0], m[1][1], m[1][2]},
            Vec3{m[2][0], m[2][1], m[2][2]}};
}

// How far the matrix is from a rotation.
double deviation(const Matrix& m) {
    double worst = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            worst = std::max(worst, std::abs(dot(m.row[i], m.row[j]) - (i == j ? 1 : 0)));
    }
    return worst;
}

double largest(const Vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

struct Bounds {
    double margin, world_error;
};

Passage written(const Matrix& r, const Vec3& shift, double scale, const Bounds& bounds) {
    Passage p{};
    for (int i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            p.exact_rotation[i][j] = r.row[i][j];
            p.column[j][i] = static_cast<float>(r.row[i][j]);
        }
        p.exact_shift[i] = shift[static_cast<std::size_t>(i)];
        p.shift[i] = static_cast<float>(p.exact_shift[i]);
    }
    p.scale = static_cast<float>(scale);
    p.margin = static_cast<float>(bounds.margin * 1.001);
    p.world_error = static_cast<float>(bounds.world_error * 1.001);
    return p;
}

}  // namespace

PairFrame pair_frame(const WideTree& a, const Pose& world_from_a, const WideTree& b,
                     const Pose& world_from_b) {
    const Matrix a_inverse = rotation_of(world_from_a).inverse(), r = a_inverse * rotation_of(world_from_b);
    const double unit = 1 / a.unit(), scale = b.unit() * unit;
    const Vec3 between = world_from_b(b.origin()) - world_from_a.translation();
    const Vec3 shift = (a_inverse * between - a.origin()) * unit;

    // Lengths that are added up in one test. Tree coordinates are within [-1, 1].
    const double reach = 2 + 2 * scale + largest(shift);
    const double world = (largest(world_from_a.translation()) + largest(world_from_b.translation()) +
                          3 * largest(a.origin()) + 3 * largest(b.origin())) *
                             unit +
                         reach;
    // A world coordinate is the result of four roundings, the passage of some twenty more; the deviation from
    // a rotation matters to the box tests only, which take axes for normals.
    const double world_error = world * 0x1p-47;
    Bounds bounds{reach * (0x1p-19 + 4 * deviation(r)) + world_error, world_error};
    // Where floats would overflow or underflow, nothing is certain. Written so that NaN is not either.
    if (!(reach < 0x1p60 && scale > 0x1p-60))
        bounds.margin = bounds.world_error = std::numeric_limits<double>::infinity();

    const Matrix back = r.inverse();
    return {written(r, shift, scale, bounds),
            written(back, back * shift * (-1 / scale), 1 / scale,
                    {bounds.margin * 1.01 / scale, bounds.world_error * 1.01 / scale})};
}

}  // namespace graze::inline v1::detail
