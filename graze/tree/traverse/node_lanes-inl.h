// Reads the boxes of a node into lanes, for all queries.
#if defined(GRAZE_TREE_TRAVERSE_NODE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_NODE_LANES_INL
#undef GRAZE_TREE_TRAVERSE_NODE_LANES_INL
#else
#define GRAZE_TREE_TRAVERSE_NODE_LANES_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/tree/detail/box_code.h"
#include "graze/tree/traverse/pair_query.h"
#include "graze/tree/wide_tree.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
// Eight lanes where the processor has them.
using Lanes8 = hn::CappedTag<float, 8>;

using BoxLane = hn::Vec<Lanes8>;

// Bit i: lane i of the mask is set; or is not set. For at most eight lanes.
template <class D>
HWY_INLINE std::uint32_t bits_set(D d, hn::Mask<D> mask) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, mask, bits);
    return static_cast<std::uint32_t>(bits[0]) & ((1u << hn::Lanes(d)) - 1);
}
HWY_INLINE std::uint32_t bits_set(hn::Mask<Lanes8> mask) {
    return bits_set(Lanes8(), mask);
}
HWY_INLINE std::uint32_t bits_not_set(hn::Mask<Lanes8> mask) {
    return bits_set(mask) ^ ((1u << hn::Lanes(Lanes8())) - 1);
}

using detail::BoxRef;

HWY_INLINE BoxLane dot_of(const BoxLane (&u)[3], const BoxLane (&v)[3]) {
    return hn::Add(hn::Add(hn::Mul(u[0], v[0]), hn::Mul(u[1], v[1])), hn::Mul(u[2], v[2]));
}

// Single boxes from any nodes of a tree, one per lane.
class PickedBoxes {
  public:
    // In larger trees the offsets do not fit into lanes.
    static constexpr std::size_t most_nodes = std::size_t{0x7fffffff} / (sizeof(WideNode) / 4) - 1;

    explicit PickedBoxes(std::span<const WideNode> nodes) : first_(nodes[0]), nodes_(nodes) {}
    void pick(int lane, BoxRef box) {
        at_[lane] = static_cast<std::int32_t>(box.node() * (sizeof(WideNode) / 4) + box.slot());
        for (int k = 0; k < 4; ++k) rotation_[k][lane] = nodes_[box.node()].rotation[k][box.slot()];
    }
    // Lanes from `count` on repeat the first one.
    void fill(int count) {
        for (int i = count; i < WideNode::width; ++i) {
            at_[i] = at_[0];
            for (int k = 0; k < 4; ++k) rotation_[k][i] = rotation_[k][0];
        }
    }

    HWY_INLINE BoxLane center(int k, int first) const { return gather(Lanes8(), first_.center[k], first); }
    HWY_INLINE BoxLane half(int k, int first) const { return gather(Lanes8(), first_.half[k], first); }
    const std::int16_t* rotation(int k) const { return rotation_[k]; }
    using Cut = hn::RebindToUnsigned<Lanes8>;
    HWY_INLINE hn::Vec<Cut> cut_corners(int i, int first) const {
        return gather(Cut(), first_.cut_corners[i], first);
    }
    HWY_INLINE hn::Vec<Cut> cut_edges(int k, int first) const {
        return gather(Cut(), first_.cut_edges[k], first);
    }

  private:
    template <class D>
    HWY_INLINE hn::Vec<D> gather(D d, const hn::TFromD<D>* row, int first) const {
        return hn::GatherIndex(d, row, hn::Load(hn::RebindToSigned<D>(), at_ + first));
    }

    const WideNode& first_;
    std::span<const WideNode> nodes_;
    HWY_ALIGN std::int32_t at_[WideNode::width];  // offsets in units of four bytes
    HWY_ALIGN std::int16_t rotation_[4][WideNode::width];
};

// The cut corners and edges of boxes (see WideNode), one box per lane.
struct CutLanes {
    using D = hn::RebindToUnsigned<Lanes8>;
    hn::Vec<D> corners[2], edges[3];

    HWY_INLINE CutLanes(const WideNode& node, int first) {
        for (int i = 0; i < 2; ++i) corners[i] = hn::Load(D(), node.cut_corners[i] + first);
        for (int k = 0; k < 3; ++k) edges[k] = hn::Load(D(), node.cut_edges[k] + first);
    }
    HWY_INLINE CutLanes(const PickedBoxes& boxes, int first) {
        for (int i = 0; i < 2; ++i) corners[i] = boxes.cut_corners(i, first);
        for (int k = 0; k < 3; ++k) edges[k] = boxes.cut_edges(k, first);
    }
    // The same box in every lane.
    HWY_INLINE explicit CutLanes(const std::uint32_t (&cut)[5]) {
        for (int i = 0; i < 2; ++i) corners[i] = hn::Set(D(), cut[i]);
        for (int k = 0; k < 3; ++k) edges[k] = hn::Set(D(), cut[2 + k]);
    }

    // An upper bound, up to rounding, of the radius of the boxes' contents: how far they extend from the
    // boxes' centres along a direction. `along` are the products of the direction with the axes. The
    // direction is a sum, with weights of at least 0, of three directions: one along the longest side of the
    // box as seen along the direction, one across an edge and one across a corner. The extents along these
    // three are known.
    HWY_INLINE BoxLane radius(const BoxLane (&along)[3], const BoxLane (&half)[3]) const {
        const Lanes8 d;
        const D u;
        const BoxLane v[3] = {hn::Mul(hn::Abs(along[0]), half[0]), hn::Mul(hn::Abs(along[1]), half[1]),
                              hn::Mul(hn::Abs(along[2]), half[2])};
        // The bit offset of the byte for the signs: eight bits for the first axis, sixteen for the second.
        const auto sign0 = hn::And(hn::ShiftRight<28>(hn::BitCast(u, along[0])), hn::Set(u, 8u));
        const auto sign1 = hn::And(hn::ShiftRight<27>(hn::BitCast(u, along[1])), hn::Set(u, 16u));
        const auto sign2 = hn::And(hn::ShiftRight<27>(hn::BitCast(u, along[2])), hn::Set(u, 16u));
        const auto both = hn::Or(sign0, sign1);
        const auto least_is_0 = hn::RebindMask(u, hn::Le(v[0], hn::Min(v[1], v[2])));
        const auto least_is_1 = hn::RebindMask(u, hn::Le(v[1], v[2]));
        const auto edge_at = hn::IfThenElse(least_is_0, hn::Or(hn::ShiftRight<1>(sign1), sign2),
                                            hn::IfThenElse(least_is_1, hn::Or(sign0, sign2), both));
        const auto edge =
            hn::IfThenElse(least_is_0, edges[0], hn::IfThenElse(least_is_1, edges[1], edges[2]));
        const auto corner = hn::IfThenElse(hn::Eq(sign2, hn::Zero(u)), corners[0], corners[1]);
        const BoxLane by_edge = byte_of(edge, edge_at), by_corner = byte_of(corner, both);
        const BoxLane low = hn::Min(v[0], v[1]), high = hn::Max(v[0], v[1]);
        const BoxLane most = hn::Max(high, v[2]), least = hn::Min(low, v[2]),
                      middle = hn::Max(low, hn::Min(high, v[2]));
        return hn::Add(most, hn::Add(hn::Mul(middle, hn::Sub(by_edge, hn::Set(d, 1.0f))),
                                     hn::Mul(least, hn::Sub(by_corner, by_edge))));
    }

  private:
    static HWY_INLINE BoxLane byte_of(hn::Vec<D> word, hn::Vec<D> at) {
        const hn::RebindToSigned<Lanes8> s;
        const auto byte = hn::And(hn::Shr(word, at), hn::Set(D(), 0xffu));
        return hn::Mul(hn::ConvertTo(Lanes8(), hn::BitCast(s, byte)), hn::Set(Lanes8(), detail::cut_unit));
    }
};

// Some boxes of a node, or picked boxes, from slot `first` on, one per lane.
struct NodeLanes {
    BoxLane center[3], axis[3][3], half[3];

    HWY_INLINE NodeLanes(const WideNode& node, int first) {
        const Lanes8 d;
        turn_axes([&](int k) { return node.rotation[k] + first; });
        for (int k = 0; k < 3; ++k) {
            center[k] = hn::Load(d, node.center[k] + first);
            half[k] = hn::Load(d, node.half[k] + first);
        }
    }
    HWY_INLINE NodeLanes(const PickedBoxes& boxes, int first) {
        turn_axes([&](int k) { return boxes.rotation(k) + first; });
        for (int k = 0; k < 3; ++k) {
            center[k] = boxes.center(k, first);
            half[k] = boxes.half(k, first);
        }
    }

  private:
    template <class Rotation>
    HWY_INLINE void turn_axes(const Rotation& rotation) {
        using V = BoxLane;
        const Lanes8 d;
        const hn::Rebind<std::int16_t, Lanes8> d16;
        const hn::Rebind<std::int32_t, Lanes8> d32;
        // As in decode_axes().
        const auto quaternion = [&](int k) {
            return hn::ConvertTo(d, hn::PromoteTo(d32, hn::Load(d16, rotation(k))));
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
    }
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
