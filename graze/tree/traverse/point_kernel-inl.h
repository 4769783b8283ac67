// Tests a point against the boxes of a node and the triangles of a leaf, eight at a time.
#if defined(GRAZE_TREE_TRAVERSE_POINT_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_POINT_KERNEL_INL
#undef GRAZE_TREE_TRAVERSE_POINT_KERNEL_INL
#else
#define GRAZE_TREE_TRAVERSE_POINT_KERNEL_INL
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "graze/tree/traverse/leaf_kernel-inl.h"
#include "graze/tree/traverse/pair_frame.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// A point of the world in the coordinates of a tree.
struct TreePoint {
    double exact[3];
    float rounded[3];
    float margin;       // error of distances to boxes; infinite where floats cannot hold the point
    float world_error;  // error of world vertices, without the rounding to floats

    // A point that is given in floats, without errors.
    explicit TreePoint(const float (&point)[3]) : margin(0), world_error(0) {
        for (int i = 0; i < 3; ++i) exact[i] = static_cast<double>(rounded[i] = point[i]);
    }
    TreePoint(const WideTree& tree, const Pose& pose, const Vec3& point) {
        double inverse[3][4];
        detail::invert_rotation(pose, inverse);
        const Vec3 from = point - pose.translation(), origin = tree.origin();
        const double unit = 1 / tree.unit();
        double furthest = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const double local = inverse[0][i] * from.x + inverse[1][i] * from.y + inverse[2][i] * from.z;
            exact[i] = (local - origin[i]) * unit;
            rounded[i] = static_cast<float>(exact[i]);
            furthest = std::max(furthest, std::abs(exact[i]));
        }
        const auto largest = [](const Vec3& v) {
            return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
        };
        // As for two trees (pair_frame-inl.h), with a point in the place of the other tree.
        const double sum_of_lengths = 2 + furthest;
        const double world =
            (largest(point) + largest(pose.translation()) + 3 * largest(origin)) * unit + sum_of_lengths;
        world_error = static_cast<float>(world * 0x1p-46 * 1.001);
        margin =
            static_cast<float>((sum_of_lengths * (0x1p-18 + 12 * pose.deviation())) * 1.001) + world_error;
        if (!(sum_of_lengths < 0x1p60)) margin = world_error = std::numeric_limits<float>::infinity();
    }
};

// Bit i: box i may be within the limit. `distance` is a lower bound of its distance.
HWY_INLINE std::uint32_t boxes_near(const WideNode& node, const TreePoint& point, float limit,
                                    float (&distance)[WideNode::width]) {
    const Lanes8 d;
    const auto n = static_cast<int>(hn::Lanes(d));
    std::uint32_t result = 0;
    for (int i = 0; i < WideNode::width; i += n) {
        const NodeLanes boxes(node, i);
        const hn::Vec<Lanes8> from[3] = {hn::Sub(hn::Set(d, point.rounded[0]), boxes.center[0]),
                                         hn::Sub(hn::Set(d, point.rounded[1]), boxes.center[1]),
                                         hn::Sub(hn::Set(d, point.rounded[2]), boxes.center[2])};
        auto squared = hn::Zero(d);
        for (int k = 0; k < 3; ++k) {
            const auto along = hn::Abs(dot_of(from, boxes.axis[k]));
            const auto beyond = hn::Max(hn::Sub(along, boxes.half[k]), hn::Zero(d));
            squared = hn::Add(squared, hn::Mul(beyond, beyond));
        }
        // Axes are of length 1 and orthogonal up to 1e-4.
        const auto away = hn::Sub(hn::Mul(hn::Sqrt(squared), hn::Set(d, 0.9997f)), hn::Set(d, point.margin));
        hn::Store(away, d, distance + i);
        // Written so that NaN counts as near. Unused boxes never count.
        result |= bits_not_set(hn::Or(hn::Gt(away, hn::Set(d, limit)), hn::Lt(boxes.half[0], hn::Zero(d))))
                  << i;
    }
    return result;
}

// Lower and upper bounds of the distances of a leaf's triangles.
HWY_INLINE void distances_of_triangles(const TreeLeaf& leaf, const TreePoint& point,
                                       float (&least)[TreeLeaf::width], float (&most)[TreeLeaf::width]) {
    using K = PairKernel<Lanes8>;
    using Kernel = DistanceKernel<Lanes8>;
    const Lanes8 d;
    const auto n = static_cast<int>(hn::Lanes(d));
    float origin[3], far_off = 0;  // of the leaf, relative to the point
    for (int k = 0; k < 3; ++k) {
        origin[k] = static_cast<float>(static_cast<double>(leaf.origin[k]) - point.exact[k]);
        far_off = std::max(far_off, std::abs(origin[k]));
    }
    // As for two leaves (LeafPair): half a step, a few roundings of up to 2^15 steps, and of the origin.
    const float slack = 0.5f * leaf.step() + 0x1p-6f * leaf.step() + 0x1p-22f * far_off + point.world_error;
    const float margin = 3 * slack;
    for (int i = 0; i < TreeLeaf::width; i += n) {
        const auto coordinate = [&](int c) {
            return hn::Add(hn::Mul(leaf_steps(leaf, c, i), hn::Set(d, leaf.step())),
                           hn::Set(d, origin[c % 3]));
        };
        const auto corner = [&](int c) { return K::V3{coordinate(c), coordinate(c + 1), coordinate(c + 2)}; };
        const auto bounds = Kernel::from_zero(typename Kernel::Prepared({corner(0), corner(3), corner(6)}));
        hn::Store(hn::Sub(bounds.least, hn::Set(d, margin)), d, least + i);
        hn::Store(hn::Add(hn::Mul(bounds.most, hn::Set(d, 1.00003f)), hn::Set(d, margin + leaf.step())), d,
                  most + i);
    }
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
