#include "graze/query/sweep/time_of_impact.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/models/objects.h"
#include "tests/query/meshes.h"
#include "tests/query/sweep/sweep_checks.h"
#include "tests/soak.h"

namespace graze {
namespace {

using test::agrees_with_samples;
using test::MovingPair;
using test::random_pose;

Shape solid_block(const Vec3& size) {
    return Shape(make_box(size));
}
TimeOfImpact impact_of(const MovingPair& pair, const ImpactOptions& options = {}) {
    return time_of_impact(pair.a, pair.motion_a, pair.b, pair.motion_b, options);
}

TEST(TimeOfImpact, of_boxes_head_on_is_when_the_gap_is_closed) {
    const MovingPair pair{solid_block({1, 1, 1}),
                          Motion(test::shifted_by(0, 0, 0), test::shifted_by(8, 0, 0)),
                          solid_block({1, 1, 1}), test::shifted_by(3, 0.2, 0.1)};
    const TimeOfImpact found = impact_of(pair);
    ASSERT_EQ(found.answer, Answer::yes);
    EXPECT_EQ(found.question, ImpactQuestion::contact);
    EXPECT_LE(found.at_least, 0.25);
    EXPECT_GE(found.at_most, 0.25);
    EXPECT_LT(found.at_most - found.at_least, 1e-8);
    EXPECT_NEAR(found.normal.x, 1, 1e-6);
    EXPECT_TRUE(agrees_with_samples(pair, found, 100));
}

TEST(TimeOfImpact, never_tunnels_through_a_thin_plate) {
    const MovingPair pair{solid_block({0.01, 0.01, 0.01}),
                          Motion(test::shifted_by(0, 0, -1e6), test::shifted_by(0, 0, 1e6)),
                          Shape(make_box({1, 1, 1e-9})), Pose{}};
    const TimeOfImpact found = impact_of(pair);
    ASSERT_EQ(found.answer, Answer::yes);
    EXPECT_NEAR(found.at_least, 0.5, 1e-7);
}

// A rod of length 2 about its middle meets a pin at the angle phi; however many turns it makes in the step.
TEST(TimeOfImpact, of_a_spinning_rod_is_at_the_right_angle) {
    for (const double turns : {0.4, 3.0, 1000.0}) {
        const double angle = 0.7, rod = 0.01, pin = 0.02;
        const MovingPair pair{solid_block({2, 2 * rod, 0.5}),
                              Motion::flight(Pose{}, {}, {0, 0, turns * 2 * std::numbers::pi}, {}),
                              solid_block({2 * pin, 2 * pin, 1}),
                              Pose(Quat::about_turns({0, 0, 1}, angle / (2 * std::numbers::pi)),
                                   {0.5 * std::cos(angle), 0.5 * std::sin(angle), 0})};
        const TimeOfImpact found = impact_of(pair);
        ASSERT_EQ(found.answer, Answer::yes) << turns;
        // The rod's side passes through the pin's corner: x' = 0.5 +- pin at height y' = pin.
        double first = 10;
        for (const double x : {0.5 - pin, 0.5 + pin}) {
            const double radius = std::hypot(x, pin);
            first = std::min(first, angle - std::asin(pin / radius) - std::asin(rod / radius));
        }
        const double time = first / (2 * std::numbers::pi * turns);
        EXPECT_LE(found.at_least, time * (1 + 1e-12)) << turns;
        EXPECT_GE(found.at_most, time * (1 - 1e-12)) << turns;
        EXPECT_LT(found.at_most - found.at_least, 1e-6 / turns) << turns;
    }
}

TEST(TimeOfImpact, is_a_certain_no_for_a_spin_beside_a_wall) {
    const MovingPair pair{solid_block({2, 0.1, 0.1}), Motion::flight(Pose{}, {}, {0, 0, 1e5}, {}),
                          solid_block({0.1, 10, 10}), test::shifted_by(1.1, 0, 0)};
    EXPECT_EQ(impact_of(pair).answer, Answer::no);
}

TEST(TimeOfImpact, of_sizes_a_trillion_apart) {
    const MovingPair pair{solid_block({1e-6, 1e-6, 1e-6}),
                          Motion(test::shifted_by(0, 0, 3), test::shifted_by(0.5, 0.25, -1)),
                          Shape(make_box({1e6, 1e6, 2}, 3)), Pose{}};
    const TimeOfImpact found = impact_of(pair);
    ASSERT_EQ(found.answer, Answer::yes);
    EXPECT_NEAR(found.at_least, 0.5, 1e-3);  // touch is 1e-9 of 1e6
    const TimeOfImpact fine = impact_of(pair, {.touch = 1e-6});
    EXPECT_NEAR(fine.at_least, 0.5, 1e-6);
    EXPECT_NEAR(fine.at_most, 0.5, 1e-6);
}

Motion random_sweep_motion(Random& r, double size) {
    const Pose from = random_pose(r, size), to = random_pose(r, size);
    const Vec3 point = r.in_box({-1, -1, -1}, {1, 1, 1}), linear = r.on_sphere() * size, axis = r.on_sphere();
    const Vec3 angular = axis * r.uniform(0, 15);
    switch (r.below(6)) {
        case 0:
            return Motion(from, to);
        case 1:
            return Motion::screw(from, to);
        case 2:
            return Motion::flight(from, linear, angular, point);
        case 3:
            return Motion::twist(from, linear, angular, point);
        case 4: {
            const std::vector<MotionKey> keys{{0, from, MotionPath::straight, point},
                                              {0.3, to, MotionPath::screw, {}},
                                              {1, random_pose(r, size), MotionPath::straight, {}}};
            return Motion::through(keys);
        }
        default:
            return Motion(Pose(from.rotation(), from.translation()), Pose(from.rotation(), to.translation()));
    }
}

Shape random_sweep_shape(Random& r) {
    switch (r.below(5)) {
        case 0:
            return Shape(make_sphere(r.uniform(0.3, 1), 80));
        case 1:
            return Shape(make_box(Vec3{r.uniform(0.01, 2), r.uniform(0.01, 2), r.uniform(0.01, 2)}, 2));
        case 2:
            return Shape(make_torus(0.8, r.uniform(0.05, 0.4), 12, 6));
        case 3:
            return Shape(test::soup(8, r.below(1000), 0.5, false));
        default:
            return Shape(make_box({0.001, 1, 2}));
    }
}

TEST(TimeOfImpact, of_random_motions_agrees_with_dense_samples) {
    const int count = 400 * test::soak_factor();
    int hits = 0, misses = 0, unshown = 0;
    for (int i = 0; i < count; ++i) {
        Random r(static_cast<std::uint64_t>(i) + 1);
        const MovingPair pair{random_sweep_shape(r), random_sweep_motion(r, 3), random_sweep_shape(r),
                              random_sweep_motion(r, 3)};
        if (pair.distance_at(0) < 1e-6) continue;
        const TimeOfImpact found = impact_of(pair);
        ASSERT_TRUE(agrees_with_samples(pair, found, 100)) << "seed " << i + 1;
        hits += found.answer == Answer::yes;
        misses += found.answer == Answer::no;
        unshown += found.answer == Answer::yes && !std::isfinite(found.at_most);
    }
    EXPECT_GT(hits, count / 8);
    EXPECT_GT(misses, count / 8);
    EXPECT_LE(unshown, count / 200);
}

TEST(TimeOfImpact, keeps_a_share_of_the_distance) {
    for (int i = 0; i < 60; ++i) {
        Random r(static_cast<std::uint64_t>(i) + 1);
        const MovingPair pair{random_sweep_shape(r), random_sweep_motion(r, 3), random_sweep_shape(r),
                              random_sweep_motion(r, 3)};
        const double start = pair.distance_at(0);
        if (start < 1e-6) continue;
        const TimeOfImpact found = impact_of(pair, {.clearance = 1e-3, .keep = 0.2});
        EXPECT_EQ(found.question, ImpactQuestion::clearance);
        EXPECT_EQ(found.limit, std::max(1e-3, 0.2 * start));
        EXPECT_TRUE(agrees_with_samples(pair, found, 100)) << "seed " << i + 1;
    }
}

}  // namespace
}  // namespace graze
