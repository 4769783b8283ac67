// Memory that one call of time_of_impact() keeps for the next: a part of QueryCache.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/base/vec3.h"

namespace graze::inline v1::detail {

// A part of a shape: a box of its tree, a triangle, or all of it.
struct SweepPart {
    static constexpr std::uint8_t triangle = 8, whole = 9;  // below: the slot of a node
    std::uint32_t index = 0;                                // of the node or triangle
    std::uint8_t slot = whole;

    bool is_box() const { return slot < triangle; }
};

// Two parts that do not meet before `time`.
struct SweepPair {
    double time = 0;
    Vec3 direction;  // from A to B, of length 1: separates the parts at that time; 0: none is known
    SweepPart a, b;
    std::uint32_t number = 0;
    bool went_to_plane = false;  // as far as a plane between the two allows
};

// The pairs of a search; empty between calls.
class SweepCache {
  public:
    SweepCache() = default;
    // Memory is not copied.
    SweepCache(const SweepCache&) {}
    SweepCache& operator=(const SweepCache&) { return *this; }
    SweepCache(SweepCache&&) noexcept = default;
    SweepCache& operator=(SweepCache&&) noexcept = default;
    ~SweepCache() = default;

    std::vector<SweepPair> pairs;
};

}  // namespace graze::inline v1::detail
