// The walk over a hierarchy against itself, or over two of them, eight boxes along the axes at a time.
// Included once per instruction set.
#if defined(GRAZE_DEFORM_DETAIL_BOXES_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_DEFORM_DETAIL_BOXES_WALK_INL
#undef GRAZE_DEFORM_DETAIL_BOXES_WALK_INL
#else
#define GRAZE_DEFORM_DETAIL_BOXES_WALK_INL
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstdint>

#include "graze/deform/detail/walk_pieces.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Bit i is set if box i overlaps the box; sides that meet overlap.
HWY_INLINE unsigned overlapping(const detail::EightBoxes& boxes, const detail::FloatBox& box) {
    const hn::CappedTag<float, detail::EightBoxes::width> d;
    unsigned bits = 0;
    for (int i = 0; i < detail::EightBoxes::width; i += static_cast<int>(hn::Lanes(d))) {
        const auto meets = [&](int k) {
            return hn::And(hn::Le(hn::Load(d, boxes.lower[k] + i), hn::Set(d, box.upper[k])),
                           hn::Ge(hn::Load(d, boxes.upper[k] + i), hn::Set(d, box.lower[k])));
        };
        std::uint8_t some[8] = {};
        hn::StoreMaskBits(d, hn::And(hn::And(meets(0), meets(1)), meets(2)), some);
        bits |= static_cast<unsigned>(some[0]) << i;
    }
    return bits;
}

inline unsigned bits_after(int slot) {
    return ~((2U << slot) - 1);
}

// `Leaves` says what to do with leaves, and what a test costs:
//     bool within(index), bool between(index_a, box_a, index_b, box_b)     false ends the walk
//     bool spend(tests)                                                    for so many tests of eight boxes
// Each pair of leaves whose boxes overlap is given once.
template <class Leaves>
class BoxesWalk {
  public:
    BoxesWalk(const detail::BoxesTree& a, const detail::BoxesTree& b, Leaves& leaves)
        : a_(a), b_(b), leaves_(leaves) {}

    bool run(const detail::WalkPiece& piece) const {
        return piece.b.is_none() ? within(piece.a) : between(piece.a, piece.box_a, piece.b, piece.box_b);
    }

  private:
    // Of the first tree against itself.
    bool within(TreeLink link) const {
        if (link.is_leaf()) return leaves_.within(link.index());
        const WideNode& node = a_.nodes[link.index()];
        const detail::EightBoxes& boxes = a_.boxes[link.index()];
        for (int i = 0; i < WideNode::width; ++i) {
            if (node.child[i].is_none()) continue;
            if (!within(node.child[i])) return false;
            const detail::FloatBox box = detail::box_in(boxes, i);
            if (!leaves_.spend(1)) return false;
            for (unsigned rest = overlapping(boxes, box) & bits_after(i); rest != 0; rest &= rest - 1) {
                const int j = std::countr_zero(rest);
                if (!between(node.child[i], box, node.child[j], detail::box_in(boxes, j))) return false;
            }
        }
        return true;
    }

    // The boxes overlap.
    bool between(TreeLink a, const detail::FloatBox& box_a, TreeLink b, const detail::FloatBox& box_b) const {
        if (a.is_leaf() && b.is_leaf()) return leaves_.between(a.index(), box_a, b.index(), box_b);
        if (a.is_leaf()) return with_children(a, box_a, b);
        const WideNode& node = a_.nodes[a.index()];
        const detail::EightBoxes& boxes = a_.boxes[a.index()];
        if (!leaves_.spend(1)) return false;
        for (unsigned rest = overlapping(boxes, box_b); rest != 0; rest &= rest - 1) {
            const int i = std::countr_zero(rest);
            const detail::FloatBox box = detail::box_in(boxes, i);
            if (!(b.is_leaf() ? between(node.child[i], box, b, box_b) : with_children(node.child[i], box, b)))
                return false;
        }
        return true;
    }

    bool with_children(TreeLink a, const detail::FloatBox& box_a, TreeLink parent) const {
        const WideNode& node = b_.nodes[parent.index()];
        const detail::EightBoxes& boxes = b_.boxes[parent.index()];
        if (!leaves_.spend(1)) return false;
        for (unsigned rest = overlapping(boxes, box_a); rest != 0; rest &= rest - 1) {
            const int j = std::countr_zero(rest);
            if (!between(a, box_a, node.child[j], detail::box_in(boxes, j))) return false;
        }
        return true;
    }

    const detail::BoxesTree &a_, &b_;
    Leaves& leaves_;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
