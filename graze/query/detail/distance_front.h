// What a search for closest points leaves to the next one: pairs of boxes that together hold all pairs of
// triangles, each with a direction along which it was far enough apart.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "graze/query/detail/intersect_job.h"

namespace graze::inline v1::detail {

// Eight pairs of boxes, coordinate by coordinate. Along `way`, A's triangles lie at least `above` - way . c
// over those of B, where c is the centre of B's box in coordinates of A's tree, wherever it is now; as long
// as B has not turned.
struct alignas(32) FrontBlock {
    static constexpr int width = 8;
    float way[3][width];  // from B to A, no longer than 1, in coordinates of A's tree
    float above[width];
    float center[3][width];  // of B's box, in coordinates of B's tree
    float radius[width];     // of what is in it, around the centre, in coordinates of A's tree
    BoxPair pair[width];
};

class DistanceFront {
  public:
    DistanceFront(Shape a, Shape b, std::size_t most_bytes)
        : a_(std::move(a)), b_(std::move(b)), most_(most_bytes / sizeof(FrontBlock) * FrontBlock::width) {}

    // The very same: trees of one mesh may differ.
    bool is_of(const Shape& a, const Shape& b) const {
        return &a.tree() == &a_.tree() && &b.tree() == &b_.tree();
    }

    // Before a search: is it worth to use the front, or even to make one?
    bool is_wanted() {
        if (wait_ > 0) --wait_;
        return wait_ == 0 && most_ > 0;
    }
    bool is_worn() const { return size_ == 0 || age_ >= oldest || size_ > at_first_ + at_first_ / 2 + 256; }
    bool is_full() const { return size_ >= most_; }

    // Where nothing lasts from one call to the next, fronts are made less and less often. False if this is a
    // time to do without.
    bool begin_anew() {
        const bool was_short_lived = age_ > 0 && age_ < young;
        if (age_ >= young) patience_ = 1;
        if (was_short_lived) wait_ = patience_ = std::min(2 * patience_, most_patience);
        clear();
        unsure.clear();
        near.clear();
        return !was_short_lived;
    }
    void give_up() {
        clear();
        wait_ = patience_ = most_patience;
    }
    void clear() {
        closest.clear();
        size_ = 0, age_ = 0;
    }
    // Where leaves touched, they may well do so again.
    void begin_with(const BoxPair& leaves) {
        clear();
        closest.push_back(leaves);
    }
    void finish() {
        if (age_++ == 0) at_first_ = size_;
    }

    std::size_t size() const { return size_; }
    std::vector<FrontBlock>& blocks() { return blocks_; }

    void append(const FrontBlock& from, int lane) {
        if (size_ / FrontBlock::width == blocks_.size()) blocks_.emplace_back();
        copy(from, lane, size_++);
    }
    // The last one takes its place.
    void remove(std::size_t at) {
        --size_;
        if (at != size_)
            copy(blocks_[size_ / FrontBlock::width], static_cast<int>(size_ % FrontBlock::width), at);
    }

    // How much directions of B, of length 1, have changed at most since the last call, as seen from A.
    float turned(const Passage& a_from_b);

    // Pairs of leaves that nothing is known about: they were too close.
    std::vector<BoxPair> closest;

    // Pairs that wait to be looked at: kept here for their memory.
    struct Near {
        BoxPair pair;
        float separation;
    };
    std::vector<BoxPair> unsure;
    std::vector<Near> near;

  private:
    static constexpr int oldest = 40, young = 4, most_patience = 64;

    void copy(const FrontBlock& from, int lane, std::size_t to) {
        FrontBlock& block = blocks_[to / FrontBlock::width];
        const std::size_t i = to % FrontBlock::width;
        for (int c = 0; c < 3; ++c) block.way[c][i] = from.way[c][lane];
        for (int c = 0; c < 3; ++c) block.center[c][i] = from.center[c][lane];
        block.above[i] = from.above[lane];
        block.radius[i] = from.radius[lane];
        block.pair[i] = from.pair[lane];
    }

    Shape a_, b_;
    std::size_t most_;
    std::vector<FrontBlock> blocks_;
    std::size_t size_ = 0, at_first_ = 0;
    int age_ = 0, wait_ = 0, patience_ = 1;
    float column_[3][3] = {};  // of the rotation at the last call
};

}  // namespace graze::inline v1::detail
