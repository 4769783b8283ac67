#include "graze/deform/self_collision/detail/self_walk.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/deform/self_collision/self_walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/deform/detail/boxes_walk-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Gives the sink the triangles whose boxes overlap.
class SelfLeaves {
  public:
    explicit SelfLeaves(const detail::SelfWalk& w) : w_(w) {}

    bool spend(std::uint32_t tests) const {
        w_.counts.box_pairs += tests * detail::EightBoxes::width;
        return w_.meter.spend(tests * detail::EightBoxes::width);
    }

    bool within(std::uint32_t index) const {
        const TreeLeaf& leaf = w_.leaves[index];
        const detail::EightBoxes& boxes = w_.leaf_boxes[index];
        const int count = static_cast<int>(leaf.count());
        ++w_.counts.leaf_pairs;
        if (!spend(leaf.count() - 1)) return false;
        for (int i = 0; i + 1 < count; ++i) {
            for (unsigned rest = overlapping(boxes, detail::box_in(boxes, i)) & bits_after(i); rest != 0;
                 rest &= rest - 1)
                if (!w_.sink.add(leaf.triangle[i], leaf.triangle[std::countr_zero(rest)])) return false;
        }
        return true;
    }

    bool between(std::uint32_t a, const detail::FloatBox&, std::uint32_t b,
                 const detail::FloatBox& box_b) const {
        const detail::EightBoxes &boxes_a = w_.leaf_boxes[a], &boxes_b = w_.leaf_boxes[b];
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

  private:
    const detail::SelfWalk& w_;
};

bool run_self_walk(const detail::SelfWalk& w, const detail::WalkPiece& piece) {
    SelfLeaves leaves(w);
    return BoxesWalk(w.tree, w.tree, leaves).run(piece);
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(run_self_walk);

bool walk(const SelfWalk& walk, const WalkPiece& piece) {
    return HWY_DYNAMIC_DISPATCH(run_self_walk)(walk, piece);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
