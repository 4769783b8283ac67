// Impacts in scenes whose answer is known: gears in mesh, thin plates, sheets in one plane, flat triangles.
// And what holds for any scene: the same answer on every machine, whichever shape is first, in few steps.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "graze/mesh/generate.h"
#include "graze/query/depth/penetration.h"
#include "graze/query/sweep/least_distance.h"
#include "graze/query/sweep/time_of_impact.h"
#include "tests/query/instruction_sets.h"
#include "tests/query/solids.h"
#include "tests/query/sweep/sweep_checks.h"

namespace graze {
namespace {

using test::MovingPair;
using test::random_pose;

constexpr double pi = std::numbers::pi;

// The flanks are involutes of a circle, so two of these turn evenly at any distance of their axes, and the
// gap between flanks stays the same. Pitch radius 1, pressure angle 20 degrees; each tooth is thinner than
// its gap by 2 * `play` along the pitch circle.
Shape involute_gear(int teeth, double play) {
    constexpr double base = 0.93969262078590838;  // cos(20 degrees)
    const double tip = 1 + 1.6 / teeth, root = 1 - 2.5 / teeth;
    const auto involute = [](double radius) {
        const double angle = std::acos(std::min(1.0, base / radius));
        return std::tan(angle) - angle;
    };
    std::vector<Vec2> outline;
    for (int i = 0; i < teeth; ++i) {
        std::vector<std::array<double, 2>> flank{{root, base}};  // radius, and that of the involute there
        for (int k = 0; k <= 10; ++k) {
            const double radius = base + (tip - base) * k / 10;
            flank.push_back({radius, radius});
        }
        const auto add = [&](const std::array<double, 2>& p, double side) {
            const double half = pi / 2 / teeth - play / 2 + involute(1) - involute(p[1]),
                         angle = 2 * pi * i / teeth + side * half;
            outline.push_back({p[0] * std::cos(angle), p[0] * std::sin(angle)});
        };
        for (const auto& p : flank) add(p, -1);
        for (std::size_t k = flank.size(); k-- > 0;) add(flank[k], 1);
    }
    return Shape(test::prism(outline, 0, 0.2));
}

TEST(ImpactScenes, gears_in_mesh_turn_freely_and_catch_up_when_one_is_faster) {
    constexpr int teeth = 24;
    constexpr double play = 0.02, faster = 0.02;
    const Shape gear = involute_gear(teeth, play);
    const Pose beside(Quat::about_turns({0, 0, 1}, 0.5 / teeth), {2, 0, 0});
    const auto turning = [](const Pose& start, double turns) {
        return Motion::flight(start, {}, {0, 0, 2 * pi * turns}, start.translation());
    };
    // Half a turn: a dozen teeth come and go.
    const MovingPair even{gear, turning(Pose{}, 0.5), gear, turning(beside, -0.5)};
    EXPECT_EQ(time_of_impact(even.a, even.motion_a, even.b, even.motion_b).answer, Answer::no);
    const LeastDistance least = least_distance(even.a, even.motion_a, even.b, even.motion_b, {.until = 0.1});
    EXPECT_NEAR(least.value, play * std::cos(pi / 9), 3e-4) << "the gap along the line of action";
    // Flanks meet once the one is ahead by the play.
    const MovingPair uneven{gear, turning(Pose{}, 0.5), gear, turning(beside, -0.5 * (1 + faster))};
    const TimeOfImpact found = time_of_impact(uneven.a, uneven.motion_a, uneven.b, uneven.motion_b);
    ASSERT_EQ(found.answer, Answer::yes);
    const double expected = play / (faster * pi);
    EXPECT_NEAR(found.at_least, expected, 0.02 * expected);
    EXPECT_LT(found.at_most - found.at_least, 1e-6);
    EXPECT_TRUE(test::agrees_with_samples(uneven, found, 50));
}

TEST(ImpactScenes, plates_as_thin_as_nothing_are_not_passed) {
    const Shape needle(make_box({1e-3, 1e-3, 2})), sheet(test::block({-1, -1, 0}, {1, 1, 1e-12})),
        flat(Mesh({{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}}, {{0, 1, 2}}));
    for (const Shape* plate : {&sheet, &flat}) {
        for (const double turns : {0.0, 0.25, 300.0}) {
            const MovingPair pair{needle,
                                  Motion::flight(test::shifted_by(0.1, 0.2, 500), {0, 0, -1000},
                                                 {2 * pi * turns, 0, 0}, {0.1, 0.2, 500}),
                                  *plate, Pose{}};
            const TimeOfImpact found = time_of_impact(pair.a, pair.motion_a, pair.b, pair.motion_b);
            ASSERT_EQ(found.answer, Answer::yes) << turns;
            EXPECT_GT(found.at_least, 0.4985) << turns;
            EXPECT_LT(found.at_least, 0.5015) << turns;
            EXPECT_TRUE(pair.within_at(found.at_most, 0)) << turns;
        }
    }
}

TEST(ImpactScenes, sheets_that_stay_in_one_plane_meet_at_their_edges) {
    const Shape square(Mesh({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}));
    const MovingPair pair{square, Motion(test::shifted_by(-3, 0.25, 0), test::shifted_by(1, 0.25, 0)), square,
                          Pose{}};
    const TimeOfImpact found = time_of_impact(pair.a, pair.motion_a, pair.b, pair.motion_b);
    ASSERT_EQ(found.answer, Answer::yes);
    EXPECT_NEAR(found.at_least, 0.5, 1e-8);
    EXPECT_NEAR(found.at_most, 0.5, 1e-8);
    // Past each other, a hair apart.
    const Motion past(test::shifted_by(-3, 1.0001, 0), test::shifted_by(3, 1.0001, 0));
    EXPECT_EQ(time_of_impact(square, past, square, Pose{}).answer, Answer::no);
}

TEST(ImpactScenes, triangles_without_an_area_are_hit_as_segments_and_points) {
    const Shape segment(Mesh({{0, -1, 0}, {0, 1, 0}}, {{0, 1, 1}})), point(Mesh({{0, 0, 0}}, {{0, 0, 0}}));
    const Shape other(Mesh({{-1, 0, 0}, {1, 0, 0}}, {{0, 0, 1}}));
    const Motion falls(test::shifted_by(0, 0, 1), test::shifted_by(0, 0, -3));
    for (const Shape* a : {&segment, &point}) {
        const TimeOfImpact found = time_of_impact(*a, falls, other, Pose{});
        ASSERT_EQ(found.answer, Answer::yes);
        // Only the very moment shows the contact, and no double may be that.
        EXPECT_LE(found.at_least, 0.25);
        EXPECT_GE(found.at_least, 0.25 - 1e-8);
        EXPECT_GE(found.at_most, 0.25);
        const Motion beside(test::shifted_by(0, 1.5, 1), test::shifted_by(0, 1.5, -3));
        EXPECT_EQ(time_of_impact(*a, beside, other, Pose{}).answer, Answer::no);
    }
}

TEST(ImpactScenes, what_rests_has_no_impact_whether_it_is_apart_or_touches) {
    const Shape box(make_box({1, 1, 1}, 2)), ring(make_torus(1, 0.3, 24, 12));
    for (const double x : {1.0, 1.0 + 1e-12, 1.5, 40.0}) {
        EXPECT_EQ(time_of_impact(box, Pose{}, box, test::shifted_by(x, 0, 0)).answer, Answer::no) << x;
        const Motion slow(test::shifted_by(x, 0, 0), test::shifted_by(x, 1e-300, 0));
        EXPECT_EQ(time_of_impact(box, Pose{}, box, slow).answer, Answer::no) << x;
    }
    EXPECT_EQ(time_of_impact(ring, Pose{}, ring, test::shifted_by(0, 0, 0.7)).answer, Answer::no);
}

std::vector<MovingPair> approaches() {
    std::vector<MovingPair> pairs;
    const Shape ring(make_torus(1, 0.4, 60, 30));
    Random r(17);
    for (int i = 0; i < 20; ++i) {
        const Vec3 along = r.on_sphere();
        const Pose from{r.rotation(), along * 4}, to{from.rotation(), along * 0.5};
        pairs.push_back({ring, Motion(from, to), ring, Pose(r.rotation(), {})});
    }
    return pairs;
}

// Pairs of boxes, rather than time, which depends on the machine.
TEST(ImpactScenes, of_what_approaches_cost_ten_cold_distances_in_the_mean) {
    QueryCounts impacts, distances;
    for (const MovingPair& pair : approaches()) {
        ASSERT_EQ(
            time_of_impact(pair.a, pair.motion_a, pair.b, pair.motion_b, {}, {.counts = &impacts}).answer,
            Answer::yes);
        distance(pair.a, pair.motion_a.at(0), pair.b, pair.motion_b.at(0), {.counts = &distances});
    }
    EXPECT_GT(distances.box_pairs, 0u);
    EXPECT_LE(impacts.box_pairs, 10 * distances.box_pairs);
}

TEST(ImpactScenes, are_the_same_whichever_shape_is_first) {
    for (const MovingPair& pair : approaches()) {
        const TimeOfImpact one = time_of_impact(pair.a, pair.motion_a, pair.b, pair.motion_b),
                           two = time_of_impact(pair.b, pair.motion_b, pair.a, pair.motion_a);
        EXPECT_EQ(one.answer, two.answer);
        EXPECT_LE(one.at_least, two.at_most);
        EXPECT_LE(two.at_least, one.at_most);
        EXPECT_NEAR(one.at_least, two.at_least, 1e-7);
    }
}

TEST(ImpactScenes, and_ways_out_are_the_same_on_every_instruction_set) {
    const Shape ring(make_torus(1, 0.4, 30, 16)), box(make_box({1, 0.5, 0.2}, 3));
    Random r(23);
    for (int i = 0; i < 6; ++i) {
        const Pose from = random_pose(r, 3), to = random_pose(r, 1), there = random_pose(r, 0.5);
        const Motion motion = i % 2 == 0 ? Motion(from, to) : Motion::screw(from, to);
        const TimeOfImpact expected = time_of_impact(box, motion, ring, there);
        const Penetration way_out = penetration(box, to, ring, there, {.effort = 200'000});
        test::on_every_instruction_set([&] {
            EXPECT_EQ(time_of_impact(box, motion, ring, there), expected) << i;
            EXPECT_EQ(penetration(box, to, ring, there, {.effort = 200'000}), way_out) << i;
        });
    }
}

}  // namespace
}  // namespace graze
