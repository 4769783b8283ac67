// Whose object keeps its place when two objects of different owners collide (Ohlenburg 2003, 4.4.4). The
// arbiter of the pair applies the rule to what it sees; its verdict tells the others.
#pragma once

#include <cstdint>

#include "graze/share/motion/moving_state.h"
#include "graze/share/network/message.h"
#include "graze/share/peer.h"

namespace graze::inline v1 {

enum class DecisionRule : std::uint8_t {
    id,        // the lower owner's object
    velocity,  // the faster object: the other's owner would be wrong by more
    view,      // the object whose owner sees the collision, if only one does; then the faster one
};

struct DecisionSide {
    PeerId owner;
    Vec3 velocity{};
    ViewCone view{};
};

bool sees(const ViewCone& view, const Vec3& point);

// True: a keeps its place. Ties go to the lower owner, so the answer is the same whoever is called a:
// first_keeps_place(a, b) = !first_keeps_place(b, a) for different owners.
bool first_keeps_place(const DecisionSide& a, const DecisionSide& b, const Vec3& contact, DecisionRule rule);

// Velocities after a collision of two bodies of equal mass. `normal` is a unit vector from a to b; bodies
// that already part are left alone. `restitution` from 0 to 1.
struct BouncedVelocities {
    Vec3 a{}, b{};
};
BouncedVelocities bounced(const Vec3& velocity_a, const Vec3& velocity_b, const Vec3& normal,
                          double restitution);

}  // namespace graze::inline v1
