// What a hand does to a thing that it touches: nothing, push, hold between finger tips, or hold in the fist.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/base/vec3.h"

namespace graze::inline v1 {

enum class GraspClass : std::uint8_t {
    none,       // nothing touches
    push,       // the thing moves where the hand moves
    precision,  // between the thumb and at least one finger
    power,      // between the palm and at least one finger
};
const char* name_of(GraspClass grasp);  // "none", "push", "precision", "power"

// A link of the hand that touches the thing.
struct LinkTouch {
    std::size_t link = 0;
    Vec3 normal;           // from the link into the thing, of length 1
    bool presses = false;  // the thing keeps the link from bending as far as the tracked hand does
};

// The rules of Zachmann (2000, 4.5.3), by what touches:
//   one link, or the palm alone                                  push
//   several links of fingers, no thumb, no palm                  push
//   links of fingers and of the thumb, no palm                   precision grasp
//   palm and links of fingers, one of them a middle or outer one power grasp
//   palm and links of fingers, all of them inner ones            push
// Departures: links of the thumb alone, or with the palm, push. A grasp needs a link that presses and two
// touches that push against each other, by more than 95 degrees between their normals; else it is a push.
// Without this a flat hand on a table, or the back of a hand, would hold the table.
GraspClass classify_grasp(std::span<const LinkTouch> touches);

}  // namespace graze::inline v1
