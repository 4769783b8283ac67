// The triangles of one leaf against those of another, eight at a time.
#if defined(GRAZE_QUERY_LEAF_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_LEAF_KERNEL_INL
#undef GRAZE_QUERY_LEAF_KERNEL_INL
#else
#define GRAZE_QUERY_LEAF_KERNEL_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "graze/query/detail/box_kernel-inl.h"
#include "graze/query/detail/pair_frame.h"
#include "graze/query/detail/pair_kernel-inl.h"
#include "graze/tree/detail/box_code.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Both leaves in coordinates of A's tree relative to the origin of A's leaf, which keeps them small and
// floats precise.
class LeafPair {
  public:
    HWY_INLINE LeafPair(const TreeLeaf& a, const detail::CodedBox& box_a, const TreeLeaf& b,
                        const detail::Passage& a_from_b, const detail::ExactPassage& exact) {
        float shift[3], far_off = 0;
        for (int r = 0; r < 3; ++r) {
            const double* row = exact.rotation[r];
            double sum = 0;
            for (int k = 0; k < 3; ++k) sum += row[k] * static_cast<double>(b.origin[k]);
            shift[r] = static_cast<float>(static_cast<double>(a_from_b.scale) * sum + exact.shift[r] -
                                          static_cast<double>(a.origin[r]));
            far_off = HWY_MAX(far_off, shift[r] < 0 ? -shift[r] : shift[r]);
        }
        // Rounding to half a step, turned for B; then a few roundings of numbers up to 2^15 steps, and of the
        // shift.
        const float steps = a.step + a_from_b.scale * b.step;
        slack_ = 0.5f * a.step + 0.9f * a_from_b.scale * b.step + 0x1p-6f * steps + 0x1p-22f * far_off +
                 exact.world_error;
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        for (int i = 0; i < TreeLeaf::width; i += n) {
            for (int c = 0; c < 9; ++c) hn::Store(coordinate(a, c, i), d, a_[c] + i);
            b_near_a_ |= place_b(b, a, box_a, a_from_b, shift, i) << i;
        }
        b_near_a_ &= (1u << b.count) - 1;
    }

    // Bit j: triangle j of B may reach into the box of A's leaf.
    std::uint32_t b_near_a() const { return b_near_a_; }

    // All triangles of A against triangle j of B.
    HWY_INLINE PairVerdict against(std::uint32_t j) const {
        using K = PairKernel<Lanes8>;
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const auto of_b = [&](int c) {
            return K::V3{hn::Set(d, b_[c][j]), hn::Set(d, b_[c + 1][j]), hn::Set(d, b_[c + 2][j])};
        };
        const K::Tri b{of_b(0), of_b(3), of_b(6)};
        // The slack covers all rounding but that of the determinants themselves.
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

  private:
    using V = hn::Vec<Lanes8>;

    static HWY_INLINE V coordinate(const TreeLeaf& leaf, int c, int i) {
        const Lanes8 d;
        const hn::Rebind<std::int16_t, Lanes8> d16;
        const hn::Rebind<std::int32_t, Lanes8> d32;
        const V value = hn::ConvertTo(d, hn::PromoteTo(d32, hn::Load(d16, leaf.value[c] + i)));
        return hn::Mul(value, hn::Set(d, leaf.step));  // relative to the leaf's origin
    }

    // Carries the triangles from lane i on over to A's tree, and tells which of them may reach into the box.
    HWY_INLINE std::uint32_t place_b(const TreeLeaf& b, const TreeLeaf& a, const detail::CodedBox& box,
                                     const detail::Passage& p, const float (&shift)[3], int i) {
        const Lanes8 d;
        V corner[3][3];
        for (int k = 0; k < 3; ++k) {
            const V x = coordinate(b, 3 * k, i), y = coordinate(b, 3 * k + 1, i),
                    z = coordinate(b, 3 * k + 2, i);
            for (int r = 0; r < 3; ++r) {
                const V sum = hn::Add(
                    hn::Add(hn::Mul(x, hn::Set(d, p.column[0][r])), hn::Mul(y, hn::Set(d, p.column[1][r]))),
                    hn::Mul(z, hn::Set(d, p.column[2][r])));
                corner[k][r] = hn::Add(hn::Mul(sum, hn::Set(d, p.scale)), hn::Set(d, shift[r]));
                hn::Store(corner[k][r], d, b_[3 * k + r] + i);
            }
        }
        auto far = hn::FirstN(d, 0);
        for (int k = 0; k < 3; ++k) {
            V along[3];
            for (int c = 0; c < 3; ++c) {
                along[c] = hn::Mul(hn::Sub(corner[c][0], hn::Set(d, box.center[0] - a.origin[0])),
                                   hn::Set(d, box.axis[k][0]));
                for (int r = 1; r < 3; ++r) {
                    along[c] = hn::Add(along[c],
                                       hn::Mul(hn::Sub(corner[c][r], hn::Set(d, box.center[r] - a.origin[r])),
                                               hn::Set(d, box.axis[k][r])));
                }
            }
            const V lo = hn::Min(hn::Min(along[0], along[1]), along[2]),
                    hi = hn::Max(hn::Max(along[0], along[1]), along[2]);
            const V reach = hn::Set(d, box.half[k] + 2 * slack_);
            far = hn::Or(far, hn::Or(hn::Gt(lo, reach), hn::Lt(hi, hn::Neg(reach))));
        }
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, far, bits);
        return ~static_cast<std::uint32_t>(bits[0]) & ((1u << hn::Lanes(d)) - 1);
    }

    HWY_ALIGN float a_[9][TreeLeaf::width];
    HWY_ALIGN float b_[9][TreeLeaf::width];
    float slack_ = 0;
    std::uint32_t b_near_a_ = 0;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
