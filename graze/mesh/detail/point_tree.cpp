#include "graze/mesh/detail/point_tree.h"

#include <cmath>
#include <numeric>

namespace graze::inline v1::detail {
namespace {

constexpr std::uint32_t leaf_size = 8;

// Whether the whole box is certainly to the right of the line from a to b. Only a filter: near the line,
// rounding may give a false no.
bool surely_right_of(const Vec2& a, const Vec2& b, const Vec2& lower, const Vec2& upper) {
    const double dx = b.x - a.x, dy = b.y - a.y;
    // The corner of the box furthest to the left of the line.
    const double px = dy > 0 ? lower.x : upper.x, py = dx > 0 ? upper.y : lower.y;
    const double left = dx * (py - a.y), right = dy * (px - a.x);
    const double margin = 0x1p-49 * (std::abs(left) + std::abs(right)) + 1e-300;
    return left - right < -margin;
}

}  // namespace

bool PointTree::may_meet(const Node& node, const std::array<Vec2, 3>& triangle, const Vec2& lower,
                         const Vec2& upper) {
    if (node.upper.x < lower.x || node.lower.x > upper.x || node.upper.y < lower.y || node.lower.y > upper.y)
        return false;
    return !surely_right_of(triangle[0], triangle[1], node.lower, node.upper) &&
           !surely_right_of(triangle[1], triangle[2], node.lower, node.upper) &&
           !surely_right_of(triangle[2], triangle[0], node.lower, node.upper);
}

void PointTree::build(std::span<const Vec2> points) {
    points_ = points;
    const auto n = static_cast<std::uint32_t>(points.size());
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), 0u);
    leaf_of_.resize(n);
    on_.assign(n, 0);
    nodes_.clear();
    build_node(0, n, none);
}

std::uint32_t PointTree::build_node(std::uint32_t first, std::uint32_t last, std::uint32_t parent) {
    const auto self = static_cast<std::uint32_t>(nodes_.size());
    Node node{points_[order_[first]], points_[order_[first]], first, last, parent, 0, 0};
    for (std::uint32_t i = first; i < last; ++i) {
        const Vec2& p = points_[order_[i]];
        node.lower = {std::min(node.lower.x, p.x), std::min(node.lower.y, p.y)};
        node.upper = {std::max(node.upper.x, p.x), std::max(node.upper.y, p.y)};
    }
    nodes_.push_back(node);
    if (last - first <= leaf_size) {
        std::sort(order_.begin() + first, order_.begin() + last);  // nth_element leaves an unspecified order
        for (std::uint32_t i = first; i < last; ++i) leaf_of_[order_[i]] = self;
        return self;
    }
    const bool along_x = node.upper.x - node.lower.x >= node.upper.y - node.lower.y;
    const std::uint32_t middle = first + (last - first) / 2;
    const auto begin = order_.begin();
    // Ties are broken by index, so that the halves do not depend on the library's nth_element.
    std::nth_element(begin + first, begin + middle, begin + last, [&](std::uint32_t i, std::uint32_t j) {
        const double a = along_x ? points_[i].x : points_[i].y, b = along_x ? points_[j].x : points_[j].y;
        return a < b || (a == b && i < j);
    });
    build_node(first, middle, self);
    const std::uint32_t right = build_node(middle, last, self);
    nodes_[self].right = right;
    return self;
}

void PointTree::change(std::uint32_t point, bool on) {
    if ((on_[point] != 0) == on) return;
    on_[point] = on ? 1 : 0;
    for (std::uint32_t n = leaf_of_[point]; n != none; n = nodes_[n].parent) nodes_[n].on += on ? 1u : ~0u;
}

}  // namespace graze::inline v1::detail
