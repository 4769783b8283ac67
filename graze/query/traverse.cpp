// Both trees at once, from the roots: the children of one node against one box of the other tree, eight at a
// time; leaves triangle by triangle, eight at a time; what the filters leave open, exactly, on world
// vertices.
#include <algorithm>
#include <bit>

#include "graze/query/detail/intersect_job.h"
#include "graze/query/detail/node_test.h"
#include "graze/tree/detail/box_code.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/traverse.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/query/detail/box_kernel-inl.h"
#include "graze/query/detail/leaf_kernel-inl.h"
#include "graze/query/detail/prepare-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

using detail::BoxPair;
using detail::BoxRef;

// Each step down one of the trees leaves at most seven pairs behind.
constexpr int stack_size = 512;
static_assert(stack_size >= 2 * 7 * WideTree::max_depth + WideNode::width);

// The ways to use a traversal. Each is told of work before it is done, of boxes that are apart and of pairs
// that intersect, and says whether to go on.
class FirstPair {
  public:
    detail::FoundPair result;

    bool spend(std::uint64_t) { return true; }
    bool wanted(TriangleId, TriangleId) { return true; }
    static constexpr bool keeps_distance = false;
    float looks_beyond() const { return 0; }
    void apart(float (&)[WideNode::width], std::uint32_t, float) {}
    bool leaves_apart(float, float) { return false; }
    bool collect(TriangleId a, TriangleId b) {
        result = {true, a, b};
        return false;
    }
};

// Keeps the least distance of boxes that are apart, in coordinates of A. Boxes that are nearer than `wanted`
// are opened, too, so that the distance is likely to be at least that. Of triangles it knows none.
class FirstPairOrClearance : public FirstPair {
  public:
    float clearance = 1e30f;

    static constexpr bool keeps_distance = true;
    explicit FirstPairOrClearance(float wanted_clearance) : wanted_(wanted_clearance) {}

    float looks_beyond() const { return wanted_; }
    void apart(float (&separation)[WideNode::width], std::uint32_t overlap, float scale) {
        for (int i = 0; i < WideNode::width; ++i) {
            const float distance = (overlap >> i & 1) != 0 ? 1e30f : separation[i] * scale;
            clearance = distance < clearance ? distance : clearance;
        }
    }
    // Do the boxes of two leaves, opened because they were near, tell enough?
    bool leaves_apart(float separation, float margin) {
        const bool apart = separation > margin;
        const float distance = apart ? separation : 0;
        clearance = distance < clearance ? distance : clearance;
        wanted_ = clearance < wanted_ ? clearance : wanted_;  // more is not to be had
        return apart;
    }

  private:
    float wanted_;
};

class AllPairs {
  public:
    explicit AllPairs(detail::Visit& visit) : visit_(visit) {}

    bool spend(std::uint64_t n) { return visit_.meter.spend(n); }
    bool wanted(TriangleId a, TriangleId b) { return !visit_.filter || visit_.filter(a, b); }
    static constexpr bool keeps_distance = false;
    float looks_beyond() const { return 0; }
    void apart(float (&)[WideNode::width], std::uint32_t, float) {}
    bool leaves_apart(float, float) { return false; }
    bool collect(TriangleId a, TriangleId b) {
        visit_.found = true;
        return visit_.collect(a, b);
    }

  private:
    detail::Visit& visit_;
};

template <class User>
class Traversal {
  public:
    Traversal(const detail::IntersectJob& job, IntersectCounts& counts, User& user)
        : job_(job),
          counts_(counts),
          user_(user),
          nodes_a_(job.a.tree().nodes()),
          nodes_b_(job.b.tree().nodes()) {}

    void run(BoxPair from) {
        order_[size_] = -1e30f;
        stack_[size_++] = from;
        while (size_ > 0) {
            const BoxPair pair = stack_[--size_];
            const TreeLink link_a = link(nodes_a_, pair.a), link_b = link(nodes_b_, pair.b);
            if (!user_.spend(WideNode::width)) return;
            if (link_a.is_leaf() && link_b.is_leaf()) {
                if (user_.leaves_apart(order_[size_], 1.02f * job_.frame.a_from_b.margin)) continue;
                if (!leaves(pair, link_a.index(), link_b.index())) return;
            } else {
                expand(pair, link_a, link_b);
            }
        }
    }

    // The pairs one step below, or the pair itself if it is one of leaves.
    std::span<const BoxPair> below(BoxPair pair) {
        const TreeLink link_a = link(nodes_a_, pair.a), link_b = link(nodes_b_, pair.b);
        size_ = 0;
        if (link_a.is_leaf() && link_b.is_leaf()) {
            stack_[size_++] = pair;
        } else {
            expand(pair, link_a, link_b);
        }
        return {stack_, static_cast<std::size_t>(size_)};
    }

  private:
    static TreeLink link(std::span<const WideNode> nodes, BoxRef r) {
        return nodes[r.node()].child[r.slot()];
    }

    static float size_of(std::span<const WideNode> nodes, BoxRef r) {
        const WideNode& n = nodes[r.node()];
        return n.half[0][r.slot()] + n.half[1][r.slot()] + n.half[2][r.slot()];
    }
    // Is A's box the larger one?
    bool larger(BoxPair p) const {
        return size_of(nodes_a_, p.a) >= job_.frame.a_from_b.scale * size_of(nodes_b_, p.b);
    }

    HWY_INLINE void expand(BoxPair pair, TreeLink link_a, TreeLink link_b) {
        if (link_b.is_leaf() || (!link_a.is_leaf() && larger(pair))) {
            expand_side<true>(pair, link_a.index());
        } else {
            expand_side<false>(pair, link_b.index());
        }
    }

    // Replaces one box of the pair, which is that of node `index`, by those of the node's children that
    // overlap the other. The most overlapping one comes next.
    template <bool OfA>
    HWY_INLINE void expand_side(BoxPair pair, std::uint32_t index) {
        const WideNode& node = (OfA ? nodes_a_ : nodes_b_)[index];
        const BoxRef other = OfA ? pair.b : pair.a;
        const detail::Passage& passage = OfA ? job_.frame.a_from_b : job_.frame.b_from_a;
        const PlacedBox box(
            detail::read_box((OfA ? nodes_b_ : nodes_a_)[other.node()], static_cast<int>(other.slot())),
            passage);
        float separation[WideNode::width];
        // Distances that users keep are in coordinates of A.
        const float to_a = OfA || !User::keeps_distance ? 1.0f : job_.frame.a_from_b.scale;
        float margin = passage.margin;
        if constexpr (User::keeps_distance) margin += user_.looks_beyond() / to_a;
        std::uint32_t overlap = overlapping_boxes(node, box, margin, separation);
        counts_.box_pairs += WideNode::width;
        user_.apart(separation, overlap, to_a);
        const int first = size_;
        for (; overlap != 0; overlap &= overlap - 1) {
            const auto slot = static_cast<std::uint32_t>(std::countr_zero(overlap));
            const float s = separation[slot] * to_a;
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

    // False if the user has enough.
    bool leaves(BoxPair pair, std::uint32_t leaf_a, std::uint32_t leaf_b) {
        const TreeLeaf &la = job_.a.tree().leaves()[leaf_a], &lb = job_.b.tree().leaves()[leaf_b];
        ++counts_.leaf_pairs;
        const PlacedBox box_a(detail::read_box(nodes_a_[pair.a.node()], static_cast<int>(pair.a.slot())),
                              job_.frame.b_from_a);
        std::uint32_t rest = triangles_near(lb, box_a, job_.frame.b_from_a.margin);
        if (rest == 0) return true;
        const LeafPair candidates(la, lb, job_.frame.a_from_b, job_.frame.exact);
        for (; rest != 0; rest &= rest - 1) {
            const auto j = static_cast<std::uint32_t>(std::countr_zero(rest));
            const PairVerdict verdict = candidates.against(j);
            const std::uint64_t all = (std::uint64_t{1} << la.count) - 1;
            counts_.triangle_pairs += la.count;
            for (std::uint64_t near = all & ~verdict.apart; near != 0; near &= near - 1) {
                const int i = std::countr_zero(near);
                if (!user_.wanted(la.triangle[i], lb.triangle[j])) continue;
                const bool sure = (verdict.intersecting >> i & 1) != 0;
                if ((sure || exactly(la.triangle[i], lb.triangle[j])) &&
                    !user_.collect(la.triangle[i], lb.triangle[j])) {
                    return false;
                }
            }
        }
        return true;
    }

    bool exactly(TriangleId a, TriangleId b) {
        ++counts_.exact_pairs;
        return intersects(job_.world_from_a(job_.a.mesh().triangle(a)),
                          job_.world_from_b(job_.b.mesh().triangle(b)));
    }

    const detail::IntersectJob& job_;
    IntersectCounts& counts_;
    User& user_;
    std::span<const WideNode> nodes_a_, nodes_b_;
    int size_ = 0;
    BoxPair stack_[stack_size];
    float order_[stack_size];
};

detail::FoundPair find_pair(detail::IntersectJob& job) {
    if (!make_ready(job)) return {};
    FirstPair user;
    IntersectCounts counts;
    Traversal<FirstPair>(job, counts, user).run(detail::roots);
    return user.result;
}

detail::FoundPair find_pair_or_clearance(const detail::IntersectJob& job, float& clearance) {
    FirstPairOrClearance user(clearance);
    IntersectCounts counts;
    Traversal<FirstPairOrClearance>(job, counts, user).run(detail::roots);
    clearance = user.clearance;
    return user.result;
}

void visit_pairs(const detail::IntersectJob& job, BoxPair from, IntersectCounts& counts,
                 detail::Visit& visit) {
    AllPairs user(visit);
    Traversal<AllPairs>(job, counts, user).run(from);
}

// Level by level, each pair replaced by those below it.
std::vector<BoxPair> pieces_of(const detail::IntersectJob& job, std::size_t wanted) {
    FirstPair user;
    IntersectCounts counts;
    Traversal<FirstPair> traversal(job, counts, user);
    std::vector<BoxPair> pieces{detail::roots}, next;
    for (int level = 0; level < 2 * WideTree::max_depth && pieces.size() < wanted; ++level) {
        next.clear();
        for (const BoxPair& p : pieces) {
            const std::span<const BoxPair> below = traversal.below(p);
            next.insert(next.end(), below.begin(), below.end());
        }
        pieces.swap(next);
    }
    return pieces;
}

void test_nodes(std::span<const WideNode> nodes, const WideNode& other, int slot,
                const detail::Passage& passage, std::span<std::uint8_t> overlaps) {
    const PlacedBox box(detail::read_box(other, slot), passage);
    float separation[WideNode::width];
    for (std::size_t n = 0; n < nodes.size(); ++n)
        overlaps[n] = static_cast<std::uint8_t>(overlapping_boxes(nodes[n], box, passage.margin, separation));
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_pair);
HWY_EXPORT(find_pair_or_clearance);
HWY_EXPORT(visit_pairs);
HWY_EXPORT(pieces_of);
HWY_EXPORT(test_nodes);

FoundPair find_pair(IntersectJob& job) {
    return HWY_DYNAMIC_DISPATCH(find_pair)(job);
}
FoundPair find_pair_or_clearance(const IntersectJob& job, float& clearance) {
    return HWY_DYNAMIC_DISPATCH(find_pair_or_clearance)(job, clearance);
}
void visit_pairs(const IntersectJob& job, BoxPair from, IntersectCounts& counts, Visit& visit) {
    HWY_DYNAMIC_DISPATCH(visit_pairs)(job, from, counts, visit);
}
std::vector<BoxPair> pieces_of(const IntersectJob& job, std::size_t wanted) {
    return HWY_DYNAMIC_DISPATCH(pieces_of)(job, wanted);
}
void test_nodes(std::span<const WideNode> nodes, const WideNode& other, int slot, const Passage& passage,
                std::span<std::uint8_t> overlaps) {
    HWY_DYNAMIC_DISPATCH(test_nodes)(nodes, other, slot, passage, overlaps);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
