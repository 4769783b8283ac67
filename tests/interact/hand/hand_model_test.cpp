#include "graze/interact/hand/hand_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "graze/base/error.h"
#include "graze/query/intersect/intersect.h"

namespace graze {
namespace {

TEST(HandModel, consists_of_closed_convex_links) {
    for (const std::uint32_t around : {6U, 12U, 25U}) {
        const HandModel hand = make_hand({.around = around});
        for (std::size_t link = 0; link < hand_link_count; ++link) {
            EXPECT_TRUE(hand.shape(link).closed_surface().closed()) << name_of_link(link);
            EXPECT_GT(hand.shape(link).mesh().triangle_count(), 4 * around);
        }
    }
}

TEST(HandModel, is_as_long_as_it_says) {
    for (const double length : {1.0, 185.0, 1e6}) {
        const HandModel hand = make_hand({.length = length});
        double furthest = 0;
        for (std::size_t link = 0; link < hand_link_count; ++link)
            furthest = std::max(furthest, hand.shape(link).box().upper.y);
        EXPECT_NEAR(furthest, length, 0.06 * length);
        EXPECT_GE(hand.reach(), furthest);
    }
}

TEST(HandModel, a_left_hand_is_the_mirror_image) {
    const HandModel right = make_hand({.side = HandSide::right}), left = make_hand({.side = HandSide::left});
    FlexVector flex;
    for (std::size_t j = 0; j < hand_joint_count; ++j) flex[j] = 0.03 * static_cast<double>(j);
    const HandPoses a = right.poses(Pose(), flex), b = left.poses(Pose(), flex);
    for (std::size_t link = 0; link < hand_link_count; ++link) {
        for (std::size_t ball = 0; ball < right.link(link).balls.size(); ++ball) {
            const Vec3 p = a[link](right.link(link).balls[ball].centre);
            const Vec3 q = b[link](left.link(link).balls[ball].centre);
            EXPECT_NEAR(length(p - Vec3{-q.x, q.y, q.z}), 0, 1e-9) << name_of_link(link);
        }
    }
}

TEST(HandModel, a_joint_moves_its_link_and_those_that_depend_on_it_and_no_other) {
    const HandModel hand = make_hand();
    const HandPoses before = hand.poses(Pose(), open_hand());
    for (std::size_t joint = 0; joint < hand_joint_count; ++joint) {
        FlexVector flex = open_hand();
        flex[joint] += 0.1;
        const HandPoses after = hand.poses(Pose(), flex);
        for (std::size_t link = 0; link < hand_link_count; ++link)
            EXPECT_EQ(before[link] != after[link], moves_link(joint, link))
                << name_of_joint(joint) << ", " << name_of_link(link);
    }
}

TEST(HandModel, links_turn_about_the_axis_of_the_joint) {
    const HandModel hand = make_hand();
    const Pose root = Pose::translation({10, 20, 30}) * Pose::rotation_turns({1, 2, 3}, 0.2);
    int compared = 0;
    for (std::size_t joint = 2; joint < hand_joint_count; ++joint) {
        FlexVector flex = open_hand();
        const HandModel::Axis axis = hand.axis(joint, root, flex);
        const std::size_t link = link_of_joint(joint);
        const Vec3 p{1, 2, 3}, before = hand.poses(root, flex)[link](p);
        flex[joint] += 0.25;
        const Vec3 after = hand.poses(root, flex)[link](p);
        const Pose turn = Pose::rotation_radians(axis.direction, 0.25);
        EXPECT_LT(length(after - (axis.point + turn.rotate(before - axis.point))), 1e-9)
            << name_of_joint(joint);
        ++compared;
    }
    EXPECT_EQ(compared, 20);
}

TEST(HandModel, neighbours_overlap_where_they_are_joined) {
    const HandModel hand = make_hand();
    for (const FlexVector& flex : {flat_hand(), open_hand(), closed_hand()}) {
        const HandPoses poses = hand.poses(Pose(), flex);
        for (std::size_t finger = 0; finger < hand_finger_count; ++finger)
            for (const LinkKind kind : {LinkKind::middle, LinkKind::outer}) {
                const std::size_t link = finger_link(finger, kind);
                EXPECT_TRUE(intersects(hand.shape(link), poses[link], hand.shape(link - 1), poses[link - 1]));
            }
    }
}

TEST(HandModel, clamps_flex_values_and_replaces_those_that_are_none) {
    const HandModel hand = make_hand();
    FlexVector wild;
    wild.fill(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(hand.clamped(wild, open_hand()), open_hand());
    EXPECT_EQ(hand.clamped(wild, wild), flat_hand());
    wild.fill(std::numeric_limits<double>::infinity());
    EXPECT_EQ(hand.clamped(wild, open_hand()), open_hand());
    wild.fill(1e10);
    const FlexVector most = hand.clamped(wild, {});
    for (std::size_t j = 0; j < hand_joint_count; ++j) EXPECT_EQ(most[j], hand.joint(j).most);
}

TEST(HandModel, every_link_and_joint_has_a_name_of_its_own) {
    std::set<std::string> names;
    for (std::size_t link = 0; link < hand_link_count; ++link) names.insert(name_of_link(link));
    EXPECT_EQ(names.size(), hand_link_count);
    names.clear();
    for (std::size_t joint = 0; joint < hand_joint_count; ++joint) names.insert(name_of_joint(joint));
    EXPECT_EQ(names.size(), hand_joint_count);
}

TEST(HandModel, refuses_sizes_that_are_none) {
    EXPECT_THROW(make_hand({.length = 0}), Error);
    EXPECT_THROW(make_hand({.length = std::numeric_limits<double>::infinity()}), Error);
    EXPECT_THROW(make_hand({.around = 3}), Error);
    EXPECT_THROW(hull_of_balls({}, 12), Error);
    EXPECT_THROW(hull_of_balls({{{}, -1}}, 12), Error);
}

}  // namespace
}  // namespace graze
