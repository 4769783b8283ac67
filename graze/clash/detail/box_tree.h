// Which of many boxes overlap: the first, cheap look at an assembly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/box.h"

namespace graze::inline v1::detail {

// A balanced binary tree over boxes, which are numbered as given. Sorting along one axis would do for parts
// strewn about; here a thousand long parts side by side are no worse than others.
class BoxTree {
  public:
    // Empty boxes are left out: they overlap nothing.
    explicit BoxTree(std::span<const Box> boxes);

    // Calls visit(i) for every box i >= `from` that overlaps `box`, in no particular order.
    template <typename Visit>
    void visit_overlapping(const Box& box, std::uint32_t from, Visit&& visit) const {
        if (nodes_.empty()) return;
        std::array<std::uint32_t, 64> stack;  // a balanced tree of 2^32 boxes is less than half as deep
        std::size_t depth = 0;
        stack[depth++] = 0;
        while (depth > 0) {
            const Node& node = nodes_[stack[--depth]];
            if (node.highest < from || !overlap(node.box, box)) continue;
            if (node.is_leaf()) {
                for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
                    if (items_[k].index >= from && overlap(items_[k].box, box)) visit(items_[k].index);
            } else {
                stack[depth++] = node.first;
                stack[depth++] = static_cast<std::uint32_t>(&node - nodes_.data()) + 1;
            }
        }
    }

  private:
    struct Item {
        Box box;
        std::uint32_t index = 0;
    };
    // The left child follows its parent.
    struct Node {
        Box box;
        std::uint32_t highest = 0;  // the highest number of a box below
        std::uint32_t first = 0;    // item of a leaf, else the right child
        std::uint32_t count = 0;    // items of a leaf, else 0
        bool is_leaf() const { return count > 0; }
    };
    static constexpr std::uint32_t leaf_size = 4;

    void build(std::uint32_t first, std::uint32_t last);

    std::vector<Item> items_;
    std::vector<Node> nodes_;
};

}  // namespace graze::inline v1::detail
