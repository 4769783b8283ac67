// Two tests before any tree is opened: the boxes of the whole meshes along all fifteen directions that can
// separate boxes; then the hulls along a few directions, each better than the last.
#if defined(GRAZE_TREE_TRAVERSE_FAR_APART_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_FAR_APART_INL
#undef GRAZE_TREE_TRAVERSE_FAR_APART_INL
#else
#define GRAZE_TREE_TRAVERSE_FAR_APART_INL
#endif

#include <cmath>

#include "graze/tree/traverse/pair_frame.h"
#include "graze/tree/traverse/vector3-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// The separating axis test (Gottschalk, Lin, Manocha 1996) for boxes along the axes of the trees. Tests along
// products of edges lose the most precision if the matrix is not quite a rotation; the margin covers this. A
// radius is half the length of a box's projection onto an axis. `maybe_flush` becomes true if faces of the
// boxes may be apart by less than the margin.
HWY_INLINE bool boxes_are_apart(const WideTree& a, const WideTree& b, const detail::PairFrame& frame,
                                bool& maybe_flush) {
    const detail::RelativeTransform &p = frame.a_from_b, &q = frame.b_from_a;
    const auto all = [](float s) { return Vector3::all(s); };
    const Vector3 shift = Vector3::load(p.shift), margin = all(2 * p.margin);
    const Vector3 ha = Vector3::load(a.half_and_zero().data()),
                  hb = Vector3::load(b.half_and_zero().data()) * all(p.scale);
    HWY_ALIGN float b_half[4];
    hb.store(b_half);
    const Vector3 hb0 = all(b_half[0]), hb1 = all(b_half[1]), hb2 = all(b_half[2]);
    // Axis j of B; for the axes of A, only the magnitudes.
    const Vector3 c0 = Vector3::load(p.column[0]), c1 = Vector3::load(p.column[1]),
                  c2 = Vector3::load(p.column[2]);
    const Vector3 m0 = c0.magnitude(), m1 = c1.magnitude(), m2 = c2.magnitude();
    const Vector3 radii_along_a = ha + (hb0 * m0 + hb1 * m1 + hb2 * m2);
    if (shift.magnitude().any_above(radii_along_a + margin)) return true;

    const Vector3 r0 = Vector3::load(q.column[0]), r1 = Vector3::load(q.column[1]),
                  r2 = Vector3::load(q.column[2]);
    const Vector3 along = all(p.shift[0]) * r0 + all(p.shift[1]) * r1 + all(p.shift[2]) * r2;
    const Vector3 radii_along_b =
        hb + (all(a.half_and_zero()[0]) * r0.magnitude() + all(a.half_and_zero()[1]) * r1.magnitude() +
              all(a.half_and_zero()[2]) * r2.magnitude());
    if (along.magnitude().any_above(radii_along_b + margin)) return true;
    // The fourth coordinates are 0.
    HWY_ALIGN const float nearly_margin[4] = {2 * p.margin, 2 * p.margin, 2 * p.margin, 0};
    const Vector3 nearly = Vector3::load(nearly_margin);
    maybe_flush = (shift.magnitude() + nearly).any_above(radii_along_a) ||
                  (along.magnitude() + nearly).any_above(radii_along_b);

    // A's axes times one axis of B, in the order z, x, y.
    const Vector3 shift_yzx = shift.yzx(), ha_yzx = ha.yzx();
    const auto excess = [&](const Vector3& c, const Vector3& m, const Vector3& radius_of_b) {
        const Vector3 radius_of_a = ha * m.yzx() + ha_yzx * m;
        return (shift * c.yzx() - shift_yzx * c).magnitude() - (radius_of_a + radius_of_b);
    };
    const Vector3 z0 = m0.zxy(), z1 = m1.zxy(), z2 = m2.zxy();
    return excess(c0, m0, hb1 * z2 + hb2 * z1).any_above(margin) ||
           excess(c1, m1, hb2 * z0 + hb0 * z2).any_above(margin) ||
           excess(c2, m2, hb0 * z1 + hb1 * z0).any_above(margin);
}

struct Float3 {
    float x, y, z;

    friend HWY_INLINE Float3 operator+(Float3 a, Float3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend HWY_INLINE Float3 operator-(Float3 a, Float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend HWY_INLINE Float3 operator*(Float3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
};

HWY_INLINE float dot(Float3 a, Float3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
HWY_INLINE float sum_of(Float3 v) {
    return (std::abs(v.x) + std::abs(v.y)) + std::abs(v.z);
}

// Searches for a direction that separates the hulls, in coordinates of A. The first direction goes from
// middle to middle; each next one is the last one, mirrored according to its support points (Chung and Wang
// 1996). Most hulls that are apart are separated at once. Where the hulls extend far past each other, further
// tries hardly ever help.
HWY_INLINE bool hulls_are_apart(const SupportTable& a, const SupportTable& b,
                                const detail::RelativeTransform& p) {
    if (a.empty() || b.empty()) return false;
    constexpr float hopeless[] = {0.15f, 0.05f, 0.0f};
    const Float3 column[3] = {{p.column[0][0], p.column[0][1], p.column[0][2]},
                              {p.column[1][0], p.column[1][1], p.column[1][2]},
                              {p.column[2][0], p.column[2][1], p.column[2][2]}};
    const Float3 between{p.shift[0], p.shift[1], p.shift[2]};
    Float3 direction = between;
    for (const float limit : hopeless) {
        const Float3 to_a{-dot(column[0], direction), -dot(column[1], direction), -dot(column[2], direction)};
        const float sum_a = sum_of(direction), sum_b = sum_of(to_a);
        // Written so that NaN ends the search, too.
        if (!(sum_a > 0x1p-60f && sum_b > 0x1p-60f && sum_a < 0x1p62f)) return false;
        const SupportTable::Bound support_a = a.bound(direction.x, direction.y, direction.z, sum_a);
        const SupportTable::Bound support_b = b.bound(to_a.x, to_a.y, to_a.z, sum_b);
        const float projections = support_a.projection + p.scale * support_b.projection,
                    gap = dot(direction, between) - projections;
        if (gap > 2 * p.margin * (sum_a + sum_b)) return true;
        if (!(gap > -limit * projections)) return false;
        const Float3 point_b =
            column[0] * support_b.point[0] + column[1] * support_b.point[1] + column[2] * support_b.point[2];
        const Float3 connection =
            between - Float3{support_a.point[0], support_a.point[1], support_a.point[2]} + point_b * p.scale;
        direction = direction - connection * (2 * dot(connection, direction) / dot(connection, connection));
    }
    return false;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
