// The SIMD filter: the test of triangle_pair.cpp in lanes, without its exact stage. A lane whose signs are
// not all certain is left undecided. Written once, compiled for each instruction set, chosen at run time; all
// give the same bits, as no operation is fused.
#include "graze/query/triangle/triangle_batch.h"

#include <algorithm>
#include <utility>

#include "graze/query/triangle/detail/pair_error.h"
#include "graze/query/triangle/triangle_pair.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/triangle/triangle_batch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/tree/traverse/pair_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Doubles = hn::ScalableTag<double>;

// In doubles, unchanged. All magnitudes up to 1e101 are usable; any difference of coordinates counts as a
// gap.
HWY_INLINE PairVerdict filter_doubles(const TriangleBatch& batch, std::size_t first) {
    using K = PairKernel<Doubles>;
    const auto point = [&](std::size_t c) {
        const Doubles d;
        return K::V3{hn::Load(d, batch.coordinate(c) + first), hn::Load(d, batch.coordinate(c + 1) + first),
                     hn::Load(d, batch.coordinate(c + 2) + first)};
    };
    return K::decide<false>({point(0), point(3), point(6)}, {point(9), point(12), point(15)},
                            {.error_factor = detail::pair_error_factor,
                             .error_floor = detail::pair_error_floor,
                             .largest = 0x1p340});
}

// In floats relative to A's first corner: twice the lanes, and enough for nearly all pairs that are not close
// to touching. Coordinates carry an error of 2^-24 of the extent each from rounding to float, so differences
// 3 * 2^-24 at most and determinants 6 * 14 * 2^-24; 2^-17 covers that. Where floats underflow, a coordinate
// is off by up to 2^-150, which with extents up to 2^25 changes a determinant by less than 12 * 2^-150 *
// 2^50; the floor of 2^-90 covers that and what products lose.
#if HWY_TARGET != HWY_SCALAR  // which has no narrower vectors to gain from
HWY_INLINE PairVerdict filter_floats(const TriangleBatch& batch, std::size_t first) {
    const hn::ScalableTag<float> df;
    const hn::Half<decltype(df)> half;
    using K = PairKernel<decltype(df)>;
    const Doubles d;
    const std::size_t next = first + hn::Lanes(d);
    const auto relative = [&](std::size_t c) {
        const double *origin = batch.coordinate(c % 3), *value = batch.coordinate(c);
        const auto low = hn::Sub(hn::Load(d, value + first), hn::Load(d, origin + first));
        const auto high = hn::Sub(hn::Load(d, value + next), hn::Load(d, origin + next));
        return hn::Combine(df, hn::DemoteTo(half, high), hn::DemoteTo(half, low));
    };
    const auto point = [&](std::size_t c) { return K::V3{relative(c), relative(c + 1), relative(c + 2)}; };
    const auto zero = hn::Zero(df);
    return K::decide<false>({{zero, zero, zero}, point(3), point(6)}, {point(9), point(12), point(15)},
                            {.relative_gap = 0x1p-21f,
                             .gap_floor = 0x1p-140f,
                             .error_factor = 0x1p-17f,
                             .error_floor = 0x1p-90f,
                             .largest = 0x1p25f});
}
#endif

TriangleBatch::Filtered filter_batch(const TriangleBatch& batch) {
    TriangleBatch::Filtered out;
    // The last vector may extend beyond size(), but not beyond what add() wrote; filter() cuts off its bits.
    const std::size_t doubles = hn::Lanes(Doubles());
#if HWY_TARGET != HWY_SCALAR
    for (std::size_t i = 0; i < batch.size(); i += 2 * doubles) {
        const auto part = filter_floats(batch, i);
        out.apart |= part.apart << i;
        out.intersecting |= part.intersecting << i;
    }
#endif
    const std::uint64_t lanes = (std::uint64_t{1} << doubles) - 1;
    for (std::size_t i = 0; i < batch.size(); i += doubles) {
        if (((out.apart | out.intersecting) >> i & lanes) == lanes) continue;
        const auto part = filter_doubles(batch, i);
        out.apart |= part.apart << i;
        out.intersecting |= part.intersecting << i;
    }
    return out;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1 {

HWY_EXPORT(filter_batch);

namespace {
constexpr std::size_t widest = 16;  // lanes of the widest vector that filter_batch is compiled for
}

FilterCounts& FilterCounts::operator+=(const FilterCounts& other) {
    pairs += other.pairs;
    apart += other.apart;
    intersecting += other.intersecting;
    undecided += other.undecided;
    return *this;
}

void TriangleBatch::add(const Triangle& a, const Triangle& b) {
    const auto put = [&](std::size_t c, double value) {
        // The first pair of a vector fills all of it, so that the filter never reads what was not written.
        if (size_ % widest == 0) {
            std::fill_n(&lanes_[c][size_], widest, value);
        } else {
            lanes_[c][size_] = value;
        }
    };
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t c = 0; c < 3; ++c) {
            put(3 * k + c, a[k][c]);
            put(9 + 3 * k + c, b[k][c]);
        }
    }
    ++size_;
}

Triangle TriangleBatch::get(std::size_t first, std::size_t i) const {
    Triangle t;
    for (std::size_t k = 0; k < 3; ++k) {
        t[k] = {lanes_[first + 3 * k][i], lanes_[first + 3 * k + 1][i], lanes_[first + 3 * k + 2][i]};
    }
    return t;
}

TriangleBatch::Filtered TriangleBatch::filter() const {
    if (size_ == 0) return {};
    Filtered f = HWY_DYNAMIC_DISPATCH(filter_batch)(*this);
    const std::uint64_t valid = ~std::uint64_t{0} >> (capacity - size_);
    f.apart &= valid;
    f.intersecting &= valid;
    return f;
}

std::uint64_t TriangleBatch::decide(FilterCounts* counts) const {
    if (size_ == 0) return 0;
    const Filtered f = filter();
    std::uint64_t hits = f.intersecting;
    const std::uint64_t valid = ~std::uint64_t{0} >> (capacity - size_);
    const std::uint64_t undecided = valid & ~(f.apart | f.intersecting);
    for (std::uint64_t rest = undecided; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        if (intersects(a(i), b(i))) hits |= std::uint64_t{1} << i;
    }
    if (counts) {
        *counts += {size_, static_cast<std::uint64_t>(std::popcount(f.apart)),
                    static_cast<std::uint64_t>(std::popcount(f.intersecting)),
                    static_cast<std::uint64_t>(std::popcount(undecided))};
    }
    return hits;
}

}  // namespace graze::inline v1
#endif  // HWY_ONCE
