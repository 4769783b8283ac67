// Boxes in the order of their lower bounds on one axis, for the sweep.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/world/broad_phase.h"
#include "graze/world/detail/box_blocks.h"

namespace graze::inline v1::detail {

class SortedBoxes {
  public:
    // Sorts these instead of what was there; the empty ones are left out.
    void rebuild(std::span<const NumberedBox> boxes, std::size_t axis);
    // What is erased leaves a gap until the next rebuild.
    bool erase(std::uint32_t id);
    bool contains(std::uint32_t id) const { return id < lanes_.size() && lanes_[id] != none; }
    std::size_t size() const { return ids_.size() - gaps_; }
    std::size_t gaps() const { return gaps_; }
    void append_to(std::vector<NumberedBox>& boxes) const;  // in their order

    std::size_t axis() const { return axis_; }
    const BoxBlocks& boxes() const { return boxes_; }
    std::span<const std::uint32_t> ids() const { return ids_; }  // of lanes, gaps included

    // Calls f(number) for each that overlaps the box, which is not empty. Returns the number of tests.
    template <class F>
    std::uint64_t for_each_overlapping(const FloatBox& box, const F& f) const;

    std::size_t memory() const;

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    // As many blocks as one entry of ends_ stands for: 64 boxes.
    static constexpr std::size_t blocks_per_end = 4;

    struct Key {
        std::uint32_t bound, index;
    };

    // A number may have been erased, and may be elsewhere now.
    bool is_gap(std::size_t lane) const { return lanes_[ids_[lane]] != lane; }
    void sort_keys();
    std::size_t blocks_beginning_before(float end) const;

    BoxBlocks boxes_;
    std::vector<std::uint32_t> ids_;
    std::vector<std::uint32_t> lanes_;  // of numbers
    std::vector<float> ends_;           // the farthest upper bound on the axis, of some blocks each
    std::vector<Key> keys_, other_keys_;
    std::size_t axis_ = 0, gaps_ = 0;
};

template <class F>
std::uint64_t SortedBoxes::for_each_overlapping(const FloatBox& box, const F& f) const {
    const std::size_t last = blocks_beginning_before(box.upper[axis_]);
    std::uint64_t tests = 0;
    for (std::size_t i = 0; i * blocks_per_end < last; ++i) {
        if (ends_[i] < box.lower[axis_]) continue;
        const std::size_t first = i * blocks_per_end;
        const std::size_t count = std::min(blocks_per_end, last - first);
        for_each_hit(boxes_.blocks().subspan(first, count), box, [&](std::size_t hit) {
            const std::size_t lane = first * BoxBlock::lanes + hit;
            if (!is_gap(lane)) f(ids_[lane]);
        });
        tests += count * BoxBlock::lanes;
    }
    return tests;
}

}  // namespace graze::inline v1::detail
