// Lower bounds of the distances of triangles, in lanes.
#if defined(GRAZE_TREE_TRAVERSE_DISTANCE_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_DISTANCE_KERNEL_INL
#undef GRAZE_TREE_TRAVERSE_DISTANCE_KERNEL_INL
#else
#define GRAZE_TREE_TRAVERSE_DISTANCE_KERNEL_INL
#endif

#include <hwy/highway.h>

#include "graze/base/detail/rolled.h"
#include "graze/tree/traverse/pair_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Finds the closest points feature by feature, approximately, and then the separation of the triangles along
// the line between these points. For any points this is a lower bound; good points give a good bound.
template <class D>
struct DistanceKernel {
    using K = PairKernel<D>;
    using V = typename K::V;
    using M = typename K::M;
    using V3 = typename K::V3;

    // One triangle per lane, with precomputed values for its features.
    struct Prepared {
        V3 corner[3];
        V3 edge[3];    // from corner i to corner i + 1
        V inverse[3];  // of the squared lengths of the edges
        V3 normal;
        V squared_normal, inverse_normal;  // its squared length, and the inverse of that
        M has_face;                        // not a sliver, for which floats give no reliable normal
        V3 inwards[2];  // in the plane, perpendicular to edges 0 and 2, times the length of the normal

        HWY_INLINE explicit Prepared(const typename K::Tri& t) : corner{t.p, t.q, t.r} {
            const D d;
            const V one = hn::Set(d, 1), tiny = hn::Set(d, 1e-30f);
            V longest = tiny;
            for (int i = 0; i < 3; ++i) {
                edge[i] = K::sub(corner[(i + 1) % 3], corner[i]);
                const V squared = hn::Add(K::dot(edge[i], edge[i]), tiny);
                inverse[i] = hn::Div(one, squared);
                longest = hn::Max(longest, squared);
            }
            normal = K::cross(edge[0], edge[1]);
            squared_normal = K::dot(normal, normal);
            // Also large enough that `tiny` changes nothing.
            has_face = hn::Gt(squared_normal, hn::Max(hn::Set(d, 1e-24f),
                                                      hn::Mul(hn::Mul(longest, longest), hn::Set(d, 0.01f))));
            inverse_normal = hn::Div(one, hn::Add(squared_normal, tiny));
            inwards[0] = K::cross(normal, edge[0]);
            inwards[1] = K::cross(normal, edge[2]);
        }
    };

    static HWY_INLINE V3 add_scaled(const V3& a, const V3& b, V s) {
        return {hn::Add(a.x, hn::Mul(b.x, s)), hn::Add(a.y, hn::Mul(b.y, s)), hn::Add(a.z, hn::Mul(b.z, s))};
    }
    static HWY_INLINE V within_one(V t) {
        const D d;
        return hn::Min(hn::Max(t, hn::Zero(d)), hn::Set(d, 1));
    }

    // The shortest vector from B to A so far.
    struct Best {
        V squared;
        V3 direction;

        // A comparison with NaN is false.
        HWY_INLINE void offer(const V3& from_b_to_a) {
            const V s = K::dot(from_b_to_a, from_b_to_a);
            take(from_b_to_a, s, hn::Lt(s, squared));
        }
        HWY_INLINE void offer(const V3& from_b_to_a, M valid) {
            const V s = K::dot(from_b_to_a, from_b_to_a);
            take(from_b_to_a, s, hn::And(valid, hn::Lt(s, squared)));
        }

      private:
        HWY_INLINE void take(const V3& shorter, V its_square, M where) {
            squared = hn::IfThenElse(where, its_square, squared);
            direction = K::pick(where, shorter, direction);
        }
    };

    // Two edges, as segments (Ericson 2005, 5.1.9).
    static HWY_INLINE void edges(const Prepared& a, int i, const Prepared& b, int j, Best& best) {
        const D d;
        const V3 r = K::sub(a.corner[i], b.corner[j]);
        const V f = K::dot(b.edge[j], r), c = K::dot(a.edge[i], r), e = K::dot(a.edge[i], b.edge[j]);
        const V ia = a.inverse[i], ib = b.inverse[j];
        // Times the squared lengths, the determinant of the two lines.
        const V det = hn::Sub(hn::Set(d, 1), hn::Mul(hn::Mul(e, e), hn::Mul(ia, ib)));
        const V numerator = hn::Sub(hn::Mul(hn::Mul(e, f), ib), c);
        const V s0 = hn::Div(hn::Mul(numerator, ia), hn::Max(det, hn::Set(d, 1e-6f)));
        const V t = within_one(hn::Mul(hn::Add(hn::Mul(e, within_one(s0)), f), ib));
        const V s = within_one(hn::Mul(hn::Sub(hn::Mul(e, t), c), ia));
        best.offer(add_scaled(add_scaled(r, a.edge[i], s), b.edge[j], hn::Neg(t)));
    }

    // A corner and the inside of a face. `sign` is 1 for a corner of A.
    static HWY_INLINE void face(const V3& p, const Prepared& t, float sign, Best& best) {
        const D d;
        // The distances from two edges, as fractions of the face's height over them, times the square of the
        // normal.
        const V3 r = K::sub(p, t.corner[0]);
        const V u = K::dot(r, t.inwards[0]), v = K::dot(r, t.inwards[1]), zero = hn::Zero(d);
        const M inside = hn::And(hn::And(t.has_face, hn::Ge(hn::Min(u, v), zero)),
                                 hn::Le(hn::Add(u, v), t.squared_normal));
        const V projection = hn::Mul(hn::Mul(K::dot(r, t.normal), t.inverse_normal), hn::Set(d, sign));
        best.offer({hn::Mul(t.normal.x, projection), hn::Mul(t.normal.y, projection),
                    hn::Mul(t.normal.z, projection)},
                   inside);
    }

    // A lower bound of the distance, up to rounding; 0 or less where the triangles may intersect. And an
    // upper bound, up to 1e-5 of the distance and of the triangles' size: a computed foot point may lie off
    // the face by this much.
    struct Bounds {
        V least, most;
        V3 direction;  // from B to A; its length is about the distance
    };
    static HWY_INLINE Bounds bounds(const Prepared& a, const Prepared& b) {
        const D d;
        Best best{hn::Set(d, 1e37f), K::sub(a.corner[0], b.corner[0])};
        GRAZE_ROLLED
        for (int i = 0; i < 3; ++i) {
            GRAZE_ROLLED
            for (int j = 0; j < 3; ++j) edges(a, i, b, j, best);
        }
        GRAZE_ROLLED
        for (int i = 0; i < 3; ++i) face(a.corner[i], b, 1, best);
        GRAZE_ROLLED
        for (int i = 0; i < 3; ++i) face(b.corner[i], a, -1, best);
        const V3& w = best.direction;
        const V a0 = K::dot(w, a.corner[0]), a1 = K::dot(w, a.corner[1]), a2 = K::dot(w, a.corner[2]);
        const V b0 = K::dot(w, b.corner[0]), b1 = K::dot(w, b.corner[1]), b2 = K::dot(w, b.corner[2]);
        return bounded(best, hn::Sub(hn::Min(hn::Min(a0, a1), a2), hn::Max(hn::Max(b0, b1), b2)));
    }

    // The same for a triangle and the point zero; the direction leads to the triangle.
    static HWY_INLINE Bounds from_zero(const Prepared& t) {
        const D d;
        Best best{hn::Set(d, 1e37f), t.corner[0]};
        for (int i = 0; i < 3; ++i) {
            const V s = within_one(hn::Neg(hn::Mul(K::dot(t.corner[i], t.edge[i]), t.inverse[i])));
            best.offer(add_scaled(t.corner[i], t.edge[i], s));
        }
        const V zero = hn::Zero(d);
        face({zero, zero, zero}, t, -1, best);
        const V3& w = best.direction;
        const V t0 = K::dot(w, t.corner[0]), t1 = K::dot(w, t.corner[1]), t2 = K::dot(w, t.corner[2]);
        return bounded(best, hn::Min(hn::Min(t0, t1), t2));
    }

  private:
    // `gap` is the separation along the direction, times the length of the direction.
    static HWY_INLINE Bounds bounded(const Best& best, V gap) {
        const V most = hn::Sqrt(hn::Add(best.squared, hn::Set(D(), 1e-30f)));
        return {hn::Div(gap, most), most, best.direction};
    }
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
