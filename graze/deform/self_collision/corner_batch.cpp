// The decision of neighbours.cpp in lanes, where all signs are certain.
#include "graze/deform/self_collision/detail/corner_batch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/deform/self_collision/corner_batch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using CornerLanes = hn::CappedTag<double, 8>;

class CornerFilter {
  public:
    using V = hn::Vec<CornerLanes>;
    struct V3 {
        V x, y, z;
    };

    HWY_INLINE CornerFilter(const detail::CornerBatch& batch, std::size_t first)
        : a_(load(batch, 0, first)),
          b_(load(batch, 3, first)),
          c_(load(batch, 6, first)),
          d_(load(batch, 9, first)) {}

    HWY_INLINE detail::CornerBatch::Filtered decide() const {
        const CornerLanes d;
        // Each determinant is a sum of six products of three differences with at most eight roundings each:
        // off by at most 48 * 2^-53 of the cube of the largest difference. What underflows is less than the
        // floor, or less than the rest of 2^-46 where differences are above 1.
        const V largest = hn::Max(hn::Max(size(a_), size(b_)), hn::Max(size(c_), size(d_)));
        const V error = hn::Add(hn::Mul(hn::Mul(hn::Mul(largest, largest), largest), hn::Set(d, 0x1p-46)),
                                hn::Set(d, 0x1p-1000));
        const V minus_error = hn::Neg(error);
        const V3 normal_b = cross(c_, d_), normal_a = cross(a_, b_);
        const V side_a = dot(normal_b, a_), side_b = dot(normal_b, b_), side_c = dot(normal_a, c_),
                side_d = dot(normal_a, d_);
        const auto above_a = hn::Gt(side_a, error), below_a = hn::Lt(side_a, minus_error);
        const auto above_b = hn::Gt(side_b, error), below_b = hn::Lt(side_b, minus_error);
        const auto above_c = hn::Gt(side_c, error), below_c = hn::Lt(side_c, minus_error);
        const auto above_d = hn::Gt(side_d, error), below_d = hn::Lt(side_d, minus_error);
        const auto one_side = hn::Or(hn::Or(hn::And(above_a, above_b), hn::And(below_a, below_b)),
                                     hn::Or(hn::And(above_c, above_d), hn::And(below_c, below_d)));
        // Both triangles are on both sides of the other's plane.
        const auto rising = hn::And(below_a, above_b), falling = hn::And(above_a, below_b);
        const auto left = hn::And(above_c, below_d), right = hn::And(below_c, above_d);
        const auto meet = hn::Or(hn::And(rising, left), hn::And(falling, right));
        const auto miss = hn::Or(hn::And(rising, right), hn::And(falling, left));
        return {bits(hn::Or(one_side, miss)), bits(meet)};
    }

  private:
    static HWY_INLINE V3 load(const detail::CornerBatch& batch, std::size_t c, std::size_t first) {
        const CornerLanes d;
        return {hn::Load(d, batch.coordinate(c) + first), hn::Load(d, batch.coordinate(c + 1) + first),
                hn::Load(d, batch.coordinate(c + 2) + first)};
    }
    static HWY_INLINE V size(const V3& p) {
        return hn::Max(hn::Max(hn::Abs(p.x), hn::Abs(p.y)), hn::Abs(p.z));
    }
    static HWY_INLINE V3 cross(const V3& p, const V3& q) {
        return {hn::Sub(hn::Mul(p.y, q.z), hn::Mul(p.z, q.y)), hn::Sub(hn::Mul(p.z, q.x), hn::Mul(p.x, q.z)),
                hn::Sub(hn::Mul(p.x, q.y), hn::Mul(p.y, q.x))};
    }
    static HWY_INLINE V dot(const V3& p, const V3& q) {
        return hn::Add(hn::Add(hn::Mul(p.x, q.x), hn::Mul(p.y, q.y)), hn::Mul(p.z, q.z));
    }
    template <class M>
    static HWY_INLINE std::uint64_t bits(M mask) {
        std::uint8_t some[8] = {};
        hn::StoreMaskBits(CornerLanes(), mask, some);
        return some[0];
    }

    V3 a_, b_, c_, d_;
};

detail::CornerBatch::Filtered filter_corners(const detail::CornerBatch& batch) {
    detail::CornerBatch::Filtered all;
    const std::size_t lanes = hn::Lanes(CornerLanes());
    for (std::size_t i = 0; i < batch.size(); i += lanes) {
        const auto part = CornerFilter(batch, i).decide();
        all.apart |= part.apart << i;
        all.meet |= part.meet << i;
    }
    return all;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(filter_corners);

CornerBatch::Filtered CornerBatch::filter() const {
    if (size_ == 0) return {};
    Filtered found = HWY_DYNAMIC_DISPATCH(filter_corners)(*this);
    const std::uint64_t valid = ~std::uint64_t{0} >> (capacity - size_);
    found.apart &= valid;
    found.meet &= valid;
    return found;
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
