// What every broad phase keeps: boxes with their numbers, those that were placed since the last question
// first.
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
    std::size_t fresh() const { return fresh_; }  // how many were placed since settle()
    std::span<const std::uint32_t> ids() const { return ids_; }
    std::span<const std::uint32_t> fresh_ids() const { return {ids_.data(), fresh_}; }
    const BoxBlocks& boxes() const { return boxes_; }

    bool contains(std::uint32_t id) const { return id < lanes_.size() && lanes_[id] != none; }
    std::uint32_t lane(std::uint32_t id) const { return lanes_[id]; }  // of one that is there
    bool is_fresh(std::uint32_t id) const { return lanes_[id] < fresh_; }

    void put(std::uint32_t id, const FloatBox& box);
    void put_settled(std::uint32_t id, const FloatBox& box);  // one that is not there
    bool erase(std::uint32_t id);                             // whether it was there
    void settle() { fresh_ = 0; }
    void clear();
    std::size_t memory() const;

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    void append(std::uint32_t id, const FloatBox& box);
    void swap(std::uint32_t a, std::uint32_t b);

    BoxBlocks boxes_;
    std::vector<std::uint32_t> ids_;    // of lanes
    std::vector<std::uint32_t> lanes_;  // of numbers
    std::size_t fresh_ = 0;
};

inline IdPair ordered(std::uint32_t a, std::uint32_t b) {
    return a < b ? IdPair{a, b} : IdPair{b, a};
}

// Appends the pairs of overlapping boxes of which at least one is fresh.
void find_fresh_pairs(const PlacedBoxes& placed, LanePairs& scratch, std::vector<IdPair>& pairs);

}  // namespace graze::inline v1::detail
