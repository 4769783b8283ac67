// Recorded-looking hands of every kind on parts with obstacles: no accepted pose overlaps, and no way between
// two of them passes through anything. Checked by exact static tests at many places, which share no code with
// the simulation.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "graze/base/motion.h"
#include "graze/interact/sliding/assembly_slide.h"
#include "graze/interact/sliding/slider.h"
#include "graze/models/captives.h"
#include "graze/models/gearbox.h"
#include "graze/models/gearbox_motions.h"
#include "graze/models/hands.h"
#include "graze/query/intersect/intersect.h"

namespace graze {
namespace {

// GRAZE_SOAK=20: twenty times as many hands.
std::uint64_t soak() {
    const char* text = std::getenv("GRAZE_SOAK");
    return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

struct HeldScene {
    std::string name;
    std::vector<PlacedShape> part, obstacles;
    double size = 0;
};

HeldScene scene_of(const std::string& name, const Assembly& assembly, const std::vector<std::size_t>& held) {
    HeldScene scene{name, {}, {}, 0};
    Box box;
    for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
        const Part& part = assembly.parts[i];
        const bool moves = std::ranges::find(held, i) != held.end();
        (moves ? scene.part : scene.obstacles).push_back({Shape(*part.mesh), part.world_from_part});
        if (moves) box.grow(part.world_from_part(part.mesh->box()));
    }
    scene.size = length(box.size());
    return scene;
}

std::vector<HeldScene> held_scenes() {
    std::vector<HeldScene> scenes;
    Assembly captives;
    for (const Captive& c : add_captives(captives)) scenes.push_back(scene_of(c.what, captives, {c.part}));
    const Gearbox gearbox = make_gearbox({.parts = 216, .triangles = 20'000});
    const std::vector<TakenOut> motions = gearbox_motions(gearbox);
    EXPECT_FALSE(motions.empty());
    if (!motions.empty()) scenes.push_back(scene_of("lid", gearbox.assembly, motions[0].parts));
    return scenes;
}

// Pairs that touched at the start and have not been left are not looked at.
void expect_free(const HeldScene& scene, const Slider& slider) {
    const auto way = slider.way();
    const auto starting = slider.starting_contacts();
    for (std::size_t w = 0; w < way.size(); ++w) {
        const int samples = w == 0 ? 1 : 4;
        for (int s = 1; s <= samples; ++s) {
            const Pose pose = w == 0 ? way[0]
                                     : Motion::straight(way[w - 1], way[w], slider.centre())
                                           .at(static_cast<double>(s) / samples);
            for (std::size_t h = 0; h < scene.part.size(); ++h) {
                for (std::size_t o = 0; o < scene.obstacles.size(); ++o) {
                    const auto held = std::ranges::find_if(
                        starting, [&](const StartingContact& c) { return c.held == h && c.obstacle == o; });
                    if (held != starting.end()) continue;
                    ASSERT_FALSE(intersects(scene.part[h].shape, pose * scene.part[h].pose,
                                            scene.obstacles[o].shape, scene.obstacles[o].pose))
                        << "shape " << h << " and obstacle " << o;
                }
            }
        }
    }
}

TEST(SlidingHands, of_every_kind_take_no_part_through_anything) {
    for (const HeldScene& scene : held_scenes()) {
        for (const HandStyle style : hand_styles) {
            for (std::uint64_t seed = 1; seed <= soak(); ++seed) {
                SCOPED_TRACE(scene.name + ", " + name_of(style) + ", seed " + std::to_string(seed));
                Slider slider(scene.part, scene.obstacles);
                // The lid has seven shapes, and 208 around it.
                const std::uint32_t steps = scene.part.size() > 1 ? 10 : 40;
                const Path hand = hand_path({style, steps, scene.size, seed}, slider.centre());
                for (const Pose& wanted : hand) {
                    slider.follow(wanted);
                    ASSERT_NO_FATAL_FAILURE(expect_free(scene, slider));
                }
            }
        }
    }
}

TEST(SlidingHands, give_the_same_poses_each_time) {
    const HeldScene scene = held_scenes()[0];
    Slider first(scene.part, scene.obstacles), second(scene.part, scene.obstacles);
    for (const Pose& wanted : hand_path({HandStyle::jittery, 40, scene.size, 3}, first.centre()))
        ASSERT_EQ(first.follow(wanted).pose, second.follow(wanted).pose);
}

TEST(SlidingHands, a_budget_cuts_steps_short_and_poses_stay_valid) {
    const HeldScene scene = held_scenes()[1];
    Slider slider(scene.part, scene.obstacles, {}, {.budget = Budget::of_tests(2000)});
    std::size_t cut_short = 0;
    for (const Pose& wanted : hand_path({HandStyle::fast, 60, scene.size, 5}, slider.centre())) {
        cut_short += slider.follow(wanted).status == QueryStatus::undecided;
        ASSERT_NO_FATAL_FAILURE(expect_free(scene, slider));
    }
    EXPECT_GT(cut_short, 0u);
}

// Where a screw came to some 1e-9 from its hole, a plane across the closest points cut the hole.
TEST(SlidingHands, a_long_smooth_hand_takes_no_screw_of_the_lid_through_its_hole) {
    const Gearbox gearbox = make_gearbox({.triangles = 20'000, .clean = true});
    const HeldScene scene = scene_of("lid", gearbox.assembly, gearbox_motions(gearbox).at(0).parts);
    Slider slider(scene.part, scene.obstacles);
    Box box;
    for (const PlacedShape& p : scene.part) box.grow(p.pose(p.shape.box()));
    for (const Pose& wanted : hand_path({HandStyle::smooth, 30, scene.size, 1}, box.center())) {
        slider.follow(wanted);
        expect_free(scene, slider);
    }
}

// The planted paths of the gearbox, as hands.
TEST(SlidingHands, the_lid_comes_out_straight_and_stops_at_the_hose) {
    const Gearbox gearbox = make_gearbox({.parts = 216, .triangles = 60'000});
    const std::vector<TakenOut> motions = gearbox_motions(gearbox);
    ASSERT_EQ(motions.size(), 2u);
    {
        const AssemblySlide out = slide_parts(gearbox.assembly, motions[0].parts, motions[0].path);
        EXPECT_TRUE(out.was_in);
        EXPECT_TRUE(out.came_out);
        EXPECT_LT(out.steps.back().to_hand, 1e-6);
    }
    const TakenOut& aside = motions[1];
    ASSERT_TRUE(aside.bump);
    for (const double friction : {0.0, std::numeric_limits<double>::infinity()}) {
        SCOPED_TRACE(friction);
        const AssemblySlide slide =
            slide_parts(gearbox.assembly, aside.parts, aside.path, {.sliding = {.friction = friction}});
        for (std::size_t i = 0; i < slide.steps.size(); ++i) {
            // Until the planted step it follows; from then on it is held back by the planted part.
            if (static_cast<double>(i) < aside.bump->step - 0.1) {
                EXPECT_LT(slide.steps[i].to_hand, 1e-3) << i;
            }
            if (static_cast<double>(i) > aside.bump->step + 0.1) {
                EXPECT_TRUE(slide.steps[i].held_back) << i;
            }
        }
        ASSERT_FALSE(slide.steps.back().contacts.empty());
        EXPECT_EQ(slide.steps.back().contacts[0].resting, aside.bump->into);
    }
}

}  // namespace
}  // namespace graze
