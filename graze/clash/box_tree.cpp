#include "graze/clash/detail/box_tree.h"

#include <algorithm>

namespace graze::inline v1::detail {

BoxTree::BoxTree(std::span<const Box> boxes) {
    items_.reserve(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (!boxes[i].empty()) items_.push_back({boxes[i], static_cast<std::uint32_t>(i)});
    nodes_.reserve(items_.size());
    if (!items_.empty()) build(0, static_cast<std::uint32_t>(items_.size()));
}

void BoxTree::build(std::uint32_t first, std::uint32_t last) {
    Node node;
    Box centers;
    for (std::uint32_t k = first; k < last; ++k) {
        node.box.grow(items_[k].box);
        centers.grow(items_[k].box.center());
        node.highest = std::max(node.highest, items_[k].index);
    }
    const auto place = static_cast<std::uint32_t>(nodes_.size());
    if (last - first <= leaf_size) {
        node.first = first;
        node.count = last - first;
        nodes_.push_back(node);
        return;
    }
    nodes_.push_back(node);
    const Vec3 size = centers.size();
    const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    // The number decides between equal centres, so that the tree is the same everywhere.
    const auto before = [axis](const Item& a, const Item& b) {
        const double ca = a.box.center()[axis], cb = b.box.center()[axis];
        return ca != cb ? ca < cb : a.index < b.index;
    };
    const std::uint32_t middle = first + (last - first) / 2;
    std::nth_element(items_.begin() + first, items_.begin() + middle, items_.begin() + last, before);
    build(first, middle);
    nodes_[place].first = static_cast<std::uint32_t>(nodes_.size());
    build(middle, last);
}

}  // namespace graze::inline v1::detail
