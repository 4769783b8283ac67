// Parts of an assembly that a recorded hand moves: where do they get, what holds them back, do they come out?
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graze/base/progress.h"
#include "graze/interact/sliding/slider.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

// A moving part and one that rests, which may overlap up to a depth: see AllowedOverlap.
struct AllowedPair {
    std::size_t moving = 0, resting = 0;  // indices into the assembly's parts
    double depth = std::numeric_limits<double>::infinity();
};

// A moving part and one that rests, which keep a clearance of their own.
struct PairClearance {
    std::size_t moving = 0, resting = 0;
    double clearance = 0;
};

struct AssemblySlideOptions {
    SlidingOptions sliding{};
    // Of the assembly's parts, these are no obstacles; indices in ascending order.
    std::vector<std::size_t> ignored{};
    std::vector<AllowedPair> allowed{};
    std::vector<PairClearance> clearances{};
    Progress* progress = nullptr;  // stage "sliding"; cancelling ends the run after a step
};

// A moving part and one that rests: indices into the assembly's parts.
struct SlideContact : Contact {
    std::size_t moving = 0, resting = 0;
    double push = 0;  // see SlidingContact
};

struct SlideStep {
    Pose pose;                // of the moved parts: a part is at pose * world_from_part
    double to_hand = 0;       // distance of the centre of mass from where the hand wants it
    double turn_to_hand = 0;  // radians
    bool held_back = false;
    bool cut_short = false;  // the budget was used up
    std::vector<SlideContact> contacts;
};

struct SlideStartingContact {
    std::size_t moving = 0, resting = 0;
    double depth = 0;  // see StartingContact
    bool left = false;
};

struct AssemblySlide {
    std::vector<SlideStep> steps;  // one for each pose of the hand, the first included; fewer if cancelled
    std::vector<SlideStartingContact> starting;
    // At the end, the box of the moved parts overlaps the box of no part whose box it overlapped at the
    // start: they are out of what they were in.
    bool came_out = false;
    bool was_in = false;      // there was such a part
    double furthest = 0;      // largest distance of the centre of mass from its place at the start
    double furthest_off = 0;  // largest distance from where the hand wanted it
    bool complete = true;     // neither cancelled nor cut short
};

// The parts in `moving` move together: at step i the hand wants each of them at hand[i] * world_from_part.
// All others rest. Throws Error as Slider does.
AssemblySlide slide_parts(const Assembly& assembly, std::span<const std::size_t> moving,
                          std::span<const Pose> hand, const AssemblySlideOptions& options = {});

}  // namespace graze::inline v1
