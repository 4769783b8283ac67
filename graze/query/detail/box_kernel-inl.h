// The boxes of one node against one box of the other tree, eight at a time.
#if defined(GRAZE_QUERY_BOX_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BOX_KERNEL_INL
#undef GRAZE_QUERY_BOX_KERNEL_INL
#else
#define GRAZE_QUERY_BOX_KERNEL_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "graze/query/detail/pair_frame.h"
#include "graze/tree/detail/box_code.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
// Eight lanes where the processor has them.
using Lanes8 = hn::CappedTag<float, 8>;

// A box of one tree in the coordinates of the other.
struct PlacedBox {
    HWY_ALIGN float center[4];
    HWY_ALIGN float axis[3][4];
    float half[3];

    HWY_INLINE PlacedBox(const detail::CodedBox& box, const detail::Passage& p) {
        const hn::CappedTag<float, 4> d;
        for (std::size_t i = 0; i < 4; i += hn::Lanes(d)) {
            const auto x = hn::Load(d, p.column[0] + i), y = hn::Load(d, p.column[1] + i),
                       z = hn::Load(d, p.column[2] + i);
            const auto turned = [&](const float(&v)[3]) {
                return hn::Add(hn::Add(hn::Mul(x, hn::Set(d, v[0])), hn::Mul(y, hn::Set(d, v[1]))),
                               hn::Mul(z, hn::Set(d, v[2])));
            };
            hn::Store(hn::Add(hn::Mul(turned(box.center), hn::Set(d, p.scale)), hn::Load(d, p.shift + i)), d,
                      center + i);
            for (int k = 0; k < 3; ++k) hn::Store(turned(box.axis[k]), d, axis[k] + i);
        }
        for (int k = 0; k < 3; ++k) half[k] = p.scale * box.half[k];
    }
};

// Bit i: box i of the node may overlap `box`. Separating axes are sought among the six face normals (three of
// either box); the nine products of edges hardly ever separate what these do not. `separation` is how far the
// boxes are apart along the best of them, negative where they overlap. With `AsDistance` it is at most their
// distance, and a good one also where they are far apart: along the line of their centres.
template <bool AsDistance>
HWY_INLINE std::uint32_t overlapping_boxes(const WideNode& node, const PlacedBox& box, float margin,
                                           float (&separation)[WideNode::width]) {
    const Lanes8 d;
    using V = hn::Vec<Lanes8>;
    const hn::Rebind<std::int16_t, Lanes8> d16;
    const hn::Rebind<std::int32_t, Lanes8> d32;
    const auto n = static_cast<int>(hn::Lanes(d));
    const auto dot = [](V ax, V ay, V az, V bx, V by, V bz) {
        return hn::Add(hn::Add(hn::Mul(ax, bx), hn::Mul(ay, by)), hn::Mul(az, bz));
    };
    std::uint32_t result = 0;
    for (int i = 0; i < WideNode::width; i += n) {
        // The axes a_k, as in decode_axes().
        const auto quaternion = [&](int k) {
            return hn::ConvertTo(d, hn::PromoteTo(d32, hn::Load(d16, node.rotation[k] + i)));
        };
        const V one = hn::Set(d, 1.0f);
        const V qw = quaternion(0), qx = quaternion(1), qy = quaternion(2), qz = quaternion(3);
        const V unit = hn::Set(d, detail::twice_unit_squared);
        const V x2 = hn::Mul(qx, unit), y2 = hn::Mul(qy, unit), z2 = hn::Mul(qz, unit);
        const V xx = hn::Mul(qx, x2), yy = hn::Mul(qy, y2), zz = hn::Mul(qz, z2);
        const V xy = hn::Mul(qx, y2), xz = hn::Mul(qx, z2), yz = hn::Mul(qy, z2);
        const V wx = hn::Mul(qw, x2), wy = hn::Mul(qw, y2), wz = hn::Mul(qw, z2);
        const V a[3][3] = {{hn::Sub(one, hn::Add(yy, zz)), hn::Add(xy, wz), hn::Sub(xz, wy)},
                           {hn::Sub(xy, wz), hn::Sub(one, hn::Add(xx, zz)), hn::Add(yz, wx)},
                           {hn::Add(xz, wy), hn::Sub(yz, wx), hn::Sub(one, hn::Add(xx, yy))}};
        const V dx = hn::Sub(hn::Set(d, box.center[0]), hn::Load(d, node.center[0] + i));
        const V dy = hn::Sub(hn::Set(d, box.center[1]), hn::Load(d, node.center[1] + i));
        const V dz = hn::Sub(hn::Set(d, box.center[2]), hn::Load(d, node.center[2] + i));
        V b[3][3], b_half[3];
        for (int k = 0; k < 3; ++k) {
            for (int c = 0; c < 3; ++c) b[k][c] = hn::Set(d, box.axis[k][c]);
            b_half[k] = hn::Set(d, box.half[k]);
        }
        V a_reach[3] = {hn::Set(d, box.half[0]), hn::Set(d, box.half[1]), hn::Set(d, box.half[2])};
        V best = hn::Set(d, -1e38f);
        V reach_along = hn::Zero(d);  // of both boxes along the line of centres, times its length
        for (int k = 0; k < 3; ++k) {
            const V half = hn::Load(d, node.half[k] + i);
            V b_reach = half;
            for (int j = 0; j < 3; ++j) {
                const V cosine = hn::Abs(dot(a[k][0], a[k][1], a[k][2], b[j][0], b[j][1], b[j][2]));
                b_reach = hn::Add(b_reach, hn::Mul(b_half[j], cosine));
                a_reach[j] = hn::Add(a_reach[j], hn::Mul(half, cosine));
            }
            const V along = hn::Abs(dot(dx, dy, dz, a[k][0], a[k][1], a[k][2]));
            if constexpr (AsDistance) reach_along = hn::Add(reach_along, hn::Mul(half, along));
            best = hn::Max(best, hn::Sub(along, b_reach));
        }
        for (int j = 0; j < 3; ++j) {
            const V along = hn::Abs(dot(dx, dy, dz, b[j][0], b[j][1], b[j][2]));
            if constexpr (AsDistance) reach_along = hn::Add(reach_along, hn::Mul(b_half[j], along));
            best = hn::Max(best, hn::Sub(along, a_reach[j]));
        }
        if constexpr (AsDistance) {
            // Axes are of length 1 up to 1e-4.
            const V shortened = hn::Sub(best, hn::Mul(hn::Abs(best), hn::Set(d, 2e-4f)));
            const V squared = hn::Add(dot(dx, dy, dz, dx, dy, dz), hn::Set(d, 1e-30f));
            best = hn::Max(shortened, hn::Div(hn::Sub(squared, reach_along), hn::Sqrt(squared)));
        }
        hn::StoreU(best, d, separation + i);
        std::uint8_t bits[8] = {};
        // Asked this way, NaN and an infinite margin count as overlap; unused boxes never do.
        const auto apart = hn::Gt(best, hn::Set(d, margin));
        hn::StoreMaskBits(d, hn::Or(apart, hn::Lt(hn::Load(d, node.half[0] + i), hn::Zero(d))), bits);
        result |= (~static_cast<std::uint32_t>(bits[0]) & ((1u << n) - 1)) << i;
    }
    return result;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
