#include "graze/share/shared_world.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "tests/share/party.h"

namespace graze::test {
namespace {

TEST(SharedWorld, gives_newcomers_everything_shapes_included) {
    SharedParty party({0.1, 0.02, 0.1, 0.05, 0.05, 1});
    party.enter(1, 5);
    const Shape knot(make_torus(1, 0.3, 48, 24));
    const SharedId floor =
        party[1].add(Shape(make_box({10, 10, 1})), at_rest({0, 0, -2}), {.name = "floor", .scene = true});
    const SharedId ring = party[1].add(knot, moving({0, 0, 0}, {1, 0, 0}), {.name = "ring"});
    party.run(3);
    party.enter(2, -7);
    EXPECT_THROW(party[2].add(knot, {}), Error);  // not before it has joined
    ASSERT_TRUE(party.run_until(20, [&] {
        return party[2].joined() && party[2].contains(ring) && party[2].has_shape(ring) &&
               party[2].has_shape(floor);
    }));
    EXPECT_EQ(party[2].role(floor), Role::scene);
    EXPECT_EQ(party[2].role(ring), Role::remote);
    EXPECT_EQ(party[1].role(ring), Role::own);
    EXPECT_EQ(party[2].name(ring), "ring");
    EXPECT_EQ(party[2].world().shape(*party[2].in_world(ring)).content_hash(), knot.content_hash());
    party.run(2);
    // Straight motion is followed exactly but for the estimated clock, whose error the round trip bounds.
    EXPECT_NEAR(party[2].clock_offset(party[1].self()), 12, 0.03);
    EXPECT_LT(length(party[2].state(ring).position - party[1].state(ring).position), 0.03);
    EXPECT_TRUE(party.all_agree());
    EXPECT_THROW(party[2].move(ring, {}), Error);
}

TEST(SharedWorld, sends_next_to_nothing_of_a_flight_and_everybody_computes_the_same) {
    SharedParty party({0.2, 0, 0.05, 0, 0, 3});
    party.enter(1);
    party.enter(2);
    ASSERT_TRUE(party.run_until(10, [&] { return party[2].joined(); }));
    const SharedId ball = party[1].add(ball_shape(), at_rest({0, 0, 0}));
    party.run(2);
    const std::uint64_t before = party[1].counts().motion_updates;
    MovingState launch = moving({0, 0, 0}, {3, 0, 30});
    launch.acceleration = {0, 0, -9.81};
    launch.angular_velocity = {1, 2, 3};
    party[1].launch(ball, launch);
    party.run(5);
    EXPECT_EQ(party[1].counts().motion_updates, before);
    const MovingState here = party[1].state(ball), there = party[2].state(ball);
    EXPECT_LT(length(here.position - there.position), 1e-9);  // clocks are equal here
    EXPECT_NEAR(here.position.z, 30 * 5 - 0.5 * 9.81 * 25, 1);
    launch.time = 0;
    EXPECT_EQ(party[2].agreement().find(ball)->launched->state.velocity, launch.velocity);
}

TEST(SharedWorld, a_collision_of_two_owners_has_one_outcome) {
    for (const double latency : {0.01, 0.2}) {
        SharedParty party({latency, 0.01, 0.05, 0.02, 0, 5});
        party.enter(1);
        party.enter(2, 3);
        party.enter(3, -2);
        ASSERT_TRUE(party.run_until(20, [&] { return party[2].joined() && party[3].joined(); }));
        const SharedId a = party[1].add(ball_shape(), moving({-3, 0, 0}, {2, 0, 0}), {.name = "a"});
        const SharedId b = party[2].add(ball_shape(), moving({3, 0, 0}, {-1, 0, 0}), {.name = "b"});
        party.run(8);
        for (std::uint32_t i = 1; i <= 3; ++i) {
            const auto verdicts = party[i].agreement().verdicts({a, b});
            ASSERT_EQ(verdicts.size(), 1) << latency;
            EXPECT_EQ(rank_of(verdicts[0]).arbiter, party[1].self());
            EXPECT_EQ(party.member(i).verdicts.size(), 1);
            // Equal masses exchange their velocities.
            EXPECT_NEAR(party[i].state(a).velocity.x, -1, 1e-6);
            EXPECT_NEAR(party[i].state(b).velocity.x, 2, 1e-6);
        }
        EXPECT_EQ(party[2].counts().corrections, 1);
        EXPECT_GT(party[2].counts().worst_delay, 0.8 * latency);
        EXPECT_TRUE(party.all_agree());
    }
}

TEST(SharedWorld, hands_objects_over_and_the_arbiter_with_them) {
    SharedParty party({0.05, 0.01, 0.02, 0, 0, 7});
    party.enter(1);
    party.enter(2);
    ASSERT_TRUE(party.run_until(10, [&] { return party[2].joined(); }));
    const SharedId a = party[1].add(ball_shape(), at_rest({0, 0, 0})),
                   b = party[1].add(ball_shape(), at_rest({5, 0, 0}));
    ASSERT_TRUE(party.run_until(5, [&] { return party[2].contains(b); }));
    party[2].grab(b);
    ASSERT_TRUE(party.run_until(
        5, [&] { return party[2].role(b) == Role::own && party[1].role(b) == Role::remote; }));
    EXPECT_EQ(party[1].ownership(b).epoch, 2);
    EXPECT_EQ(party[1].agreement().arbiter({a, b}), party[2].self());
    EXPECT_EQ(party[1].counts().owners_corrected, 0);
    party[2].move(b, moving({5, 0, 0}, {-1, 0, 0}));
    party.run(5);
    EXPECT_EQ(party[1].agreement().verdicts({a, b}).size(), 1);
    EXPECT_LT(party[1].state(a).velocity.x, -0.5);
    party[2].hand_over(b, {});
    party.run(2);
    EXPECT_EQ(party[1].role(b), Role::scene);
    party[1].grab(b);
    party.run(2);
    EXPECT_EQ(party[2].role(b), Role::remote);
    EXPECT_EQ(party[2].ownership(b).epoch, 4);
}

TEST(SharedWorld, goes_on_in_a_partition_and_says_what_was_corrected_when_it_heals) {
    SharedParty party({0.05, 0, 0, 0, 0, 9});
    for (std::uint32_t i = 1; i <= 3; ++i) party.enter(i);
    ASSERT_TRUE(party.run_until(20, [&] { return party[2].joined() && party[3].joined(); }));
    const SharedId mine = party[3].add(ball_shape(), at_rest({0, 0, 0}));
    party.run(5);
    party.network().partition({0, 0, 1});
    party.run(6);
    EXPECT_EQ(party[1].ownership(mine).owner, party[1].self());  // the lowest on its side
    EXPECT_EQ(party[3].ownership(mine).owner, party[3].self());
    party.network().partition({});
    party.run(4);
    EXPECT_TRUE(party.all_agree());
    EXPECT_EQ(party[3].ownership(mine).owner, party[1].self());
    EXPECT_EQ(party[3].counts().owners_corrected, 1);
    const auto changes = party.member(3).take<ObjectChangedHands>();
    ASSERT_EQ(changes.size(), 1);
    EXPECT_TRUE(changes[0].corrected);
}

TEST(SharedWorld, adopts_what_the_dead_leave_behind_and_greets_them_when_they_return) {
    SharedParty party({0.02, 0, 0, 0, 0, 11});
    for (std::uint32_t i = 1; i <= 3; ++i) party.enter(i);
    ASSERT_TRUE(party.run_until(20, [&] { return party[2].joined() && party[3].joined(); }));
    const SharedId left = party[1].add(ball_shape(), at_rest({1, 2, 3}));
    party.run(5);
    party.kill(1);
    party.run(4);
    EXPECT_EQ(party[3].ownership(left).owner, party[2].self());
    party.enter(1);
    ASSERT_TRUE(party.run_until(5, [&] { return party[1].joined() && party[1].contains(left); }));
    EXPECT_EQ(party[1].role(left), Role::remote);
    EXPECT_EQ(party[1].self().session, 2);
    party[2].leave();
    party.run(3);
    EXPECT_EQ(party[1].role(left), Role::scene);
    EXPECT_EQ(party[1].peers().size(), 1);
}

TEST(SharedWorld, sends_motion_only_to_those_who_are_interested) {
    SharedParty party({0.01, 0, 0, 0, 0, 13});
    for (std::uint32_t i = 1; i <= 3; ++i) party.enter(i);
    ASSERT_TRUE(party.run_until(20, [&] { return party[2].joined() && party[3].joined(); }));
    ShareInterest here;
    here.region = {{-1, -1, -1}, {1, 1, 1}};
    party[2].set_interest(here);
    const SharedId ball = party[1].add(ball_shape(0.1), moving({10, 0, 0}, {0, 1, 0}));
    party.run(3);
    for (int i = 0; i < 120; ++i) {  // in zigzag, far away from what peer 2 looks at
        party[1].move(ball, moving(party[1].state(ball).position, {0, i % 20 < 10 ? 5.0 : -5.0, 0}));
        party.step();
    }
    party.run(0.2);
    const double error2 = length(party[2].state(ball).position - party[1].state(ball).position);
    const double error3 = length(party[3].state(ball).position - party[1].state(ball).position);
    EXPECT_GT(error2, 1);
    EXPECT_LT(error3, 0.6);
    party[1].move(ball, at_rest({0.5, 0, 0}));
    party.run(0.5);
    EXPECT_LT(length(party[2].state(ball).position - Vec3{0.5, 0, 0}), 0.01);
}

TEST(SharedWorld, predicts_that_remote_objects_bounce_off_the_scene) {
    double error[2];
    for (const bool predict : {false, true}) {
        SharedOptions options;
        options.predict_collisions = predict;
        options.following.convergence = Convergence::jump;
        SharedParty party({0.3, 0, 0, 0, 0, 15}, options);
        party.enter(1);
        party.enter(2);
        ASSERT_TRUE(party.run_until(10, [&] { return party[2].joined(); }));
        party[1].add(Shape(make_box({1, 20, 20})), at_rest({5, 0, 0}), {.name = "wall", .scene = true});
        const SharedId ball = party[1].add(Shape(make_sphere(0.5, 200)), at_rest({0, 0, 0}));
        party.run(3);
        party[1].move(ball, moving({0, 0, 0}, {4, 0, 0}));
        double worst = 0;
        for (int i = 0; i < 120; ++i) {
            const MovingState s = party[1].state(ball);
            if (s.position.x > 4 && s.velocity.x > 0) party[1].move(ball, moving(s.position, {-4, 0, 0}));
            party.step();
            if (i > 40)
                worst =
                    std::max(worst, length(party[2].state(ball).position - party[1].state(ball).position));
        }
        error[predict] = worst;
    }
    EXPECT_GT(error[0], 2);    // it goes on for 0.3 s, while the ball returns
    EXPECT_LT(error[1], 0.3);  // two frames at 8 m/s
}

}  // namespace
}  // namespace graze::test
