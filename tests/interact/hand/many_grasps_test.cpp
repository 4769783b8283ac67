// What hands hold, on many things: classes as intended, nothing in the fingers, nothing jumps.
// GRAZE_SOAK=20 makes 520 grasps of a few.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "../../soak.h"
#include "grasp_checks.h"
#include "things_to_take.h"

namespace graze {
namespace {

struct Tally {
    int grasps = 0, labelled = 0, as_intended = 0, pushes = 0, pushes_that_hold = 0, frames = 0;
};

double size_for(GraspClass intended) {
    return intended == GraspClass::precision ? 17 : 40;
}

// One hand and one thing. What was found must be what was intended where the box is about the thing.
void take(const HandModel& hand, const test::ThingToTake& thing, GraspClass intended, HandFault fault,
          std::uint32_t side, Tally& tally) {
    const Shape shape(test::with_second_side(thing.mesh, size_for(intended)));
    Grasping scene({{shape}});
    scene.add_hand(hand);
    RecordedGraspOptions options;
    options.intended = intended;
    options.box = shape.box();
    options.fault = fault;
    options.side = side;
    options.frames = 80;
    options.seed = tally.grasps + 1;
    const std::string what =
        thing.name + ", " + name_of(intended) + ", " + name_of(fault) + ", side " + std::to_string(side);
    const auto outcome = test::play(scene, record_grasp(hand, options), what);
    ++tally.grasps;
    tally.frames += static_cast<int>(outcome.frames);
    EXPECT_GT(2 * outcome.clasping, outcome.frames) << what;
    const bool grasps = intended == GraspClass::power || intended == GraspClass::precision;
    if (!grasps) {
        ++tally.pushes;
        if (outcome.firmest > GraspClass::push) {
            ++tally.pushes_that_hold;
            std::printf("held, but only pushed: %s\n", what.c_str());
        }
        return;
    }
    // A tracker that loses the hand says nothing about what the hand wants.
    if (fault != HandFault::none && fault != HandFault::jitter) return;
    ++tally.labelled;
    if (outcome.while_carried == intended)
        ++tally.as_intended;
    else
        std::printf("%s where another was intended: %s\n", name_of(outcome.while_carried), what.c_str());
}

TEST(ManyGrasps, are_what_they_were_meant_to_be_and_no_finger_sinks_in) {
    const bool soak = test::soak_factor() > 1;
    const HandModel right = make_hand(), left = make_hand({.side = HandSide::left});
    Tally tally;
    const auto things = test::things_to_take(soak ? 2000 : 300);
    ASSERT_GE(things.size(), 20U);
    for (std::size_t i = 0; i < things.size(); ++i) {
        if (!soak && i % 5 != 0) continue;
        for (const GraspClass intended : {GraspClass::power, GraspClass::precision, GraspClass::push}) {
            const std::uint32_t sides = soak ? 4 : 1;
            for (std::uint32_t side = 0; side < sides; ++side)
                take(side % 2 == 0 ? right : left, things[i], intended, HandFault::none, side, tally);
            if (!soak) continue;
            for (const HandFault fault : hand_faults)
                if (fault != HandFault::none) take(right, things[i], intended, fault, 1, tally);
        }
    }
    std::printf("%d grasps, %d frames; %d of %d labelled ones as intended; %d of %d pushes held something\n",
                tally.grasps, tally.frames, tally.as_intended, tally.labelled, tally.pushes_that_hold,
                tally.pushes);
    EXPECT_GE(tally.grasps, soak ? 480 : 12);
    EXPECT_EQ(tally.pushes_that_hold, 0);
    EXPECT_GE(tally.as_intended * 100, tally.labelled * (soak ? 95 : 75));
}

}  // namespace
}  // namespace graze
