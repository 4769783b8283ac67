// What a world tells those who asked.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>

#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/world/object.h"
#include "graze/world/pipeline/interest.h"

namespace graze::inline v1 {

// Somebody who is told: a physics engine, a script, a hand.
struct ModuleId {
    std::uint32_t number = ~0u;
    friend auto operator<=>(const ModuleId&, const ModuleId&) = default;
};
struct InterestId {
    std::uint32_t number = ~0u;
    friend auto operator<=>(const InterestId&, const InterestId&) = default;
};

enum class Change : std::uint8_t {
    began,  // colliding, and the module was not told so yet
    lasts,  // still colliding, after one of the two has moved
    ended,  // no longer colliding, or one of them is gone
};

// Spans are valid until the next update.
struct Collision {
    ObjectId a, b;  // the one with the lower index first
    Change change = Change::began;
    InterestId interest;
    Want want = Want::witness;
    // For witness one pair of triangles, for triangles all of them in ascending order; of the parts that the
    // interest names. Empty when it ended.
    std::span<const IntersectingPair> contacts{};
    // For distance; infinite when it ended.
    Distance distance{};
    std::uint64_t update = 0;  // the number of the update that found it
};

using CollisionCallback = std::function<void(const Collision&)>;

}  // namespace graze::inline v1
