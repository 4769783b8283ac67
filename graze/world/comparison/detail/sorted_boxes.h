// Boxes in the order of their lower bounds on one axis, in strips along it, for the sweep.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/world/broad_phase/broad_phase.h"
#include "graze/world/broad_phase/detail/box_blocks.h"
#include "graze/world/comparison/detail/cell_frame.h"

namespace graze::inline v1::detail {

// The axis to sweep along, and strips that are cells on another axis.
struct SweepFrame {
    std::size_t along = 0, across = 1;
    CellFrame strips;

    std::uint16_t strip(float value) const { return strips.cell(across, value); }
};

// A box is in all strips that it meets. A pair is reported in the lowest strip that both boxes share, so that
// it is reported once.
class SortedBoxes {
  public:
    // Replaces the contents by these boxes, sorted; empty boxes are left out. Takes fewer strips if boxes are
    // in too many of them.
    void rebuild(std::span<const NumberedBox> boxes, const SweepFrame& frame);
    // Erased boxes leave gaps until the next rebuild.
    bool erase(std::uint32_t id);
    bool contains(std::uint32_t id) const { return id < present_.size() && present_[id] != 0; }
    std::size_t size() const { return size_ - gaps_; }
    std::size_t gaps() const { return gaps_; }
    void append_to(std::vector<NumberedBox>& boxes) const;
    const SweepFrame& frame() const { return frame_; }

    // Calls f(number, number) for each pair that overlaps. There must be no gaps.
    template <class F>
    void for_each_pair(LanePairs& scratch, const F& f) const;
    // Calls f(number) for each box that overlaps `box`, which is not empty. Returns the number of tests.
    template <class F>
    std::uint64_t for_each_overlapping(const FloatBox& box, const F& f) const;

    std::size_t memory() const;

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::size_t blocks_per_end = 4;  // one entry of ends_ stands for 64 boxes

    struct Key {
        std::uint32_t bound, index;
    };
    struct Strip {
        std::size_t first_block = 0, size = 0;  // in boxes

        std::size_t first_lane() const { return first_block * BoxBlock::lanes; }
        std::size_t blocks() const { return (size + BoxBlock::lanes - 1) / BoxBlock::lanes; }
    };

    struct Span {
        std::uint16_t first = 0, last = 0;  // strips
    };

    void sort_keys();
    void lay_out_strips(std::span<const NumberedBox> boxes);
    std::span<const BoxBlock> blocks_of(const Strip& strip) const {
        return boxes_.blocks().subspan(strip.first_block, strip.blocks());
    }
    std::size_t blocks_beginning_before(const Strip& strip, float end) const;
    float lower_across(std::size_t lane) const {
        return boxes_.blocks()[lane / BoxBlock::lanes].bounds[frame_.across][lane % BoxBlock::lanes];
    }

    SweepFrame frame_;
    std::vector<Strip> strips_{Strip()};
    BoxBlocks boxes_;
    std::vector<std::uint32_t> ids_;      // by lane
    std::vector<std::uint8_t> present_;   // by numbers
    std::vector<float> ends_;             // the largest upper bound on the axis, for some blocks each
    std::vector<Key> keys_, other_keys_;  // scratch of rebuild()
    std::vector<Span> spans_;             // scratch of rebuild()
    std::size_t size_ = 0, gaps_ = 0;
};

template <class F>
void SortedBoxes::for_each_pair(LanePairs& scratch, const F& f) const {
    for (std::size_t s = 0; s < strips_.size(); ++s) {
        const Strip& strip = strips_[s];
        const std::size_t lane = strip.first_lane();
        for_each_pair_along(blocks_of(strip), strip.size, frame_.along, scratch,
                            [&](std::uint32_t a, std::uint32_t b) {
                                const float common = std::max(lower_across(lane + a), lower_across(lane + b));
                                if (frame_.strip(common) == s) f(ids_[lane + a], ids_[lane + b]);
                            });
    }
}

template <class F>
std::uint64_t SortedBoxes::for_each_overlapping(const FloatBox& box, const F& f) const {
    std::uint64_t tests = 0;
    const std::size_t last_strip = frame_.strip(box.upper[frame_.across]);
    for (std::size_t s = frame_.strip(box.lower[frame_.across]); s <= last_strip; ++s) {
        const Strip& strip = strips_[s];
        const std::size_t last = strip.first_block + blocks_beginning_before(strip, box.upper[frame_.along]);
        // Runs of blocks in which some box ends late enough.
        const auto ends_early = [&](std::size_t block) {
            return ends_[block / blocks_per_end] < box.lower[frame_.along];
        };
        for (std::size_t first = strip.first_block; first < last;) {
            std::size_t next = first + blocks_per_end;
            if (!ends_early(first)) {
                while (next < last && !ends_early(next)) next += blocks_per_end;
                const std::size_t count = std::min(next, last) - first;
                for_each_hit(boxes_.blocks().subspan(first, count), box, [&](std::size_t hit) {
                    const std::size_t lane = first * BoxBlock::lanes + hit;
                    const float common = std::max(lower_across(lane), box.lower[frame_.across]);
                    if (contains(ids_[lane]) && frame_.strip(common) == s) f(ids_[lane]);
                });
                tests += count * BoxBlock::lanes;
            }
            first = next;
        }
    }
    return tests;
}

}  // namespace graze::inline v1::detail
