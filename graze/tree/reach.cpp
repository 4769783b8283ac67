// The inner loop of box fitting: every vertex is projected once per level of the tree.
#include <algorithm>
#include <limits>

#include "graze/tree/detail/fit.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/tree/reach.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Minimum and maximum do not depend on the order, so all vector lengths give the same bits.
void reach(const detail::PointLanes& p, const float (&axis)[3][3], detail::Reach& out) {
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
        // The last vector may overlap the one before: points counted twice do no harm.
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

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(reach);

Reach reach_along(const PointLanes& points, const float (&axis)[3][3]) {
    constexpr float far = std::numeric_limits<float>::max();
    Reach r{{far, far, far}, {-far, -far, -far}};
    HWY_DYNAMIC_DISPATCH(reach)(points, axis, r);
    return r;
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
