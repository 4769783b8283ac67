// Traverses both trees together, from a pair of boxes down: tests the children of one node against one box of
// the other tree, eight at a time.
#if defined(GRAZE_TREE_TRAVERSE_TRAVERSAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_TRAVERSAL_INL
#undef GRAZE_TREE_TRAVERSE_TRAVERSAL_INL
#else
#define GRAZE_TREE_TRAVERSE_TRAVERSAL_INL
#endif

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>

#include "graze/tree/query_counts.h"
#include "graze/tree/traverse/box_kernel-inl.h"
#include "graze/tree/traverse/box_refs.h"
#include "graze/tree/traverse/pair_query.h"
#include "graze/tree/traverse/pair_queue-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

using detail::BoxPair;
using detail::BoxRef;

// Each step down one of the trees leaves at most seven pairs on the stack.
constexpr int stack_size = 512;
static_assert(stack_size >= 2 * 7 * WideTree::max_depth + WideNode::width);

// A pair of triangles that needs exact arithmetic is hard. After this many hard pairs since a pair of boxes
// was put off, it pays to search for a plane that separates the boxes' contents
// (query/intersect/detail/subtree_planes.h).
constexpr std::uint32_t few_hard_pairs = 32;

// Two leaves whose boxes were not separated.
struct LeafRefs {
    BoxPair boxes;
    std::uint32_t a, b;
    float separation;  // of their boxes, in coordinates of A
};

// The interface for users of a traversal. The traversal calls spend(n) before n tests, and leaves() for two
// leaves to test; if either returns false, the traversal ends. `bound` is what box tests compute.
template <class User>
concept TraversalUser = requires(User& user, std::uint64_t tests, const LeafRefs& leaves) {
    { User::bound } -> std::convertible_to<BoxBound>;
    { user.spend(tests) } -> std::same_as<bool>;
    { user.leaves(leaves) } -> std::same_as<bool>;
};

// A user that needs distances of boxes, all in coordinates of A. The traversal opens boxes that are no
// further apart than limit(). is_too_far() says whether a waiting pair is no longer worth testing.
// apart() receives the result of a test of eight boxes, to be multiplied by `scale`.
template <class User>
concept DistanceUser =
    TraversalUser<User> && User::bound != BoxBound::overlap &&
    requires(User& user, float (&separation)[WideNode::width], std::uint32_t overlap, float scale) {
        { user.limit() } -> std::same_as<float>;
        { user.is_too_far(scale) } -> std::same_as<bool>;
        user.apart(separation, overlap, scale);
    };

// A user that may find pairs of triangles hard to decide. hard_pairs() counts them. separated(boxes, hard)
// says whether the contents of two boxes are separated and need no test, `hard` pairs after the boxes were
// put off.
template <class User>
concept UserWithHardPairs = TraversalUser<User> && requires(User& user, BoxPair boxes, std::uint32_t hard) {
    { user.hard_pairs() } -> std::same_as<std::uint32_t>;
    { user.separated(boxes, hard) } -> std::same_as<bool>;
};

// A user that is notified before the boxes of a node are tested.
template <class User>
concept NodeListener = TraversalUser<User> && requires(User& user, std::uint32_t node) {
    user.opened_a(node);
    user.opened_b(node);
};

template <TraversalUser User>
class Traversal {
  public:
    Traversal(const detail::PairQuery& query, QueryCounts& counts, User& user)
        : query_(query), counts_(counts), user_(user), boxes_(query) {}

    // Depth first. False if the user ended it.
    bool run(BoxPair from) {
        whole_ = from;
        return run_below(from);
    }

    // All pairs, the nearest first in both trees; depth first where the queue is full.
    void run_nearest_first(BoxPair from) {
        static_assert(keeps_distance);
        whole_ = from;
        Queue queue;
        queue.push({from, -1e30f});
        while (!queue.empty()) {
            const Queue::Entry next = queue.pop();
            if (user_.is_too_far(next.separation)) return;  // so are all others
            if (is_separated(next.pair, 0)) {
                if (whole_is_separated_) return;
                continue;
            }
            const Links held = boxes_.links(next.pair);
            if (!queue.has_room_for(WideNode::width))
                queue.drop_beyond(user_.limit() + query_.frame.a_from_b.margin);
            if (!queue.has_room_for(WideNode::width)) {
                if (!run_below(next.pair)) break;
                if (whole_is_separated_) return;
            } else if (!user_.spend(WideNode::width)) {
                queue.push(next);
                break;
            } else if (held.are_leaves()) {
                ++counts_.leaf_pairs;
                if (!user_.leaves({next.pair, held.a.index(), held.b.index(), next.separation})) return;
            } else {
                expand(next.pair, next.separation, held, queue);
            }
        }
        nearest_left_ = queue.nearest();
        for (int i = 0; i < size_; ++i) nearest_left_ = std::min(nearest_left_, order_[i]);
    }

    // If the last run ended because the budget was used up: a lower bound of the separation of the boxes that
    // were left. Otherwise 1e30.
    float nearest_left() const { return nearest_left_; }

    // The pairs one step below; the pair itself if both are leaves.
    std::span<const BoxPair> below(BoxPair pair) {
        const Links held = boxes_.links(pair);
        size_ = 0;
        if (held.are_leaves()) {
            order_[size_] = -1e30f;
            stack_[size_++] = pair;
        } else {
            expand(pair, -1e30f, held, *this);
        }
        return {stack_, static_cast<std::size_t>(size_)};
    }

  private:
    using Links = detail::BoxRefs::Links;
    using Queue = PairQueue<BoxPair>;
    static constexpr bool keeps_distance = DistanceUser<User>;
    static_assert(keeps_distance || User::bound == BoxBound::overlap);

    HWY_INLINE std::uint32_t hard_pairs() const {
        if constexpr (UserWithHardPairs<User>) return user_.hard_pairs();
        return 0;
    }
    // `before`: the number of hard pairs when the pair was put off.
    HWY_INLINE bool is_separated(BoxPair pair, std::uint32_t before) {
        if constexpr (UserWithHardPairs<User>) {
            const std::uint32_t hard = user_.hard_pairs() - before;
            if (hard < few_hard_pairs || user_.hard_pairs() < next_try_) return false;
            const bool separated = is_separated_after(pair, hard);
            // Where surfaces cross no plane is found: after each failure in a row it is tried less often.
            failures_ = separated ? 0 : std::min(failures_ + 1, most_failures);
            next_try_ = separated ? 0 : user_.hard_pairs() + (few_hard_pairs << failures_);
            return separated;
        }
        return false;
    }
    // Now and then, tries to separate the whole trees at once, which saves the most.
    HWY_NOINLINE bool is_separated_after(BoxPair pair, std::uint32_t hard) {
        const std::size_t leaves = query_.a.tree().leaves().size() + query_.b.tree().leaves().size();
        if (user_.hard_pairs() >= leaves / 8 && user_.hard_pairs() / 8 >= last_try_of_whole_) {
            last_try_of_whole_ = user_.hard_pairs();
            whole_is_separated_ = user_.separated(whole_, std::numeric_limits<std::uint32_t>::max());
            if (whole_is_separated_) size_ = 0;
        }
        return whole_is_separated_ || user_.separated(pair, hard);
    }

    bool run_below(BoxPair from) {
        order_[size_] = -1e30f;
        hard_before_[size_] = hard_pairs();
        stack_[size_++] = from;
        while (size_ > 0) {
            const BoxPair pair = stack_[--size_];
            const Links held = boxes_.links(pair);
            if constexpr (keeps_distance) {
                if (user_.is_too_far(order_[size_])) continue;
            }
            if (is_separated(pair, hard_before_[size_])) continue;
            if (!user_.spend(WideNode::width)) {
                ++size_;
                return false;
            }
            if (held.are_leaves()) {
                ++counts_.leaf_pairs;
                if (!user_.leaves({pair, held.a.index(), held.b.index(), order_[size_]})) return false;
            } else {
                expand(pair, order_[size_], held, *this);
            }
        }
        return true;
    }

    template <class Sink>
    HWY_INLINE void expand(BoxPair pair, float apart, Links held, Sink& sink) {
        if (boxes_.opens_a(pair, held)) {
            expand_side<true>(pair, apart, held.a.index(), sink);
        } else {
            expand_side<false>(pair, apart, held.b.index(), sink);
        }
    }

    // Replaces one box of the pair, which holds node `index`, by those of the node's boxes that overlap the
    // other box. Where distances count: the contents of a box are at least as far away as the box, whatever
    // the boxes below it give.
    template <bool OfA, class Sink>
    HWY_INLINE void expand_side(BoxPair pair, float apart, std::uint32_t index, Sink& sink) {
        if constexpr (NodeListener<User>) OfA ? user_.opened_a(index) : user_.opened_b(index);
        const WideNode& node = (OfA ? boxes_.nodes_a() : boxes_.nodes_b())[index];
        const BoxRef other = OfA ? pair.b : pair.a;
        const detail::RelativeTransform& transform = OfA ? query_.frame.a_from_b : query_.frame.b_from_a;
        const PlacedBox box(detail::read_box((OfA ? boxes_.nodes_b() : boxes_.nodes_a())[other.node()],
                                             static_cast<int>(other.slot())),
                            transform);
        float separation[WideNode::width];
        // Users keep distances in coordinates of A.
        const float to_a = OfA || !keeps_distance ? 1.0f : query_.frame.a_from_b.scale;
        float margin = transform.margin;
        if constexpr (keeps_distance) margin += user_.limit() / to_a;
        std::uint32_t overlap = overlapping_boxes<User::bound>(node, box, margin, separation);
        counts_.box_pairs += WideNode::width;
        if constexpr (keeps_distance) user_.apart(separation, overlap, to_a);
        first_ = size_;
        for (; overlap != 0; overlap &= overlap - 1) {
            const auto slot = static_cast<std::uint32_t>(std::countr_zero(overlap));
            const BoxRef child{index, slot};
            float below = separation[slot] * to_a;
            if constexpr (User::bound == BoxBound::distance) below = std::max(below, apart);
            sink.push({OfA ? BoxPair{child, other} : BoxPair{other, child}, below});
        }
    }

    // Sorted among the pairs of one step: the one that overlaps most comes next.
    HWY_INLINE void push(const Queue::Entry& entry) {
        // The same number for all pairs of one step, so that it need not be sorted along.
        hard_before_[size_] = hard_pairs();
        int at = size_++;
        for (; at > first_ && order_[at - 1] < entry.separation; --at) {
            stack_[at] = stack_[at - 1];
            order_[at] = order_[at - 1];
        }
        stack_[at] = entry.pair;
        order_[at] = entry.separation;
    }

    const detail::PairQuery& query_;
    QueryCounts& counts_;
    User& user_;
    const detail::BoxRefs boxes_;
    int size_ = 0, first_ = 0;
    BoxPair whole_ = detail::roots;
    bool whole_is_separated_ = false;
    static constexpr std::uint32_t most_failures = 4;
    std::uint32_t failures_ = 0, next_try_ = 0;
    std::uint32_t last_try_of_whole_ = 0;  // the number of hard pairs at that time
    float nearest_left_ = 1e30f;
    BoxPair stack_[stack_size];
    float order_[stack_size];
    std::uint32_t hard_before_[stack_size];
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
