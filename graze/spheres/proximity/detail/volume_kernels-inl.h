// What the search for a volume does with eight balls at a time.
#if defined(GRAZE_SPHERES_VOLUME_KERNELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SPHERES_VOLUME_KERNELS_INL
#undef GRAZE_SPHERES_VOLUME_KERNELS_INL
#else
#define GRAZE_SPHERES_VOLUME_KERNELS_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <numbers>

#include "graze/spheres/proximity/detail/volume_search.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using detail::FieldEntries;
using detail::TreePair;
using detail::VolumeWorkspace;

constexpr int width = SphereNode::width;
using Floats = hn::CappedTag<float, width>;
using Doubles = hn::CappedTag<double, width>;

// A ball of D.
struct Probe {
    float x, y, z, radius;
    float core;  // of a leaf: all within this radius is its own material
};

// The eight children of a node of F, seen from D, against a ball of D.
struct NodeHits {
    alignas(64) float x[width], y[width], z[width], outer[width];
    std::uint32_t meets = 0;      // a bit for each child whose material the ball may meet
    std::uint32_t swallowed = 0;  // and for each whose material lies in the core of the ball
    bool contained = false;       // the ball lies in a ball inside the solid F
};

template <class V>
HWY_INLINE V row_of(const TreePair& pair, int r, V x, V y, V z) {
    const Floats d;
    const V a = hn::Mul(hn::Set(d, pair.m_float[r][0]), x), b = hn::Mul(hn::Set(d, pair.m_float[r][1]), y),
            c = hn::Mul(hn::Set(d, pair.m_float[r][2]), z);
    return hn::Add(hn::Add(hn::Add(a, b), c), hn::Set(d, pair.t_float[r]));
}

HWY_INLINE void test_node(const TreePair& pair, const SphereNode& node, const SphereNodeInside& inside,
                          const Probe& probe, NodeHits& hits) {
    const Floats d;
    hits.meets = 0;
    hits.contained = false;
    hits.swallowed = 0;
    const auto scale = hn::Set(d, pair.scale_float), zero = hn::Zero(d);
    const auto reach = hn::Set(d, probe.radius + pair.margin);
    const auto px = hn::Set(d, probe.x), py = hn::Set(d, probe.y), pz = hn::Set(d, probe.z);
    for (int i = 0; i < width; i += static_cast<int>(hn::Lanes(d))) {
        const auto x0 = hn::Load(d, node.x + i), y0 = hn::Load(d, node.y + i), z0 = hn::Load(d, node.z + i);
        const auto x = row_of(pair, 0, x0, y0, z0), y = row_of(pair, 1, x0, y0, z0),
                   z = row_of(pair, 2, x0, y0, z0);
        hn::Store(x, d, hits.x + i);
        hn::Store(y, d, hits.y + i);
        hn::Store(z, d, hits.z + i);
        const auto outer = hn::Mul(hn::Load(d, node.outer + i), scale);
        hn::Store(outer, d, hits.outer + i);
        const auto dx = hn::Sub(x, px), dy = hn::Sub(y, py), dz = hn::Sub(z, pz);
        const auto square = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
        const auto sum = hn::Add(outer, reach);
        const auto near = hn::And(hn::Ge(sum, zero), hn::Le(square, hn::Mul(sum, sum)));
        std::uint8_t bits[8] = {};  // as many as the widest vector may write
        hn::StoreMaskBits(d, near, bits);
        hits.meets |= static_cast<std::uint32_t>(bits[0]) << i;
        if (probe.core > 0) {
            const auto core = hn::Sub(hn::Set(d, probe.core - pair.margin), outer);
            hn::StoreMaskBits(
                d, hn::And(near, hn::And(hn::Ge(core, zero), hn::Le(square, hn::Mul(core, core)))), bits);
            hits.swallowed |= static_cast<std::uint32_t>(bits[0]) << i;
        }

        const auto room = hn::Sub(hn::Mul(hn::Load(d, inside.radius + i), scale), reach);
        const auto roomy = hn::Ge(room, zero);
        if (hn::AllFalse(d, roomy)) continue;
        const auto ix0 = hn::Load(d, inside.x + i), iy0 = hn::Load(d, inside.y + i),
                   iz0 = hn::Load(d, inside.z + i);
        const auto ix = hn::Sub(row_of(pair, 0, ix0, iy0, iz0), px),
                   iy = hn::Sub(row_of(pair, 1, ix0, iy0, iz0), py),
                   iz = hn::Sub(row_of(pair, 2, ix0, iy0, iz0), pz);
        const auto far = hn::Add(hn::Add(hn::Mul(ix, ix), hn::Mul(iy, iy)), hn::Mul(iz, iz));
        if (!hn::AllFalse(d, hn::And(roomy, hn::Le(far, hn::Mul(room, room))))) hits.contained = true;
    }
}

// The lens of a sphere of D with each of many spheres of F, all in coordinates of D.
HWY_INLINE void lens_volumes(const Vec3& center, double radius, std::size_t count,
                             VolumeWorkspace::Balls& work) {
    const Doubles d;
    const auto px = hn::Set(d, center.x), py = hn::Set(d, center.y), pz = hn::Set(d, center.z);
    const auto r1 = hn::Set(d, radius), zero = hn::Zero(d);
    const auto pi = hn::Set(d, std::numbers::pi), third = hn::Set(d, 4 * std::numbers::pi / 3);
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        const auto dx = hn::Sub(hn::LoadU(d, work.x.data() + i), px),
                   dy = hn::Sub(hn::LoadU(d, work.y.data() + i), py),
                   dz = hn::Sub(hn::LoadU(d, work.z.data() + i), pz),
                   r2 = hn::LoadU(d, work.radius.data() + i);
        const auto square = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
        const auto distance = hn::Sqrt(square), sum = hn::Add(r1, r2), difference = hn::Sub(r1, r2);
        const auto overlap = hn::Sub(sum, distance);
        const auto least = hn::Min(r1, r2);
        const auto small = hn::Mul(hn::Mul(hn::Mul(third, least), least), least);
        const auto two_d = hn::Add(distance, distance);
        const auto three = hn::Mul(hn::Mul(hn::Set(d, 3.0), difference), difference);
        const auto bracket = hn::Sub(hn::Add(square, hn::Mul(two_d, sum)), three);
        const auto cap = hn::Div(hn::Mul(hn::Mul(hn::Mul(pi, overlap), overlap), bracket),
                                 hn::Max(hn::Mul(hn::Set(d, 12.0), distance), hn::Set(d, 1e-300)));
        const auto within = hn::Le(distance, hn::Abs(difference));
        const auto value = hn::IfThenElse(within, small, cap);
        hn::StoreU(hn::IfThenElse(hn::Gt(overlap, zero), value, zero), d, work.volume.data() + i);
    }
}

// Which of up to eight entries, from the one at `first`, a ball of D may meet: a bit for each.
HWY_INLINE std::uint32_t near_entries(const FieldEntries& entries, std::size_t first, std::size_t count,
                                      const Probe& probe, float reach) {
    const Floats d;
    const auto px = hn::Set(d, probe.x), py = hn::Set(d, probe.y), pz = hn::Set(d, probe.z);
    std::uint32_t result = 0;
    for (std::size_t i = 0; i < width; i += hn::Lanes(d)) {
        const std::size_t at = first + i;
        const auto dx = hn::Sub(hn::LoadU(d, entries.x() + at), px),
                   dy = hn::Sub(hn::LoadU(d, entries.y() + at), py),
                   dz = hn::Sub(hn::LoadU(d, entries.z() + at), pz);
        const auto square = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
        const auto sum = hn::Add(hn::LoadU(d, entries.outer() + at), hn::Set(d, reach));
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, hn::Le(square, hn::Mul(sum, sum)), bits);
        result |= static_cast<std::uint32_t>(bits[0]) << i;
    }
    return count >= width ? result : result & ((1u << count) - 1);
}

// The lens of a ball of D with each of many of F, which are given in coordinates of F: for estimates, in
// floats.
HWY_INLINE void quick_lenses(const TreePair& pair, const float (&center)[3], float radius, std::size_t count,
                             VolumeWorkspace::QuickBalls& work) {
    const Floats d;
    const auto px = hn::Set(d, center[0]), py = hn::Set(d, center[1]), pz = hn::Set(d, center[2]);
    const auto r1 = hn::Set(d, radius), zero = hn::Zero(d), scale = hn::Set(d, pair.scale_float);
    const auto pi = hn::Set(d, 3.14159265f), third = hn::Set(d, 4.18879020f);
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        const auto x0 = hn::LoadU(d, work.x.data() + i), y0 = hn::LoadU(d, work.y.data() + i),
                   z0 = hn::LoadU(d, work.z.data() + i);
        const auto r2 = hn::Mul(hn::LoadU(d, work.radius.data() + i), scale);
        const auto x = row_of(pair, 0, x0, y0, z0), y = row_of(pair, 1, x0, y0, z0),
                   z = row_of(pair, 2, x0, y0, z0);
        hn::StoreU(x, d, work.x.data() + i);
        hn::StoreU(y, d, work.y.data() + i);
        hn::StoreU(z, d, work.z.data() + i);
        hn::StoreU(r2, d, work.radius.data() + i);
        const auto dx = hn::Sub(x, px), dy = hn::Sub(y, py), dz = hn::Sub(z, pz);
        const auto square = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
        const auto distance = hn::Sqrt(square), sum = hn::Add(r1, r2), difference = hn::Sub(r1, r2);
        const auto overlap = hn::Sub(sum, distance);
        const auto least = hn::Min(r1, r2);
        const auto small = hn::Mul(hn::Mul(hn::Mul(third, least), least), least);
        const auto two_d = hn::Add(distance, distance);
        const auto three = hn::Mul(hn::Mul(hn::Set(d, 3.0f), difference), difference);
        const auto bracket = hn::Sub(hn::Add(square, hn::Mul(two_d, sum)), three);
        const auto cap = hn::Div(hn::Mul(hn::Mul(hn::Mul(pi, overlap), overlap), bracket),
                                 hn::Max(hn::Mul(hn::Set(d, 12.0f), distance), hn::Set(d, 1e-30f)));
        const auto value = hn::IfThenElse(hn::Le(distance, hn::Abs(difference)), small, cap);
        hn::StoreU(hn::IfThenElse(hn::Gt(overlap, zero), value, zero), d, work.volume.data() + i);
    }
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
