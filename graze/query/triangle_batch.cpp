// The SIMD filter: the test of triangle_pair.cpp in lanes, without its exact stage. A lane whose signs are
// not all certain is left undecided. Written once, compiled for each instruction set, chosen at run time; all
// give the same bits, as no operation is fused.
#include "graze/query/triangle_batch.h"

#include <algorithm>
#include <utility>

#include "graze/query/detail/pair_error.h"
#include "graze/query/triangle_pair.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/triangle_batch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Doubles = hn::ScalableTag<double>;

template <class D>
struct Kernel {
    using V = hn::Vec<D>;
    using M = hn::Mask<D>;
    using T = hn::TFromD<D>;
    struct V3 {
        V x, y, z;
    };
    struct Tri {
        V3 p, q, r;
    };

    static HWY_INLINE V3 sub(const V3& a, const V3& b) {
        return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
    }
    static HWY_INLINE V3 cross(const V3& a, const V3& b) {
        return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
                hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
    }
    static HWY_INLINE V dot(const V3& a, const V3& b) {
        return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
    }
    static HWY_INLINE V orient(const V3& a, const V3& b, const V3& c, const V3& d) {
        return dot(cross(sub(b, a), sub(c, a)), sub(d, a));
    }
    static HWY_INLINE V3 pick(M m, const V3& yes, const V3& no) {
        return {hn::IfThenElse(m, yes.x, no.x), hn::IfThenElse(m, yes.y, no.y), hn::IfThenElse(m, yes.z, no.z)};
    }

    // On which side of a plane the three corners of a triangle are.
    struct Sides {
        M above0, above1, above2, below0, below1, below2;

        HWY_INLINE Sides(const Tri& plane, const Tri& t, V error, V minus_error) {
            const V3 n = cross(sub(plane.q, plane.p), sub(plane.r, plane.p));
            const V d0 = dot(n, sub(t.p, plane.p)), d1 = dot(n, sub(t.q, plane.p)), d2 = dot(n, sub(t.r, plane.p));
            above0 = hn::Gt(d0, error), above1 = hn::Gt(d1, error), above2 = hn::Gt(d2, error);
            below0 = hn::Lt(d0, minus_error), below1 = hn::Lt(d1, minus_error), below2 = hn::Lt(d2, minus_error);
        }
        HWY_INLINE M one_side() const {
            return hn::Or(hn::And(hn::And(above0, above1), above2), hn::And(hn::And(below0, below1), below2));
        }
        HWY_INLINE M certain() const {
            return hn::And(hn::And(hn::Or(above0, below0), hn::Or(above1, below1)), hn::Or(above2, below2));
        }
    };

    // Which corner is alone on its side of the plane, and on which.
    struct Alone {
        M is1, is2;  // neither: corner 0
        M below;

        HWY_INLINE explicit Alone(const Sides& s) {
            const M differs1 = hn::Xor(s.below1, s.below0), differs2 = hn::Xor(s.below2, s.below0);
            is1 = hn::AndNot(differs2, differs1), is2 = hn::AndNot(differs1, differs2);
            // Corner 0 is on the other side if it is not the lone one.
            below = hn::Xor(s.below0, hn::Or(is1, is2));
        }
    };

    // The triangle with the lone corner first, turned over where `over` says so.
    static HWY_INLINE Tri turn(const Tri& t, const Alone& s, M over) {
        // After p = 0, 1, 2 comes q = 1, 2, 0; turned over, 2, 0, 1.
        const V3 q = pick(s.is1, t.r, pick(s.is2, t.p, t.q)), r = pick(s.is1, t.p, pick(s.is2, t.q, t.r));
        return {pick(s.is1, t.q, pick(s.is2, t.r, t.p)), pick(over, r, q), pick(over, q, r)};
    }

    struct Extent {
        V size;
        M gap;  // the intervals are further apart than `margin` of the size
    };
    static HWY_INLINE Extent extent(V a0, V a1, V a2, V b0, V b1, V b2, V margin) {
        const V a_lo = hn::Min(hn::Min(a0, a1), a2), a_hi = hn::Max(hn::Max(a0, a1), a2);
        const V b_lo = hn::Min(hn::Min(b0, b1), b2), b_hi = hn::Max(hn::Max(b0, b1), b2);
        const V size = hn::Sub(hn::Max(a_hi, b_hi), hn::Min(a_lo, b_lo));
        const V distance = hn::Max(hn::Sub(a_lo, b_hi), hn::Sub(b_lo, a_hi));
        return {size, hn::Gt(distance, hn::Mul(margin, size))};
    }

    struct Bound {
        T margin, error_factor, error_floor, largest;
    };
    // One bit per lane, from bit 0 on.
    static HWY_INLINE TriangleBatch::Filtered decide(const Tri& a, const Tri& b, const Bound& bound) {
        const D d;
        const V margin = hn::Set(d, bound.margin);
        const Extent x = extent(a.p.x, a.q.x, a.r.x, b.p.x, b.q.x, b.r.x, margin);
        const Extent y = extent(a.p.y, a.q.y, a.r.y, b.p.y, b.q.y, b.r.y, margin);
        const Extent z = extent(a.p.z, a.q.z, a.r.z, b.p.z, b.q.z, b.r.z, margin);
        const V error = hn::Add(hn::Mul(hn::Mul(hn::Mul(x.size, y.size), z.size), hn::Set(d, bound.error_factor)),
                                hn::Set(d, bound.error_floor));
        const V minus_error = hn::Neg(error);
        const M usable = hn::Le(hn::Max(hn::Max(x.size, y.size), z.size), hn::Set(d, bound.largest));

        const Sides sb(a, b, error, minus_error), sa(b, a, error, minus_error);
        const M apart =
            hn::And(usable, hn::Or(hn::Or(hn::Or(x.gap, y.gap), z.gap), hn::Or(sa.one_side(), sb.one_side())));
        const M open = hn::AndNot(apart, hn::And(usable, hn::And(sa.certain(), sb.certain())));
        TriangleBatch::Filtered out;
        out.apart = bits_of(apart);
        if (hn::AllFalse(d, open)) return out;

        const Alone alone_a(sa), alone_b(sb);
        const Tri ta = turn(a, alone_a, alone_b.below), tb = turn(b, alone_b, alone_a.below);
        const V left = orient(ta.p, ta.q, tb.p, tb.q), right = orient(ta.p, ta.r, tb.r, tb.p);
        const M disjoint = hn::Or(hn::Gt(left, error), hn::Gt(right, error));
        const M common = hn::And(hn::Lt(left, minus_error), hn::Lt(right, minus_error));
        out.apart |= bits_of(hn::And(open, disjoint));
        out.intersecting = bits_of(hn::And(open, common));
        return out;
    }

    static HWY_INLINE std::uint64_t bits_of(M m) {
        static_assert(HWY_LANES(T) <= 16);
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(D(), m, bits);
        return bits[0] | static_cast<std::uint64_t>(bits[1]) << 8;
    }
};

// In doubles, as they are. All magnitudes up to 1e101 are usable; a gap is one only if coordinates differ.
HWY_INLINE TriangleBatch::Filtered filter_doubles(const TriangleBatch& batch, std::size_t first) {
    using K = Kernel<Doubles>;
    const auto point = [&](std::size_t c) {
        const Doubles d;
        return K::V3{hn::Load(d, batch.coordinate(c) + first), hn::Load(d, batch.coordinate(c + 1) + first),
                     hn::Load(d, batch.coordinate(c + 2) + first)};
    };
    return K::decide({point(0), point(3), point(6)}, {point(9), point(12), point(15)},
                     {0, detail::pair_error_factor, detail::pair_error_floor, 0x1p340});
}

// In floats relative to A's first corner: twice the lanes, and enough for nearly all pairs that are not close to
// touching. Coordinates carry an error of 2^-24 of the extent each from rounding to float, so differences 3 * 2^-24 at
// most and determinants 6 * 14 * 2^-24; 2^-17 covers that. Extents up to 2^30 cannot overflow, and lose at most 2^-116
// of a determinant to underflow.
#if HWY_TARGET != HWY_SCALAR  // which has no narrower vectors to gain from
HWY_INLINE TriangleBatch::Filtered filter_floats(const TriangleBatch& batch, std::size_t first) {
    const hn::ScalableTag<float> df;
    const hn::Half<decltype(df)> half;
    using K = Kernel<decltype(df)>;
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
    return K::decide({{zero, zero, zero}, point(3), point(6)}, {point(9), point(12), point(15)},
                     {0x1p-21f, 0x1p-17f, 0x1p-115f, 0x1p30f});
}
#endif

TriangleBatch::Filtered filter_batch(const TriangleBatch& batch) {
    TriangleBatch::Filtered out;
    // The last vector may reach beyond size(), but not beyond what add() wrote; filter() cuts off its bits.
    const std::size_t doubles = hn::Lanes(Doubles());
#if HWY_TARGET != HWY_SCALAR
    for (std::size_t i = 0; i < batch.size(); i += 2 * doubles) {
        const TriangleBatch::Filtered part = filter_floats(batch, i);
        out.apart |= part.apart << i;
        out.intersecting |= part.intersecting << i;
    }
#endif
    const std::uint64_t lanes = (std::uint64_t{1} << doubles) - 1;
    for (std::size_t i = 0; i < batch.size(); i += doubles) {
        if (((out.apart | out.intersecting) >> i & lanes) == lanes) continue;
        const TriangleBatch::Filtered part = filter_doubles(batch, i);
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
