// Recorded hands, as 'graze generate motion grasp' prints them.
#pragma once

#include <string>
#include <vector>

#include "graze/interact/hand/grasping.h"

namespace graze::app {

// One hand and what the tracker said of it, frame by frame.
struct HandMotion {
    HandSide side = HandSide::right;
    double length = 185;  // of the hand; in the unit of the things
    std::vector<TrackedHand> frames;
};

// Schema graze.hand-motion/1: one hand or two, with as many frames each. Throws Error.
std::vector<HandMotion> read_hand_motion(const std::string& file);
std::vector<HandMotion> parse_hand_motion(const std::string& text);
std::string format_hand_motion(const std::vector<HandMotion>& hands);

}  // namespace graze::app
