// The inner loop of box fitting: every vertex is projected once per level of the tree.
#include <algorithm>
#include <limits>

#include "graze/tree/detail/fit.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/tree/extents.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Minimum and maximum do not depend on the order, so all vector lengths give the same bits.
void extents(const detail::PointLanes& p, const float (&axis)[3][3], detail::Extents& out) {
    const hn::ScalableTag<float> d;
    const std::size_t n = hn::Lanes(d);
    std::size_t i = 0;
    if (p.count >= n) {
        auto lo0 = hn::Set(d, out.lo[0]), lo1 = hn::Set(d, out.lo[1]), lo2 = hn::Set(d, out.lo[2]);
        auto hi0 = hn::Set(d, out.hi[0]), hi1 = hn::Set(d, out.hi[1]), hi2 = hn::Set(d, out.hi[2]);
        const auto along = [&](int k, auto x, auto y, auto z) {
            return hn::Add(hn::Add(hn::Mul(hn::Set(d, axis[k][0]), x), hn::Mul(hn::Set(d, axis[k][1]), y)),
                           hn::Mul(hn::Set(d, axis[k][2]), z));
        };
        // The last vector may overlap the one before: points counted twice do not change the result.
        for (bool last = false; !last; i += n) {
            if (i + n >= p.count) i = p.count - n, last = true;
            const auto x = hn::LoadU(d, p.x + i), y = hn::LoadU(d, p.y + i), z = hn::LoadU(d, p.z + i);
            const auto s0 = along(0, x, y, z), s1 = along(1, x, y, z), s2 = along(2, x, y, z);
            lo0 = hn::Min(lo0, s0), lo1 = hn::Min(lo1, s1), lo2 = hn::Min(lo2, s2);
            hi0 = hn::Max(hi0, s0), hi1 = hn::Max(hi1, s1), hi2 = hn::Max(hi2, s2);
        }
        out.lo[0] = hn::GetLane(hn::MinOfLanes(d, lo0)), out.hi[0] = hn::GetLane(hn::MaxOfLanes(d, hi0));
        out.lo[1] = hn::GetLane(hn::MinOfLanes(d, lo1)), out.hi[1] = hn::GetLane(hn::MaxOfLanes(d, hi1));
        out.lo[2] = hn::GetLane(hn::MinOfLanes(d, lo2)), out.hi[2] = hn::GetLane(hn::MaxOfLanes(d, hi2));
        return;
    }
    for (; i < p.count; ++i) {
        for (int k = 0; k < 3; ++k) {
            const float s = (axis[k][0] * p.x[i] + axis[k][1] * p.y[i]) + axis[k][2] * p.z[i];
            out.lo[k] = std::min(out.lo[k], s);
            out.hi[k] = std::max(out.hi[k], s);
        }
    }
}

// The least and the largest of sums and differences of x_k: two of them are equal except for the sign.
template <class D>
struct CutSums {
    static constexpr int count = 10;
    hn::Vec<D> lo[count], hi[count];

    HWY_INLINE explicit CutSums(D d) {
        for (int i = 0; i < count; ++i) {
            lo[i] = hn::Set(d, std::numeric_limits<float>::max());
            hi[i] = hn::Set(d, -std::numeric_limits<float>::max());
        }
    }
    HWY_INLINE void add(D d, const detail::PointLanes& p, const detail::BoxScale& box, std::size_t i) {
        const auto x = hn::LoadU(d, p.x + i), y = hn::LoadU(d, p.y + i), z = hn::LoadU(d, p.z + i);
        const auto along = [&](int k) {
            const auto sum = hn::Add(
                hn::Add(hn::Mul(hn::Set(d, box.axis[k][0]), x), hn::Mul(hn::Set(d, box.axis[k][1]), y)),
                hn::Mul(hn::Set(d, box.axis[k][2]), z));
            return hn::Mul(hn::Sub(sum, hn::Set(d, box.middle[k])), hn::Set(d, box.per_half[k]));
        };
        const auto x0 = along(0), x1 = along(1), x2 = along(2);
        const auto sum = hn::Add(x0, x1), difference = hn::Sub(x0, x1);
        const hn::Vec<D> value[count] = {hn::Add(sum, x2),
                                         hn::Sub(sum, x2),
                                         hn::Add(difference, x2),
                                         hn::Sub(difference, x2),
                                         hn::Add(x1, x2),
                                         hn::Sub(x1, x2),
                                         hn::Add(x0, x2),
                                         hn::Sub(x0, x2),
                                         sum,
                                         difference};
        for (int k = 0; k < count; ++k) {
            lo[k] = hn::Min(lo[k], value[k]);
            hi[k] = hn::Max(hi[k], value[k]);
        }
    }
    HWY_INLINE void write(D d, detail::CutExtents& out) const {
        float least[count], most[count];
        for (int k = 0; k < count; ++k) {
            least[k] = hn::GetLane(hn::MinOfLanes(d, lo[k]));
            most[k] = hn::GetLane(hn::MaxOfLanes(d, hi[k]));
        }
        out = {{most[0], -least[3], most[2], -least[1], most[1], -least[2], most[3], -least[0]}, {}};
        for (int k = 0; k < 3; ++k) {
            const int sum = 4 + 2 * k, difference = sum + 1;
            const float edge[4] = {most[sum], -least[difference], most[difference], -least[sum]};
            std::copy_n(edge, 4, out.edge[k]);
        }
    }
};

void cut_extents(const detail::PointLanes& p, const detail::BoxScale& box, detail::CutExtents& out) {
    const auto cut = [&](auto d) {
        const std::size_t n = hn::Lanes(d);
        CutSums<decltype(d)> sums(d);
        for (std::size_t i = 0; i + n <= p.count; i += n) sums.add(d, p, box, i);
        // The last vector may overlap the one before: points counted twice do not change the result.
        if (p.count % n != 0) sums.add(d, p, box, p.count - n);
        sums.write(d, out);
    };
    const hn::ScalableTag<float> all;
    if (p.count >= hn::Lanes(all)) {
        cut(all);
    } else {
        cut(hn::CappedTag<float, 1>());
    }
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(extents);

Extents extents_along(const PointLanes& points, const float (&axis)[3][3]) {
    constexpr float far = std::numeric_limits<float>::max();
    Extents r{{far, far, far}, {-far, -far, -far}};
    HWY_DYNAMIC_DISPATCH(extents)(points, axis, r);
    return r;
}

HWY_EXPORT(cut_extents);

CutExtents cut_extents(const PointLanes& points, const BoxScale& box) {
    CutExtents extents;
    HWY_DYNAMIC_DISPATCH(cut_extents)(points, box, extents);
    return extents;
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
