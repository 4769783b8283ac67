#include "graze/interact/hand/grasping_loop.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "graze/base/error.h"
#include "graze/interact/hand/recorded_hands.h"
#include "graze/mesh/generate.h"
#include "graze/query/intersect/intersect.h"

namespace graze {
namespace {

TEST(GraspingLoop, shows_valid_hands_only_while_the_tracked_hand_never_waits) {
    const HandModel hand = make_hand({.around = 8});
    const Shape bar(make_cylinder(20, 120, 16));
    Grasping scene({{bar}});
    scene.add_hand(hand);
    GraspingLoop loop(std::move(scene));
    EXPECT_THROW(loop.set_hands({}), Error);
    RecordedGraspOptions options;
    options.box = bar.box();
    options.frames = 60;
    const RecordedGrasp recorded = record_grasp(hand, options);
    std::thread simulation([&loop] { loop.run(); });
    std::size_t shown = 0;
    HandPoses last{};
    const auto look = [&] {
        const GraspingFrame& frame = loop.frame();
        if (frame.hands[0].links == last || frame.hands[0].state != HandState::clasping) return false;
        last = frame.hands[0].links;
        ++shown;
        for (std::size_t link = 0; link < hand_link_count; ++link)
            EXPECT_FALSE(intersects(hand.shape(link), last[link], bar, frame.objects[0]))
                << name_of_link(link);
        return true;
    };
    for (std::size_t i = 0; i < recorded.opens; ++i) {
        loop.set_hands({recorded.frames[i]});
        // Until the loop has got there, as a tracker that is not faster than it.
        for (int k = 0; k < 100'000 && !look(); ++k) std::this_thread::yield();
    }
    loop.stop();
    simulation.join();
    EXPECT_GE(shown, 10U);
    EXPECT_TRUE(loop.scene().held(0));
}

}  // namespace
}  // namespace graze
