#include "graze/models/motions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/base/error.h"

namespace graze::test {
namespace {

TEST(SpinningPath, turns_once_in_equal_steps_and_stays_where_it_is) {
    const Path path = spinning_path({3, 0, 1}, 8);
    ASSERT_EQ(path.size(), 8u);
    for (const Pose& pose : path) EXPECT_EQ(pose.translation(), (Vec3{3, 0, 1}));
    EXPECT_EQ(path[0].rotate({1, 0, 0}), (Vec3{1, 0, 0}));
    EXPECT_NEAR(length(path[2].rotate({1, 0, 0}) - Vec3{0, 1, 0}), 0, 1e-15);
    EXPECT_NEAR(path[1].rotate({1, 0, 0}).x, std::sqrt(0.5), 1e-15);
}

TEST(OrbitingPath, keeps_its_distance_and_does_not_turn) {
    const Path path = orbiting_path({0, 2.5, 0}, {1, 0, 0}, 360);
    for (const Pose& pose : path) {
        EXPECT_NEAR(length(pose.translation()), 2.5, 1e-15 * 4);
        EXPECT_EQ(pose.rotate({0, 0, 1}), (Vec3{0, 0, 1}));
        EXPECT_NEAR(pose.translation().x, 0, 1e-15);
    }
    EXPECT_NEAR(path[90].translation().z, 2.5, 1e-15 * 4);
}

TEST(MazeWalk, goes_from_the_corner_to_the_middle_and_stays_inside) {
    const Path path = maze_walk();
    EXPECT_EQ(path.size(), 685u);  // 686 in Gottstein 1994, 7.2.2, whose path is not given
    EXPECT_EQ(path.front().translation(), (Vec3{-16, -16, 2}));
    EXPECT_EQ(path.back().translation(), (Vec3{0, 0, 2}));
    for (const Pose& pose : path) {
        EXPECT_EQ(pose.translation().z, 2);
        EXPECT_LE(std::max(std::abs(pose.translation().x), std::abs(pose.translation().y)), 18);
    }
}

TEST(MazeWalk, steps_ahead_by_half_a_metre_or_turns_by_6_degrees) {
    const Path path = maze_walk();
    for (std::size_t i = 1; i < path.size(); ++i) {
        const Vec3 step = path[i].translation() - path[i - 1].translation();
        const Vec3 before = path[i - 1].rotate({1, 0, 0}), now = path[i].rotate({1, 0, 0});
        if (step == Vec3{}) {
            EXPECT_NEAR(dot(before, now), std::cos(std::numbers::pi / 30), 1e-15 * 4);
            EXPECT_GT(cross(before, now).z, 0);
        } else {
            EXPECT_EQ(std::abs(step.x) + std::abs(step.y), 0.5);
            EXPECT_TRUE(step.x == 0 || step.y == 0);
            EXPECT_NEAR(length(now - step * 2), 0, 1e-14) << i;
        }
    }
}

TEST(MazeWalk, walks_all_floors_of_a_turned_maze) {
    const Path path = maze_walk(3, 80, 0.125);
    ASSERT_EQ(path.size(), 3u * 685);
    EXPECT_EQ(path[2 * 685].translation().z, 162);
    EXPECT_NEAR(length(path[685].translation() - Vec3{0, -16 * std::sqrt(2.0), 82}), 0, 1e-13);
    EXPECT_NEAR(length(path[0].rotate({1, 0, 0}) - Vec3{std::sqrt(0.5), std::sqrt(0.5), 0}), 0, 1e-15);
    EXPECT_THROW(maze_walk(0), Error);
}

TEST(TumblingPaths, stay_in_the_cage_and_reach_its_walls) {
    TumblingOptions options;
    options.things = 4;
    const std::vector<Path> paths = tumbling_paths(options);
    ASSERT_EQ(paths.size(), 4u);
    double farthest = 0;
    for (const Path& path : paths) {
        ASSERT_EQ(path.size(), options.steps);
        for (const Pose& pose : path)
            for (std::size_t axis = 0; axis < 3; ++axis)
                farthest = std::max(farthest, std::abs(pose.translation()[axis]));
    }
    EXPECT_LE(farthest, 4);
    EXPECT_GT(farthest, 3.9);
}

TEST(TumblingPaths, bounce_off_one_another) {
    TumblingOptions options;
    options.cage = {{-2.2, -2.2, -2.2}, {2.2, 2.2, 2.2}};
    const std::vector<Path> paths = tumbling_paths(options);
    double nearest = 100;
    for (std::uint32_t i = 0; i < options.steps; ++i)
        nearest = std::min(nearest, length(paths[0][i].translation() - paths[1][i].translation()));
    EXPECT_LT(nearest, 2);
    // No deeper than a few steps: then they go apart again.
    EXPECT_GT(nearest, 2 - 4 * std::sqrt(3.0) * options.fastest);
}

TEST(TumblingPaths, depend_on_their_seed) {
    TumblingOptions options;
    options.steps = 50;
    const auto once = tumbling_paths(options), again = tumbling_paths(options);
    options.seed = 2;
    EXPECT_EQ(once, again);
    EXPECT_NE(once, tumbling_paths(options));
}

TEST(TumblingPaths, refuse_what_does_not_fit) {
    TumblingOptions options;
    options.radius = 6;
    EXPECT_THROW(tumbling_paths(options), Error);
    options.radius = 1;
    options.things = 1000;
    EXPECT_THROW(tumbling_paths(options), Error);
    options.things = 2;
    options.fastest = 1;
    EXPECT_THROW(tumbling_paths(options), Error);
}

TEST(InterpolatedPath, has_its_keys_and_equal_steps_between) {
    const std::vector<Pose> keys{Pose(), Pose::translation({1, 2, 0}) * Pose::rotation_turns({0, 0, 1}, 0.25),
                                 Pose::translation({1, 2, 4})};
    const Path path = interpolated_path(keys, 10);
    ASSERT_EQ(path.size(), 21u);
    EXPECT_EQ(path[0], keys[0]);
    EXPECT_EQ(path[10], keys[1]);
    EXPECT_EQ(path[20], keys[2]);
    EXPECT_NEAR(length(path[5].translation() - Vec3{0.5, 1, 0}), 0, 1e-15);
    EXPECT_NEAR(path[5].rotate({1, 0, 0}).x, std::sqrt(0.5), 1e-15);
}

TEST(ExtractionPath, pulls_straight_or_like_a_screw) {
    const Pose from = Pose::translation({1, 1, 1});
    const Path straight = extraction_path(from, {0, 0, 2}, 3, 0, 6);
    ASSERT_EQ(straight.size(), 7u);
    EXPECT_EQ(straight[0], from);
    EXPECT_EQ(straight[2].translation(), (Vec3{1, 1, 2}));
    EXPECT_EQ(straight[6].rotate({1, 0, 0}), (Vec3{1, 0, 0}));
    const Path screw = extraction_path(from, {0, 0, 2}, 3, 0.5, 6);
    EXPECT_NEAR(length(screw[3].rotate({1, 0, 0}) - Vec3{0, 1, 0}), 0, 1e-15);
    EXPECT_EQ(screw[6].translation(), (Vec3{1, 1, 4}));
    EXPECT_THROW(extraction_path(from, {}, 1, 0, 5), Error);
    EXPECT_THROW(extraction_path(from, {1, 0, 0}, 1, 0, 0), Error);
}

// Of 3 x 20 000 numbers, mean and standard deviation are known to better than 3 %.
TEST(UnsteadyPath, has_the_noise_asked_for) {
    const Path still(20'000);
    const Path path = unsteady_path(still, {.position_noise = 0.01, .turn_noise = 0.002, .seed = 5});
    double sum = 0, squares = 0, worst = 0, turns = 0;
    for (const Pose& pose : path) {
        const Vec3 p = pose.translation();
        sum += p.x + p.y + p.z;
        squares += dot(p, p);
        worst = std::max({worst, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
        // The angle of a small turn is twice the vector part of its quaternion.
        const Quat q = pose.rotation();
        const double turn = 2 * length(Vec3{q.x, q.y, q.z}) / (2 * std::numbers::pi);
        turns += turn * turn;
    }
    const double n = 3.0 * static_cast<double>(path.size());
    EXPECT_NEAR(sum / n, 0, 0.0002);
    EXPECT_NEAR(std::sqrt(squares / n), 0.01, 0.0002);
    EXPECT_NEAR(std::sqrt(turns / (n / 3)), 0.002, 0.0001);
    EXPECT_LE(worst, 0.06);
    EXPECT_EQ(unsteady_path(still, {.seed = 3}), unsteady_path(still, {.seed = 3}));
    EXPECT_THROW(unsteady_path(still, {.position_noise = -1}), Error);
}

TEST(UnsteadyPath, without_noise_is_the_path) {
    const Path path = extraction_path(Pose(), {1, 0, 0}, 2, 0.25, 10);
    const Path same = unsteady_path(path, {.position_noise = 0, .turn_noise = 0});
    for (std::size_t i = 0; i < path.size(); ++i) {
        EXPECT_EQ(same[i].translation(), path[i].translation());
        EXPECT_NEAR(length(same[i].rotate({0, 1, 0}) - path[i].rotate({0, 1, 0})), 0, 1e-15);
    }
}

}  // namespace
}  // namespace graze::test
