// Tests the triangles of one leaf against those of another, eight at a time.
#if defined(GRAZE_TREE_TRAVERSE_LEAF_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_LEAF_KERNEL_INL
#undef GRAZE_TREE_TRAVERSE_LEAF_KERNEL_INL
#else
#define GRAZE_TREE_TRAVERSE_LEAF_KERNEL_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "graze/tree/detail/box_code.h"
#include "graze/tree/traverse/box_kernel-inl.h"
#include "graze/tree/traverse/distance_kernel-inl.h"
#include "graze/tree/traverse/pair_frame.h"
#include "graze/tree/traverse/pair_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

using LeafLanes = hn::Vec<Lanes8>;

// Coordinates in steps from the leaf's origin.
HWY_INLINE LeafLanes leaf_steps(const TreeLeaf& leaf, int c, int i) {
    const hn::Rebind<std::int16_t, Lanes8> d16;
    const hn::Rebind<std::int32_t, Lanes8> d32;
    return hn::ConvertTo(Lanes8(), hn::PromoteTo(d32, hn::Load(d16, leaf.value[c] + i)));
}

// The lowest projections of triangles onto a direction, in steps from the leaf's origin, or in the unit that
// the direction is scaled to.
HWY_INLINE LeafLanes lowest_corners(const TreeLeaf& leaf, int i, LeafLanes x, LeafLanes y, LeafLanes z) {
    const auto along = [&](int c) {
        return hn::Add(hn::Add(hn::Mul(leaf_steps(leaf, c, i), x), hn::Mul(leaf_steps(leaf, c + 1, i), y)),
                       hn::Mul(leaf_steps(leaf, c + 2, i), z));
    };
    return hn::Min(hn::Min(along(0), along(3)), along(6));
}

// A lower bound, up to rounding, of the projections of a leaf's triangles onto a direction.
HWY_INLINE float lowest_along(const TreeLeaf& leaf, const float (&direction)[3]) {
    const Lanes8 d;
    const auto n = static_cast<int>(hn::Lanes(d));
    const LeafLanes x = hn::Set(d, direction[0]), y = hn::Set(d, direction[1]), z = hn::Set(d, direction[2]);
    LeafLanes least = hn::Set(d, 1e30f);
    for (int i = 0; i < TreeLeaf::width; i += n) least = hn::Min(least, lowest_corners(leaf, i, x, y, z));
    const float steps = hn::GetLane(hn::MinOfLanes(d, least));
    // Corners are known to half a step in each coordinate.
    return (direction[0] * leaf.origin[0] + direction[1] * leaf.origin[1] + direction[2] * leaf.origin[2]) +
           (steps - 0.9f) * leaf.step();
}

// A lower bound, up to the margin of box tests, of the separation of two leaves' triangles along a direction.
// `direction` leads from B to A, is no longer than 1 and in coordinates of A. `direction_in_b` is the same
// direction in coordinates of B.
HWY_INLINE float leaves_apart_along(const TreeLeaf& a, const TreeLeaf& b, const float (&direction)[3],
                                    const float (&direction_in_b)[3],
                                    const detail::RelativeTransform& a_from_b) {
    const float down[3] = {-direction_in_b[0], -direction_in_b[1], -direction_in_b[2]};
    return lowest_along(a, direction) + a_from_b.scale * lowest_along(b, down) -
           (direction[0] * a_from_b.shift[0] + direction[1] * a_from_b.shift[1] +
            direction[2] * a_from_b.shift[2]);
}

// Tests a leaf's triangles, in steps from its origin, against a box of the other tree in the leaf's
// coordinates.
class TrianglesNearBox {
  public:
    // `margin` is the margin of box tests in these coordinates, or more. Triangles further than that from the
    // box are not near.
    HWY_INLINE TrianglesNearBox(const TreeLeaf& leaf, const PlacedBox& box, float margin)
        : leaf_(leaf),
          box_(box),
          slack_(margin + 0.9f * leaf.step()),  // corners are known to half a step in each coordinate
          from_{leaf.origin[0] - box.center[0], leaf.origin[1] - box.center[1],
                leaf.origin[2] - box.center[2]} {}

    // Bit j: triangle j may be near, judged by the axes of the box and by further directions of length 1.
    template <class... Directions>
    HWY_INLINE std::uint32_t operator()(const Directions&... further) const {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        std::uint32_t result = 0;
        for (int i = 0; i < TreeLeaf::width; i += n) {
            LeafLanes corner[3][3];
            for (int c = 0; c < 9; ++c) corner[c / 3][c % 3] = leaf_steps(leaf_, c, i);
            auto far = hn::FirstN(d, 0);
            // Axes are of length 1 up to 1e-4: the separation along them may be that much smaller.
            for (int k = 0; k < 3; ++k)
                far = hn::Or(far, far_along(corner, box_.axis[k], box_.half[k] + 1.0002f * slack_));
            ((far = hn::Or(far, far_along(corner, further, radius_of_box(further) + slack_))), ...);
            result |= bits_not_set(far) << i;
        }
        return result & ((1u << leaf_.count()) - 1);
    }

  private:
    // Half the length of the box's projection onto a direction.
    HWY_INLINE float radius_of_box(const float* direction) const {
        float radius = 0;
        for (int k = 0; k < 3; ++k)
            radius +=
                box_.half[k] * std::abs(box_.axis[k][0] * direction[0] + box_.axis[k][1] * direction[1] +
                                        box_.axis[k][2] * direction[2]);
        return radius;
    }

    HWY_INLINE hn::Mask<Lanes8> far_along(const LeafLanes (&corner)[3][3], const float* axis,
                                          float radius) const {
        const Lanes8 d;
        const LeafLanes x = hn::Set(d, axis[0] * leaf_.step()), y = hn::Set(d, axis[1] * leaf_.step()),
                        z = hn::Set(d, axis[2] * leaf_.step());
        const auto along = [&](const LeafLanes(&p)[3]) {
            return hn::Add(hn::Add(hn::Mul(p[0], x), hn::Mul(p[1], y)), hn::Mul(p[2], z));
        };
        const LeafLanes s0 = along(corner[0]), s1 = along(corner[1]), s2 = along(corner[2]);
        const float start = axis[0] * from_[0] + axis[1] * from_[1] + axis[2] * from_[2];
        // Written so that NaN and an infinite margin count as near.
        return hn::Or(hn::Gt(hn::Min(hn::Min(s0, s1), s2), hn::Set(d, radius - start)),
                      hn::Lt(hn::Max(hn::Max(s0, s1), s2), hn::Set(d, -radius - start)));
    }

    const TreeLeaf& leaf_;
    const PlacedBox& box_;
    float slack_;
    float from_[3];
};

// Two leaves in coordinates of A's tree relative to the origin of A's leaf, so that the coordinates are small
// and floats precise.
class LeafPair {
  public:
    HWY_INLINE LeafPair(const TreeLeaf& a, const TreeLeaf& b, const detail::RelativeTransform& a_from_b,
                        const detail::PreciseTransform& exact) {
        float shift[3], far_off = 0;
        for (int r = 0; r < 3; ++r) {
            double sum = 0;
            for (int k = 0; k < 3; ++k) sum += exact.column[k][r] * static_cast<double>(b.origin[k]);
            shift[r] = static_cast<float>(static_cast<double>(a_from_b.scale) * sum + exact.shift[r] -
                                          static_cast<double>(a.origin[r]));
            far_off = HWY_MAX(far_off, shift[r] < 0 ? -shift[r] : shift[r]);
        }
        // Rounding to half a step, turned for B; then a few roundings of numbers up to 2^15 steps, and of the
        // shift.
        steps_ = a.step() + a_from_b.scale * b.step();
        slack_ = 0.5f * a.step() + 0.9f * a_from_b.scale * b.step() + 0x1p-6f * steps_ + 0x1p-22f * far_off +
                 exact.world_error;
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        for (int i = 0; i < TreeLeaf::width; i += n) {
            for (int c = 0; c < 9; ++c)
                hn::Store(hn::Mul(leaf_steps(a, c, i), hn::Set(d, a.step())), d, a_[c] + i);
            place_b(b, a_from_b, shift, i);
        }
    }

    // Tests all triangles of A against triangle j of B.
    HWY_INLINE PairVerdict against(std::uint32_t j) const {
        using K = PairKernel<Lanes8>;
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const auto of_b = [&](int c) {
            return K::V3{hn::Set(d, b_[c][j]), hn::Set(d, b_[c + 1][j]), hn::Set(d, b_[c + 2][j])};
        };
        const K::Tri b{of_b(0), of_b(3), of_b(6)};
        // The slack covers all rounding except that of the determinants themselves.
        const K::Bound bound{
            .slack = slack_, .error_factor = 0x1p-17f, .error_floor = 0x1p-90f, .largest = 0x1p25f};
        PairVerdict out;
        for (int i = 0; i < TreeLeaf::width; i += n) {
            const auto of_a = [&](int c) {
                return K::V3{hn::Load(d, a_[c] + i), hn::Load(d, a_[c + 1] + i), hn::Load(d, a_[c + 2] + i)};
            };
            const PairVerdict part = K::template decide<true>({of_a(0), of_a(3), of_a(6)}, b, bound);
            out.apart |= part.apart << i;
            out.intersecting |= part.intersecting << i;
        }
        return out;
    }

    // The projections of the triangles onto a direction of length 1 in coordinates of A: lower bounds for A,
    // upper bounds for B, up to the margin.
    HWY_INLINE void project_onto(const float (&direction)[3], float (&lowest_a)[TreeLeaf::width],
                                 float (&highest_b)[TreeLeaf::width]) const {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const LeafLanes x = hn::Set(d, direction[0]), y = hn::Set(d, direction[1]),
                        z = hn::Set(d, direction[2]);
        for (int i = 0; i < TreeLeaf::width; i += n) {
            const auto along = [&](const float(&corners)[9][TreeLeaf::width], int c) {
                return hn::Add(hn::Add(hn::Mul(hn::Load(d, corners[c] + i), x),
                                       hn::Mul(hn::Load(d, corners[c + 1] + i), y)),
                               hn::Mul(hn::Load(d, corners[c + 2] + i), z));
            };
            hn::Store(hn::Min(hn::Min(along(a_, 0), along(a_, 3)), along(a_, 6)), d, lowest_a + i);
            hn::Store(hn::Max(hn::Max(along(b_, 0), along(b_, 3)), along(b_, 6)), d, highest_b + i);
        }
    }
    // The margin of distances in this class: corners of either leaf may be off by their slack in each
    // coordinate; then a few roundings.
    float margin() const { return 3 * slack_; }

    // Up to eight pairs of triangles, by their places in the leaves.
    struct Candidates {
        HWY_ALIGN std::int32_t a[TreeLeaf::width] = {};
        HWY_ALIGN std::int32_t b[TreeLeaf::width] = {};
        int count = 0;
    };

    // Bounds of the distance of each pair, in coordinates of A: 0 or less where the triangles may touch, and
    // where nothing is known.
    struct Bounds {
        HWY_ALIGN float least[TreeLeaf::width];
        HWY_ALIGN float most[TreeLeaf::width];
        HWY_ALIGN float direction[3][TreeLeaf::width];  // from B to A
    };
    HWY_INLINE Bounds distances_of(const Candidates& pairs) const {
        using Kernel = DistanceKernel<Lanes8>;
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        Bounds out;
        for (int i = 0; i < pairs.count; i += n) {
            const Kernel::Prepared a(picked(a_, pairs.a + i)), b(picked(b_, pairs.b + i));
            const auto found = Kernel::bounds(a, b);
            hn::Store(hn::Sub(found.least, hn::Set(d, margin())), d, out.least + i);
            hn::Store(hn::Add(hn::Mul(found.most, hn::Set(d, 1.00003f)), hn::Set(d, margin() + steps_)), d,
                      out.most + i);
            hn::Store(found.direction.x, d, out.direction[0] + i);
            hn::Store(found.direction.y, d, out.direction[1] + i);
            hn::Store(found.direction.z, d, out.direction[2] + i);
        }
        return out;
    }

  private:
    // Picks triangles by their places, one per lane.
    static HWY_INLINE PairKernel<Lanes8>::Tri picked(const float (&corners)[9][TreeLeaf::width],
                                                     const std::int32_t* places) {
        const Lanes8 d;
        const auto row = [&](int c) {
            if constexpr (hn::MaxLanes(d) == TreeLeaf::width) {
                if (hn::Lanes(d) == TreeLeaf::width)
                    return hn::TableLookupLanes(hn::Load(d, corners[c]), hn::SetTableIndices(d, places));
            }
            HWY_ALIGN float values[hn::MaxLanes(d)];
            for (std::size_t i = 0; i < hn::Lanes(d); ++i) values[i] = corners[c][places[i]];
            return hn::Load(d, values);
        };
        return {{row(0), row(1), row(2)}, {row(3), row(4), row(5)}, {row(6), row(7), row(8)}};
    }

    // Transforms the triangles from lane i on into the coordinates of A's tree.
    HWY_INLINE void place_b(const TreeLeaf& b, const detail::RelativeTransform& p, const float (&shift)[3],
                            int i) {
        const Lanes8 d;
        const LeafLanes step = hn::Set(d, b.step()), scale = hn::Set(d, p.scale);
        for (int k = 0; k < 3; ++k) {
            const LeafLanes x = hn::Mul(leaf_steps(b, 3 * k, i), step),
                            y = hn::Mul(leaf_steps(b, 3 * k + 1, i), step),
                            z = hn::Mul(leaf_steps(b, 3 * k + 2, i), step);
            for (int r = 0; r < 3; ++r) {
                const LeafLanes sum = hn::Add(
                    hn::Add(hn::Mul(x, hn::Set(d, p.column[0][r])), hn::Mul(y, hn::Set(d, p.column[1][r]))),
                    hn::Mul(z, hn::Set(d, p.column[2][r])));
                hn::Store(hn::Add(hn::Mul(sum, scale), hn::Set(d, shift[r])), d, b_[3 * k + r] + i);
            }
        }
    }

    HWY_ALIGN float a_[9][TreeLeaf::width];
    HWY_ALIGN float b_[9][TreeLeaf::width];
    float slack_ = 0;
    float steps_ = 0;  // sum of both leaves' steps; no triangle is larger than 2^16 of them
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
