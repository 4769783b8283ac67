#include "graze/mesh/detail/segment_tree.h"

#include <numeric>
#include <utility>

namespace graze::inline v1::detail {

SegmentTree::SegmentTree(std::vector<Box> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    if (!boxes_.empty()) build(0, static_cast<std::uint32_t>(boxes_.size()));
}

void SegmentTree::build(std::uint32_t first, std::uint32_t last) {
    constexpr std::uint32_t few = 4;
    const std::size_t node = nodes_.size();
    nodes_.push_back({{}, first, last, 0});
    Box centers;
    for (std::uint32_t i = first; i < last; ++i) {
        nodes_[node].box.grow(boxes_[order_[i]]);
        centers.grow(boxes_[order_[i]].center());
    }
    if (last - first <= few) return;
    const Vec3 size = centers.size();
    const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const std::uint32_t middle = first + (last - first) / 2;
    const auto at = [&](std::uint32_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::ranges::nth_element(at(first), at(middle), at(last), {}, [&](std::uint32_t i) {
        return std::pair(boxes_[i].center()[axis], i);  // the number decides between equal ones
    });
    build(first, middle);
    nodes_[node].right = static_cast<std::uint32_t>(nodes_.size());
    build(middle, last);
}

}  // namespace graze::inline v1::detail
