#include "graze/interact/hand/simple_grasp.h"

#include <gtest/gtest.h>

#include <vector>

#include "grasp_checks.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"

namespace graze {
namespace {

std::vector<PlacedShape> two_boxes() {
    const Shape box(make_box({1, 1, 1}));
    return {{box, Pose::translation({10, 0, 0})}, {box, Pose::translation({5, 0, 0})}};
}

TEST(SimpleGrasp, a_ray_selects_the_nearest_thing) {
    const auto things = two_boxes();
    EXPECT_EQ(select_by_ray(things, {}, {1, 0, 0}), 1U);
    EXPECT_EQ(select_by_ray(things, {7, 0, 0}, {1, 0, 0}), 0U);
    EXPECT_EQ(select_by_ray(things, {}, {0, 1, 0}), std::nullopt);
}

TEST(SimpleGrasp, a_touch_selects_what_a_link_touches) {
    const auto things = two_boxes();
    const Shape tip(make_sphere(1, 100));
    EXPECT_EQ(select_by_touch(std::vector<PlacedShape>{{tip, Pose::translation({9, 0, 0})}}, things), 0U);
    EXPECT_EQ(select_by_touch(std::vector<PlacedShape>{{tip, Pose::translation({7.5, 3, 0})}}, things),
              std::nullopt);
}

TEST(SimpleGrasp, in_one_step_the_command_takes_what_is_selected_and_lets_go) {
    auto things = two_boxes();
    SimpleGrasp grasp(GraspSteps::one);
    grasp.command();
    grasp.update(Pose(), std::nullopt, things);
    EXPECT_EQ(grasp.state(), SimpleGraspState::free);  // there was nothing
    grasp.update(Pose(), 1, things);
    EXPECT_EQ(grasp.held(), std::nullopt);  // nobody asked for it
    grasp.command();
    grasp.update(Pose(), 1, things);
    EXPECT_EQ(grasp.held(), 1U);
    grasp.update(Pose::translation({0, 2, 0}), std::nullopt, things);
    EXPECT_EQ(things[1].pose.translation(), (Vec3{5, 2, 0}));
    grasp.command();
    grasp.update(Pose::translation({0, 3, 0}), 1, things);
    EXPECT_EQ(grasp.held(), std::nullopt);
    EXPECT_EQ(things[1].pose.translation(), (Vec3{5, 2, 0}));
}

TEST(SimpleGrasp, in_two_steps_a_sticky_hand_takes_what_comes) {
    auto things = two_boxes();
    SimpleGrasp grasp(GraspSteps::two);
    grasp.command();
    grasp.update(Pose(), std::nullopt, things);
    EXPECT_EQ(grasp.state(), SimpleGraspState::sticky);
    grasp.command();
    grasp.update(Pose(), 0, things);
    EXPECT_EQ(grasp.state(), SimpleGraspState::free);  // the second command takes the first one back
    grasp.command();
    grasp.update(Pose(), std::nullopt, things);
    grasp.update(Pose(), 0, things);
    EXPECT_EQ(grasp.held(), 0U);
    grasp.command();
    grasp.update(Pose(), 0, things);
    EXPECT_EQ(grasp.state(), SimpleGraspState::free);
    grasp.command();
    grasp.update(Pose(), 99, things);  // no such thing
    EXPECT_EQ(grasp.state(), SimpleGraspState::sticky);
}

TEST(Attachment, neither_method_jumps_or_drifts) {
    Random random(7);
    const Box box{{-1, -1, -1}, {1, 1, 1}};
    for (const AttachmentMethod method : {AttachmentMethod::relink, AttachmentMethod::invariant}) {
        const Pose hand(random.rotation(), {1, 2, 3}), thing(random.rotation(), {3, 2, 1});
        const Attachment attachment(method, hand, thing), other(AttachmentMethod::relink, hand, thing);
        EXPECT_EQ(attachment.thing(hand), thing);
        for (int i = 0; i < 1000; ++i) {
            const Pose there(random.rotation(), random.in_box({-9, -9, -9}, {9, 9, 9}));
            EXPECT_LT(test::moved(box, attachment.thing(there), other.thing(there)), 1e-12);
        }
        EXPECT_EQ(attachment.thing(hand), thing);
    }
}

}  // namespace
}  // namespace graze
