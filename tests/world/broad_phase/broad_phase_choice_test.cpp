#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "graze/world/broad_phase/broad_phase.h"

namespace graze::test {
namespace {

TEST(BroadPhaseKind, has_names_that_differ) {
    std::set<std::string_view> names;
    for (const auto kind : {BroadPhaseKind::bvh, BroadPhaseKind::sweep_and_prune, BroadPhaseKind::grid,
                            BroadPhaseKind::octree, BroadPhaseKind::all_pairs}) {
        EXPECT_FALSE(name(kind).empty());
        names.insert(name(kind));
    }
    EXPECT_EQ(names.size(), 5u);
}

TEST(BestBroadPhase, compares_all_pairs_of_few_objects_and_never_of_many) {
    for (const double share :
         {-1.0, 0.0, 0.01, 0.1, 0.5, 0.9, 1.0, 2.0, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_EQ(best_broad_phase(0, share), BroadPhaseKind::all_pairs);
        EXPECT_EQ(best_broad_phase(100, share), BroadPhaseKind::all_pairs);
        EXPECT_NE(best_broad_phase(10'000, share), BroadPhaseKind::all_pairs);
        EXPECT_NE(best_broad_phase(std::numeric_limits<std::size_t>::max(), share),
                  BroadPhaseKind::all_pairs);
    }
}

TEST(BestBroadPhase, compares_all_pairs_of_more_objects_if_fewer_of_them_move) {
    const auto most = [](double share) {
        std::size_t n = 1;
        while (best_broad_phase(n + 1, share) == BroadPhaseKind::all_pairs) ++n;
        return n;
    };
    EXPECT_GT(most(0.01), most(0.2));
    EXPECT_GT(most(0.2), most(1));
}

}  // namespace
}  // namespace graze::test
