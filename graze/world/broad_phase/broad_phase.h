// Broad phases behind one interface: which of many moving boxes overlap. The first filter of a world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "graze/query/ray/ray_triangle.h"
#include "graze/world/broad_phase/float_box.h"

namespace graze::inline v1 {

// A box and the number of the object that it bounds. The caller numbers its objects. Broad phases keep arrays
// as long as the largest number, so numbers should be small and reused.
struct NumberedBox {
    std::uint32_t id = 0;
    FloatBox box;
};

// Two numbers, the smaller one first.
struct IdPair {
    std::uint32_t a = 0, b = 0;
    friend auto operator<=>(const IdPair&, const IdPair&) = default;
};

// Counts since the broad phase was made.
struct BroadPhaseCounts {
    std::uint64_t box_tests = 0;     // tests of one box against one other
    std::uint64_t pairs = 0;         // pairs reported
    std::uint64_t restructured = 0;  // how often the structure was sorted or rebuilt
};

// Only one thread at a time may call functions of an object; several may call const functions at once.
class BroadPhase {
  public:
    virtual ~BroadPhase() = default;

    // Adds objects that are not present and moves those that are. An empty box overlaps nothing. Of two
    // entries with the same number the later one counts.
    virtual void place(std::span<const NumberedBox> boxes) = 0;
    // Ignores numbers that are not present.
    virtual void remove(std::span<const std::uint32_t> ids) = 0;
    virtual std::size_t size() const = 0;

    // Appends every pair of overlapping boxes of which at least one was placed since the last call, even if
    // its box did not change. Each pair is appended once. The order is the same for the same calls, and
    // otherwise unspecified.
    virtual void changed_pairs(std::vector<IdPair>& pairs) = 0;
    // Appends the numbers of all boxes that overlap `box`, each once, in the same order for the same calls.
    virtual void overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const = 0;

    // Appends the numbers of all boxes that the ray meets, and possibly others. Each number is appended once,
    // in the same order for the same calls.
    virtual void along(const Ray& ray, std::vector<std::uint32_t>& ids) const;

    virtual BroadPhaseCounts counts() const = 0;
    virtual std::size_t memory() const = 0;  // bytes
};

enum class BroadPhaseKind { bvh, sweep_and_prune, grid, octree, all_pairs };

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind);
std::string_view name(BroadPhaseKind kind);

// The kind that measurements show to be fastest for this number of objects, of which the share `moving_share`
// (0 to 1) is placed before each query. docs/world.md says when another choice is better.
BroadPhaseKind best_broad_phase(std::size_t objects, double moving_share = 1);

}  // namespace graze::inline v1
