// The tree of a world's boxes: eight boxes to a group, eight groups to a group above, and so on. There are no
// pointers: lane l of group g is the box around group 8 g + l of the level below, or of the object in that
// slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graze/world/broad_phase/detail/candidate_filter.h"

namespace graze::inline v1::detail {

struct alignas(64) BoxGroup {
    static constexpr std::size_t width = 8;
    float lower[3][width];
    float upper[3][width];

    void set(std::size_t lane, const FloatBox& box) {
        for (std::size_t k = 0; k < 3; ++k) {
            lower[k][lane] = box.lower[k];
            upper[k][lane] = box.upper[k];
        }
    }
    FloatBox at(std::size_t lane) const {
        return {{lower[0][lane], lower[1][lane], lower[2][lane]},
                {upper[0][lane], upper[1][lane], upper[2][lane]}};
    }
    bool operator==(const BoxGroup&) const = default;
};

// Level 0 holds the objects; the last level is one group.
using GroupLevels = std::vector<std::vector<BoxGroup>>;

// Calls fatten() for all predicted boxes, with no horizon for those without a bit in `moved`, and writes
// their fat boxes into the groups. Eight predicted boxes to a group. Returns how many are flying.
std::size_t fatten_all(std::span<PredictedBox> predicted_boxes, const std::uint8_t* moved, std::uint32_t now,
                       float horizon, std::span<BoxGroup> groups);
// Computes all levels above the lowest from the lowest.
void fill_above(GroupLevels& levels);
// Updates the boxes around groups, after the `dirty` groups of level 0 have changed, each listed once.
// Consumes the list. `marks` has a zero for each group of level 0.
void refit(GroupLevels& levels, std::vector<std::uint32_t>& dirty, std::vector<std::uint8_t>& marks);

// Receives pairs of slots, hundreds at a time. May overwrite the triples.
class SlotPairs {
  public:
    virtual ~SlotPairs() = default;
    virtual void take(std::span<SlotTriple> triples) = 0;
};

// These functions fill triples up with the last slot of the tree, which must hold no object.
//
// All pairs of overlapping boxes. Returns the number of tests of eight boxes.
std::uint64_t find_all_pairs(const GroupLevels& levels, SlotPairs& pairs);
// The pairs of the boxes in some slots with all others, (slot, other). A pair of two listed slots is reported
// once: `listed` has a bit for each listed slot, by slot.
std::uint64_t find_pairs_of(const GroupLevels& levels, std::span<const std::uint32_t> slots,
                            const std::uint8_t* listed, SlotPairs& pairs);
// Appends the slots whose boxes overlap `box`.
void find_overlapping(const GroupLevels& levels, const FloatBox& box, std::vector<std::uint32_t>& slots);

}  // namespace graze::inline v1::detail
