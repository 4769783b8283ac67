// Hands among several things: two hands, flying, falling, sliding along the rest of the scene.
#include <gtest/gtest.h>

#include <algorithm>

#include "grasp_checks.h"
#include "graze/interact/hand/grasping.h"
#include "graze/mesh/generate.h"

namespace graze {
namespace {

using test::expect_free;

Shape a_bar() {
    return Shape(make_cylinder(20, 120, 24));
}

// The tracked hand at the moment when it has closed around the bar.
RecordedGrasp around(const HandModel& hand, const Shape& bar, const Pose& where = {},
                     std::uint32_t side = 0) {
    RecordedGraspOptions options;
    options.box = bar.box();
    options.thing = where;
    options.frames = 120;
    options.side = side;
    return record_grasp(hand, options);
}

// Follows the recorded hand until it has closed.
TrackedHand take_hold(Grasping& scene, const RecordedGrasp& recorded) {
    for (std::size_t i = 0; i <= recorded.closed; ++i) scene.follow(recorded.frames[i]);
    EXPECT_TRUE(scene.held(0));
    return recorded.frames[recorded.closed];
}

TrackedHand shifted(TrackedHand hand, const Vec3& by) {
    if (hand.root) hand.root = Pose::translation(by) * *hand.root;
    return hand;
}

TEST(GraspingScenes, a_held_thing_slides_along_a_wall_and_the_hand_with_it) {
    const HandModel hand = make_hand();
    const Shape bar = a_bar(), wall(make_box({10, 2000, 2000}));
    // The wall is across x, 30 from the bar's side.
    Grasping scene({{bar}, {wall, Pose::translation({-85, 0, 0}), false}});
    // The bar stands along z; the fist comes from somewhere across.
    scene.add_hand(hand);
    const TrackedHand closed = take_hold(scene, around(hand, bar));
    const Pose before = scene.pose(0);
    double furthest = 0;
    for (int i = 1; i <= 80; ++i) {
        scene.follow(shifted(closed, {-2.0 * i, 0, 1.5 * i}));
        expect_free(scene, "step " + std::to_string(i));
        ASSERT_NE(relation(bar, scene.pose(0), wall, scene.pose(1)), Relation::overlapping) << i;
        furthest = std::min(furthest, scene.pose(0).translation().x - before.translation().x);
    }
    EXPECT_TRUE(scene.held(0));
    // The wall keeps the bar or a finger; along the wall they follow.
    EXPECT_GT(furthest, -60);
    EXPECT_LT(furthest, -10);
    EXPECT_GT(scene.pose(0).translation().z - before.translation().z, 80);
    EXPECT_TRUE(scene.hand(0).held_back);
}

TEST(GraspingScenes, a_hand_that_flies_clasps_nothing_and_takes_along_what_it_holds) {
    const HandModel hand = make_hand();
    const Shape bar = a_bar(), wall(make_box({10, 400, 400}));
    Grasping scene({{bar}, {wall, Pose::translation({-300, 0, 0}), false}});
    scene.add_hand(hand);
    TrackedHand closed = take_hold(scene, around(hand, bar));
    const Pose hold = scene.hand(0).links[palm_link].inverse() * scene.pose(0);
    closed.flying = true;
    for (int i = 1; i <= 30; ++i) {
        scene.follow(shifted(closed, {-10.0 * i, 0, 0}));
        EXPECT_EQ(scene.hand(0).state, HandState::suspended);
    }
    // It stops in the wall: the hand waits, and passes through, until it is out on the other side.
    closed.flying = false;
    const HandFrame inside = scene.follow(shifted(closed, {-300, 0, 0}));
    EXPECT_EQ(inside.state, HandState::waiting);
    int waited = 0;
    for (int i = 0; i <= 40 && scene.hand(0).state == HandState::waiting; ++i) {
        scene.follow(shifted(closed, {-300.0 - 10 * i, 0, 0}));
        ++waited;
    }
    EXPECT_GT(waited, 3);
    EXPECT_EQ(scene.hand(0).state, HandState::clasping);
    expect_free(scene, "after the flight");
    EXPECT_TRUE(scene.held(0));
    const Pose now = scene.hand(0).links[palm_link].inverse() * scene.pose(0);
    EXPECT_LT(test::moved(bar.box(), hold, now), 1e-6);
}

TEST(GraspingScenes, a_hand_that_begins_in_a_thing_waits_until_it_is_out) {
    const HandModel hand = make_hand();
    const Shape block(make_box({500, 500, 500}));  // the hand is wholly inside: no surface is near
    Grasping scene({{block}});
    scene.add_hand(hand, Pose(), flat_hand());
    EXPECT_EQ(scene.follow({Pose(), flat_hand()}).state, HandState::waiting);
    EXPECT_EQ(scene.follow({Pose::translation({600, 0, 0}), flat_hand()}).state, HandState::clasping);
    scene.follow({Pose(), flat_hand()});
    expect_free(scene, "back again");
}

TEST(GraspingScenes, what_is_let_go_stays_or_falls_on_the_table) {
    const HandModel hand = make_hand();
    const Shape bar = a_bar(), table(make_box({2000, 2000, 20}));
    for (const double fall : {0.0, 0.3}) {
        // The bar stands on nothing at first, 200 above the table.
        Grasping scene({{bar}, {table, Pose::translation({0, 0, -270}), false}}, {.fall = {0, 0, -fall}});
        scene.add_hand(hand);
        const RecordedGrasp recorded = around(hand, bar);
        // While no hand holds it, it would fall before it is taken: it is put where it was.
        for (std::size_t i = 0; i < recorded.opens; ++i) {
            if (!scene.held(0)) scene.move(0, Pose());
            scene.follow(recorded.frames[i]);
        }
        ASSERT_TRUE(scene.held(0)) << fall;
        const double held_at = scene.pose(0).translation().z;
        for (std::size_t i = recorded.opens; i < recorded.frames.size(); ++i) {
            scene.follow(recorded.frames[i]);
            expect_free(scene, "frame " + std::to_string(i));
        }
        const TrackedHand away = recorded.frames.back();
        for (int i = 0; i < 100; ++i) scene.follow(away);
        ASSERT_FALSE(scene.held(0));
        const double z = scene.pose(0).translation().z;
        if (fall == 0) {
            EXPECT_NEAR(z, held_at, 25);
        } else {
            EXPECT_NEAR(z, -260 + 60, 1);  // on the table, standing
            EXPECT_FALSE(intersects(bar, scene.pose(0), table, scene.pose(1)));
            const Pose rest = scene.pose(0);
            scene.follow(away);
            EXPECT_EQ(scene.pose(0), rest);
        }
    }
}

TEST(GraspingScenes, two_hands_hold_two_things) {
    const HandModel right = make_hand(), left = make_hand({.side = HandSide::left});
    const Shape bar = a_bar();
    const Pose there = Pose::translation({400, 0, 0});
    Grasping scene({{bar}, {bar, there}});
    scene.add_hand(right);
    scene.add_hand(left);
    const RecordedGrasp a = around(right, bar), b = around(left, bar, there);
    std::size_t both = 0;
    for (std::size_t i = 0; i < a.frames.size(); ++i) {
        const TrackedHand hands[] = {a.frames[i], b.frames[i]};
        scene.step(hands);
        expect_free(scene, "frame " + std::to_string(i));
        if (scene.held(0) && scene.held(1)) ++both;
    }
    EXPECT_GT(both, 40U);
    EXPECT_FALSE(scene.held(0));
    EXPECT_FALSE(scene.held(1));
}

TEST(GraspingScenes, what_two_hands_hold_goes_where_both_want_it) {
    const HandModel hand = make_hand();
    const Shape bar(make_cylinder(20, 400, 24));
    Grasping scene({{bar}});
    scene.add_hand(hand);
    scene.add_hand(hand);
    // One at each half of the bar.
    RecordedGraspOptions options;
    options.frames = 120;
    options.box = {{-20, -20, 60}, {20, 20, 180}};
    const RecordedGrasp a = record_grasp(hand, options);
    options.box = {{-20, -20, -180}, {20, 20, -60}};
    const RecordedGrasp b = record_grasp(hand, options);
    for (std::size_t i = 0; i <= a.closed; ++i) {
        const TrackedHand hands[] = {a.frames[i], b.frames[i]};
        scene.step(hands);
        expect_free(scene, "frame " + std::to_string(i));
    }
    const auto holds = [&](std::size_t h) {
        return std::ranges::any_of(scene.hand(h).objects, [](const ObjectGrasp& o) { return o.held; });
    };
    ASSERT_TRUE(holds(0));
    ASSERT_TRUE(holds(1));
    const Pose before = scene.pose(0);
    // One hand goes 40 up, the other stays: the bar goes half the way.
    for (int i = 1; i <= 40; ++i) {
        const TrackedHand hands[] = {shifted(a.frames[a.closed], {0, 0, 1.0 * i}), b.frames[b.closed]};
        scene.step(hands);
        expect_free(scene, "pull " + std::to_string(i));
    }
    EXPECT_TRUE(holds(0) && holds(1));
    EXPECT_NEAR(scene.pose(0).translation().z - before.translation().z, 20, 2);
}

TEST(GraspingScenes, a_thing_cannot_be_put_into_a_hand_or_taken_out_of_it) {
    const HandModel hand = make_hand();
    const Shape bar = a_bar();
    Grasping scene({{bar}, {Shape(make_sphere(10, 100)), Pose::translation({0, 0, 500})}});
    scene.add_hand(hand);
    take_hold(scene, around(hand, bar));
    EXPECT_FALSE(scene.move(0, Pose::translation({0, 0, 1000})));
    const Pose at = scene.hand(0).links[palm_link] * Pose::translation({0, 60, 0});
    EXPECT_FALSE(scene.move(1, at));
    EXPECT_EQ(scene.pose(1), Pose::translation({0, 0, 500}));
    EXPECT_TRUE(scene.move(1, Pose::translation({0, 0, 400})));
    EXPECT_EQ(scene.pose(1), Pose::translation({0, 0, 400}));
}

TEST(GraspingScenes, a_budget_cuts_frames_short_and_the_hand_stays_valid) {
    const HandModel hand = make_hand();
    const Shape bar = a_bar();
    Grasping scene({{bar}}, {.budget = Budget::of_tests(200)});
    scene.add_hand(hand);
    int cut = 0;
    for (const TrackedHand& frame : around(hand, bar).frames) {
        if (scene.follow(frame).cut_short) ++cut;
        expect_free(scene, "with little time");
    }
    EXPECT_GT(cut, 0);
}

}  // namespace
}  // namespace graze
