#include "graze/world/prediction/velocity.h"

#include <gtest/gtest.h>

#include <limits>

#include "graze/base/error.h"
#include "tests/world/moving_boxes.h"

namespace graze::test {
namespace {

TEST(VelocityEstimate, is_the_way_of_the_centre_per_time) {
    VelocityEstimate estimate;
    estimate.observe(1, cube_at({0, 0, 0}));
    EXPECT_EQ(estimate.velocity(), (Vec3{0, 0, 0}));
    estimate.observe(1.5, cube_at({2, 0, -1}));
    EXPECT_EQ(estimate.velocity(), (Vec3{4, 0, -2}));
    estimate.observe(2, cube_at({2, 0, -1}));
    EXPECT_EQ(estimate.velocity(), (Vec3{0, 0, 0}));
}

TEST(VelocityEstimate, sees_growth_to_one_side_as_motion_and_to_both_as_none) {
    VelocityEstimate estimate;
    estimate.observe(0, Box{{0, 0, 0}, {2, 2, 2}});
    estimate.observe(1, Box{{0, -1, 0}, {2, 3, 4}});
    EXPECT_EQ(estimate.velocity(), (Vec3{0, 0, 1}));
}

// A bird: forwards at 1, its box up and down with every beat of the wings.
TEST(VelocityEstimate, over_two_steps_calms_what_flaps) {
    VelocityEstimate jittery(1), calm(2);
    for (int step = 0; step < 10; ++step) {
        const Box box = cube_at({static_cast<double>(step), 0, step % 2 ? 0.5 : 0.0});
        jittery.observe(step, box);
        calm.observe(step, box);
        if (step < 2) continue;
        EXPECT_EQ(std::abs(jittery.velocity().z), 0.5);
        EXPECT_EQ(calm.velocity(), (Vec3{1, 0, 0}));
    }
    EXPECT_GE(jittery.changes(), 9u);
    EXPECT_EQ(calm.changes(), 2u);
}

TEST(VelocityEstimate, lags_behind_turns_by_its_window) {
    VelocityEstimate estimate(4);
    for (int step = 0; step <= 8; ++step) estimate.observe(step, cube_at({std::min(step, 4) * 1.0, 0, 0}));
    EXPECT_EQ(estimate.velocity(), (Vec3{0, 0, 0}));
    estimate.observe(9, cube_at({8, 0, 0}));
    EXPECT_EQ(estimate.velocity(), (Vec3{1, 0, 0}));  // 4 within the last 4 steps
}

TEST(VelocityEstimate, counts_changes_beyond_the_tolerance) {
    VelocityEstimate estimate(1, 0.1);
    const double x[] = {0, 1, 2.05, 3.0, 4.2, 5.4};  // speeds 1, 1.05, 0.95, 1.2, 1.2
    for (int step = 0; step < 6; ++step) estimate.observe(step, cube_at({x[step], 0, 0}));
    EXPECT_EQ(estimate.changes(), 2u);
}

TEST(VelocityEstimate, takes_what_is_given) {
    VelocityEstimate estimate;
    estimate.observe(0, cube_at({0, 0, 0}));
    estimate.give(Vec3{0, 0, 7});
    estimate.observe(1, cube_at({1, 0, 0}));
    EXPECT_EQ(estimate.velocity(), (Vec3{0, 0, 7}));
    estimate.give(std::nullopt);
    EXPECT_EQ(estimate.velocity(), (Vec3{1, 0, 0}));
    estimate.forget();
    EXPECT_EQ(estimate.velocity(), (Vec3{0, 0, 0}));
    EXPECT_EQ(estimate.changes(), 3u);
}

TEST(VelocityEstimate, replaces_an_observation_at_the_same_time) {
    VelocityEstimate estimate;
    estimate.observe(0, cube_at({0, 0, 0}));
    estimate.observe(1, cube_at({5, 0, 0}));
    estimate.observe(1, cube_at({2, 0, 0}));
    EXPECT_EQ(estimate.velocity(), (Vec3{2, 0, 0}));
}

TEST(VelocityEstimate, takes_the_finite_bounds_of_infinite_boxes) {
    VelocityEstimate estimate;
    const auto floor_at = [](double z) {
        return Box{{-infinity, -infinity, -infinity}, {infinity, infinity, z}};
    };
    estimate.observe(0, floor_at(1));
    estimate.observe(2, floor_at(4));
    EXPECT_EQ(estimate.velocity(), (Vec3{0, 0, 1.5}));
    // Another shape: it has not come from infinity.
    estimate.observe(3, cube_at({0, 0, 4}));
    EXPECT_EQ(estimate.velocity(), Vec3{});
    estimate.observe(4, cube_at({1, 0, 4}));
    EXPECT_EQ(estimate.velocity(), (Vec3{1, 0, 0}));
}

TEST(VelocityEstimate, refuses_what_makes_no_sense) {
    EXPECT_THROW(VelocityEstimate(0), Error);
    EXPECT_THROW(VelocityEstimate(1001), Error);
    EXPECT_THROW(VelocityEstimate(1, -1), Error);
    VelocityEstimate estimate;
    estimate.observe(3, cube_at({0, 0, 0}));
    EXPECT_THROW(estimate.observe(2, cube_at({0, 0, 0})), Error);
    EXPECT_THROW(estimate.observe(std::numeric_limits<double>::infinity(), cube_at({0, 0, 0})), Error);
    EXPECT_THROW(estimate.give(Vec3{1e200, 0, 0}), Error);
}

}  // namespace
}  // namespace graze::test
