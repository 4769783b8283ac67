// Predictions about boxes that extend to infinity: each agrees with the prediction about the same boxes cut
// off far away.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/world/prediction/lead_time.h"
#include "tests/world/moving_boxes.h"

namespace graze::test {
namespace {

// Sides are beyond this, or at infinity; nothing gets there within the times of these tests.
constexpr double cut_bound = 1e6;

struct Cut {
    MovingBox infinite, finite;
};

// Extends a box on some sides: to infinity, and to a bound that is far away.
Cut extended(Random& random, const MovingBox& box, double chance) {
    Box infinite = box.box(), finite = box.box();
    for (std::size_t k = 0; k < 3; ++k) {
        if (random.chance(chance)) infinite.lower[k] = -infinity, finite.lower[k] = -cut_bound;
        if (random.chance(chance)) infinite.upper[k] = infinity, finite.upper[k] = cut_bound;
    }
    return {MovingBox(infinite, box.velocity()), MovingBox(finite, box.velocity())};
}

constexpr double cut_horizon = 32;

TEST(InfiniteBoxes, are_predicted_to_touch_as_if_they_ended_far_away) {
    Random random(1);
    std::size_t touching = 0, apart = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Cut a = extended(random, dyadic_moving_box(random), 0.3);
        const Cut b = extended(random, dyadic_moving_box(random), i % 2 == 0 ? 0.3 : 0);
        const auto expected = predicted_contact(a.finite, b.finite, cut_horizon);
        const auto found = predicted_contact(a.infinite, b.infinite, cut_horizon);
        ASSERT_EQ(found.has_value(), expected.has_value()) << i;
        (found ? touching : apart) += 1;
        if (!found) continue;
        ASSERT_EQ(found->first, expected->first) << i;
        ASSERT_FALSE(std::isnan(found->last));
        ASSERT_TRUE(found->last == infinity || found->last == expected->last) << i;
    }
    EXPECT_GT(touching, 5000u);
    EXPECT_GT(apart, 1000u);
}

TEST(InfiniteBoxes, are_missed_by_no_method_but_stepping) {
    Random random(2);
    std::size_t touching = 0;
    for (int i = 0; i < 3000; ++i) {
        const Cut a = extended(random, dyadic_moving_box(random), 0.3);
        const Cut b = extended(random, dyadic_moving_box(random), i % 2 == 0 ? 0.3 : 0);
        if (!predicted_contact(a.finite, b.finite, cut_horizon)) continue;
        ++touching;
        for (const auto method :
             {PredictionMethod::spheres, PredictionMethod::sweep, PredictionMethod::spheres_then_sweep})
            ASSERT_TRUE(predicted_contact(a.infinite, b.infinite, cut_horizon, {method, 0.5}))
                << name(method);
    }
    EXPECT_GT(touching, 500u);
}

// Where sweeping finds a contact, the boxes are near each other at one time: a floor below is no alarm.
TEST(InfiniteBoxes, far_below_are_no_alarm_for_methods_that_sweep) {
    const MovingBox floor(Box{{-infinity, -infinity, -infinity}, {infinity, infinity, 0}});
    const MovingBox level = moving_cube({0, 0, 5}, {3, 2, 0});
    for (const auto method : {PredictionMethod::slabs, PredictionMethod::stepping, PredictionMethod::sweep,
                              PredictionMethod::spheres_then_sweep}) {
        EXPECT_FALSE(predicted_contact(level, floor, 100, {method})) << name(method);
        EXPECT_TRUE(predicted_contact(moving_cube({0, 0, 5}, {3, 2, -1}), floor, 100, {method}))
            << name(method);
    }
}

TEST(InfiniteBoxes, touch_during_a_step_as_if_they_ended_far_away) {
    Random random(3);
    std::size_t touching = 0, apart = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Cut a = extended(random, dyadic_moving_box(random), 0.3);
        const Cut b = extended(random, dyadic_moving_box(random), 0.2);
        const auto step = [](const MovingBox& box) { return BoxStep{box.box(), box.at(1)}; };
        const auto expected = contact_during_step(step(a.finite), step(b.finite));
        const auto found = contact_during_step(step(a.infinite), step(b.infinite));
        ASSERT_EQ(found.has_value(), expected.has_value()) << i;
        ASSERT_EQ(found.value_or(never), expected.value_or(never)) << i;
        (found ? touching : apart) += 1;
    }
    EXPECT_GT(touching, 2000u);
    EXPECT_GT(apart, 1000u);
}

TEST(InfiniteBoxes, that_become_infinite_in_a_step_are_not_missed) {
    const BoxStep still{cube_at({0, 0, 0}), cube_at({0, 0, 0})};
    const BoxStep grows{cube_at({5, 0, 0}), {{-infinity, 0, 0}, {6, 1, 1}}};
    const BoxStep shrinks{{{-infinity, 0, 0}, {6, 1, 1}}, cube_at({5, 0, 0})};
    EXPECT_TRUE(contact_during_step(still, grows));
    EXPECT_TRUE(contact_during_step(still, shrinks));
}

TEST(InfiniteBoxes, are_slept_over_no_longer_than_boxes_that_end_far_away) {
    Random random(4);
    std::size_t waiting = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Cut a = extended(random, dyadic_moving_box(random), 0.3);
        const Cut b = extended(random, dyadic_moving_box(random), 0.2);
        const Uncertainty unsure{random.chance(0.5) ? 0.1 : 0, random.chance(0.5) ? 0.1 : 0,
                                 random.chance(0.5) ? 0.1 : 0};
        const double expected = earliest_possible_contact(a.finite, unsure, b.finite, unsure);
        const double found = earliest_possible_contact(a.infinite, unsure, b.infinite, unsure);
        ASSERT_FALSE(std::isnan(found));
        ASSERT_TRUE(expected >= 1000 || found == expected) << i;
        if (found > 0 && found < infinity) ++waiting;
    }
    EXPECT_GT(waiting, 1000u);
}

TEST(InfiniteBoxes, stay_infinite_in_the_bounds_of_every_method) {
    const MovingBox slab(Box{{-infinity, 0, -infinity}, {3, 1, infinity}}, {1, 2, 3});
    for (const auto method : {PredictionMethod::slabs, PredictionMethod::stepping, PredictionMethod::spheres,
                              PredictionMethod::sweep, PredictionMethod::spheres_then_sweep}) {
        const Box seen = method_bounds(slab, {method});
        EXPECT_EQ(seen.lower.x, -infinity);
        EXPECT_EQ(seen.lower.z, -infinity);
        EXPECT_EQ(seen.upper.z, infinity);
        EXPECT_LE(seen.lower.y, 0);
        EXPECT_GE(seen.upper.x, 3);
    }
    const Box swept = swept_bounds(slab, 2);
    EXPECT_EQ(swept.lower.x, -infinity);
    EXPECT_GE(swept.upper.x, 5);
    EXPECT_EQ(swept_bounds(slab, infinity).upper.y, infinity);
}

// A lift goes down onto a floor, in steps of a tick; the floor is watched against it, or all against all.
TEST(InfiniteBoxes, are_watched_like_others) {
    LeadTimeScheduler scheduler({.position_tolerance = 1e-9});
    const WatchId pair = scheduler.watch(0, 1, {.lead = 2});
    const WatchId all = scheduler.watch_all(1, {.lead = 2});
    const MovingBox floor(Box{{-infinity, -infinity, -infinity}, {infinity, infinity, 0}});
    const auto everybody = [](std::uint32_t, const Box&, std::vector<std::uint32_t>& ids) { ids = {0, 1}; };
    std::vector<LeadEvent> events;
    for (int tick = 0; tick <= 12; ++tick) {
        std::vector<NumberedMotion> moved{{1, floor}};
        moved.push_back({0, moving_cube({7, 7, 8.0 - tick}, {0, 0, -1})});
        scheduler.advance(tick, moved, events, everybody);
    }
    for (const WatchId watch : {pair, all}) {
        const auto time_of = [&](LeadEventKind kind) {
            const auto found = std::ranges::find_if(
                events, [&](const LeadEvent& e) { return e.watch == watch && e.kind == kind; });
            return found == events.end() ? -1.0 : found->time;
        };
        EXPECT_EQ(time_of(LeadEventKind::predicted), 6);
        EXPECT_EQ(time_of(LeadEventKind::actual), 8);
        EXPECT_EQ(time_of(LeadEventKind::separated), -1);
    }
    EXPECT_LT(scheduler.counts().pair_tests, 2u * 13);
}

}  // namespace
}  // namespace graze::test
