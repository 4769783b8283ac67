// What a world reports to its modules.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>

#include "graze/query/contact/contacts.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/world/object.h"
#include "graze/world/pipeline/interest.h"

namespace graze::inline v1 {

// A module receives notifications: a physics engine, a script, a user's hand.
struct ModuleId {
    std::uint32_t number = ~0u;
    friend auto operator<=>(const ModuleId&, const ModuleId&) = default;
};
struct InterestId {
    std::uint32_t number = ~0u;
    friend auto operator<=>(const InterestId&, const InterestId&) = default;
};

enum class Change : std::uint8_t {
    began,  // colliding, and the module was not notified yet
    lasts,  // still colliding, after one of the two objects has moved
    ended,  // no longer colliding, or one of the two objects was removed
};

// Spans are valid until the next update.
struct Collision {
    ObjectId a, b;  // the object with the lower index first
    Change change = Change::began;
    InterestId interest;
    Want want = Want::witness;
    // For witness one pair of triangles, for triangles all pairs in ascending order; only of the parts that
    // the interest names. Empty when the collision ended.
    std::span<const IntersectingPair> contacts{};
    // For Want::distance; infinite when the collision ended.
    Distance distance{};
    // For Want::contacts. Contacts of features that persist keep their numbers. Empty when the collision
    // ended.
    std::span<const ContactPoint> points{};
    std::uint64_t update = 0;  // the number of the update that found the collision
};

using CollisionCallback = std::function<void(const Collision&)>;

}  // namespace graze::inline v1
