// The closest points of shapes that have moved a little and whose hulls are apart. The search walks from the
// last closest points to the current ones, and then needs only a plane between them to exclude all other
// pairs.
#if defined(GRAZE_QUERY_DISTANCE_CACHE_HULL_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_DISTANCE_CACHE_HULL_WALK_INL
#undef GRAZE_QUERY_DISTANCE_CACHE_HULL_WALK_INL
#else
#define GRAZE_QUERY_DISTANCE_CACHE_HULL_WALK_INL
#endif

#include <cmath>
#include <cstdint>

#include "graze/query/distance/cache/detail/leaf_projections-inl.h"
#include "graze/query/distance/detail/close_pair_search-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Goal: as for ClosePairSearch and ClosestPlane, with take_all().
template <class Goal>
class HullWalk {
  public:
    HullWalk(const detail::PairQuery& query, QueryCounts& counts, Goal& goal, ClosestPlane& plane)
        : query_(query), goal_(goal), plane_(plane), near_pairs_(query, counts, goal) {}

    // False if the goal ended the search.
    bool run() {
        constexpr int most_steps = 8;
        ClosestPlane::Hulls hulls;
        for (int step = 0; step < most_steps; ++step) {
            plane_.follow(goal_);
            if (!plane_.is_known()) return true;
            plane_.look_at_hulls(hulls);
            decided_ = hulls.are_separated;
            if (decided_ || !hulls.are_nearly) break;
            const unsigned before = goal_.version();
            bool all = false;
            if (!look_between(hulls, all)) return false;
            if (goal_.version() != before) continue;
            if (!plane_.widen(hulls)) break;
            if (!look_between(hulls, all)) return false;
            if (goal_.version() != before) continue;
            decided_ = all;
            break;
        }
        return true;
    }
    // Is it certain that nothing is nearer than what was found?
    bool decided() const { return decided_; }

  private:
    // Pairs of leaves that the plane does not separate, as far as floats can decide; those with the nearest
    // middles first.
    struct Between {
        static constexpr int most = 12;
        struct Pair {
            std::uint32_t a, b;
            Direction direction;  // from B's middle to A's, of any length
            float apart;          // the squared length of the direction
        };
        Pair pair[most];
        int count = 0;
        bool is_all = true;

        bool has_place_for(float apart_by) const { return count < most || apart_by < pair[most - 1].apart; }
        void add(const Pair& added) {
            int at = count < most ? count++ : most - 1;
            for (; at > 0 && added.apart < pair[at - 1].apart; --at) pair[at] = pair[at - 1];
            pair[at] = added;
        }
    };
    HWY_NOINLINE void collect(const ClosestPlane::Hulls& hulls, Between& between) {
        const detail::RelativeTransform& p = query_.frame.a_from_b;
        const float limit = goal_.limit() + p.margin;
        int found = 0;
        for (int j = 0; j < hulls.b.count; ++j) {
            const float(&b)[3] = query_.b.tree().leaves()[hulls.b.leaf[j]].origin;
            const float rest = limit - plane_.of_b(hulls.b.projection[j]);
            float placed[3];
            detail::carry_over(p, b, placed);
            for (int i = 0; i < hulls.a.count; ++i) {
                if (hulls.a.projection[i] > rest) continue;
                ++found;
                const float(&a)[3] = query_.a.tree().leaves()[hulls.a.leaf[i]].origin;
                const float x = a[0] - placed[0], y = a[1] - placed[1], z = a[2] - placed[2];
                const float apart = x * x + y * y + z * z;
                if (between.has_place_for(apart))
                    between.add({hulls.a.leaf[i], hulls.b.leaf[j], {x, y, z}, apart});
            }
        }
        between.is_all = found <= Between::most;
    }

    // Tests the pairs until something nearer is found. Otherwise `all` says whether all pairs were tested.
    // False if the goal ended the search.
    bool look_between(const ClosestPlane::Hulls& hulls, bool& all) {
        const unsigned before = goal_.version();
        Between between;
        collect(hulls, between);
        for (int i = 0; i < between.count; ++i) {
            const auto& pair = between.pair[i];
            if (plane_.separates_all(pair.a, pair.b)) continue;
            if (!look_at(pair) || !goal_.take_all()) return false;
            if (goal_.version() != before) return true;
        }
        all = between.is_all;
        return true;
    }

    bool look_at(const typename Between::Pair& pair) {
        const TreeLeaf &a = query_.a.tree().leaves()[pair.a], &b = query_.b.tree().leaves()[pair.b];
        const LeafPair placed(a, b, query_.frame.a_from_b, query_.frame.exact);
        Direction between = pair.direction;
        for (float& w : between.coordinate) w *= direction_length / std::sqrt(pair.apart + 1e-30f);
        return near_pairs_.look_at_near({a, b, placed},
                                        TriangleProjections(placed, between, goal_.direction()),
                                        [&](std::uint32_t j) { return plane_.separated_from(j); });
    }

    const detail::PairQuery& query_;
    Goal& goal_;
    ClosestPlane& plane_;
    ClosePairSearch<Goal> near_pairs_;
    bool decided_ = false;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
