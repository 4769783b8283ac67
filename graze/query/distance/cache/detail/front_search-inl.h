// The closest points of shapes that have moved a little. Pairs that were far enough apart along a direction
// mostly still are, and a few operations show it.
#if defined(GRAZE_QUERY_DISTANCE_CACHE_FRONT_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_DISTANCE_CACHE_FRONT_SEARCH_INL
#undef GRAZE_QUERY_DISTANCE_CACHE_FRONT_SEARCH_INL
#else
#define GRAZE_QUERY_DISTANCE_CACHE_FRONT_SEARCH_INL
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "graze/query/distance/cache/detail/distance_front.h"
#include "graze/query/distance/cache/detail/front_lanes-inl.h"
#include "graze/query/distance/cache/detail/hull_walk-inl.h"
#include "graze/query/distance/cache/detail/leaf_projections-inl.h"
#include "graze/query/distance/detail/close_pair_search-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// The front stores a pair of boxes, with a direction, while the pair is far enough apart. When a call finds a
// pair that is no longer far enough apart along its direction, the search tries another direction; if none is
// good enough, it opens the pair. Goal: as for ClosePairSearch, and
//   found(), version(), no_nearer_than()   see ClosestPlane
//   bool take_all()                        computes in doubles what was put off; false ends the search
template <class Goal>
class FrontSearch {
  public:
    FrontSearch(const detail::PairQuery& query, QueryCounts& counts, Goal& goal, detail::DistanceFront& front)
        : query_(query),
          counts_(counts),
          goal_(goal),
          front_(front),
          own_goal_{goal},
          near_pairs_(query, counts, own_goal_),
          boxes_(query),
          lanes_(query, front),
          plane_(query) {}

    enum class Outcome {
        complete,
        ended,    // by the goal
        gave_up,  // the front took too much memory and was dropped
    };
    Outcome run() {
        if (front_.tries_hulls()) {
            HullWalk<Goal> walk(query_, counts_, goal_, plane_);
            const bool goes_on = walk.run();
            front_.hulls_decided(walk.decided());
            if (!goes_on) return ended();
            if (walk.decided()) return Outcome::complete;
        }
        turned_ = front_.turn_by(query_.frame.a_from_b);
        if (!look_at_closest()) return ended();
        if (!front_.is_worn()) {
            lanes_.sweep(false, limit_with_margin(false));
            lanes_.sweep(true, limit_with_margin(true));
        }
        if (front_.is_worn() || front_.unsure_count() > 4 * front_.size()) {
            if (!front_.begin_anew()) return Outcome::gave_up;
            open(false, 0, {0, 0}, -1e30f);  // the root is the only box of node 0
        } else {
            look_at_unsure(false);
            look_at_unsure(true);
        }
        const Outcome outcome = look_at_near();
        if (outcome == Outcome::ended) return ended();
        if (outcome == Outcome::gave_up) front_.give_up();
        if (outcome == Outcome::complete) front_.finish();
        return outcome;
    }

  private:
    using Leaves = detail::DistanceFront::Leaves;
    using Queue = PairQueue<FrontPlace>;

    // Passes found pairs on to the goal, and remembers the nearest.
    struct Listener {
        Goal& goal;
        float least = 1e30f;
        float nearest_direction[3] = {};

        float limit() const { return goal.limit(); }
        const float (&direction() const)[3] { return goal.direction(); }
        bool spend(std::uint64_t n) { return goal.spend(n); }
        bool look_at(const NearTriangles& found) {
            const int i = found.nearest();
            if (found.bounds.most[i] < least) {
                least = found.bounds.most[i];
                for (int c = 0; c < 3; ++c) nearest_direction[c] = found.bounds.direction[c][i];
            }
            return goal.look_at(found);
        }
        Direction unit_direction() const {
            const float(&w)[3] = nearest_direction;
            const float scale = (1 - 0x1p-20f) / std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2] + 1e-30f);
            return {w[0] * scale, w[1] * scale, w[2] * scale};
        }
    };

    Outcome ended() {
        front_.clear();
        return Outcome::ended;
    }

    // In coordinates of A; the second in coordinates of the tree of a block's directions.
    float limit_with_margin() const { return goal_.limit() + query_.frame.a_from_b.margin; }
    float limit_with_margin(bool of_a) const {
        const detail::RelativeTransform& back = query_.frame.b_from_a;
        return of_a ? goal_.limit() * back.scale + back.margin : limit_with_margin();
    }

    // Tests the pairs that were closest in the last call, to get a good bound for the pairs that follow; the
    // closest pair comes first. False if the goal ended the search.
    bool look_at_closest() {
        auto& closest = front_.closest;
        for (std::size_t i = 0; i < closest.size();) {
            const Leaves leaves = closest[i];
            bool stays = true;
            const float before = goal_.limit();
            if (!look_at_leaves(leaves, stays)) return false;
            if (goal_.limit() != before && stays) std::swap(closest[0], closest[i]);
            if (stays) {
                ++i;
            } else {
                closest[i] = closest.back();
                closest.pop_back();
            }
        }
        return true;
    }

    // Takes the unsure pairs eight at a time, in any order, and tries new directions along which they are far
    // enough apart. The pairs that fail wait in the queue.
    void look_at_unsure(bool of_a) {
        auto& unsure = front_.unsure[of_a ? 1 : 0];
        // The plane between the closest points decides most leaves; the vector has room for the others.
        std::size_t count = unsure.box_count;
        for (std::size_t i = 0; i < unsure.leaf_count; ++i) {
            unsure.boxes[count] = unsure.leaves[i];
            count += decided_by_plane(unsure.leaves[i]) ? 0 : 1;
        }
        for (std::size_t i = 0; i < count; i += FrontBlock::width)
            look_again(unsure.boxes.data() + i,
                       static_cast<int>(std::min<std::size_t>(FrontBlock::width, count - i)));
    }
    void look_again(const FrontPlace* places, int count) {
        HWY_ALIGN float separation[FrontBlock::width];
        lanes_.aim(places, count, separation);
        counts_.box_pairs += static_cast<std::uint64_t>(count);
        for (int i = 0; i < count; ++i) {
            if (!(separation[i] > limit_with_margin()) && !decided_by_leaves(places[i]))
                wait(places[i], separation[i]);
        }
    }

    // `separation` is in coordinates of A.
    void wait(FrontPlace place, float separation) {
        if (queue_.has_room_for(1)) {
            queue_.push({place, separation});
        } else {
            queue_is_full_ = true;
        }
    }

    // Handles the waiting pairs, the nearest first.
    Outcome look_at_near() {
        while (!queue_.empty()) {
            const Queue::Entry next = queue_.pop();
            if (next.separation > limit_with_margin()) break;  // so are all others
            if (queue_is_full_ || front_.is_full()) return Outcome::gave_up;
            const BoxPair pair = front_.pair_at(next.pair);
            const auto held = boxes_.links(pair);
            front_.deactivate(next.pair);
            if (held.are_leaves()) {
                ++counts_.leaf_pairs;
                const Leaves leaves{next.pair, held.a.index(), held.b.index()};
                bool stays = true;
                if (!look_at_leaves(leaves, stays)) return Outcome::ended;
                if (stays) front_.closest.push_back(leaves);
            } else {
                const bool of_a = boxes_.opens_a(pair, held);
                open(of_a, (of_a ? held.a : held.b).index(), of_a ? pair.b : pair.a, next.separation);
            }
        }
        return queue_is_full_ ? Outcome::gave_up : Outcome::complete;
    }

    // Replaces one box of a pair by the boxes of its node. The pair is `apart` from each other.
    HWY_NOINLINE void open(bool of_a, std::uint32_t node, BoxRef other, float apart) {
        auto& blocks = front_.blocks(of_a);
        const std::size_t index = blocks.size();
        FrontBoxes& boxes = front_.boxes(of_a).emplace_back(FrontBoxes{node, other});
        HWY_ALIGN float separation[FrontBlock::width];
        boxes.active = lanes_.measure(of_a, boxes, blocks.emplace_back(), separation);
        if (boxes_.link(!of_a, other).is_leaf()) {
            for (std::uint32_t lane = 0; lane < FrontBlock::width; ++lane)
                boxes.leaves |= boxes_.link(of_a, {node, lane}).is_leaf() ? 1u << lane : 0u;
        }
        counts_.box_pairs += FrontBlock::width;
        for (std::uint32_t near = boxes.active & ~FrontLanes::beyond(limit_with_margin(), separation);
             near != 0; near &= near - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(near));
            wait({of_a, index, lane}, std::max(separation[lane], apart));
        }
    }

    // Tests two leaves. False if the goal ended the search. `stays` says whether the next call must test the
    // leaves, too; otherwise the function stores a direction along which they are far enough apart.
    bool look_at_leaves(const Leaves& leaves, bool& stays) {
        plane_.follow(goal_);
        stays = true;
        const float apart = plane_.apart(leaves.a, leaves.b);
        if (apart > limit_with_margin()) {
            if (lasts(leaves.place, apart)) {
                lanes_.write_down(leaves.place, plane_.direction(), apart);
                stays = false;
            }
            return true;
        }
        if (plane_.separates_all(leaves.a, leaves.b)) return true;
        const TreeLeaf &a = query_.a.tree().leaves()[leaves.a], &b = query_.b.tree().leaves()[leaves.b];
        const LeafPair placed(a, b, query_.frame.a_from_b, query_.frame.exact);
        const Direction last = lanes_.direction_at(leaves.place);
        const TriangleProjections along(placed, last, goal_.direction());
        const float apart_there = along.all_apart(0) - placed.margin();
        if (apart_there > goal_.limit() && lasts(leaves.place, apart_there)) {
            lanes_.write_down(leaves.place, last.coordinate, apart_there);
            stays = false;
            return true;
        }
        own_goal_.least = 1e30f;
        if (!near_pairs_.look_at_near({a, b, placed}, along,
                                      [&](std::uint32_t j) { return plane_.separated_from(j); }))
            return false;
        if (!(own_goal_.least < 1e30f)) return true;
        lanes_.write_hint(leaves.place, own_goal_.unit_direction().coordinate);
        return goal_.take_all();
    }

    // Will a pair with this separation stay far enough apart for some more calls with turns like this one?
    bool lasts(FrontPlace place, float apart) {
        const float in_a = place.of_a() ? query_.frame.a_from_b.scale : 1.0f;
        return apart - limit_with_margin() > 0.5f * turned_ * lanes_.radius_at(place) * in_a;
    }

    // Does the plane show that the triangles of two leaves are far enough apart?
    bool decided_by_plane(FrontPlace place) {
        const auto held = boxes_.links(front_.pair_at(place));
        const Leaves leaves{place, held.a.index(), held.b.index()};
        plane_.follow(goal_);
        const float apart = plane_.apart(leaves.a, leaves.b);
        if (!(apart > limit_with_margin())) return false;
        if (lasts(place, apart)) {
            lanes_.write_down(place, plane_.direction(), apart);
        } else {
            front_.deactivate(place);
            front_.closest.push_back(leaves);
        }
        return true;
    }
    bool decided_by_leaves(FrontPlace place) {
        if (!front_.boxes(place).are_leaves(place.lane())) return false;
        const auto held = boxes_.links(front_.pair_at(place));
        return decided_along({place, held.a.index(), held.b.index()}, lanes_.direction_at(place));
    }

    bool decided_along(const Leaves& leaves, const Direction& direction) {
        const Direction in_b = turned_into_b(direction, query_.frame);
        const float apart =
            leaves_apart_along(query_.a.tree().leaves()[leaves.a], query_.b.tree().leaves()[leaves.b],
                               direction.coordinate, in_b.coordinate, query_.frame.a_from_b);
        if (!(apart > limit_with_margin())) return false;
        lanes_.write_down(leaves.place, direction.coordinate, apart);
        return true;
    }

    const detail::PairQuery& query_;
    QueryCounts& counts_;
    Goal& goal_;
    detail::DistanceFront& front_;
    Listener own_goal_;
    ClosePairSearch<Listener> near_pairs_;
    const detail::BoxRefs boxes_;
    FrontLanes lanes_;
    float turned_ = 0;
    bool queue_is_full_ = false;
    ClosestPlane plane_;
    Queue queue_;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
