// What a slider, and a scene of hands, take from the heap once they have been used a while.
#include <gtest/gtest.h>

#include "graze/interact/hand/grasping.h"
#include "graze/interact/sliding/slider.h"
#include "graze/mesh/generate.h"
#include "graze/models/captives.h"
#include "graze/models/hands.h"
#include "tests/counted_allocations.h"

namespace graze {
namespace {

TEST(SlidingAllocations, are_none_once_a_hand_has_been_followed_before) {
    Assembly assembly;
    for (const Captive& c : add_captives(assembly)) {
        SCOPED_TRACE(c.what);
        const Part &part = assembly.parts[c.part], &holder = assembly.parts[c.holder];
        Slider slider({{Shape(*part.mesh)}}, {{Shape(*holder.mesh), holder.world_from_part}},
                      part.world_from_part);
        Path hand;
        for (const Pose& p : hand_path({HandStyle::smooth, 20, 30, 5}, slider.pose()(slider.centre())))
            hand.push_back(p * part.world_from_part);
        // There and back, until the part takes the same way each time.
        for (int round = 0; round < 2; ++round) {
            for (const Pose& p : hand) slider.follow(p);
            for (std::size_t i = hand.size(); i-- > 0;) slider.follow(hand[i]);
        }
        const test::Taken taken = test::taken_by([&] {
            for (const Pose& p : hand) slider.follow(p);
        });
        EXPECT_EQ(taken.times, 0u) << taken.bytes << " bytes";
    }
}

TEST(GraspingAllocations, are_none_for_a_hand_that_moves_freely) {
    Grasping scene({{Shape(make_sphere(20, 500)), Pose::translation({0, 60, -120})}});
    scene.add_hand(make_hand());
    const auto frame = [](int i) {
        TrackedHand hand{Pose::translation({0.5 * i, 0, 0}), open_hand()};
        hand.flex[7] += 0.01 * i;
        return hand;
    };
    for (int round = 0; round < 2; ++round)
        for (int i = 0; i < 20; ++i) scene.follow(frame(i));
    ASSERT_EQ(scene.hand(0).state, HandState::clasping);
    ASSERT_EQ(scene.hand(0).grasp, GraspClass::none);
    const test::Taken taken = test::taken_by([&] {
        for (int i = 0; i < 20; ++i) scene.follow(frame(i));
    });
    EXPECT_EQ(taken.times, 0U) << taken.bytes << " bytes";
}

}  // namespace
}  // namespace graze
