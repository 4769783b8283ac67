// State that a search for closest points keeps for the next search: pairs of boxes that together contain all
// pairs of triangles. Each pair has a direction along which the boxes were far enough apart.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "graze/query/intersect/detail/find_pairs.h"

namespace graze::inline v1::detail {

// The boxes of one node, each paired with the same box of the other tree; stored coordinate by coordinate.
// The content of the other box lies beyond the content of the node's box along `direction`, by at least
// `above` - direction . c - radius * t. Here c is the current centre of the node's box, and t =
// DistanceFront::turned() is how much the shapes have turned relative to each other. The cost of turning
// depends on the radius of the smaller box, because the larger box of a pair was opened. Four cache lines.
struct alignas(64) FrontBlock {
    static constexpr int width = WideNode::width;
    FrontBlock() {}  // NOLINT(*-member-init, *-use-equals-default): written when it is made, and not twice

    float direction[3][width];  // from the node's box to the other box, no longer than 1, in coordinates of
                                // the other tree
    float above[width];
    float center[3][width];  // of the node's boxes, in their own coordinates
    float radius[width];     // of the contents around the centres, in coordinates of the other tree
};

// Which boxes a FrontBlock describes.
struct FrontBoxes {
    std::uint32_t node;
    BoxRef other;
    std::uint32_t active = 0;  // bit i: box i exists, was not opened, and is not among the closest
    std::uint32_t leaves = 0;  // bit i: both box i and the other box are leaves

    bool are_leaves(std::uint32_t lane) const { return (leaves >> lane & 1) != 0; }
};

// One pair of boxes of a block.
class FrontPlace {
  public:
    FrontPlace() = default;
    constexpr FrontPlace(bool of_a, std::size_t block, std::uint32_t lane)
        : bits_(static_cast<std::uint32_t>(block) << 4 | lane << 1 | (of_a ? 1u : 0u)) {}
    bool of_a() const { return (bits_ & 1) != 0; }  // does the node belong to A?
    std::size_t block() const { return bits_ >> 4; }
    std::uint32_t lane() const { return bits_ >> 1 & 7; }

  private:
    std::uint32_t bits_;
};

class DistanceFront {
  public:
    DistanceFront(Shape a, Shape b, std::size_t most_bytes)
        : a_(std::move(a)), b_(std::move(b)), most_(most_bytes / (sizeof(FrontBlock) + sizeof(FrontBoxes))) {}

    // Compares identity, not content: trees of one mesh may differ.
    bool is_of(const Shape& a, const Shape& b) const {
        return &a.tree() == &a_.tree() && &b.tree() == &b_.tree();
    }

    // The last closest points, each in the coordinates of its tree, if the next call is to use them.
    struct Points {
        float a[3], b[3];
        bool known = false;
        bool on_a = false;  // the last time that one of the points moved on, was it the point of A?
    };
    Points points;

    // Notes whether the closest triangles differ from those of the call before.
    void closest_changed(bool changed) { unrest_ += ((changed ? 1.0f : 0.0f) - unrest_) / 8; }
    // Should the next call search for where the closest points have moved to? With a front, the search takes
    // as long as it saves.
    bool is_restless() const { return unrest_ > 0.2f && hull_wait_ == 0; }

    // Before a search: should it use the front, or make one?
    bool is_wanted() {
        if (wait_ > 0) --wait_;
        return wait_ == 0 && most_ > 0;
    }
    // The cost of turning is a difference of floats that grow with the turn. Beyond one radian the margins
    // would not cover their rounding.
    bool is_worn() const { return size() == 0 || turned_ > 1 || size() > at_first_ + at_first_ / 2 + 16; }
    bool is_full() const { return size() >= most_; }

    // After the hulls gave no answer, the search tries them less and less often.
    bool tries_hulls() { return hull_wait_ == 0 || --hull_wait_ == 0; }
    void hulls_decided(bool decided) {
        hull_wait_ = decided ? 0 : hull_patience_;
        hull_patience_ = decided ? 1 : std::min(2 * hull_patience_, most_hull_patience);
    }

    // Where fronts do not last from one call to the next, the search makes them less and less often. False if
    // this call should do without a front.
    bool begin_anew() {
        const bool was_short_lived = age_ > 0 && age_ < young;
        if (age_ >= young) patience_ = 1;
        if (was_short_lived) wait_ = patience_ = std::min(2 * patience_, most_patience);
        clear();
        return !was_short_lived;
    }
    void give_up() {
        clear();
        wait_ = patience_ = most_patience;
    }
    void clear() {
        for (auto& blocks : blocks_) blocks.clear();
        for (auto& boxes : boxes_) boxes.clear();
        closest.clear();
        turned_ = 0;
        age_ = 0;
    }
    void finish() {
        if (age_++ == 0) at_first_ = size();
    }

    std::size_t size() const { return blocks_[0].size() + blocks_[1].size(); }
    // The blocks with nodes of A, or of B.
    std::vector<FrontBlock>& blocks(bool of_a) { return blocks_[of_a ? 1 : 0]; }
    std::vector<FrontBoxes>& boxes(bool of_a) { return boxes_[of_a ? 1 : 0]; }
    FrontBlock& block(FrontPlace place) { return blocks(place.of_a())[place.block()]; }
    FrontBoxes& boxes(FrontPlace place) { return boxes(place.of_a())[place.block()]; }

    BoxPair pair_at(FrontPlace place) {
        const FrontBoxes& b = boxes(place);
        const BoxRef own{b.node, place.lane()};
        return place.of_a() ? BoxPair{own, b.other} : BoxPair{b.other, own};
    }
    void activate(FrontPlace place) { boxes(place).active |= 1u << place.lane(); }
    void deactivate(FrontPlace place) { boxes(place).active &= ~(1u << place.lane()); }

    // The largest change of a direction of B, of length 1, since the last call, relative to A.
    float turn_by(const RelativeTransform& a_from_b);
    // The sum of these changes since the front was made.
    float turned() const { return turned_; }

    // Pairs of leaves that every call tests: they are too close for a direction that would last.
    struct Leaves {
        FrontPlace place;
        std::uint32_t a, b;
    };
    std::vector<Leaves> closest;

    // Pairs that wait for a test. Kept here to reuse the memory.
    struct Unsure {
        std::vector<FrontPlace> boxes, leaves;  // pairs of leaves separate from the others
        std::size_t box_count = 0, leaf_count = 0;
    };
    std::array<Unsure, 2> unsure;  // pairs with nodes of B, then with nodes of A
    std::size_t unsure_count() const {
        return unsure[0].box_count + unsure[0].leaf_count + unsure[1].box_count + unsure[1].leaf_count;
    }
    struct UnsureBlock {
        std::uint32_t block, lanes;
    };
    std::vector<UnsureBlock> unsure_blocks;

  private:
    static constexpr int young = 2, most_patience = 64, most_hull_patience = 32;

    Shape a_, b_;
    std::size_t most_;  // the most blocks
    std::array<std::vector<FrontBlock>, 2> blocks_;
    std::array<std::vector<FrontBoxes>, 2> boxes_;
    std::size_t at_first_ = 0;
    int age_ = 0, wait_ = 0, patience_ = 1;
    int hull_wait_ = 0, hull_patience_ = 1;
    float unrest_ = 0;
    float turned_ = 0;
    float column_[3][3] = {};  // of the rotation at the last call
};

}  // namespace graze::inline v1::detail
