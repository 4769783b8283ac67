#include "graze/interact/hand/grasp_class.h"

#include <gtest/gtest.h>

#include <vector>

#include "graze/interact/hand/hand_model.h"

namespace graze {
namespace {

constexpr std::size_t thumb = finger_link(0, LinkKind::outer), index_inner = finger_link(1, LinkKind::inner),
                      index_outer = finger_link(1, LinkKind::outer),
                      ring_middle = finger_link(3, LinkKind::middle);
constexpr Vec3 upwards{0, 0, 1}, downwards{0, 0, -1};

GraspClass of(const std::vector<LinkTouch>& touches) {
    return classify_grasp(touches);
}

// The rows of the table of Zachmann (2000, 4.5.3).
TEST(GraspClass, nothing_touches) {
    EXPECT_EQ(of({}), GraspClass::none);
}
TEST(GraspClass, one_link_or_the_palm_alone_pushes) {
    EXPECT_EQ(of({{index_outer, upwards, true}}), GraspClass::push);
    EXPECT_EQ(of({{palm_link, downwards, false}}), GraspClass::push);
}
TEST(GraspClass, fingers_without_thumb_and_palm_push) {
    EXPECT_EQ(of({{index_outer, upwards, true}, {ring_middle, downwards, true}}), GraspClass::push);
}
TEST(GraspClass, finger_and_thumb_hold_precisely) {
    EXPECT_EQ(of({{index_outer, upwards, true}, {thumb, downwards, false}}), GraspClass::precision);
}
TEST(GraspClass, palm_and_a_middle_or_outer_link_hold_in_the_fist) {
    EXPECT_EQ(of({{palm_link, downwards, false}, {ring_middle, upwards, true}}), GraspClass::power);
    EXPECT_EQ(of({{palm_link, downwards, false}, {index_outer, upwards, true}, {thumb, upwards, true}}),
              GraspClass::power);
}
TEST(GraspClass, palm_and_inner_links_push) {
    EXPECT_EQ(of({{palm_link, downwards, false}, {index_inner, upwards, true}}), GraspClass::push);
}
// What the table leaves open.
TEST(GraspClass, the_thumb_alone_or_with_the_palm_pushes) {
    EXPECT_EQ(of({{thumb, upwards, true}, {finger_link(0, LinkKind::middle), downwards, true}}),
              GraspClass::push);
    EXPECT_EQ(of({{thumb, upwards, true}, {palm_link, downwards, true}}), GraspClass::push);
}
TEST(GraspClass, a_hand_flat_on_a_table_holds_nothing) {
    EXPECT_EQ(
        of({{palm_link, downwards, false}, {index_outer, downwards, true}, {ring_middle, downwards, true}}),
        GraspClass::push);
}
TEST(GraspClass, what_no_finger_presses_is_not_held) {
    EXPECT_EQ(of({{palm_link, downwards, false}, {index_outer, upwards, false}}), GraspClass::push);
}

}  // namespace
}  // namespace graze
