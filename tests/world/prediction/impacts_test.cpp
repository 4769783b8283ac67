#include "graze/world/prediction/impacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"

namespace graze {
namespace {

Pose impact_place(double x, double y, double z) {
    return Pose::translation({x, y, z});
}

TEST(EarliestImpacts, come_in_the_order_of_time) {
    World world;
    const Shape ball(make_sphere(0.5, 320));
    const ObjectId a = world.add(ball, impact_place(0, 0, 0)), b = world.add(ball, impact_place(10, 0, 0)),
                   c = world.add(ball, impact_place(5, 0.1, 0)), d = world.add(ball, impact_place(0, 50, 0));
    world.update();
    const std::vector<ObjectMotion> motions{{a, {impact_place(0, 0, 0), impact_place(10, 0, 0)}},
                                            {b, {impact_place(10, 0, 0), impact_place(-2, 0, 0)}}};
    const std::vector<WorldImpact> found = earliest_impacts(world, motions);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].a, b);  // the faster one is there first
    EXPECT_EQ(found[0].b, c);
    EXPECT_EQ(found[1].b, c);
    EXPECT_EQ(found[1].a, a);
    EXPECT_EQ(found[2].a, a);
    EXPECT_EQ(found[2].b, b);
    EXPECT_TRUE(world.contains(d));
    EXPECT_EQ(earliest_impacts(world, motions, {.most = 1}).size(), 1u);
    EXPECT_TRUE(earliest_impacts(world, {}).empty());
}

TEST(EarliestImpacts, are_those_of_all_pairs) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Random r(seed);
        World world;
        const Shape box(make_box({1, 0.5, 0.2}));
        std::vector<ObjectId> ids;
        std::vector<Pose> poses;
        const auto pose = [&] { return Pose{r.rotation(), r.in_box({-4, -4, -4}, {4, 4, 4})}; };
        for (int i = 0; i < 20; ++i) {
            poses.push_back(pose());
            ids.push_back(world.add(box, poses.back()));
        }
        world.update();
        std::vector<ObjectMotion> motions;
        for (std::size_t i = 0; i < 6; ++i) motions.push_back({ids[i], {poses[i], pose()}});
        std::size_t expected = 0;
        double first = 2;
        for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t j = i + 1; j < ids.size(); ++j) {
                const Motion other = j < 6 ? motions[j].motion : Motion(poses[j]);
                const TimeOfImpact found = time_of_impact(box, motions[i].motion, box, other);
                if (found.answer != Answer::yes) continue;
                ++expected;
                first = std::min(first, found.at_least);
            }
        }
        const std::vector<WorldImpact> all = earliest_impacts(world, motions);
        ASSERT_EQ(all.size(), expected) << seed;
        if (!all.empty()) {
            EXPECT_EQ(all.front().impact.at_least, first) << seed;
        }
    }
}

TEST(EarliestImpacts, refuse_objects_that_are_not_there) {
    World world;
    const ObjectId a = world.add(Shape(make_sphere(1, 80)));
    world.update();
    const std::vector<ObjectMotion> twice{{a, Pose{}}, {a, Pose{}}};
    EXPECT_THROW(earliest_impacts(world, twice), Error);
    world.remove(a);
    const std::vector<ObjectMotion> gone{{a, Pose{}}};
    EXPECT_THROW(earliest_impacts(world, gone), Error);
}

// The query has no answer for a half-space that turns: to leave the pair out would mean that it stays free.
TEST(EarliestImpacts, do_not_leave_out_what_has_no_answer) {
    World world;
    const ObjectId floor = world.add(Shape(HalfSpace{{0, 0, 1}, {0, 0, 0}}), impact_place(0, 0, -3)),
                   ball = world.add(Shape(Sphere{{}, 1})),
                   far = world.add(Shape(Sphere{{}, 1}), impact_place(9, 0, 0));
    world.update();
    const std::vector<ObjectMotion> motions{
        {floor, Motion::flight(impact_place(0, 0, -3), {}, {1, 0, 0}, {0, 0, -3})},
        {ball, {Pose{}, impact_place(9, 0, 0)}}};
    const std::vector<WorldImpact> found = earliest_impacts(world, motions);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].a, floor);
    EXPECT_EQ(found[0].impact.answer, Answer::unsupported);
    EXPECT_EQ(found[1].impact.answer, Answer::unsupported);
    EXPECT_EQ(found[2].impact.answer, Answer::yes);
    EXPECT_EQ(found[2].b, far);
    EXPECT_THROW(earliest_impacts(world, motions, {.impact = {.clearance = -1}}), Error);
}

TEST(EarliestImpacts, are_the_same_for_any_number_of_threads_and_within_a_budget) {
    Random r(3);
    World world;
    const Shape ring(make_torus(0.7, 0.2, 20, 10));
    std::vector<ObjectMotion> motions;
    for (int i = 0; i < 12; ++i) {
        const auto pose = [&] { return Pose{r.rotation(), r.in_box({-3, -3, -3}, {3, 3, 3})}; };
        const Pose from = pose(), to = pose();
        motions.push_back({world.add(ring, from), {from, to}});
    }
    world.update();
    const std::vector<WorldImpact> all = earliest_impacts(world, motions);
    ASSERT_GT(all.size(), 5u);
    const std::vector<WorldImpact> threaded = earliest_impacts(world, motions, {.threads = Threads(2)});
    ASSERT_EQ(threaded.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(threaded[i].impact, all[i].impact);
    // With less than it takes, every pair that meets is there still, and its time is safe.
    const auto hasty = earliest_impacts(world, motions, {.budget_per_pair = Budget::of_tests(200)});
    int undecided = 0;
    for (const WorldImpact& w : hasty) undecided += w.impact.answer == Answer::undecided;
    EXPECT_GT(undecided, 0);
    for (const WorldImpact& whole : all) {
        const auto same = std::ranges::find_if(
            hasty, [&](const WorldImpact& w) { return w.a == whole.a && w.b == whole.b; });
        ASSERT_NE(same, hasty.end());
        EXPECT_LE(same->impact.at_least, whole.impact.at_most);
    }
}

}  // namespace
}  // namespace graze
