#include "graze/query/detail/pair_frame.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::inline v1::detail {
namespace {

struct Matrix {
    double m[3][3];

    GRAZE_INLINE Vec3 operator*(const Vec3& v) const {
        return {m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z, m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z,
                m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z};
    }
};

GRAZE_INLINE Matrix transposed_rotation(const Pose& pose) {
    Matrix t;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) t.m[i][j] = pose.matrix()[j][i];
    }
    return t;
}

Matrix inverse_rotation(const Pose& pose) {
    const auto& p = pose.matrix();
    const auto row = [&](std::size_t i) { return Vec3{p[i][0], p[i][1], p[i][2]}; };
    const Vec3 c[3] = {cross(row(1), row(2)), cross(row(2), row(0)), cross(row(0), row(1))};
    const double det = dot(row(0), c[0]);
    Matrix m;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) m.m[i][j] = c[j][i] / det;
    }
    return m;
}

GRAZE_INLINE double largest(const Vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

}  // namespace

void start_frame(const WideTree& a, const Pose& world_from_a, const WideTree& b, const Pose& world_from_b,
                 PairFrame& frame) {
    // Poses are rigid to 1e-6 only. Where the transpose is as good as the inverse, it is taken.
    constexpr double rigid = 0x1p-51;
    const Matrix back = world_from_a.deviation() <= rigid ? transposed_rotation(world_from_a)
                                                          : inverse_rotation(world_from_a);
    const auto& pose_b = world_from_b.matrix();
    const double unit = 1 / a.unit(), scale = b.unit() * unit;
    const Vec3 between = world_from_b(b.origin()) - world_from_a.translation();
    const Vec3 from_origin = back * between;
    const Vec3 shift = (from_origin - a.origin()) * unit;

    Passage& p = frame.a_from_b;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            const double r =
                (back.m[i][0] * pose_b[0][j] + back.m[i][1] * pose_b[1][j]) + back.m[i][2] * pose_b[2][j];
            frame.exact.rotation[i][j] = r;
            p.column[j][i] = static_cast<float>(r);
        }
        p.column[i][3] = 0;
        frame.exact.shift[i] = shift[i];
        p.shift[i] = static_cast<float>(shift[i]);
    }
    p.shift[3] = 0;

    // Lengths that are added up in one test. Tree coordinates are within [-1, 1].
    const double reach = 2 + 2 * scale + largest(shift);
    const double world = (largest(world_from_a.translation()) + largest(world_from_b.translation()) +
                          3 * largest(a.origin()) + 3 * largest(b.origin())) *
                             unit +
                         reach;
    // A world coordinate is the result of four roundings, the passage of some twenty more; the deviation from
    // a rotation matters to the box tests only, which take axes for normals.
    const double world_error = world * 0x1p-46;
    const double deviation = world_from_a.deviation() + world_from_b.deviation();
    p.scale = static_cast<float>(scale);
    p.margin = static_cast<float>((reach * (0x1p-18 + 12 * deviation) + world_error) * 1.001);
    frame.exact.world_error = static_cast<float>(world_error * 1.001);
    // Where floats would overflow or underflow, nothing is certain. Written so that NaN is not either.
    if (!(reach < 0x1p60 && scale > 0x1p-60))
        p.margin = frame.exact.world_error = std::numeric_limits<float>::infinity();
}

// The transpose for the inverse: the margin covers the deviation.
void finish_frame(PairFrame& frame) {
    const Passage& p = frame.a_from_b;
    Passage& q = frame.b_from_a;
    const double scale = 1 / static_cast<double>(p.scale);
    for (int i = 0; i < 3; ++i) {
        double sum = 0;
        for (int j = 0; j < 3; ++j) {
            q.column[j][i] = p.column[i][j];
            sum += frame.exact.rotation[j][i] * frame.exact.shift[j];
        }
        q.column[i][3] = 0;
        q.shift[i] = static_cast<float>(-scale * sum);
    }
    q.shift[3] = 0;
    q.scale = static_cast<float>(scale);
    q.margin = p.margin * 1.01f * q.scale;
}

}  // namespace graze::inline v1::detail
