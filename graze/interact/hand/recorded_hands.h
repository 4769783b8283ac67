// Tracked hands as if recorded: they approach a thing, take it, carry it, put it down and let it go; or push
// it. For tests, benchmarks and demos of grasping. The same bits on every platform.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/pose.h"
#include "graze/interact/hand/grasping.h"

namespace graze::inline v1 {

// The tracker's faults.
enum class HandFault : std::uint8_t {
    none,
    jitter,      // noise in places, rotations and flex values
    drop_outs,   // no root for some frames, and flex values that are not numbers
    impossible,  // flex values far beyond what a hand can do
    teleports,   // the root jumps away and back
};
inline constexpr HandFault hand_faults[] = {HandFault::none, HandFault::jitter, HandFault::drop_outs,
                                            HandFault::impossible, HandFault::teleports};
const char* name_of(HandFault fault);  // "none", "jitter", "drop-outs", "impossible", "teleports"

struct RecordedGraspOptions {
    // precision, power: how the thing is taken. push: the flat hand shoves it. none: the hand passes by.
    GraspClass intended = GraspClass::power;
    Pose thing{};  // where it is
    Box box{};     // of the thing, in its own coordinates, or of the part of it that the hand takes
    // The hand's x axis, across the palm, is along the longest side of the box, and the palm faces the thing
    // along the shortest one. These turn the hand about: half turns about the two directions, as bits.
    std::uint32_t side = 0;
    HandFault fault = HandFault::none;
    std::uint32_t frames = 240;  // at least 24
    double carry = 100;          // how far the thing is carried, in lengths
    std::uint64_t seed = 1;      // of the carrying and the faults
};

struct RecordedGrasp {
    std::vector<TrackedHand> frames;
    // Frames at which: the hand has closed, it is about to open. Between them the thing should be held.
    std::size_t closed = 0, opens = 0;
};

// Throws Error for an empty box, or too few frames.
RecordedGrasp record_grasp(const HandModel& hand, const RecordedGraspOptions& options);

// How the hand is before it takes a thing of these half sizes, along its own axes, and where the middle of
// the thing is then, in the frame of the hand.
struct GraspPosture {
    FlexVector open{}, closed{};
    Vec3 place;
};
GraspPosture power_posture(const HandModel& hand, const Vec3& half);
GraspPosture precision_posture(const HandModel& hand);
GraspPosture push_posture(const HandModel& hand, const Vec3& half);

}  // namespace graze::inline v1
