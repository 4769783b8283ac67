// Which boxes overlap, of many that move: the first filter of a world, behind one interface.
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

// A box and the number of what it bounds. The caller numbers its objects; broad phases keep arrays as long as
// the largest number, so numbers should be small and used again.
struct NumberedBox {
    std::uint32_t id = 0;
    FloatBox box;
};

// Two numbers, the smaller one first.
struct IdPair {
    std::uint32_t a = 0, b = 0;
    friend auto operator<=>(const IdPair&, const IdPair&) = default;
};

// What a broad phase did since it was made.
struct BroadPhaseCounts {
    std::uint64_t box_tests = 0;     // of one box against one other
    std::uint64_t pairs = 0;         // reported
    std::uint64_t restructured = 0;  // how often it was sorted or built anew
};

// All calls on one object come from one thread at a time; const ones may come from several at once.
class BroadPhase {
  public:
    virtual ~BroadPhase() = default;

    // Adds objects that are not there, and moves those that are. An empty box overlaps nothing. Of two
    // entries with the same number the later one holds.
    virtual void place(std::span<const NumberedBox> boxes) = 0;
    // Numbers that are not there are ignored.
    virtual void remove(std::span<const std::uint32_t> ids) = 0;
    virtual std::size_t size() const = 0;

    // Appends every pair of overlapping boxes of which at least one was placed since the last call (with the
    // box it had or another), each pair once. The order is the same for the same calls, and otherwise free.
    virtual void changed_pairs(std::vector<IdPair>& pairs) = 0;
    // Appends the numbers of all boxes that overlap `box`, each once, in the same order for the same calls.
    virtual void overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const = 0;

    // Appends numbers of boxes, each once, in the same order for the same calls; among them all that the ray
    // meets.
    virtual void along(const Ray& ray, std::vector<std::uint32_t>& ids) const;

    virtual BroadPhaseCounts counts() const = 0;
    virtual std::size_t memory() const = 0;  // bytes
};

enum class BroadPhaseKind { bvh, sweep_and_prune, grid, octree, all_pairs };

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind);
std::string_view name(BroadPhaseKind kind);

// Which one is likely to be the fastest for so many objects, of which this share (0 to 1) is placed before
// each question, by measurement; docs/world.md says when to know better.
BroadPhaseKind best_broad_phase(std::size_t objects, double moving_share = 1);

}  // namespace graze::inline v1
