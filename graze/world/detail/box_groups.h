// The tree of a world's boxes: eight to a group, eight groups to a group above, and so on. Nothing points at
// anything: lane l of group g is the box around group 8 g + l of the level below, or of the object in that
// slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graze/world/broad_phase.h"

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

struct GroupTree {
    const GroupLevels* levels;
    const std::uint32_t* ids;   // by slot; `nobody` in empty ones
    const std::uint8_t* moved;  // by group of level 0, a bit per lane
};

// Level 0 from the boxes of the objects, and all levels above it.
void fill_levels(std::span<const FloatBox> boxes, std::span<const std::uint32_t> ids, GroupLevels& levels);
// The boxes around groups, after `dirty` ones of level 0 have changed, each named once. Uses up the list.
// `marks` has a zero for each group of level 0.
void refit(GroupLevels& levels, std::vector<std::uint32_t>& dirty, std::vector<std::uint8_t>& marks);

// Appends the pairs of overlapping boxes. Both return how many tests of eight boxes it took.
enum class JoinOf { all, moved };
// Of all objects, or those pairs of which one or both moved; as much work either way.
std::uint64_t find_all_pairs(const GroupTree& tree, JoinOf which, std::vector<IdPair>& pairs);
// The same by way of each that moved; less work where few did.
std::uint64_t find_pairs_of_moved(const GroupTree& tree, std::vector<IdPair>& pairs);
void find_overlapping(const GroupTree& tree, const FloatBox& box, std::vector<std::uint32_t>& ids);

}  // namespace graze::inline v1::detail
