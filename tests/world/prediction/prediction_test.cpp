// When two moving boxes meet: cases known by hand.
#include "graze/world/prediction/prediction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graze/base/error.h"
#include "tests/world/moving_boxes.h"

namespace graze::test {
namespace {

constexpr PredictionMethod all_methods[] = {PredictionMethod::slabs, PredictionMethod::stepping,
                                            PredictionMethod::spheres, PredictionMethod::sweep,
                                            PredictionMethod::spheres_then_sweep};

TEST(MovingBox, refuses_what_is_no_box_or_velocity) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(MovingBox(Box{{infinity, 0, 0}, {infinity, 1, 1}}), Error);
    EXPECT_THROW(MovingBox(Box{{-infinity, 0, 0}, {-infinity, 1, 1}}), Error);
    EXPECT_THROW(MovingBox(Box{{0, 0, 0}, {1e101, 1, 1}}), Error);
    EXPECT_THROW(MovingBox(cube_at({1e101, 0, 0})), Error);
    EXPECT_THROW(MovingBox(cube_at({0, 0, 0}), {0, nan, 0}), Error);
    EXPECT_THROW(MovingBox(cube_at({0, 0, 0}), {0, 0, -infinity}), Error);
    EXPECT_NO_THROW(MovingBox(Box{}, {1, 0, 0}));
}

TEST(MovingBox, sweeps_bounds_that_hold_all_of_its_way) {
    const MovingBox box = moving_cube({0, 0, 0}, {1, -2, 0});
    const Box swept = swept_bounds(box, 3);
    EXPECT_EQ(swept.lower.x, 0);
    EXPECT_GE(swept.upper.x, 4);
    EXPECT_NEAR(swept.upper.x, 4, 1e-14);
    EXPECT_LE(swept.lower.y, -6);
    EXPECT_EQ(swept.upper.y, 1);
    EXPECT_EQ(swept.upper.z, 1);
    EXPECT_EQ(swept_bounds(box, infinity).upper.x, infinity);
    EXPECT_EQ(swept_bounds(box, infinity).upper.z, 1);
    EXPECT_EQ(swept_bounds(box, 0), box.box());
    EXPECT_LE(swept_bounds(cube_at({-5, 0, 0}), box, 3).lower.x, -5);
    EXPECT_TRUE(swept_bounds(MovingBox{}, 3).empty());
}

TEST(PredictedContact, tells_when_two_cubes_meet_and_part) {
    const MovingBox a = moving_cube({0, 0, 0}, {1, 0, 0}), b = moving_cube({7, 0, 0}, {-2, 0, 0});
    const TimeSpan contact = predicted_contact(a, b, 10).value_or(never);
    ASSERT_NE(contact, never);
    EXPECT_EQ(contact.first, 2);
    EXPECT_EQ(contact.last, std::nextafter(8.0 / 3, 3));  // the nearest double is below 8/3
    EXPECT_FALSE(predicted_contact(a, b, 1.999));
    EXPECT_TRUE(predicted_contact(a, b, 2));
}

TEST(PredictedContact, is_the_same_in_either_order) {
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        const MovingBox a = random_moving_box(random), b = random_moving_box(random);
        for (const PredictionMethod method :
             {PredictionMethod::slabs, PredictionMethod::stepping, PredictionMethod::spheres})
            ASSERT_EQ(predicted_contact(a, b, 5, {method}), predicted_contact(b, a, 5, {method})) << i;
    }
}

TEST(PredictedContact, of_boxes_that_touch_is_now_for_every_method) {
    const MovingBox a = moving_cube({0, 0, 0}, {1, 2, 3}), b = moving_cube({1, 0.5, 0}, {-1, 2, -1});
    for (const PredictionMethod method : all_methods) {
        const TimeSpan contact = predicted_contact(a, b, 4, {method}).value_or(never);
        ASSERT_NE(contact, never) << name(method);
        EXPECT_EQ(contact.first, 0) << name(method);
    }
}

TEST(PredictedContact, of_things_at_rest_to_each_other_is_now_or_never) {
    const Vec3 v{0.1, -7, 3};
    for (const PredictionMethod method : all_methods) {
        EXPECT_FALSE(predicted_contact(moving_cube({0, 0, 0}, v), moving_cube({3, 0, 0}, v), 9, {method}));
        EXPECT_TRUE(predicted_contact(moving_cube({0, 0, 0}, v), moving_cube({0.5, 0, 0}, v), 9, {method}));
    }
    const auto together = predicted_contact(moving_cube({0, 0, 0}, v), moving_cube({0.5, 0, 0}, v), 0);
    EXPECT_EQ(together, (TimeSpan{0, infinity}));
}

TEST(PredictedContact, is_none_for_what_goes_apart) {
    const MovingBox a = moving_cube({0, 0, 0}, {-1, 0, 0}), b = moving_cube({3, 0, 0}, {1, 0.5, 0});
    for (const PredictionMethod method : all_methods) EXPECT_FALSE(predicted_contact(a, b, 9, {method}));
}

TEST(PredictedContact, counts_grazing_corners_and_nothing_beyond) {
    // The corner (1, 1) of one passes the corner (5, 1) of the other at time 4, and leaves in y as it enters
    // in x.
    const MovingBox a = moving_cube({0, 0, 0}, {1, 0, 0});
    const MovingBox grazing = moving_cube({5, -3, 0}, {0, 1, 0});
    EXPECT_EQ(predicted_contact(a, moving_cube({5, 1, 0}, {0, 0, 0}), 9), (TimeSpan{4, 6}));  // along a face
    const MovingBox leaving = MovingBox({{5, -3, 0}, {6, -3, 1}}, {0, 1, 0});  // flat: at y = 1 at time 4
    EXPECT_EQ(predicted_contact(a, leaving, 9), (TimeSpan{4, 4}));
    const MovingBox too_late =
        MovingBox({{5, -2.9999999999999996, 0}, {6, -2.9999999999999996, 1}}, {0, 1, 0});
    EXPECT_FALSE(predicted_contact(a, too_late, 9));
    EXPECT_TRUE(predicted_contact(a, grazing, 9));
}

TEST(PredictedContact, decides_exactly_what_rounded_times_cannot) {
    // Enters in x at 1/3, leaves in y at 1/3: the same number, of which doubles only have neighbours. A step
    // of the last bit makes them miss each other.
    const MovingBox a(Box{{0, 0, 0}, {1, 1, 1}});
    const auto other = [](double gap) { return MovingBox({{2, 0, 0}, {3, gap, 1}}, {-3, -3, 0}); };
    PredictionCounts counts;
    EXPECT_TRUE(predicted_contact(a, other(1), 9, {}, &counts));
    EXPECT_FALSE(predicted_contact(a, other(1 - 0x1p-53), 9, {}, &counts));
    EXPECT_GT(counts.exact_decisions, 0u);
}

TEST(PredictedContact, works_at_both_ends_of_the_range) {
    for (const double s : {1e100, 1.0, 1e-100, 1e-200, 1e-300}) {
        const MovingBox a({{0, 0, 0}, {0.25 * s, 0.25 * s, 0.25 * s}}, {0.125 * s, 0, 0});
        const MovingBox b(Box{{0.5 * s, 0, 0}, {0.75 * s, s, s}});
        const TimeSpan contact = predicted_contact(a, b, 10).value_or(never);
        ASSERT_NE(contact, never) << s;
        EXPECT_NEAR(contact.first, 2, 1e-14);
        EXPECT_LE(contact.first, 2);
        EXPECT_GE(contact.last, 6);
        for (const PredictionMethod method :
             {PredictionMethod::spheres, PredictionMethod::sweep, PredictionMethod::spheres_then_sweep})
            EXPECT_TRUE(predicted_contact(a, b, 10, {method})) << s << " " << name(method);
    }
    // Gaps and speeds so far apart in size that products leave the range of double.
    const MovingBox slow = moving_cube({0, 0, 0}, {1e-300, 1e-300, 0}),
                    wall = moving_cube({1e90, 1e90, 0}, {});
    const TimeSpan contact = predicted_contact(slow, wall, infinity).value_or(never);
    ASSERT_NE(contact, never);
    EXPECT_GT(contact.first, 1e300);
    EXPECT_FALSE(predicted_contact(slow, wall, 1e300));
    const MovingBox fast = moving_cube({0, 0, 0}, {1e100, 0, 0});
    EXPECT_LT(predicted_contact(fast, moving_cube({2, 0, 0}, {}), infinity).value_or(TimeSpan{1, 1}).first,
              1e-100);
}

TEST(PredictedContact, of_stepping_misses_what_passes_between_ticks) {
    const MovingBox bullet = moving_cube({0, 0, 0}, {10, 0, 0}), wall(Box{{5, -5, -5}, {5.1, 5, 5}});
    EXPECT_TRUE(predicted_contact(bullet, wall, 3));
    EXPECT_FALSE(predicted_contact(bullet, wall, 3, {PredictionMethod::stepping, 1}));
    const TimeSpan fine =
        predicted_contact(bullet, wall, 3, {PredictionMethod::stepping, 0.03125}).value_or(never);
    ASSERT_NE(fine, never);
    EXPECT_LE(fine.first, 0.4);
    EXPECT_GE(fine.last, 0.4);
}

TEST(PredictedContact, of_spheres_cries_wolf_at_walls) {
    const MovingBox ball = moving_cube({0, 6, 0}, {1, 0, 0}), wall(Box{{20, -5, -5}, {20.1, 5, 5}});
    EXPECT_FALSE(predicted_contact(ball, wall, 30));
    EXPECT_TRUE(predicted_contact(ball, wall, 30, {PredictionMethod::spheres}));
    EXPECT_FALSE(predicted_contact(ball, wall, 30, {PredictionMethod::spheres_then_sweep}));
}

TEST(PredictedContact, of_sweeps_tells_the_same_place_at_another_time_apart) {
    const MovingBox a = moving_cube({0, 0, 0}, {1, 0, 0}), crossing = moving_cube({10, -4, 0}, {0, 1, 0});
    EXPECT_FALSE(predicted_contact(a, crossing, 20));
    EXPECT_TRUE(predicted_contact(a, crossing, 20, {PredictionMethod::sweep, 20}));  // not cut at all
    EXPECT_FALSE(predicted_contact(a, crossing, 20, {PredictionMethod::sweep, 1}));
}

TEST(PredictedContact, refuses_horizons_and_settings_that_make_no_sense) {
    const MovingBox a = moving_cube({0, 0, 0}, {1, 0, 0});
    EXPECT_THROW(predicted_contact(a, a, -1), Error);
    EXPECT_THROW(predicted_contact(a, a, std::numeric_limits<double>::quiet_NaN()), Error);
    EXPECT_THROW(predicted_contact(a, a, infinity, {PredictionMethod::sweep}), Error);
    EXPECT_THROW(predicted_contact(a, a, 10, {PredictionMethod::stepping, 0}), Error);
    EXPECT_THROW(predicted_contact(a, a, 10, {PredictionMethod::stepping, 1e-6}), Error);
    EXPECT_THROW(predicted_contact(a, a, 10, {PredictionMethod::sweep, infinity}), Error);
    EXPECT_THROW(predicted_contact(a, a, 10, {PredictionMethod::sweep, 1, -1}), Error);
    EXPECT_FALSE(predicted_contact(a, {}, infinity));
}

TEST(ContactDuringStep, finds_what_tunnels) {
    const BoxStep wall{cube_at({5, 0, 0}, 0.1), cube_at({5, 0, 0}, 0.1)};
    const TimeSpan through =
        contact_during_step({cube_at({0, 0, 0}), cube_at({10, 0, 0})}, wall).value_or(never);
    ASSERT_NE(through, never);
    EXPECT_NEAR(through.first, 0.4, 1e-15);
    EXPECT_NEAR(through.last, 0.51, 1e-15);
    EXPECT_FALSE(contact_during_step({cube_at({0, 2, 0}), cube_at({10, 2, 0})}, wall));
    EXPECT_FALSE(contact_during_step({Box{}, cube_at({5, 0, 0})}, wall));
    EXPECT_EQ(contact_during_step(wall, wall), (TimeSpan{0, 1}));
}

TEST(ContactDuringStep, knows_boxes_that_grow) {
    const BoxStep growing{cube_at({0, 0, 0}, 1), cube_at({0, 0, 0}, 3)},
        post{cube_at({2, 0, 0}), cube_at({2, 0, 0})};
    EXPECT_EQ(contact_during_step(growing, post), (TimeSpan{0.5, 1}));
}

TEST(EarliestPossibleContact, is_the_predicted_one_when_all_is_certain) {
    const MovingBox a = moving_cube({0, 0, 0}, {1, 0, 0}), b = moving_cube({7, 0, 0}, {-2, 0, 0});
    EXPECT_NEAR(earliest_possible_contact(a, {}, b, {}), 2, 1e-10);
    EXPECT_EQ(earliest_possible_contact(a, {}, moving_cube({7, 3, 0}, {-2, 0, 0}), {}), infinity);
    EXPECT_EQ(earliest_possible_contact(a, {}, a, {}), 0);
    EXPECT_EQ(earliest_possible_contact(a, {}, {}, {}), infinity);
}

TEST(EarliestPossibleContact, reckons_with_acceleration) {
    // 8 apart at rest, both accelerate by 1: 8 = 2 * t^2 / 2.
    const MovingBox a = moving_cube({0, 0, 0}, {}), b = moving_cube({9, 0, 0}, {});
    const Uncertainty one{0, 0, 1};
    EXPECT_NEAR(earliest_possible_contact(a, one, b, one), std::sqrt(8.0), 1e-10);
    // Going apart at 2, it first takes time to turn round: 8 + 2 t = t^2.
    EXPECT_NEAR(earliest_possible_contact(a, one, moving_cube({9, 0, 0}, {2, 0, 0}), one), 4, 1e-10);
    // In reach in x from 0.9 to 1.6, but not in y from 0.2 to 4.8; again in x from 4 + sqrt(6).
    const MovingBox passing = moving_cube({9, 0, 0}, {-8, 5, 0});
    EXPECT_NEAR(earliest_possible_contact(a, {}, passing, {0, 0, 2}), 4 + std::sqrt(6.0), 1e-9);
    EXPECT_NEAR(earliest_possible_contact(a, {0.5, 0.25, 0}, b, {0.5, 0.75, 0}), 7, 1e-9);
}

}  // namespace
}  // namespace graze::test
