#include "graze/interact/sliding/sliding_loop.h"

#include <gtest/gtest.h>

#include <thread>

#include "graze/mesh/generate.h"
#include "graze/query/intersect/intersect.h"

namespace graze {
namespace {

TEST(SlidingLoop, shows_valid_poses_only_while_the_hand_goes_through_a_wall) {
    const Shape box(make_box({1, 1, 1})), wall(make_box({1, 20, 20}));
    const Pose there = Pose::translation({2, 0, 0});
    SlidingLoop loop(Slider({{box}}, {{wall, there}}));
    EXPECT_EQ(loop.step().pose, Pose());  // before anything runs
    std::thread simulation([&loop] { loop.run(); });
    std::size_t shown = 0;
    Pose pose;
    // The loop of the hand: it never waits, and goes on until the part has come along the wall.
    for (std::size_t i = 0; i < 100'000'000 && pose.translation().y < 1.99; ++i) {
        const double t = std::min(1.0, 1e-3 * static_cast<double>(i));
        loop.set_hand(Pose::translation({4 * t, 2 * t, 0}));
        const Pose before = pose;
        pose = loop.step().pose;
        if (pose == before) continue;
        ++shown;
        ASSERT_FALSE(intersects(box, pose, wall, there));
    }
    loop.stop();
    simulation.join();
    EXPECT_GE(shown, 1u);
    EXPECT_NEAR(loop.step().pose.translation().x, 1, 1e-3);
    EXPECT_NEAR(loop.step().pose.translation().y, 2, 1e-2);
    EXPECT_EQ(loop.step().pose, loop.slider().pose());
    EXPECT_TRUE(loop.step().held_back);
}

}  // namespace
}  // namespace graze
