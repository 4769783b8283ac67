// Parts that touch or overlap something where they are taken: they come loose, but pass through nothing.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/base/motion.h"
#include "graze/interact/sliding/slider.h"
#include "graze/mesh/generate.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/relation/relation.h"

namespace graze {
namespace {

Pose up(double z) {
    return Pose::translation({0, 0, z});
}

// Two triangles in the plane z = 0.
Mesh sheet() {
    return Mesh({{-10, -10, 0}, {10, -10, 0}, {10, 10, 0}, {-10, 10, 0}}, {{0, 1, 2}, {0, 2, 3}});
}

Vec3 followed(Slider& slider, const Pose& hand) {
    for (int i = 0; i < 8; ++i) slider.follow(hand);
    return slider.pose().translation();
}

TEST(StartingContacts, that_only_touch_are_named_with_depth_0_and_let_nothing_through) {
    const Shape box(make_box({1, 1, 1}));
    for (const double thickness : {1.0, 1e-2, 1e-5, 0.0}) {
        SCOPED_TRACE(thickness);
        const Shape plate(thickness > 0 ? make_box({20, 20, thickness}) : sheet());
        Slider slider({{box}}, {{plate, up(-thickness / 2)}}, up(0.5));
        ASSERT_EQ(slider.starting_contacts().size(), 1u);
        if (thickness > 0) {
            EXPECT_EQ(slider.starting_contacts()[0].depth, 0);
        } else {
            EXPECT_TRUE(std::isnan(slider.starting_contacts()[0].depth));
        }
        EXPECT_GE(followed(slider, up(-3)).z, 0.5 - 1e-5);
        const Vec3 aside = followed(slider, Pose::translation({2, 1, -3}));
        EXPECT_NEAR(aside.x, 2, 1e-6);
        EXPECT_NEAR(aside.y, 1, 1e-6);
        EXPECT_GE(aside.z, 0.5 - 1e-5);
        EXPECT_NEAR(followed(slider, up(2)).z, 2, 1e-9);
        EXPECT_TRUE(slider.starting_contacts()[0].left);
    }
}

TEST(StartingContacts, that_overlap_get_no_deeper_and_come_loose) {
    const Shape box(make_box({1, 1, 1})), plate(make_box({20, 20, 1}));
    Slider slider({{box}}, {{plate, up(-0.5)}}, up(0.499));
    ASSERT_EQ(slider.starting_contacts().size(), 1u);
    EXPECT_NEAR(slider.starting_contacts()[0].depth, 1e-3, 1e-6);
    const double most = slider.starting_contacts()[0].depth + 2e-5;
    for (int i = 1; i <= 30; ++i) {
        slider.follow(Pose::translation({0.03 * i, 0, 0.499 - 0.1 * i}));
        EXPECT_LE(local_depth(box, slider.pose(), plate, up(-0.5)).value, most) << i;
    }
    EXPECT_NEAR(slider.pose().translation().x, 0.9, 0.05);  // it slides meanwhile
    EXPECT_FALSE(slider.starting_contacts()[0].left);
    EXPECT_NEAR(followed(slider, up(2)).z, 2, 1e-9);
    EXPECT_TRUE(slider.starting_contacts()[0].left);
    EXPECT_GE(followed(slider, up(-3)).z, 0.5);  // now it is an obstacle like others
}

TEST(StartingContacts, of_a_slot_that_fits_exactly_leave_the_way_out_and_no_other) {
    const Shape box(make_box({1, 1, 1})), wall(make_box({1, 4, 4}));
    for (const double tight : {0.0, 1e-3}) {
        SCOPED_TRACE(tight);
        Slider slider({{box}}, {{wall, Pose::translation({-1 + tight, 0, 0})},
                                {wall, Pose::translation({1 - tight, 0, 0})}});
        EXPECT_EQ(slider.starting_contacts().size(), 2u);
        for (int i = 1; i <= 20; ++i) {
            slider.follow(Pose::translation({0.5, 0, 0.1 * i}));
            EXPECT_NEAR(slider.pose().translation().x, 0, 1e-4) << i;
        }
        EXPECT_GT(slider.pose().translation().z, 1.5);
        EXPECT_NEAR(followed(slider, up(4)).z, 4, 1e-6);
        EXPECT_TRUE(slider.starting_contacts()[0].left && slider.starting_contacts()[1].left);
    }
}

TEST(StartingContacts, of_soups_that_cross_come_loose_and_meet_nowhere_else) {
    // A box that a sheet pierces, and a second sheet in the same mesh above it.
    Mesh two({{-9, -9, 0}, {9, -9, 0}, {9, 9, 0}, {-9, 9, 0}, {-9, -9, 2}, {9, -9, 2}, {9, 9, 2}, {-9, 9, 2}},
             {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}});
    const Shape box(make_box({1, 1, 1})), sheets(std::move(two));
    Slider slider({{box}}, {{sheets}}, up(0.3));
    ASSERT_EQ(slider.starting_contacts().size(), 1u);
    EXPECT_TRUE(std::isnan(slider.starting_contacts()[0].depth));
    EXPECT_LE(followed(slider, up(6)).z, 1.5);  // the upper sheet holds it
    EXPECT_TRUE(slider.starting_contacts()[0].left);
    EXPECT_GE(followed(slider, up(-3)).z, 0.5);  // now the lower one does, too
}

TEST(AllowedOverlaps, let_a_part_in_up_to_their_depth) {
    const Shape box(make_box({1, 1, 1})), plate(make_box({20, 20, 1})), other(make_box({20, 20, 1}));
    for (const double depth : {0.01, 0.1}) {
        Slider slider({{box}}, {{plate, up(-0.5)}}, up(2), {.allowed = {{0, 0, depth}}});
        EXPECT_TRUE(slider.starting_contacts().empty());
        EXPECT_NEAR(followed(slider, up(-1)).z, 0.5 - depth, 1e-4);
        EXPECT_LE(local_depth(box, slider.pose(), plate, up(-0.5)).value, depth + 1e-5);
    }
    Slider slider({{box}}, {{plate, up(-0.5)}, {other, up(-4.5)}}, up(2), {.allowed = {{0, 0}}});
    EXPECT_NEAR(followed(slider, up(-8)).z, -3.5, 1e-4);  // through the first, which is ignored
}

}  // namespace
}  // namespace graze
