// Boxes in blocks of sixteen, coordinate by coordinate, and the SIMD kernels over them. A test of a block
// gives sixteen bits for any vector width, so all instruction sets find the same pairs in the same order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "graze/world/broad_phase/float_box.h"

namespace graze::inline v1::detail {

// Lower x, y, z, then upper x, y, z. A lane of NaN holds no box: it compares as false with everything,
// infinite boxes included.
struct alignas(64) BoxBlock {
    static constexpr std::size_t lanes = 16;
    float bounds[6][lanes];
};

// A growing sequence of boxes. Lanes between size() and the end of the last block hold no box.
class BoxBlocks {
  public:
    std::size_t size() const { return size_; }
    std::span<const BoxBlock> blocks() const { return blocks_; }
    void resize(std::size_t size);
    void append(const FloatBox& box);
    void set(std::size_t lane, const FloatBox& box) {  // an empty box is stored as no box
        set_bounds(lane, box.empty() ? no_box : box);
    }
    void swap_lanes(std::size_t a, std::size_t b);
    void remove_last() { resize(size_ - 1); }
    FloatBox get(std::size_t lane) const;
    std::size_t memory() const { return blocks_.capacity() * sizeof(BoxBlock); }

  private:
    float& at(std::size_t lane, std::size_t bound) {
        return blocks_[lane / BoxBlock::lanes].bounds[bound][lane % BoxBlock::lanes];
    }

    static constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
    static constexpr FloatBox no_box{{no_number, no_number, no_number}, {no_number, no_number, no_number}};

    void set_bounds(std::size_t lane, const FloatBox& box) {
        BoxBlock& block = blocks_[lane / BoxBlock::lanes];
        const std::size_t i = lane % BoxBlock::lanes;
        for (std::size_t k = 0; k < 3; ++k) {
            block.bounds[k][i] = box.lower[k];
            block.bounds[3 + k][i] = box.upper[k];
        }
    }

    std::vector<BoxBlock> blocks_;
    std::size_t size_ = 0;
};

struct LanePair {
    std::uint32_t first = 0, second = 0;
};

// The output buffer of kernels. A kernel reserves space once per row, then writes without checks, and returns
// when the buffer is nearly full. So the buffer stays small for any number of pairs.
class LanePairs {
  public:
    std::span<const LanePair> pairs() const { return {pairs_.get(), size_}; }
    bool full() const { return size_ >= 1 << 14; }
    void clear() { size_ = 0; }
    LanePair* room_for(std::size_t more);  // behind the pairs that are there
    void added(std::size_t count) { size_ += count; }
    std::size_t memory() const { return capacity_ * sizeof(LanePair); }

    std::uint64_t tests = 0;  // tests of one box against another, since this object was made

  private:
    std::unique_ptr<LanePair[]> pairs_;
    std::size_t size_ = 0, capacity_ = 0;
};

// Appends the pairs (i, j) of overlapping boxes with row <= i < rows and i < j, until all rows are done or
// `pairs` is full. Returns the next row.
std::size_t find_pairs_ahead(const BoxBlocks& boxes, std::size_t row, std::size_t rows, LanePairs& pairs);

// As find_pairs_ahead, for the first `size` lanes of the blocks, whose lower bounds on the axis do not
// decrease: tests only boxes that begin before i ends. Lanes behind them hold no box.
std::size_t find_pairs_along(std::span<const BoxBlock> blocks, std::size_t size, std::size_t axis,
                             std::size_t row, LanePairs& pairs);

// Calls f(i, j) for each pair of overlapping boxes with i < rows and i < j.
template <class F>
void for_each_pair_ahead(const BoxBlocks& boxes, std::size_t rows, LanePairs& scratch, const F& f) {
    for (std::size_t row = 0; row < rows;) {
        scratch.clear();
        row = find_pairs_ahead(boxes, row, rows, scratch);
        for (const LanePair& p : scratch.pairs()) f(p.first, p.second);
    }
}

// As above for all rows, for boxes whose lower bounds on the axis do not decrease.
template <class F>
void for_each_pair_along(std::span<const BoxBlock> blocks, std::size_t size, std::size_t axis,
                         LanePairs& scratch, const F& f) {
    for (std::size_t row = 0; row < size;) {
        scratch.clear();
        row = find_pairs_along(blocks, size, axis, row, scratch);
        for (const LanePair& p : scratch.pairs()) f(p.first, p.second);
    }
}

// Writes the lanes of the blocks that overlap the box (not empty), counted from the first block, to `hits`,
// which has space for all of them. Returns their number.
std::size_t find_hits(std::span<const BoxBlock> blocks, const FloatBox& box, std::uint32_t* hits);

// Calls f(lane) for each lane that overlaps the box, which is not empty.
template <class F>
void for_each_hit(std::span<const BoxBlock> blocks, const FloatBox& box, const F& f) {
    constexpr std::size_t step = 32;
    std::array<std::uint32_t, step * BoxBlock::lanes> hits;
    for (std::size_t first = 0; first < blocks.size(); first += step) {
        const auto part = blocks.subspan(first, std::min(step, blocks.size() - first));
        const std::size_t count = find_hits(part, box, hits.data());
        for (std::size_t i = 0; i < count; ++i) f(first * BoxBlock::lanes + hits[i]);
    }
}

}  // namespace graze::inline v1::detail
