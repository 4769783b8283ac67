// Storage common to broad phases: boxes with their numbers, with the boxes that were placed since the last
// query first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/world/broad_phase/broad_phase.h"
#include "graze/world/broad_phase/detail/box_blocks.h"

namespace graze::inline v1::detail {

class PlacedBoxes {
  public:
    std::size_t size() const { return ids_.size(); }
    std::size_t fresh() const { return fresh_; }  // number of boxes placed since settle()
    std::span<const std::uint32_t> ids() const { return ids_; }
    std::span<const std::uint32_t> fresh_ids() const { return {ids_.data(), fresh_}; }
    const BoxBlocks& boxes() const { return boxes_; }

    bool contains(std::uint32_t id) const { return id < lanes_.size() && lanes_[id] != none; }
    std::uint32_t lane(std::uint32_t id) const { return lanes_[id]; }  // of a number that is present
    bool is_fresh(std::uint32_t id) const { return lanes_[id] < fresh_; }

    void put(std::uint32_t id, const FloatBox& box);
    void put_settled(std::uint32_t id, const FloatBox& box);  // for a number that is not present
    bool erase(std::uint32_t id);                             // whether the number was present
    void settle() { fresh_ = 0; }
    void clear();
    std::size_t memory() const;

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    void append(std::uint32_t id, const FloatBox& box);
    void swap(std::uint32_t a, std::uint32_t b);

    BoxBlocks boxes_;
    std::vector<std::uint32_t> ids_;    // by lane
    std::vector<std::uint32_t> lanes_;  // by number
    std::size_t fresh_ = 0;
};

inline IdPair ordered(std::uint32_t a, std::uint32_t b) {
    return a < b ? IdPair{a, b} : IdPair{b, a};
}

// Appends the pairs of overlapping boxes of which at least one is fresh.
void find_fresh_pairs(const PlacedBoxes& placed, LanePairs& scratch, std::vector<IdPair>& pairs);

}  // namespace graze::inline v1::detail
