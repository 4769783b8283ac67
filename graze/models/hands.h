// Hands that move a part, as if recorded: where they want it to be, step by step. For tests and benchmarks of
// sliding and grasping. They have the same bits on every platform.
#pragma once

#include <cstdint>
#include <string_view>

#include "graze/models/motions.h"

namespace graze::inline v1 {

enum class HandStyle : std::uint8_t {
    smooth,         // a calm hand that wanders about: pulls, turns, comes back
    jittery,        // the same with the noise of a tracker
    fast,           // the same in a tenth of the steps
    spinning,       // turns all the time, about an axis that wanders
    through_walls,  // goes straight on for a long way, whatever is there, and back
    teleporting,    // jumps now and then, as when tracking is lost
};
inline constexpr HandStyle hand_styles[] = {HandStyle::smooth,        HandStyle::jittery,
                                            HandStyle::fast,          HandStyle::spinning,
                                            HandStyle::through_walls, HandStyle::teleporting};
const char* name_of(HandStyle style);  // "smooth", ..., "through-walls", ...

struct HandPathOptions {
    HandStyle style = HandStyle::smooth;
    std::uint32_t steps = 300;
    double size = 100;  // of the part, in lengths: the hand goes about as far
    std::uint64_t seed = 1;
};

// A part that is at `world_from_part` is wanted at path[i] * world_from_part; path[0] is the identity. The
// hand turns the part about `centre`, a point in the world. Throws Error for a size that is not a length
// above 0, or no steps.
Path hand_path(const HandPathOptions& options, const Vec3& centre = {});

}  // namespace graze::inline v1
