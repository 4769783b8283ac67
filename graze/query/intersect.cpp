// Both trees at once, from the roots: the children of one node against one box of the other tree, eight at a
// time; leaves triangle by triangle, eight at a time; what the filters leave open, exactly, on world
// vertices.
#include "graze/query/intersect.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "graze/query/detail/intersect_job.h"
#include "graze/tree/detail/box_code.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/intersect.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/query/detail/box_kernel-inl.h"
#include "graze/query/detail/leaf_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// A box of a tree: the node it is in and its place there.
class BoxRef {
  public:
    BoxRef() = default;
    BoxRef(std::uint32_t node, std::uint32_t slot) : bits_(node << 3 | slot) {}
    std::uint32_t node() const { return bits_ >> 3; }
    std::uint32_t slot() const { return bits_ & 7; }

  private:
    std::uint32_t bits_;
};

struct BoxPair {
    BoxRef a, b;
};

// The trees are at most 31 levels deep, and each step down leaves at most seven pairs behind.
constexpr int stack_size = 512;

class Traversal {
  public:
    Traversal(const detail::IntersectJob& job, IntersectCounts& counts)
        : job_(job), counts_(counts), nodes_a_(job.a.tree().nodes()), nodes_b_(job.b.tree().nodes()) {}

    detail::FoundPair run() {
        push({0, 0}, {0, 0});
        // The roots have not been tested yet.
        if (!overlapping(pop())) return {};
        push({0, 0}, {0, 0});
        while (size_ > 0) {
            const BoxPair pair = pop();
            const TreeLink link_a = link(nodes_a_, pair.a), link_b = link(nodes_b_, pair.b);
            if (link_a.is_leaf() && link_b.is_leaf()) {
                if (const detail::FoundPair f = leaves(pair, link_a.index(), link_b.index()); f.found)
                    return f;
            } else if (link_b.is_leaf() || (!link_a.is_leaf() && larger(pair))) {
                expand<true>(pair, link_a.index());
            } else {
                expand<false>(pair, link_b.index());
            }
        }
        return {};
    }

  private:
    static TreeLink link(std::span<const WideNode> nodes, BoxRef r) {
        return nodes[r.node()].child[r.slot()];
    }
    void push(BoxRef a, BoxRef b) { stack_[size_++] = {a, b}; }
    BoxPair pop() { return stack_[--size_]; }

    static float size_of(std::span<const WideNode> nodes, BoxRef r) {
        const WideNode& n = nodes[r.node()];
        return n.half[0][r.slot()] + n.half[1][r.slot()] + n.half[2][r.slot()];
    }
    // Is A's box the larger one?
    bool larger(BoxPair p) const {
        return size_of(nodes_a_, p.a) >= job_.frame.a_from_b.scale * size_of(nodes_b_, p.b);
    }

    bool overlapping(BoxPair p) {
        ++counts_.box_pairs;
        const PlacedBox b(detail::read_box(nodes_b_[p.b.node()], static_cast<int>(p.b.slot())),
                          job_.frame.a_from_b);
        float separation[WideNode::width];
        return (overlapping_boxes(nodes_a_[p.a.node()], b, job_.frame.a_from_b.margin, separation) >>
                    p.a.slot() &
                1) != 0;
    }

    // Replaces one box of the pair, which is that of node `index`, by those of the node's children that
    // overlap the other. The most overlapping one comes next.
    template <bool OfA>
    void expand(BoxPair pair, std::uint32_t index) {
        const WideNode& node = (OfA ? nodes_a_ : nodes_b_)[index];
        const BoxRef other = OfA ? pair.b : pair.a;
        const detail::Passage& passage = OfA ? job_.frame.a_from_b : job_.frame.b_from_a;
        const PlacedBox box(
            detail::read_box((OfA ? nodes_b_ : nodes_a_)[other.node()], static_cast<int>(other.slot())),
            passage);
        float separation[WideNode::width];
        std::uint32_t overlap = overlapping_boxes(node, box, passage.margin, separation);
        counts_.box_pairs += WideNode::width;
        const int first = size_;
        for (; overlap != 0; overlap &= overlap - 1) {
            const auto slot = static_cast<std::uint32_t>(std::countr_zero(overlap));
            const float s = separation[slot];
            int at = size_++;
            for (; at > first && order_[at - 1] < s; --at) {
                stack_[at] = stack_[at - 1];
                order_[at] = order_[at - 1];
            }
            const BoxRef child{index, slot};
            stack_[at] = OfA ? BoxPair{child, other} : BoxPair{other, child};
            order_[at] = s;
        }
    }

    detail::FoundPair leaves(BoxPair pair, std::uint32_t leaf_a, std::uint32_t leaf_b) {
        const TreeLeaf &la = job_.a.tree().leaves()[leaf_a], &lb = job_.b.tree().leaves()[leaf_b];
        ++counts_.leaf_pairs;
        LeafPair candidates(la, detail::read_box(nodes_a_[pair.a.node()], static_cast<int>(pair.a.slot())),
                            lb, job_.frame.a_from_b);
        for (std::uint32_t rest = candidates.b_near_a(); rest != 0; rest &= rest - 1) {
            const auto j = static_cast<std::uint32_t>(std::countr_zero(rest));
            const PairVerdict verdict = candidates.against(j);
            const std::uint64_t all = (std::uint64_t{1} << la.count) - 1;
            counts_.triangle_pairs += la.count;
            if (const std::uint64_t sure = verdict.intersecting & all; sure != 0) {
                return {true, la.triangle[std::countr_zero(sure)], lb.triangle[j]};
            }
            for (std::uint64_t open = all & ~verdict.apart; open != 0; open &= open - 1) {
                const TriangleId ta = la.triangle[std::countr_zero(open)], tb = lb.triangle[j];
                ++counts_.exact_pairs;
                if (intersects(job_.world_from_a(job_.a.mesh().triangle(ta)),
                               job_.world_from_b(job_.b.mesh().triangle(tb)))) {
                    return {true, ta, tb};
                }
            }
        }
        return {};
    }

    const detail::IntersectJob& job_;
    IntersectCounts& counts_;
    std::span<const WideNode> nodes_a_, nodes_b_;
    int size_ = 0;
    BoxPair stack_[stack_size];
    float order_[stack_size];
};

detail::FoundPair find_pair(const detail::IntersectJob& job, IntersectCounts& counts) {
    return Traversal(job, counts).run();
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1 {

HWY_EXPORT(find_pair);

namespace {

detail::FoundPair find(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       IntersectCounts& counts) {
    if (a.tree().empty() || b.tree().empty()) return {};
    const detail::IntersectJob job{a, world_from_a, b, world_from_b,
                                   detail::pair_frame(a.tree(), world_from_a, b.tree(), world_from_b)};
    return HWY_DYNAMIC_DISPATCH(find_pair)(job, counts);
}

}  // namespace

bool intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    IntersectCounts counts;
    return find(a, world_from_a, b, world_from_b, counts).found;
}

bool intersects_counted(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                        IntersectCounts& counts) {
    return find(a, world_from_a, b, world_from_b, counts).found;
}

std::optional<Witness> witness(const Shape& a, const Pose& world_from_a, const Shape& b,
                               const Pose& world_from_b) {
    IntersectCounts counts;
    const detail::FoundPair f = find(a, world_from_a, b, world_from_b, counts);
    if (!f.found) return std::nullopt;
    const TriangleIntersection common =
        intersection(world_from_a(a.mesh().triangle(f.a)), world_from_b(b.mesh().triangle(f.b)));
    Vec3 sum;
    for (const CommonPoint& p : common.points()) sum += p.position / static_cast<double>(common.point_count);
    return Witness{f.a, f.b, sum};
}

}  // namespace graze::inline v1
#endif  // HWY_ONCE
