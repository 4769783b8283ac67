// Computes the relative transform between the coordinates of two trees.
#if defined(GRAZE_TREE_TRAVERSE_PAIR_FRAME_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_PAIR_FRAME_INL
#undef GRAZE_TREE_TRAVERSE_PAIR_FRAME_INL
#else
#define GRAZE_TREE_TRAVERSE_PAIR_FRAME_INL
#endif

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/tree/traverse/pair_frame.h"
#include "graze/tree/traverse/vector3-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

template <class V>
HWY_INLINE double largest(const V& v) {
    return std::max(std::max(std::abs(v[0]), std::abs(v[1])), std::abs(v[2]));
}

// Computes a_from_b, and the rotation of b_from_a.
HWY_INLINE void make_frame(const WideTree& a, const Pose& world_from_a, const WideTree& b,
                           const Pose& world_from_b, detail::PairFrame& frame) {
    // Poses are rigid to 1e-6 only. The transpose is used where it is as good as the inverse.
    constexpr double rigid = 0x1p-51;
    const Pose::Matrix &pose_a = world_from_a.matrix(), &pose_b = world_from_b.matrix();
    const double* back[3] = {pose_a[0].data(), pose_a[1].data(), pose_a[2].data()};
    double inverse[3][4];
    if (!(world_from_a.deviation() <= rigid)) {
        detail::invert_rotation(world_from_a, inverse);
        for (int k = 0; k < 3; ++k) back[k] = inverse[k];
    }
    const double unit = 1 / a.unit(), scale = b.unit() * unit;
    const Vec3 ta = world_from_a.translation(), tb = world_from_b.translation();
    // Written out, because Pose's own function is not to be inlined.
    const Vec3 o = b.origin();
    const auto placed = [&](std::size_t i) {
        const auto& row = pose_b[i];
        return row[0] * o.x + row[1] * o.y + row[2] * o.z + (row[3] - pose_a[i][3]);
    };
    const Vec3 between{placed(0), placed(1), placed(2)};

    detail::RelativeTransform& p = frame.a_from_b;
    const hn::CappedTag<double, 4> d;
    const hn::Rebind<float, decltype(d)> f;
    for (std::size_t i = 0; i < 4; i += hn::Lanes(d)) {
        const auto used = hn::FirstN(d, i < 3 ? 3 - i : 0);
        const auto x = hn::IfThenElseZero(used, hn::LoadU(d, back[0] + i)),
                   y = hn::IfThenElseZero(used, hn::LoadU(d, back[1] + i)),
                   z = hn::IfThenElseZero(used, hn::LoadU(d, back[2] + i));
        const auto turned = [&](double vx, double vy, double vz) {
            return hn::Add(hn::Add(hn::Mul(x, hn::Set(d, vx)), hn::Mul(y, hn::Set(d, vy))),
                           hn::Mul(z, hn::Set(d, vz)));
        };
        for (std::size_t j = 0; j < 3; ++j) {
            const auto column = turned(pose_b[0][j], pose_b[1][j], pose_b[2][j]);
            hn::Store(column, d, frame.exact.column[j] + i);
            hn::Store(hn::DemoteTo(f, column), f, p.column[j] + i);
        }
        const auto origin = hn::IfThenElseZero(used, hn::LoadU(d, a.origin_and_unit().data() + i));
        const auto shift =
            hn::Mul(hn::Sub(turned(between.x, between.y, between.z), origin), hn::Set(d, unit));
        hn::Store(shift, d, frame.exact.shift + i);
        hn::Store(hn::DemoteTo(f, shift), f, p.shift + i);
    }
    Vector3 rows[3] = {Vector3::load(p.column[0]), Vector3::load(p.column[1]), Vector3::load(p.column[2])};
    Vector3::transpose(rows);
    for (int k = 0; k < 3; ++k) rows[k].store(frame.b_from_a.column[k]);

    // The sum of lengths that one test adds up. Tree coordinates are within [-1, 1].
    const double sum_of_lengths = 2 + 2 * scale + largest(frame.exact.shift);
    const double world =
        (largest(ta) + largest(tb) + 3 * (largest(a.origin_and_unit()) + largest(b.origin_and_unit()))) *
            unit +
        sum_of_lengths;
    // A world coordinate is the result of four roundings, the transform of some twenty more. The deviation
    // from a rotation matters to the box tests only, which use axes as normals.
    const double world_error = world * 0x1p-46;
    const double deviation = world_from_a.deviation() + world_from_b.deviation();
    p.scale = static_cast<float>(scale);
    p.margin = static_cast<float>((sum_of_lengths * (0x1p-18 + 12 * deviation) + world_error) * 1.001);
    frame.exact.world_error = static_cast<float>(world_error * 1.001);
    // Where floats would overflow or underflow, nothing is certain. Written so that this holds for NaN as
    // well.
    if (!(sum_of_lengths < 0x1p60 && scale > 0x1p-60))
        p.margin = frame.exact.world_error = std::numeric_limits<float>::infinity();
}

// The rest of b_from_a. Its rotation is the transpose, not the inverse: the margin covers the deviation.
HWY_INLINE void complete_frame(detail::PairFrame& frame) {
    const detail::RelativeTransform& p = frame.a_from_b;
    detail::RelativeTransform& q = frame.b_from_a;
    const double scale = 1 / static_cast<double>(p.scale);
    for (int i = 0; i < 3; ++i) {
        double sum = 0;
        for (int j = 0; j < 3; ++j) sum += frame.exact.column[i][j] * frame.exact.shift[j];
        q.shift[i] = static_cast<float>(-scale * sum);
    }
    q.shift[3] = 0;
    q.scale = static_cast<float>(scale);
    q.margin = p.margin * 1.01f * q.scale;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
