// Impacts of all kinds of shapes, budgets, caches, and what rests on time_of_impact.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/base/random.h"
#include "graze/convex/convex_hull.h"
#include "graze/mesh/generate.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/sweep/least_distance.h"
#include "graze/query/sweep/swept_envelope.h"
#include "graze/query/sweep/time_of_impact.h"
#include "tests/query/sweep/sweep_checks.h"
#include "tests/soak.h"

namespace graze {
namespace {

using test::agrees_with_samples;
using test::MovingPair;
using test::random_pose;

std::vector<Shape> one_of_each_kind() {
    std::vector<Vec3> points;
    Random r(3);
    for (int i = 0; i < 30; ++i) {
        const Vec3 direction = r.on_sphere();
        points.push_back(direction * r.uniform(0.3, 0.8));
    }
    return {Shape(make_torus(0.7, 0.2, 14, 8)),
            Shape(OrientedBox({0.5, 0.3, 0.1})),
            Shape(ConvexHull(points)),
            Shape(Sphere{{0.1, 0, 0}, 0.5}),
            Shape(Capsule{{-0.5, 0, 0}, {0.5, 0, 0.2}, 0.2}),
            Shape(Cylinder{{0, 0, -0.4}, {0, 0, 0.4}, 0.3}),
            Shape(Cone{{0, 0, 0}, {0, 0, 0.9}, 0.4}),
            Shape(Ellipsoid{{0, 0, 0}, {0.7, 0, 0}, {0, 0.3, 0}, {0, 0, 0.15}})};
}

TEST(ImpactKinds, of_all_kinds_agree_with_dense_samples) {
    const std::vector<Shape> shapes = one_of_each_kind();
    const auto soak = static_cast<std::uint64_t>(test::soak_factor());
    int hits = 0, free = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        for (std::size_t j = 0; j < shapes.size(); ++j) {
            for (std::uint64_t k = 0; k < 6 * soak; ++k) {
                Random r(100 * soak * (shapes.size() * i + j) + k + 1);
                const auto pose = [&] { return random_pose(r, 2); };
                const Pose from = pose(), to = pose();
                const Motion motion_a = k % 2 == 0 ? Motion(from, to) : Motion::screw(from, to);
                const MovingPair pair{shapes[i], motion_a, shapes[j], Motion{pose(), pose()}};
                if (pair.distance_at(0) < 1e-6) continue;
                const TimeOfImpact found = time_of_impact(pair.a, pair.motion_a, pair.b, pair.motion_b);
                EXPECT_TRUE(agrees_with_samples(pair, found, 60, 4)) << i << ", " << j << ", " << k;
                hits += found.answer == Answer::yes;
                free += found.answer == Answer::no;
            }
        }
    }
    EXPECT_GT(hits, 40);
    EXPECT_GT(free, 40);
}

TEST(ImpactKinds, of_a_floor_is_when_the_lowest_point_is_there) {
    const Shape floor(HalfSpace{{0, 0, 1}, {0, 0, 0}});
    for (const Shape& shape : one_of_each_kind()) {
        const Motion fall = Motion::flight(test::shifted_by(0, 0, 3), {1, 0, -4}, {2, 1, 0}, {0, 0, 3});
        const MovingPair pair{shape, fall, floor, Pose{}};
        const TimeOfImpact found = time_of_impact(shape, fall, floor, Pose{});
        ASSERT_EQ(found.answer, Answer::yes);
        EXPECT_TRUE(agrees_with_samples(pair, found, 200));
        EXPECT_NEAR(found.normal.z, -1, 1e-9);
    }
    // Sliding over it, however long, is no impact; nor is a floor that moves away.
    const Shape box(OrientedBox({1, 1, 0.5}, test::shifted_by(0, 0, 0.5)));
    EXPECT_EQ(
        time_of_impact(box, {test::shifted_by(0, 0, 0), test::shifted_by(1e3, 50, 0)}, floor, Pose{}).answer,
        Answer::no);
    EXPECT_EQ(time_of_impact(box, test::shifted_by(0, 0, 0), floor,
                             {test::shifted_by(0, 0, 0), test::shifted_by(0, 0, -1)})
                  .answer,
              Answer::no);
    EXPECT_EQ(time_of_impact(box, test::shifted_by(0, 0, 0), floor,
                             {test::shifted_by(0, 0, 0), test::shifted_by(0, 0, 1)})
                  .answer,
              Answer::yes);
}

TEST(ImpactKinds, of_a_floor_that_turns_is_unsupported_rather_than_wrong) {
    const Shape floor(HalfSpace{{0, 0, 1}, {0, 0, 0}}), ball(Sphere{{}, 1});
    const Motion tilts = Motion::flight(Pose{}, {}, {0.1, 0, 0}, {}),
                 lifts = Motion::straight(Pose{}, test::shifted_by(0, 0, 1));
    EXPECT_EQ(time_of_impact(floor, tilts, ball, test::shifted_by(0, 0, 9)).answer, Answer::unsupported);
    EXPECT_EQ(time_of_impact(ball, test::shifted_by(0, 0, 9), floor, lifts).answer, Answer::no);
    const Motion jump =
        Motion::straight(test::shifted_by(0, 0, 1), Pose(Quat::about_turns({1, 0, 0}, 0.1), {0, 0, 1}))
            .during(1, 2);
    EXPECT_EQ(time_of_impact(ball, test::shifted_by(0, 0, 9), floor,
                             Motion::joined(std::vector<Motion>{lifts, jump}))
                  .answer,
              Answer::unsupported);
}

TEST(ImpactKinds, a_box_that_slides_on_a_box_has_no_impact) {
    const Shape box(OrientedBox({1, 1, 0.5}, test::shifted_by(0, 0, 0.5)));
    EXPECT_EQ(
        time_of_impact(box, {test::shifted_by(0, 0, 1), test::shifted_by(1, 0.5, 1)}, box, Pose{}).answer,
        Answer::no);
    EXPECT_EQ(
        time_of_impact(box, {test::shifted_by(0, 0, 1), test::shifted_by(1, 0.5, 3)}, box, Pose{}).answer,
        Answer::no);
    const TimeOfImpact pressed =
        time_of_impact(box, {test::shifted_by(0, 0, 1), test::shifted_by(1, 0.5, 0.5)}, box, Pose{});
    EXPECT_EQ(pressed.answer, Answer::yes);
    EXPECT_LT(pressed.at_least, 1e-6);
}

TEST(ImpactKinds, a_budget_gives_a_time_that_is_safe) {
    const Shape ball(make_sphere(1, 5000));
    const MovingPair pair{ball, Motion(test::shifted_by(-3, 0.4, 0), test::shifted_by(3, 0, 0)), ball,
                          Pose{}};
    const TimeOfImpact whole = time_of_impact(pair.a, pair.motion_a, pair.b, pair.motion_b);
    ASSERT_EQ(whole.answer, Answer::yes);
    int undecided = 0;
    for (std::uint64_t tests = 1; tests < 1'000'000; tests *= 3) {
        const TimeOfImpact part = time_of_impact(pair.a, pair.motion_a, pair.b, pair.motion_b, {},
                                                 {.budget = Budget::of_tests(tests)});
        undecided += part.answer == Answer::undecided;
        ASSERT_TRUE(part.answer == Answer::undecided || part.answer == Answer::yes) << tests;
        EXPECT_LE(part.at_least, whole.at_most) << tests;
    }
    EXPECT_GT(undecided, 3);
}

TEST(ImpactKinds, bad_input_is_refused) {
    const Shape ball(make_sphere(1, 80));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const ImpactOptions& bad :
         {ImpactOptions{.clearance = -1}, ImpactOptions{.clearance = nan}, ImpactOptions{.keep = 1},
          ImpactOptions{.keep = nan}, ImpactOptions{.touch = -1.0}, ImpactOptions{.until = nan}}) {
        const TimeOfImpact found = time_of_impact(ball, Pose{}, ball, test::shifted_by(5, 0, 0), bad);
        EXPECT_EQ(found.answer, Answer::bad_input);
        EXPECT_TRUE(std::isnan(found.at_least));
    }
    EXPECT_EQ(time_of_impact(Shape(), Pose{}, ball, Pose{}).answer, Answer::no);
}

TEST(ImpactKinds, until_limits_the_search) {
    const Shape ball(make_sphere(1, 320));
    const Motion motion(test::shifted_by(-4, 0, 0), test::shifted_by(4, 0, 0));
    EXPECT_EQ(time_of_impact(ball, motion, ball, Pose{}, {.until = 0.2}).answer, Answer::no);
    EXPECT_EQ(time_of_impact(ball, motion, ball, Pose{}, {.until = 0.3}).answer, Answer::yes);
}

TEST(ImpactKinds, a_filter_lets_triangles_pass) {
    const Shape ball(make_sphere(1, 320));
    const Motion motion(test::shifted_by(-4, 0, 0), test::shifted_by(4, 0, 0));
    const auto none = [](FeatureId, FeatureId) { return false; };
    EXPECT_EQ(time_of_impact(ball, motion, ball, Pose{}, {}, {.filter = none}).answer, Answer::no);
    EXPECT_EQ(time_of_impact(Shape(Sphere{{}, 1}), motion, ball, Pose{}, {}, {.filter = none}).answer,
              Answer::unsupported);
}

TEST(LeastDistance, is_the_lowest_of_all_samples) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        Random r(seed);
        const auto pose = [&] { return random_pose(r, 2); };
        const MovingPair pair{Shape(make_torus(0.7, 0.2, 14, 8)), Motion{pose(), pose()},
                              Shape(make_box({1, 0.2, 0.1})), Motion{pose(), pose()}};
        const LeastDistance found = least_distance(pair.a, pair.motion_a, pair.b, pair.motion_b);
        ASSERT_EQ(found.status, QueryStatus::complete) << seed;
        double least = 1e300;
        for (int i = 0; i <= 400; ++i) least = std::min(least, pair.distance_at(i / 400.0));
        EXPECT_LE(found.at_least, least * (1 + 1e-9)) << seed;
        EXPECT_LE(found.value, least * (1 + 1.1e-3) + 1e-12) << seed;
        EXPECT_GE(found.at_least, found.value * (1 - 1.1e-3)) << seed;
        EXPECT_NEAR(pair.distance_at(found.time), found.value, 1e-9) << seed;
    }
}

TEST(SweptEnvelope, holds_all_that_is_passed_and_little_more) {
    const Mesh mesh = make_torus(0.7, 0.2, 20, 10);
    const Motion motion = Motion::flight(Pose{}, {3, 0, 0}, {0, 2, 1}, {});
    const SweptEnvelope envelope = swept_envelope(mesh, motion, {.cell = 0.08});
    const Shape shape(envelope.mesh);
    ASSERT_TRUE(shape.closed_surface().closed());
    std::vector<Vec3> passed;
    for (int i = 0; i <= 40; ++i)
        for (const Vec3& p : mesh.vertices()) passed.push_back(motion.at(i / 40.0)(p));
    for (std::size_t i = 0; i < passed.size(); i += 7)
        EXPECT_LE(signed_distance(shape, Pose{}, passed[i]).value, 0);
    // Every place of its surface is near something that was passed; samples are close to each other.
    for (std::size_t i = 0; i < envelope.mesh.vertices().size(); i += 97) {
        double nearest = 1e300;
        for (const Vec3& p : passed) nearest = std::min(nearest, length(p - envelope.mesh.vertices()[i]));
        EXPECT_LE(nearest, envelope.tolerance + 0.2);
    }
}

}  // namespace
}  // namespace graze
