// The boxes of a node, read into lanes: one place for all queries.
#if defined(GRAZE_QUERY_NODE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_NODE_LANES_INL
#undef GRAZE_QUERY_NODE_LANES_INL
#else
#define GRAZE_QUERY_NODE_LANES_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "graze/tree/detail/box_code.h"
#include "graze/tree/wide_tree.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
// Eight lanes where the processor has them.
using Lanes8 = hn::CappedTag<float, 8>;

using BoxLane = hn::Vec<Lanes8>;

HWY_INLINE BoxLane dot_of(const BoxLane (&u)[3], const BoxLane (&v)[3]) {
    return hn::Add(hn::Add(hn::Mul(u[0], v[0]), hn::Mul(u[1], v[1])), hn::Mul(u[2], v[2]));
}

// Some boxes of a node, from slot `first` on, one to a lane.
struct NodeLanes {
    BoxLane center[3], axis[3][3], half[3];

    HWY_INLINE NodeLanes(const WideNode& node, int first) {
        using V = BoxLane;
        const Lanes8 d;
        const hn::Rebind<std::int16_t, Lanes8> d16;
        const hn::Rebind<std::int32_t, Lanes8> d32;
        // As in decode_axes().
        const auto quaternion = [&](int k) {
            return hn::ConvertTo(d, hn::PromoteTo(d32, hn::Load(d16, node.rotation[k] + first)));
        };
        const V one = hn::Set(d, 1.0f);
        const V qw = quaternion(0), qx = quaternion(1), qy = quaternion(2), qz = quaternion(3);
        const V unit = hn::Set(d, detail::twice_unit_squared);
        const V x2 = hn::Mul(qx, unit), y2 = hn::Mul(qy, unit), z2 = hn::Mul(qz, unit);
        const V xx = hn::Mul(qx, x2), yy = hn::Mul(qy, y2), zz = hn::Mul(qz, z2);
        const V xy = hn::Mul(qx, y2), xz = hn::Mul(qx, z2), yz = hn::Mul(qy, z2);
        const V wx = hn::Mul(qw, x2), wy = hn::Mul(qw, y2), wz = hn::Mul(qw, z2);
        axis[0][0] = hn::Sub(one, hn::Add(yy, zz)), axis[0][1] = hn::Add(xy, wz),
        axis[0][2] = hn::Sub(xz, wy);
        axis[1][0] = hn::Sub(xy, wz), axis[1][1] = hn::Sub(one, hn::Add(xx, zz)),
        axis[1][2] = hn::Add(yz, wx);
        axis[2][0] = hn::Add(xz, wy), axis[2][1] = hn::Sub(yz, wx),
        axis[2][2] = hn::Sub(one, hn::Add(xx, yy));
        for (int k = 0; k < 3; ++k) {
            center[k] = hn::Load(d, node.center[k] + first);
            half[k] = hn::Load(d, node.half[k] + first);
        }
    }
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
