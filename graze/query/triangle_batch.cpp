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
using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

struct V3 {
    V x, y, z;
};

HWY_INLINE V3 sub(const V3& a, const V3& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE V3 cross(const V3& a, const V3& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
HWY_INLINE V dot(const V3& a, const V3& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE V3 pick(M m, const V3& yes, const V3& no) {
    return {hn::IfThenElse(m, yes.x, no.x), hn::IfThenElse(m, yes.y, no.y), hn::IfThenElse(m, yes.z, no.z)};
}
HWY_INLINE V min3(V a, V b, V c) {
    return hn::Min(hn::Min(a, b), c);
}
HWY_INLINE V max3(V a, V b, V c) {
    return hn::Max(hn::Max(a, b), c);
}

struct Tri {
    V3 p, q, r;
};

// On which side of a plane the three corners of a triangle are.
struct Sides {
    M above0, above1, above2, below0, below1, below2;
};

HWY_INLINE Sides sides(const Tri& plane, const Tri& t, V error, V minus_error) {
    const V3 n = cross(sub(plane.q, plane.p), sub(plane.r, plane.p));
    const V d0 = dot(n, sub(t.p, plane.p)), d1 = dot(n, sub(t.q, plane.p)), d2 = dot(n, sub(t.r, plane.p));
    return {hn::Gt(d0, error),       hn::Gt(d1, error),       hn::Gt(d2, error),
            hn::Lt(d0, minus_error), hn::Lt(d1, minus_error), hn::Lt(d2, minus_error)};
}

HWY_INLINE M one_side(const Sides& s) {
    return hn::Or(hn::And(hn::And(s.above0, s.above1), s.above2),
                  hn::And(hn::And(s.below0, s.below1), s.below2));
}
HWY_INLINE M certain(const Sides& s) {
    return hn::And(hn::And(hn::Or(s.above0, s.below0), hn::Or(s.above1, s.below1)),
                   hn::Or(s.above2, s.below2));
}

// Turns the triangle so that p is alone on its side of the plane; `alone_below` tells which side that is.
HWY_INLINE Tri turn(const Tri& t, const Sides& s, M& alone_below) {
    const M second = hn::Xor(s.below1, s.below0);  // corner 1 differs from corner 0
    const M third = hn::Xor(s.below2, s.below0);
    const M only1 = hn::AndNot(third, second), only2 = hn::AndNot(second, third);
    alone_below = hn::Or(hn::Or(hn::And(only1, s.below1), hn::And(only2, s.below2)),
                         hn::AndNot(hn::Or(only1, only2), s.below0));
    return {pick(only1, t.q, pick(only2, t.r, t.p)), pick(only1, t.r, pick(only2, t.p, t.q)),
            pick(only1, t.p, pick(only2, t.q, t.r))};
}

HWY_INLINE V orient(const V3& a, const V3& b, const V3& c, const V3& d) {
    return dot(cross(sub(b, a), sub(c, a)), sub(d, a));
}

// Bits of the lanes from `first` on.
template <class Lanes>
HWY_INLINE TriangleBatch::Filtered filter_lanes(const Lanes& lanes, std::size_t first) {
    const D d;
    const auto load = [&](std::size_t c) { return hn::Load(d, lanes(c) + first); };
    const Tri a{{load(0), load(1), load(2)}, {load(3), load(4), load(5)}, {load(6), load(7), load(8)}};
    const Tri b{
        {load(9), load(10), load(11)}, {load(12), load(13), load(14)}, {load(15), load(16), load(17)}};

    const auto extent = [](V a0, V a1, V a2, V b0, V b1, V b2, M& gap) {
        const V alo = min3(a0, a1, a2), ahi = max3(a0, a1, a2), blo = min3(b0, b1, b2),
                bhi = max3(b0, b1, b2);
        gap = hn::Or(hn::Gt(alo, bhi), hn::Gt(blo, ahi));
        return hn::Sub(hn::Max(ahi, bhi), hn::Min(alo, blo));
    };
    M gap_x, gap_y, gap_z;
    const V x = extent(a.p.x, a.q.x, a.r.x, b.p.x, b.q.x, b.r.x, gap_x);
    const V y = extent(a.p.y, a.q.y, a.r.y, b.p.y, b.q.y, b.r.y, gap_y);
    const V z = extent(a.p.z, a.q.z, a.r.z, b.p.z, b.q.z, b.r.z, gap_z);
    const V error = hn::Add(hn::Mul(hn::Mul(hn::Mul(x, y), z), hn::Set(d, detail::pair_error_factor)),
                            hn::Set(d, detail::pair_error_floor));
    const V minus_error = hn::Neg(error);

    const Sides sb = sides(a, b, error, minus_error);
    const Sides sa = sides(b, a, error, minus_error);
    const M apart = hn::Or(hn::Or(hn::Or(gap_x, gap_y), gap_z), hn::Or(one_side(sa), one_side(sb)));
    const M open = hn::AndNot(apart, hn::And(certain(sa), certain(sb)));
    TriangleBatch::Filtered out;
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, apart, bits);
    out.apart = bits[0];
    if (hn::AllFalse(d, open)) return out;

    M a_below, b_below;
    const Tri ta = turn(a, sa, a_below), tb = turn(b, sb, b_below);
    const V3 aq = pick(b_below, ta.r, ta.q), ar = pick(b_below, ta.q, ta.r);
    const V3 bq = pick(a_below, tb.r, tb.q), br = pick(a_below, tb.q, tb.r);
    const V left = orient(ta.p, aq, tb.p, bq), right = orient(ta.p, ar, br, tb.p);
    const M disjoint = hn::And(open, hn::Or(hn::Gt(left, error), hn::Gt(right, error)));
    const M common = hn::And(open, hn::And(hn::Lt(left, minus_error), hn::Lt(right, minus_error)));
    hn::StoreMaskBits(d, disjoint, bits);
    out.apart |= bits[0];
    hn::StoreMaskBits(d, common, bits);
    out.intersecting = bits[0];
    return out;
}

TriangleBatch::Filtered filter_batch(const TriangleBatch& batch) {
    const auto lanes = [&](std::size_t c) { return batch.coordinate(c); };
    TriangleBatch::Filtered out;
    // The last vector may reach beyond size(), but not beyond the arrays; filter() cuts off its bits.
    const std::size_t step = hn::Lanes(D());
    static_assert(HWY_LANES(double) <= 8);
    for (std::size_t i = 0; i < batch.size(); i += step) {
        const TriangleBatch::Filtered part = filter_lanes(lanes, i);
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
constexpr std::size_t widest = 8;  // doubles in the widest vector that filter_batch is compiled for
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
