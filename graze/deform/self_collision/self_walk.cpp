#include "graze/deform/self_collision/detail/self_walk.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/deform/self_collision/self_walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using detail::EightBoxes;
using detail::FloatBox;

class SelfWalker {
  public:
    explicit SelfWalker(const detail::SelfWalk& w) : w_(w) {}

    bool within(TreeLink link) const {
        if (link.is_leaf()) return within_leaf(link.index());
        const WideNode& node = w_.nodes[link.index()];
        const EightBoxes& boxes = w_.boxes.nodes()[link.index()];
        for (int i = 0; i < WideNode::width; ++i) {
            if (node.child[i].is_none()) continue;
            if (!within(node.child[i])) return false;
            const FloatBox box = detail::box_in(boxes, i);
            if (!spend()) return false;
            for (unsigned rest = overlapping(boxes, box) & after(i); rest != 0; rest &= rest - 1) {
                const int j = std::countr_zero(rest);
                if (!between(node.child[i], box, node.child[j], detail::box_in(boxes, j))) return false;
            }
        }
        return true;
    }

    // The boxes overlap.
    bool between(TreeLink a, const FloatBox& box_a, TreeLink b, const FloatBox& box_b) const {
        if (a.is_leaf() && b.is_leaf()) return between_leaves(a.index(), b.index(), box_b);
        if (a.is_leaf()) return with_children(a, box_a, b);
        if (b.is_leaf()) return with_children(b, box_b, a);
        const WideNode& node = w_.nodes[a.index()];
        const EightBoxes& boxes = w_.boxes.nodes()[a.index()];
        if (!spend()) return false;
        for (unsigned rest = overlapping(boxes, box_b); rest != 0; rest &= rest - 1) {
            const int i = std::countr_zero(rest);
            if (!with_children(node.child[i], detail::box_in(boxes, i), b)) return false;
        }
        return true;
    }

  private:
    static unsigned after(int slot) { return ~((2U << slot) - 1); }
    // For this many tests of eight boxes.
    bool spend(std::uint32_t tests = 1) const {
        w_.counts.box_pairs += tests * EightBoxes::width;
        return w_.meter.spend(tests * EightBoxes::width);
    }

    bool with_children(TreeLink a, const FloatBox& box_a, TreeLink parent) const {
        const WideNode& node = w_.nodes[parent.index()];
        const EightBoxes& boxes = w_.boxes.nodes()[parent.index()];
        if (!spend()) return false;
        for (unsigned rest = overlapping(boxes, box_a); rest != 0; rest &= rest - 1) {
            const int j = std::countr_zero(rest);
            if (!between(a, box_a, node.child[j], detail::box_in(boxes, j))) return false;
        }
        return true;
    }

    bool within_leaf(std::uint32_t index) const {
        const TreeLeaf& leaf = w_.leaves[index];
        const EightBoxes& boxes = w_.boxes.leaves()[index];
        const int count = static_cast<int>(leaf.count());
        ++w_.counts.leaf_pairs;
        if (!spend(leaf.count() - 1)) return false;
        for (int i = 0; i + 1 < count; ++i) {
            for (unsigned rest = overlapping(boxes, detail::box_in(boxes, i)) & after(i); rest != 0;
                 rest &= rest - 1)
                if (!w_.sink.add(leaf.triangle[i], leaf.triangle[std::countr_zero(rest)])) return false;
        }
        return true;
    }

    bool between_leaves(std::uint32_t a, std::uint32_t b, const FloatBox& box_b) const {
        const EightBoxes &boxes_a = w_.boxes.leaves()[a], &boxes_b = w_.boxes.leaves()[b];
        const TriangleId *const in_a = w_.leaves[a].triangle, *const in_b = w_.leaves[b].triangle;
        ++w_.counts.leaf_pairs;
        std::uint32_t tested = 1;
        for (unsigned near = overlapping(boxes_a, box_b); near != 0; near &= near - 1, ++tested) {
            const int i = std::countr_zero(near);
            for (unsigned rest = overlapping(boxes_b, detail::box_in(boxes_a, i)); rest != 0;
                 rest &= rest - 1)
                if (!w_.sink.add(in_a[i], in_b[std::countr_zero(rest)])) return false;
        }
        return spend(tested);
    }

    // Bit i is set if box i overlaps the box; sides that meet overlap.
    HWY_INLINE static unsigned overlapping(const EightBoxes& boxes, const FloatBox& box) {
        const hn::CappedTag<float, EightBoxes::width> d;
        unsigned bits = 0;
        for (int i = 0; i < EightBoxes::width; i += static_cast<int>(hn::Lanes(d))) {
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

    const detail::SelfWalk& w_;
};

bool run_self_walk(const detail::SelfWalk& w, const detail::SelfPiece& piece) {
    const SelfWalker walker(w);
    return piece.b.is_none() ? walker.within(piece.a)
                             : walker.between(piece.a, piece.box_a, piece.b, piece.box_b);
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(run_self_walk);

namespace {

bool overlap(const FloatBox& a, const FloatBox& b) {
    for (int k = 0; k < 3; ++k)
        if (a.lower[k] > b.upper[k] || b.lower[k] > a.upper[k]) return false;
    return true;
}

}  // namespace

bool walk(const SelfWalk& walk, const SelfPiece& piece) {
    return HWY_DYNAMIC_DISPATCH(run_self_walk)(walk, piece);
}

bool split(const WideTree& tree, const SelfBoxes& boxes, const SelfPiece& piece,
           std::vector<SelfPiece>& out) {
    // Of two subtrees, one is opened: the one that is no leaf, or the first.
    const bool alone = piece.b.is_none();
    const bool open_a = alone || !piece.a.is_leaf();
    const TreeLink opened = open_a ? piece.a : piece.b;
    if (opened.is_leaf()) {
        out.push_back(piece);
        return false;
    }
    const WideNode& node = tree.nodes()[opened.index()];
    const EightBoxes& children = boxes.nodes()[opened.index()];
    for (int i = 0; i < WideNode::width; ++i) {
        if (node.child[i].is_none()) continue;
        const FloatBox box = box_in(children, i);
        if (!alone) {
            const SelfPiece part = open_a ? SelfPiece{node.child[i], piece.b, box, piece.box_b}
                                          : SelfPiece{piece.a, node.child[i], piece.box_a, box};
            if (overlap(part.box_a, part.box_b)) out.push_back(part);
            continue;
        }
        out.push_back({node.child[i], TreeLink(), box, {}});
        for (int j = i + 1; j < WideNode::width; ++j)
            if (!node.child[j].is_none() && overlap(box, box_in(children, j)))
                out.push_back({node.child[i], node.child[j], box, box_in(children, j)});
    }
    return true;
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
