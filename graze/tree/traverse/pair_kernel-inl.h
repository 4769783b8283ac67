// The test of triangle_pair.cpp in lanes, without its exact stage: a lane whose signs are not all certain is
// left undecided. Compiled once per instruction set (Highway); all give the same bits, as no operation is
// fused.
#include <cstdint>

#ifndef GRAZE_QUERY_PAIR_VERDICT
#define GRAZE_QUERY_PAIR_VERDICT
namespace graze::inline v1 {

// One bit per lane, from bit 0 on. Lanes in neither are undecided.
struct PairVerdict {
    std::uint64_t apart = 0, intersecting = 0;
};

}  // namespace graze::inline v1
#endif

#if defined(GRAZE_TREE_TRAVERSE_PAIR_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_PAIR_KERNEL_INL
#undef GRAZE_TREE_TRAVERSE_PAIR_KERNEL_INL
#else
#define GRAZE_TREE_TRAVERSE_PAIR_KERNEL_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
struct PairKernel {
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
        return {hn::IfThenElse(m, yes.x, no.x), hn::IfThenElse(m, yes.y, no.y),
                hn::IfThenElse(m, yes.z, no.z)};
    }

    struct Bound {
        T relative_gap = 0;  // a gap counts if it is larger than this fraction of the extent
        T gap_floor = 0;     // and larger than this, where coordinates may underflow
        T slack = 0;         // largest error of each coordinate
        T error_factor = 0;  // times the product of the extents: the rounding error of a determinant
        T error_floor = 0;   // and its error by underflow
        T largest = 0;       // extents beyond this are left undecided
    };

    // The sides of a plane on which the three corners of a triangle lie.
    struct Sides {
        M above0, above1, above2, below0, below1, below2;

        HWY_INLINE Sides(const Tri& plane, const Tri& t, V error, V minus_error) {
            const V3 n = cross(sub(plane.q, plane.p), sub(plane.r, plane.p));
            const V d0 = dot(n, sub(t.p, plane.p)), d1 = dot(n, sub(t.q, plane.p)),
                    d2 = dot(n, sub(t.r, plane.p));
            above0 = hn::Gt(d0, error), above1 = hn::Gt(d1, error), above2 = hn::Gt(d2, error);
            below0 = hn::Lt(d0, minus_error), below1 = hn::Lt(d1, minus_error),
            below2 = hn::Lt(d2, minus_error);
        }
        HWY_INLINE M one_side() const {
            return hn::Or(hn::And(hn::And(above0, above1), above2), hn::And(hn::And(below0, below1), below2));
        }
        HWY_INLINE M certain() const {
            return hn::And(hn::And(hn::Or(above0, below0), hn::Or(above1, below1)), hn::Or(above2, below2));
        }
    };

    // The corner that is alone on its side of the plane, and that side.
    struct Alone {
        M is1, is2;  // neither: corner 0
        M below;

        HWY_INLINE explicit Alone(const Sides& s) {
            const M differs1 = hn::Xor(s.below1, s.below0), differs2 = hn::Xor(s.below2, s.below0);
            is1 = hn::AndNot(differs2, differs1), is2 = hn::AndNot(differs1, differs2);
            // Corner 0 is on the opposite side if it is not the lone corner.
            below = hn::Xor(s.below0, hn::Or(is1, is2));
        }
    };

    // The triangle with the lone corner first, its orientation reversed where `over` is set.
    static HWY_INLINE Tri turn(const Tri& t, const Alone& s, M over) {
        // After p = 0, 1, 2 comes q = 1, 2, 0; with the orientation reversed, 2, 0, 1.
        const V3 q = pick(s.is1, t.r, pick(s.is2, t.p, t.q)), r = pick(s.is1, t.p, pick(s.is2, t.q, t.r));
        return {pick(s.is1, t.q, pick(s.is2, t.r, t.p)), pick(over, r, q), pick(over, q, r)};
    }

    struct Extent {
        V size;
        M gap;
    };
    // The extent of both triangles along one axis, and whether there is surely a gap between them.
    template <bool Inexact>
    static HWY_INLINE Extent extent(V a0, V a1, V a2, V b0, V b1, V b2, const Bound& bound) {
        const D d;
        const V a_lo = hn::Min(hn::Min(a0, a1), a2), a_hi = hn::Max(hn::Max(a0, a1), a2);
        const V b_lo = hn::Min(hn::Min(b0, b1), b2), b_hi = hn::Max(hn::Max(b0, b1), b2);
        V size = hn::Sub(hn::Max(a_hi, b_hi), hn::Min(a_lo, b_lo));
        const V distance = hn::Max(hn::Sub(a_lo, b_hi), hn::Sub(b_lo, a_hi));
        V least = hn::Add(hn::Mul(hn::Set(d, bound.relative_gap), size), hn::Set(d, bound.gap_floor));
        if constexpr (Inexact) {
            const V twice = hn::Set(d, 2 * bound.slack);
            least = hn::Add(least, twice);
            size = hn::Add(size, twice);
        }
        return {size, hn::Gt(distance, least)};
    }

    // One bit per lane. With `Inexact` the coordinates given are only within bound.slack of the true ones.
    template <bool Inexact>
    static HWY_INLINE PairVerdict decide(const Tri& a, const Tri& b, const Bound& bound) {
        const D d;
        const Extent x = extent<Inexact>(a.p.x, a.q.x, a.r.x, b.p.x, b.q.x, b.r.x, bound);
        const Extent y = extent<Inexact>(a.p.y, a.q.y, a.r.y, b.p.y, b.q.y, b.r.y, bound);
        const Extent z = extent<Inexact>(a.p.z, a.q.z, a.r.z, b.p.z, b.q.z, b.r.z, bound);
        const M gap = hn::Or(hn::Or(x.gap, y.gap), z.gap);
        if constexpr (Inexact) {
            if (hn::AllTrue(d, gap)) return {.apart = (std::uint64_t{1} << hn::Lanes(d)) - 1};
        }
        const V xy = hn::Mul(x.size, y.size);
        V error = hn::Add(hn::Mul(hn::Mul(xy, z.size), hn::Set(d, bound.error_factor)),
                          hn::Set(d, bound.error_floor));
        if constexpr (Inexact) {
            // Each of the six products changes by at most twice the slack in each of its three factors; 16
            // instead of 12 covers the products of slacks, as no size is below twice the slack.
            const V faces = hn::Add(xy, hn::Mul(z.size, hn::Add(x.size, y.size)));
            error = hn::Add(error, hn::Mul(hn::Set(d, 16 * bound.slack), faces));
        }
        const V minus_error = hn::Neg(error);
        const M usable = hn::Le(hn::Max(hn::Max(x.size, y.size), z.size), hn::Set(d, bound.largest));

        const Sides sb(a, b, error, minus_error), sa(b, a, error, minus_error);
        const M apart = hn::And(usable, hn::Or(gap, hn::Or(sa.one_side(), sb.one_side())));
        const M open = hn::AndNot(apart, hn::And(usable, hn::And(sa.certain(), sb.certain())));
        PairVerdict out;
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

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
