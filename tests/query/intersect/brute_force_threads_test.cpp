#include "graze/query/intersect/brute_force.h"

#include <gtest/gtest.h>

#include "graze/mesh/generate.h"

namespace {

using graze::BruteForceOptions;
using graze::BruteForceResult;
using graze::find_intersections_brute_force;
using graze::Mesh;
using graze::Pose;

void expect_same(const BruteForceResult& one, const BruteForceResult& other) {
    EXPECT_EQ(one.pairs, other.pairs);
    EXPECT_EQ(one.pair_count, other.pair_count);
    EXPECT_EQ(one.counts, other.counts);
    EXPECT_EQ(one.complete, other.complete);
}

TEST(BruteForce, gives_the_same_result_for_any_number_of_threads) {
    const Mesh a = graze::make_sphere(1, 6000), b = graze::make_torus(1, 0.3, 60, 30);
    const Pose pose = Pose(graze::Quat::about_turns({1, 2, 3}, 0.1), {0.3, 0.1, 0});
    for (const bool first_only : {false, true}) {
        BruteForceOptions options{.first_only = first_only};
        const BruteForceResult serial = find_intersections_brute_force(a, Pose(), b, pose, options);
        ASSERT_TRUE(serial.touching());
        for (const unsigned count : {1U, 2U, 5U}) {
            options.threads = graze::Threads(count);
            expect_same(find_intersections_brute_force(a, Pose(), b, pose, options), serial);
        }
    }
}

}  // namespace
