#include "graze/share/motion/dead_reckoning.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/random.h"
#include "graze/share/motion/clock_offset.h"
#include "graze/share/motion/position_history.h"

namespace graze::test {
namespace {

MovingState thrown_ball() {
    MovingState s;
    s.time = 3;
    s.position = {1, 2, 3};
    s.velocity = {4, 0, 7};
    s.acceleration = {0, 0, -9.81};
    s.angular_velocity = {0, 3, 0};
    return s;
}

// A hand that reaches here and there: sums of slow and quick swings, by the formula.
MovingState swinging_hand(double t) {
    MovingState s;
    s.time = t;
    for (int k = 1; k <= 3; ++k) {
        const double w = 1.3 * k, a = 0.3 / k;
        s.position += Vec3{a * std::sin(w * t + k), a * std::cos(0.8 * w * t), a * std::sin(1.1 * w * t)};
        s.velocity += Vec3{a * w * std::cos(w * t + k), -a * 0.8 * w * std::sin(0.8 * w * t),
                           a * 1.1 * w * std::cos(1.1 * w * t)};
    }
    s.rotation = Quat::about_radians({0, 0, 1}, std::sin(t));
    s.angular_velocity = {0, 0, std::cos(t)};
    return s;
}

TEST(DeadReckoning, a_flight_is_computed_from_its_launch_with_the_same_bits_at_every_peer) {
    const MovingState launch = thrown_ball();
    const MovingState here = reckoned(launch, 4.25);
    EXPECT_EQ(here.position, reckoned(launch, 4.25).position);
    EXPECT_NEAR(here.position.z, 3 + 7 * 1.25 - 0.5 * 9.81 * 1.25 * 1.25, 1e-14);
    EXPECT_NEAR(here.velocity.z, 7 - 9.81 * 1.25, 1e-14);
    EXPECT_NEAR(error_between(here, launch).turn, 2 * std::sin(3 * 1.25 / 2), 1e-12);
}

TEST(DeadReckoning, of_the_first_order_ignores_the_acceleration) {
    const MovingState s = reckoned(thrown_ball(), 5, ReckoningOrder::first);
    EXPECT_EQ(s.position, (Vec3{9, 2, 17}));
    EXPECT_EQ(s.acceleration, Vec3{});
}

TEST(DeadReckoning, keeps_receivers_within_the_threshold_and_speaks_within_the_time) {
    ReckoningOptions options;
    options.error_threshold = 0.02;
    options.turn_threshold = 0.05;
    options.time_threshold = 0.5;
    for (const ReckoningOrder order : {ReckoningOrder::first, ReckoningOrder::second}) {
        options.order = order;
        ReckonedSender sender(options);
        FollowedPath receiver({order, Convergence::jump});
        int sent = 0;
        double last = 0;
        for (int i = 0; i < 600; ++i) {
            const MovingState truth = swinging_hand(i / 60.0);
            if (sender.due(truth)) {
                EXPECT_LE(truth.time - last, 0.5 + 1e-9);
                last = truth.time;
                sender.sent(truth);
                EXPECT_TRUE(receiver.hear(truth, truth.time));
                ++sent;
            }
            const StateError error = error_between(truth, receiver.shown(truth.time));
            EXPECT_LE(error.distance, 0.02);
            EXPECT_LE(error.turn, 0.05);
        }
        EXPECT_GT(sent, 20);
        EXPECT_LT(sent, 200);
    }
}

TEST(DeadReckoning, ignores_messages_that_were_overtaken) {
    FollowedPath path;
    EXPECT_TRUE(path.hear(swinging_hand(1), 1));
    EXPECT_FALSE(path.hear(swinging_hand(0.5), 1.1));
    EXPECT_FALSE(path.hear(swinging_hand(1), 1.2));
    EXPECT_EQ(path.heard(), 1);
}

// The shown path must neither jump nor change its velocity at once, and must join the true line in time even
// if a message comes in every frame: what chases never gets there.
TEST(Smoothing, joins_the_path_within_its_duration_without_jumps_and_without_chasing) {
    FollowingOptions options;
    options.duration = 0.2;
    FollowedPath path(options);
    MovingState wrong;
    wrong.velocity = {0, 5, 0};
    path.hear(wrong, 0);
    const auto truth = [](double t) {
        MovingState s;
        s.time = t;
        s.position = {10 * t, 1, 0};
        s.velocity = {10, 0, 0};
        return s;
    };
    const double heard = 1;
    const MovingState before = path.shown(heard);
    path.hear(truth(0.9), heard);
    EXPECT_LT(length(path.shown(heard).position - before.position), 1e-12);
    EXPECT_LT(length(path.shown(heard).velocity - before.velocity), 1e-12);
    MovingState last = before;
    for (double t = heard; t < 1.5; t += 1e-3) {
        const MovingState now = path.shown(t);
        EXPECT_LT(length(now.position - last.position), 0.2) << t;  // the way is 10.7 long
        EXPECT_LT(length(now.position - reckoned(last, t).position), 0.01) << t;
        last = now;
        const double error = length(now.position - truth(t).position);
        EXPECT_TRUE(t <= heard + 0.2 || error < 1e-9) << t;
    }
    // Messages every 20 ms about the same line: the first 200 ms suffice here as well.
    FollowedPath busy(options);
    busy.hear(wrong, 0);
    for (double t = 1; t < 2; t += 0.02) busy.hear(truth(t), t);
    EXPECT_LT(length(busy.shown(2).position - truth(2).position), 0.05);
}

TEST(PositionHistory, tracks_a_parabola_exactly_as_lagrange_does) {
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const Vec3 p = random.in_box({-1, -1, -1}, {1, 1, 1}), v{3 + random.uniform(), 1, 0},
                   a = random.in_box({-0.2, -0.2, -0.2}, {0.2, 0.2, 0.2});
        const auto at = [&](double t) { return p + v * t + a * (0.5 * t * t); };
        const double t0 = random.uniform(1, 2), da = random.uniform(0.1, 0.5), db = random.uniform(0.1, 0.5);
        PositionHistory history;
        for (const double t : {t0 - da - db, t0 - da, t0}) EXPECT_TRUE(history.hear({t, at(t)}));
        EXPECT_EQ(history.order(), 2);
        EXPECT_LT(length(history.velocity() - (v + a * t0)), 1e-11);
        EXPECT_LT(length(history.acceleration() - a), 1e-10);
        EXPECT_LT(length(history.position(t0 + 0.3) - at(t0 + 0.3)), 1e-11);
        EXPECT_NEAR(history.convergence().time, t0 + da, 1e-12);
        EXPECT_LT(length(history.convergence().position - at(t0 + da)), 1e-11);
    }
}

TEST(PositionHistory, takes_the_last_two_points_at_a_sharp_turn) {
    PositionHistory history;
    history.hear({0, {0, 0, 0}});
    EXPECT_EQ(history.order(), 0);
    EXPECT_EQ(history.position(9), (Vec3{0, 0, 0}));
    history.hear({1, {1, 0, 0}});
    EXPECT_EQ(history.order(), 1);
    history.hear({2, {1, 1, 0}});
    EXPECT_EQ(history.order(), 1);
    EXPECT_EQ(history.position(3), (Vec3{1, 2, 0}));
    EXPECT_EQ(history.convergence().position, (Vec3{1, 2, 0}));
    EXPECT_FALSE(history.hear({2, {5, 5, 5}}));
    // The shown path starts where it was, and ends at the convergence point.
    EXPECT_EQ(history.converging({7, 0, 0}, {0, 0, 0}, 2.5, 2.5), (Vec3{7, 0, 0}));
    EXPECT_EQ(history.converging({7, 0, 0}, {0, 0, 0}, 2.5, 3), (Vec3{1, 2, 0}));
}

TEST(ClockOffset, is_right_to_half_of_the_shortest_round_trip) {
    Random random(11);
    const double truth = -12.75;
    ClockOffset offset;
    EXPECT_FALSE(offset.known());
    double shortest = 1e9;
    for (int i = 0; i < 8; ++i) {
        const double sent = i, there = random.uniform(0.01, 0.4), back = random.uniform(0.01, 0.4);
        const double heard = sent + there + truth, answered = heard + 0.1;
        EXPECT_TRUE(offset.hear({sent, heard, answered, sent + there + 0.1 + back}));
        shortest = std::min(shortest, there + back);
        EXPECT_NEAR(offset.round_trip(), shortest, 1e-9);
        EXPECT_LE(std::abs(offset.offset() - truth), offset.error() + 1e-9);
    }
    EXPECT_FALSE(offset.hear({5, 1, 2, 4}));  // heard before it was sent
    EXPECT_FALSE(offset.hear({1, 9, 2, 5}));
    EXPECT_FALSE(offset.hear({NAN, 1, 2, 3}));
}

}  // namespace
}  // namespace graze::test
