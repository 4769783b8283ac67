// The closest points of shapes that have moved a little and whose hulls are apart: from the last ones to
// those of today, and a plane between them that tells all the rest.
#if defined(GRAZE_QUERY_HULL_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_HULL_WALK_INL
#undef GRAZE_QUERY_HULL_WALK_INL
#else
#define GRAZE_QUERY_HULL_WALK_INL
#endif

#include "graze/query/detail/leaf_heights-inl.h"
#include "graze/query/detail/near_pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Goal: as for NearPairs and ClosestPlane, with take_all().
template <class Goal>
class HullWalk {
  public:
    HullWalk(const detail::IntersectJob& job, IntersectCounts& counts, Goal& goal, ClosestPlane& plane)
        : job_(job), goal_(goal), plane_(plane), near_pairs_(job, counts, goal) {}

    // False if the goal ended the search.
    bool run() {
        constexpr int most_steps = 8;
        ClosestPlane::Hulls hulls;
        for (int step = 0; step < most_steps; ++step) {
            plane_.follow(goal_);
            if (!plane_.tells_something()) return true;
            plane_.look_at_hulls(hulls);
            told_ = hulls.are_parted;
            if (told_ || !hulls.are_nearly) return true;
            const unsigned before = goal_.version();
            if (!look_between(hulls)) return false;
            if (goal_.version() == before) return true;
        }
        return true;
    }
    // Is nothing nearer than what was found?
    bool told() const { return told_; }

  private:
    static constexpr int most_looks = 6;

    // Until something nearer is found.
    bool look_between(const ClosestPlane::Hulls& hulls) {
        const unsigned before = goal_.version();
        int looks = 0;
        for (int i = 0; i < hulls.a.count; ++i) {
            for (int j = 0; j < hulls.b.count && looks < most_looks; ++j) {
                if (plane_.parts_all(hulls.a.leaf[i], hulls.b.leaf[j])) continue;
                ++looks;
                if (!look_at(hulls.a.leaf[i], hulls.b.leaf[j]) || !goal_.take_all()) return false;
                if (goal_.version() != before) return true;
            }
        }
        return true;
    }

    bool look_at(std::uint32_t leaf_a, std::uint32_t leaf_b) {
        const TreeLeaf &a = job_.a.tree().leaves()[leaf_a], &b = job_.b.tree().leaves()[leaf_b];
        const LeafPair placed(a, b, job_.frame.a_from_b, job_.frame.exact);
        const float(&way)[3] = goal_.way();
        return near_pairs_.look_at_near({a, b, placed}, LeafReach(placed, {way[0], way[1], way[2]}, way),
                                        plane_.not_parted_of_b(b.count()),
                                        [&](std::uint32_t i, std::uint32_t j) { return plane_.parts(i, j); });
    }

    const detail::IntersectJob& job_;
    Goal& goal_;
    ClosestPlane& plane_;
    NearPairs<Goal> near_pairs_;
    bool told_ = false;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
