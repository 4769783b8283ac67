#include "graze/interact/hand/grasping.h"

#include <gtest/gtest.h>

#include <limits>

#include "grasp_checks.h"
#include "graze/base/error.h"
#include "graze/mesh/generate.h"

namespace graze {
namespace {

using test::expect_free;
using test::expect_no_triangles_meet;
using test::moved;

struct Bar {
    Shape shape{make_cylinder(20, 120, 24)};
    HandModel hand = make_hand();
};

RecordedGraspOptions taking(const Shape& shape, GraspClass intended, HandFault fault = HandFault::none) {
    RecordedGraspOptions options;
    options.intended = intended;
    options.box = shape.box();
    options.fault = fault;
    options.frames = 120;
    return options;
}

TEST(Grasping, a_bar_is_held_in_the_fist_and_comes_along) {
    const Bar bar;
    Grasping scene({{bar.shape}});
    scene.add_hand(bar.hand);
    const RecordedGrasp recorded = record_grasp(bar.hand, taking(bar.shape, GraspClass::power));
    const auto outcome = test::play(scene, recorded, "a bar");
    EXPECT_EQ(outcome.while_carried, GraspClass::power);
    EXPECT_TRUE(outcome.held_to_the_end);
    EXPECT_FALSE(outcome.ends_held);
    EXPECT_GT(outcome.clasping, outcome.frames / 2);
}

TEST(Grasping, a_small_ball_is_held_between_thumb_and_finger) {
    const HandModel hand = make_hand();
    const Shape ball(make_sphere(11, 500));
    Grasping scene({{ball}});
    scene.add_hand(hand);
    const auto outcome = test::play(scene, record_grasp(hand, taking(ball, GraspClass::precision)), "a ball");
    EXPECT_EQ(outcome.while_carried, GraspClass::precision);
    EXPECT_TRUE(outcome.held_to_the_end);
    EXPECT_FALSE(outcome.ends_held);
}

TEST(Grasping, a_flat_hand_pushes_and_never_holds) {
    const HandModel hand = make_hand();
    const Shape box(make_box({80, 60, 40}, 4));
    Grasping scene({{box}});
    scene.add_hand(hand);
    const auto outcome = test::play(scene, record_grasp(hand, taking(box, GraspClass::push)), "a box");
    EXPECT_EQ(outcome.firmest, GraspClass::push);
    EXPECT_LT(scene.pose(0).translation().z, -50);  // by about the way of the hand, 100, from 25 above
    EXPECT_EQ(scene.pose(0).rotation().w, 1);
}

TEST(Grasping, a_left_hand_does_what_a_right_hand_does_mirrored) {
    const Shape bar(make_cylinder(20, 120, 24));
    for (const HandSide side : {HandSide::left, HandSide::right}) {
        const HandModel hand = make_hand({.side = side, .length = 200});
        Grasping scene({{bar}});
        scene.add_hand(hand);
        const auto outcome =
            test::play(scene, record_grasp(hand, taking(bar, GraspClass::power)), name_of(side));
        EXPECT_EQ(outcome.while_carried, GraspClass::power) << name_of(side);
    }
}

TEST(Grasping, no_triangle_of_the_hand_meets_one_of_a_thing_by_brute_force) {
    const Bar bar;
    Grasping scene({{bar.shape}});
    scene.add_hand(bar.hand);
    const RecordedGrasp recorded =
        record_grasp(bar.hand, taking(bar.shape, GraspClass::power, HandFault::jitter));
    int looked = 0;
    for (std::size_t i = 0; i < recorded.frames.size(); ++i) {
        scene.follow(recorded.frames[i]);
        if (i % 10 != 0) continue;
        expect_no_triangles_meet(scene, "frame " + std::to_string(i));
        ++looked;
    }
    EXPECT_GE(looked, 12);
}

TEST(Grasping, whatever_the_tracker_says_the_hand_is_valid) {
    const Bar bar;
    const Shape ball(make_sphere(11, 500)), wall(make_box({300, 10, 300}));
    for (const HandFault fault : hand_faults) {
        for (const GraspClass intended : {GraspClass::power, GraspClass::precision}) {
            const Shape& shape = intended == GraspClass::power ? bar.shape : ball;
            Grasping scene({{shape}, {wall, Pose::translation({0, -150, 0}), false}});
            scene.add_hand(bar.hand);
            const auto outcome =
                test::play(scene, record_grasp(bar.hand, taking(shape, intended, fault)), name_of(fault));
            EXPECT_GT(outcome.clasping, outcome.frames / 2) << name_of(fault);
        }
    }
}

TEST(Grasping, numbers_that_are_none_leave_the_hand_where_it_is) {
    const Bar bar;
    Grasping scene({{bar.shape, Pose::translation({0, 0, 500})}});
    scene.add_hand(bar.hand);
    scene.follow({Pose(), open_hand()});
    const HandFrame before = scene.follow({Pose(), open_hand()});
    TrackedHand lost;
    lost.flex.fill(std::numeric_limits<double>::quiet_NaN());
    const HandFrame& after = scene.follow(lost);
    EXPECT_EQ(after.flex, before.flex);
    EXPECT_EQ(after.links, before.links);
}

TEST(Grasping, flex_values_stay_within_the_limits_of_the_joints) {
    const Bar bar;
    Grasping scene({{bar.shape, Pose::translation({0, 0, 500})}});
    scene.add_hand(bar.hand);
    TrackedHand wild{Pose(), {}};
    for (std::size_t j = 0; j < hand_joint_count; ++j) wild.flex[j] = j % 2 == 0 ? 1e300 : -1e300;
    for (int i = 0; i < 40; ++i) scene.follow(wild);
    for (std::size_t j = 0; j < hand_joint_count; ++j) {
        const HandJoint& joint = bar.hand.joint(j);
        EXPECT_NEAR(scene.hand(0).flex[j], j % 2 == 0 ? joint.most : joint.least, 1e-9) << name_of_joint(j);
    }
}

TEST(Grasping, nothing_jumps_further_than_the_tracked_hand_moved) {
    const Bar bar;
    const double catch_up = 9;
    for (const HandFault fault : {HandFault::none, HandFault::jitter, HandFault::drop_outs}) {
        Grasping scene({{bar.shape}}, {.catch_up = catch_up});
        scene.add_hand(bar.hand);
        const RecordedGrasp recorded = record_grasp(bar.hand, taking(bar.shape, GraspClass::power, fault));
        const double reach = bar.hand.reach();
        const Box all{{-reach, -reach, -reach}, {reach, reach, reach}};
        const TrackedHand& first = recorded.frames[10];  // that no fault spoils
        scene.follow(first);
        scene.follow(first);
        ASSERT_TRUE(first.root);
        Pose tracked = *first.root;
        int compared = 0;
        for (std::size_t i = 11; i < recorded.frames.size(); ++i) {
            const TrackedHand& frame = recorded.frames[i];
            const Pose palm = scene.hand(0).links[palm_link], thing = scene.pose(0);
            const Pose root = frame.root.value_or(tracked);
            // The wrist turns about the root.
            const double hands = moved(all, tracked, root) + 0.05 * reach;
            tracked = root;
            scene.follow(frame);
            EXPECT_LE(moved(all, palm, scene.hand(0).links[palm_link]), 1.8 * (hands + catch_up));
            EXPECT_LE(moved(bar.shape.box(), thing, scene.pose(0)), 1.8 * (hands + catch_up));
            ++compared;
        }
        EXPECT_EQ(compared, 109);
    }
}

TEST(Grasping, the_moment_of_taking_moves_nothing) {
    const Bar bar;
    for (const AttachmentMethod method : {AttachmentMethod::relink, AttachmentMethod::invariant}) {
        Grasping scene({{bar.shape}}, {.attachment = method});
        scene.add_hand(bar.hand);
        const RecordedGrasp recorded = record_grasp(bar.hand, taking(bar.shape, GraspClass::power));
        int taken = 0;
        for (std::size_t i = 0; i < recorded.opens; ++i) {
            const bool held = scene.held(0);
            const Pose before = scene.pose(0);
            scene.follow(recorded.frames[i]);
            if (held || !scene.held(0)) continue;
            ++taken;
            const Pose at = scene.pose(0);
            EXPECT_LT(moved(bar.shape.box(), before, at), 1.0);
            scene.follow(recorded.frames[i]);
            EXPECT_EQ(scene.pose(0), at);  // to the bit
        }
        EXPECT_EQ(taken, 1);
    }
}

TEST(Grasping, both_ways_of_holding_give_the_same_poses) {
    const Bar bar;
    std::vector<Pose> poses[2];
    for (const AttachmentMethod method : {AttachmentMethod::relink, AttachmentMethod::invariant}) {
        Grasping scene({{bar.shape}}, {.attachment = method});
        scene.add_hand(bar.hand);
        for (const TrackedHand& frame : record_grasp(bar.hand, taking(bar.shape, GraspClass::power)).frames) {
            scene.follow(frame);
            poses[static_cast<std::size_t>(method)].push_back(scene.pose(0));
        }
    }
    ASSERT_EQ(poses[0].size(), poses[1].size());
    for (std::size_t i = 0; i < poses[0].size(); ++i)
        EXPECT_LT(moved(bar.shape.box(), poses[0][i], poses[1][i]), 1e-6) << i;
}

TEST(Grasping, refuses_options_that_are_no_numbers) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(Grasping({}, {.gap = 0.0}), Error);
    EXPECT_THROW(Grasping({}, {.gap = nan}), Error);
    EXPECT_THROW(Grasping({}, {.catch_up = -1.0}), Error);
    EXPECT_THROW(Grasping({}, {.release_angle = nan}), Error);
    Grasping scene({});
    EXPECT_THROW(scene.step(std::vector<TrackedHand>(1)), Error);
}

}  // namespace
}  // namespace graze
