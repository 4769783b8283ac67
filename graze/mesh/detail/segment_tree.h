// Finds segments by boxes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/base/box.h"

namespace graze::inline v1::detail {

// A binary tree over boxes, halved at the median of their centres along the longest side.
class SegmentTree {
  public:
    explicit SegmentTree(std::vector<Box> boxes);

    // Calls f(i) for every box i that overlaps `box`, in an order that depends on the boxes only.
    template <typename F>
    void for_each_overlapping(const Box& box, F&& f) const {
        if (nodes_.empty()) return;
        std::uint32_t stack[64];
        std::size_t depth = 0;
        stack[depth++] = 0;
        while (depth > 0) {
            const Node& node = nodes_[stack[--depth]];
            if (!overlap(node.box, box)) continue;
            if (node.right != 0) {
                stack[depth++] = node.right;
                stack[depth++] = static_cast<std::uint32_t>(&node - nodes_.data()) + 1;
                continue;
            }
            for (std::uint32_t i = node.first; i < node.last; ++i)
                if (overlap(boxes_[order_[i]], box)) f(order_[i]);
        }
    }

  private:
    struct Node {
        Box box;
        std::uint32_t first = 0, last = 0;  // of order_
        std::uint32_t right = 0;            // the left child follows its parent; 0: a leaf
    };
    void build(std::uint32_t first, std::uint32_t last);

    std::vector<Box> boxes_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;
};

}  // namespace graze::inline v1::detail
