// Sliding as Zachmann (2000, 4.5.4) has it.
#include "graze/interact/sliding/detail/backtracking_slider.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/mesh/generate.h"
#include "graze/models/captives.h"
#include "graze/models/hands.h"
#include "graze/query/intersect/intersect.h"

namespace graze {
namespace {

Pose to(double x, double y, double z) {
    return Pose::translation({x, y, z});
}

constexpr SlidingMetaphor metaphors[] = {SlidingMetaphor::incremental, SlidingMetaphor::rubber_band,
                                         SlidingMetaphor::rubber_band_and_spring};

TEST(BacktrackingSlider, follows_a_free_hand_as_its_metaphor_says) {
    const Shape box(make_box({1, 1, 1}));
    const Pose hand = to(1, 2, 3) * Pose::rotation_turns({0, 0, 1}, 0.1);
    for (const SlidingMetaphor metaphor : metaphors) {
        BacktrackingSlider slider({{box}}, {{box, to(9, 0, 0)}}, {}, {.metaphor = metaphor});
        const Pose pose = slider.follow(hand);
        EXPECT_LT(length(pose.translation() - hand.translation()), 1e-9);
        // A plain rubber band leaves the orientation to the simulation.
        const bool turned = length(pose.rotate({1, 0, 0}) - hand.rotate({1, 0, 0})) < 1e-9;
        EXPECT_EQ(turned, metaphor != SlidingMetaphor::rubber_band);
    }
}

TEST(BacktrackingSlider, an_incremental_part_comes_back_with_the_hand_and_others_wait_for_it) {
    const Shape box(make_box({1, 1, 1})), wall(make_box({1, 20, 20}));
    for (const SlidingMetaphor metaphor : metaphors) {
        BacktrackingSlider slider({{box}}, {{wall, to(2, 0, 0)}}, {}, {.metaphor = metaphor});
        for (int i = 1; i <= 40; ++i) slider.follow(to(0.05 * i, 0, 0));
        const double there = slider.pose().translation().x;
        EXPECT_NEAR(there, 1, 0.01);
        slider.follow(to(1.5, 0, 0));  // back by a half
        const double back = slider.pose().translation().x;
        if (metaphor == SlidingMetaphor::incremental) {
            EXPECT_NEAR(back, there - 0.5, 1e-6);
        } else {
            EXPECT_NEAR(back, 1, 0.02);
        }
    }
}

TEST(BacktrackingSlider, slides_along_a_wall_and_in_a_corner) {
    const Shape box(make_box({1, 1, 1})), wall(make_box({1, 20, 20})), floor(make_box({20, 20, 1}));
    BacktrackingSlider one({{box}}, {{wall, to(2, 0, 0)}}),
        two({{box}}, {{wall, to(2, 0, 0)}, {floor, to(0, 0, -2)}});
    for (int i = 1; i <= 100; ++i) {
        one.follow(to(0.02 * i, 0.02 * i, 0));
        two.follow(to(0.02 * i, 0.02 * i, -0.02 * i));
        ASSERT_FALSE(intersects(box, one.pose(), wall, to(2, 0, 0))) << i;
        ASSERT_FALSE(intersects(box, two.pose(), wall, to(2, 0, 0))) << i;
        ASSERT_FALSE(intersects(box, two.pose(), floor, to(0, 0, -2))) << i;
    }
    EXPECT_GT(one.pose().translation().y, 1.5);
    EXPECT_GT(two.pose().translation().y, 1.0);
    // In the corner of three walls it stops.
    BacktrackingSlider three({{box}}, {{wall, to(2, 0, 0)}, {floor, to(0, 0, -2)}, {floor, to(0, 0, 2)}});
    for (int i = 1; i <= 20; ++i) three.follow(to(0.1 * i, 0, -0.1 * i));
    EXPECT_LT(three.pose().translation().x, 1);
    EXPECT_GT(three.pose().translation().z, -1);
}

TEST(BacktrackingSlider, where_both_together_are_not_free_translates_or_turns_alone) {
    // A rod in a gap just wider than it: the hand wants it turned and further in; it gets further in.
    const Shape rod(make_box({3, 0.9, 0.9})), plate(make_box({20, 1, 20}));
    const std::vector<PlacedShape> gap{{plate, to(0, 0.96, 0)}, {plate, to(0, -0.96, 0)}};
    BacktrackingSlider slider({{rod}}, gap);
    slider.follow(to(2, 0, 0) * Pose::rotation_turns({0, 0, 1}, 0.1));
    EXPECT_GT(slider.pose().translation().x, 1);
    for (const PlacedShape& o : gap) EXPECT_FALSE(intersects(rod, slider.pose(), o.shape, o.pose));
}

TEST(BacktrackingSlider, an_air_cushion_lifts_the_part_off_the_surface) {
    const Shape box(make_box({1, 1, 1})), floor(make_box({40, 40, 1}));
    double height[2];
    for (int k = 0; k < 2; ++k) {
        BacktrackingSlider slider({{box}}, {{floor, to(0, 0, -1.01)}}, {},
                                  {.metaphor = SlidingMetaphor::incremental, .air_cushion = k * 0.1});
        slider.follow(to(1, 0, -0.5));
        height[k] = slider.pose().translation().z;
    }
    EXPECT_GT(height[1], height[0]);
}

TEST(BacktrackingSlider, stops_after_its_slides_and_in_a_dead_end) {
    const Shape box(make_box({1, 1, 1})), wall(make_box({1, 20, 20}));
    std::uint64_t tests[2];
    for (const std::uint32_t most : {1u, 20u}) {
        BacktrackingSlider slider({{box}}, {{wall, to(2, 0, 0)}}, {}, {.most_slides = most});
        slider.follow(to(3, 1, 0));
        tests[most > 1] = slider.static_tests();
    }
    EXPECT_LT(tests[0], tests[1]);
    // Straight at the wall there is nothing to gain: far fewer tests than 20 slides would take.
    BacktrackingSlider slider({{box}}, {{wall, to(2, 0, 0)}}, {}, {.most_slides = 1000});
    slider.follow(to(3, 0, 0));
    EXPECT_LT(slider.static_tests(), 1000u);
}

TEST(BacktrackingSlider, shows_free_poses_only_whatever_the_hand_and_the_metaphor) {
    Assembly assembly;
    for (const Captive& c : add_captives(assembly)) {
        const Part &p = assembly.parts[c.part], &h = assembly.parts[c.holder];
        const Shape part(*p.mesh), holder(*h.mesh);
        for (const SlidingMetaphor metaphor : metaphors) {
            BacktrackingSlider slider({{part}}, {{holder, h.world_from_part}}, p.world_from_part,
                                      {.metaphor = metaphor});
            for (const HandStyle style : hand_styles)
                for (const Pose& moved : hand_path({style, 15, 30, 4}, p.world_from_part.translation()))
                    ASSERT_FALSE(intersects(part, slider.follow(moved * p.world_from_part), holder,
                                            h.world_from_part));
        }
    }
}

}  // namespace
}  // namespace graze
