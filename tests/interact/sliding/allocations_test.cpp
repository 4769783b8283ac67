// What a slider takes from the heap once it has been used a while.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace graze
