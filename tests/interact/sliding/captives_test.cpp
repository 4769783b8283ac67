// Parts with planted truth about how far they can be moved by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/interact/sliding/assembly_slide.h"
#include "graze/interact/sliding/slider.h"
#include "graze/models/captives.h"
#include "graze/models/gearbox.h"
#include "graze/models/gearbox_motions.h"
#include "graze/models/hands.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/relation.h"

namespace graze {
namespace {

struct SlidingCaptives : testing::Test {
    Assembly assembly;
    std::vector<Captive> captives = add_captives(assembly);

    PlacedShape placed(std::size_t part) const {
        return {Shape(*assembly.parts[part].mesh), assembly.parts[part].world_from_part};
    }
    Slider slider(const Captive& c, const SlidingOptions& options = {}) const {
        const PlacedShape part = placed(c.part);
        return Slider({{part.shape}}, {placed(c.holder)}, part.pose, options);
    }
};

TEST_F(SlidingCaptives, a_ring_between_two_collars_stays_within_its_reach) {
    const Captive& ring = captives[0];
    const PlacedShape part = placed(ring.part), holder = placed(ring.holder);
    Slider held = slider(ring);
    const Vec3 home = part.pose.translation();
    double highest = 0;
    for (int i = 1; i <= 60; ++i)
        highest = held.follow(Pose::translation({0, 0, 0.5 * i}) * part.pose).pose.translation().z - home.z;
    EXPECT_NEAR(highest, ring.up, 1e-2);
    Random random(7);
    for (int i = 0; i < 80; ++i) {
        const Vec3 away = random.on_sphere() * random.uniform(0, 60);
        const Pose hand = Pose::translation(away) * part.pose * Pose(random.rotation(), {});
        const Pose pose = held.follow(hand).pose;
        ASSERT_FALSE(intersects(part.shape, pose, holder.shape, holder.pose)) << i;
        const Vec3 moved = pose.translation() - home;
        EXPECT_LE(moved.z, ring.up);
        EXPECT_GE(moved.z, -ring.down);
        EXPECT_LE(std::hypot(moved.x, moved.y), ring.aside);
    }
}

TEST_F(SlidingCaptives, a_bayonet_comes_out_when_the_hand_turns_and_not_otherwise) {
    const Captive& plug = captives[1];
    const PlacedShape part = placed(plug.part);
    {
        Slider held = slider(plug);
        for (int i = 1; i <= 80; ++i) held.follow(Pose::translation({0, 0, 0.5 * i}) * part.pose);
        EXPECT_NEAR(held.pose().translation().z - part.pose.translation().z, plug.up, 1e-2);
    }
    Slider held = slider(plug);
    SlidingStep step;
    for (const Pose& moved : plug.out) step = held.follow(moved * part.pose);
    EXPECT_LT(length(step.to_hand), 1e-6);
    EXPECT_FALSE(step.held_back);
}

TEST_F(SlidingCaptives, keep_a_clearance_on_the_way_to_where_they_stop) {
    const Captive& plug = captives[1];
    const PlacedShape part = placed(plug.part), holder = placed(plug.holder);
    for (const double clearance : {0.5, 0.9}) {
        Slider held = slider(plug, {.clearance = clearance});
        for (int i = 1; i <= 8; ++i) {
            const Pose pose = held.follow(Pose::translation({0, 0, 0.5 * i}) * part.pose).pose;
            ASSERT_GE(distance(part.shape, pose, holder.shape, holder.pose).value, clearance) << i;
        }
        EXPECT_NEAR(held.pose().translation().z - part.pose.translation().z, plug.up - clearance, 1e-2);
    }
}

TEST_F(SlidingCaptives, a_hand_that_pulls_and_turns_at_once_takes_the_bayonet_out_all_the_same) {
    const Captive& plug = captives[1];
    const PlacedShape part = placed(plug.part), holder = placed(plug.holder);
    Slider held = slider(plug);
    for (int i = 1; i <= 200; ++i) {
        const double turn = -0.25 * std::min(1.0, i / 100.0);
        const Pose about = Pose::translation({60, 0, 0}) * Pose::rotation_turns({0, 0, 1}, turn) *
                           Pose::translation({-60, 0, 0});
        const Pose pose = held.follow(Pose::translation({0, 0, 0.3 * i}) * about * part.pose).pose;
        ASSERT_NE(relation(part.shape, pose, holder.shape, holder.pose), Relation::overlapping);
    }
    EXPECT_GT(held.pose().translation().z - part.pose.translation().z, 40);
}

// The planted paths of a gearbox, as hands.
TEST(SlidingPlanted, parts_of_the_gearbox_follow_their_paths_to_where_they_are_said_to_bump) {
    const Gearbox gearbox = make_gearbox({.parts = 54, .triangles = 10'000, .captives = true});
    const std::vector<TakenOut> motions = gearbox_motions(gearbox);
    ASSERT_EQ(motions.size(), 3u);
    for (const TakenOut& taken : motions) {
        for (const double friction : {0.0, std::numeric_limits<double>::infinity()}) {
            SCOPED_TRACE(taken.what + ", friction " + std::to_string(friction));
            const AssemblySlide slide =
                slide_parts(gearbox.assembly, taken.parts, taken.path, {.sliding = {.friction = friction}});
            ASSERT_EQ(slide.steps.size(), taken.path.size());
            EXPECT_TRUE(slide.starting.empty());
            EXPECT_EQ(slide.came_out, !taken.bump.has_value());
            const double until = taken.bump ? taken.bump->step : static_cast<double>(taken.path.size());
            for (std::size_t i = 0; i < slide.steps.size(); ++i) {
                const auto step = static_cast<double>(i);
                const SlideStep& s = slide.steps[i];
                if (step < until - 0.1) {
                    EXPECT_LT(s.to_hand, 1e-3) << i;
                    EXPECT_FALSE(s.held_back) << i;
                } else if (step > until + 0.1) {
                    EXPECT_TRUE(s.held_back) << i;
                    ASSERT_FALSE(s.contacts.empty()) << i;
                    EXPECT_EQ(s.contacts[0].resting, taken.bump->into) << i;
                }
            }
        }
    }
}

TEST(SlidingPlanted, a_captive_ring_is_nowhere_out_of_reach_whatever_the_hand) {
    const Gearbox gearbox = make_gearbox({.parts = 54, .triangles = 10'000, .captives = true});
    const Captive& ring = gearbox.captives[0];
    const Pose home = gearbox.assembly.parts[ring.part].world_from_part;
    const Vec3 at = home.translation();
    for (const HandStyle style : hand_styles) {
        SCOPED_TRACE(name_of(style));
        const AssemblySlide slide =
            slide_parts(gearbox.assembly, std::vector{ring.part}, hand_path({style, 30, 40, 9}, at));
        EXPECT_FALSE(slide.came_out);
        for (const SlideStep& s : slide.steps) {
            const Vec3 moved = (s.pose * home).translation() - at;
            EXPECT_LE(moved.z, ring.up);
            EXPECT_GE(moved.z, -ring.down);
            EXPECT_LE(std::hypot(moved.x, moved.y), ring.aside);
        }
    }
}

}  // namespace
}  // namespace graze
