// Finds active points of the plane in a triangle.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/predicates.h"

namespace graze::inline v1::detail {

// A balanced k-d tree over fixed points, each of which can be switched on and off. Unlike a uniform grid it
// does not degrade when the points crowd together.
class PointTree {
  public:
    static constexpr std::uint32_t none = 0xffffffff;

    // Keeps the span. All points are off at first.
    void build(std::span<const Vec2> points);
    void switch_on(std::uint32_t point) { change(point, true); }
    void switch_off(std::uint32_t point) { change(point, false); }
    bool is_on(std::uint32_t point) const { return on_[point]; }

    // Some point that is on, lies in the closed counter-clockwise triangle, and satisfies `wanted(point)`; or
    // `none`. Subtracts the number of tested nodes and points from `work`, and gives up (`none`) when there
    // is no work left.
    template <typename Wanted>
    std::uint32_t find_in_triangle(const std::array<Vec2, 3>& triangle, Wanted&& wanted, std::uint64_t& work);

  private:
    struct Node {
        Vec2 lower, upper;
        std::uint32_t first, last;  // into order_
        std::uint32_t parent;
        std::uint32_t right;  // the left child follows its parent; 0: a leaf
        std::uint32_t on;     // number of points below that are on
    };
    static bool may_meet(const Node& node, const std::array<Vec2, 3>& triangle, const Vec2& lower,
                         const Vec2& upper);
    std::uint32_t build_node(std::uint32_t first, std::uint32_t last, std::uint32_t parent);
    void change(std::uint32_t point, bool on);

    std::span<const Vec2> points_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> order_, leaf_of_;
    std::vector<char> on_;
    std::vector<std::uint32_t> stack_;
};

template <typename Wanted>
std::uint32_t PointTree::find_in_triangle(const std::array<Vec2, 3>& triangle, Wanted&& wanted,
                                          std::uint64_t& work) {
    const auto [a, b, c] = triangle;
    const Vec2 lower{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y})};
    const Vec2 upper{std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})};
    stack_.assign(1, 0);
    while (!stack_.empty()) {
        if (work == 0) return none;
        --work;
        const std::uint32_t n = stack_.back();
        const Node& node = nodes_[n];
        stack_.pop_back();
        if (node.on == 0 || !may_meet(node, triangle, lower, upper)) continue;
        if (node.right != 0) {
            stack_.push_back(node.right);
            stack_.push_back(n + 1);
            continue;
        }
        for (std::uint32_t i = node.first; i < node.last; ++i) {
            const std::uint32_t point = order_[i];
            const Vec2& p = points_[point];
            if (!on_[point] || p.x < lower.x || p.x > upper.x || p.y < lower.y || p.y > upper.y) continue;
            work -= std::min<std::uint64_t>(work, 1);
            if (orient2d(a, b, p) >= 0 && orient2d(b, c, p) >= 0 && orient2d(c, a, p) >= 0 && wanted(point))
                return point;
        }
    }
    return none;
}

}  // namespace graze::inline v1::detail
