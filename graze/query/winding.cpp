#include "graze/query/detail/winding.h"

#include <algorithm>

#include "graze/base/predicates.h"
#include "graze/base/random.h"
#include "graze/query/detail/tree_segment.h"

namespace graze::inline v1::detail {
namespace {

// Of a point next to x the sign is that of x, or if that is zero, that of the point on the way to which it
// lies. The weights are odd, so that it is in line with little else.
int orient3d(const SurfacePoint& p, const Vec3& b, const Vec3& c, const Vec3& d) {
    const int at_x = detail::orient3d(p.x, b, c, d);
    if (at_x != 0 || !p.inwards) return at_x;
    return detail::orient3d(WeightedPoint{p.x.t, {311, 353, 293}}, b, c, d);
}

}  // namespace

Crossing crossing(const SurfacePoint& start, const Vec3& end, const Triangle& t) {
    const int side_of_end = graze::orient3d(t[0], t[1], t[2], end);
    // orient3d changes its sign when its points are turned round by one place.
    const int side_of_start = -orient3d(start, t[0], t[1], t[2]);
    if (side_of_end == 0 && side_of_start == 0) {
        // A triangle without area bounds nothing. One that the ray runs along gives no answer.
        return collinear(t[0], t[1], t[2]) ? Crossing::none : Crossing::degenerate;
    }
    // The end is outside the box of the shape, so not in t; and if the start is, t is not further on.
    if (side_of_end * side_of_start >= 0) return Crossing::none;
    int left = 0, right = 0, on = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const int s = orient3d(start, end, t[i], t[(i + 1) % 3]);
        ++(s > 0 ? left : s < 0 ? right : on);
    }
    if (left > 0 && right > 0) return Crossing::none;
    if (on > 0) return Crossing::degenerate;
    return side_of_start < 0 ? Crossing::from_behind : Crossing::from_front;
}

WindingNumber::WindingNumber(const Shape& shape, const Pose& world_from_shape, Meter& meter)
    : shape_(shape),
      world_from_shape_(world_from_shape),
      meter_(meter),
      world_box_(world_from_shape(shape.mesh().box())) {
    invert(world_from_shape.matrix(), inverse_rotation_);
}

std::optional<int> WindingNumber::of(const Vec3& p) {
    if (!world_box_.contains(p)) return 0;
    return along_rays({{{p, p, p}, {1, 0, 0}}}, 0);
}

std::optional<int> WindingNumber::beside(const SurfacePoint& p, int side) {
    return along_rays(p, side);
}

std::optional<int> WindingNumber::along_rays(const SurfacePoint& start, int side) {
    // Ends lie on a sphere around shape and point, with room for rays in many directions even where
    // coordinates are large and the box is small.
    const Triangle& t = start.x.t;
    Box box = world_box_;
    box.grow(bounds(t));
    const Vec3 size = box.size(), center = box.center();
    const double coarse = std::max(largest_coordinate(box.lower), largest_coordinate(box.upper));
    const double radius = std::max({1.5 * largest_coordinate(size), 0x1p-20 * coarse, 0x1p-1000});
    Random directions(1);
    // Of the ends on the sphere about half are on the right side. A ray fails only if it meets an edge.
    while (true) {
        const Vec3 end = center + directions.on_sphere() * (radius * directions.uniform(1.2, 1.6));
        if (side != 0 && graze::orient3d(t[0], t[1], t[2], end) != side) continue;
        int winding = 0;
        if (shoot(start, end, winding)) return winding;
        if (meter_.exhausted()) return std::nullopt;
    }
}

// False if the ray is degenerate, or if the budget is used up.
bool WindingNumber::shoot(const SurfacePoint& start, const Vec3& end, int& winding) {
    const WideTree& tree = shape_.tree();
    if (tree.empty()) return true;
    const TreeSegment segment = in_tree(tree, world_from_shape_, inverse_rotation_, rounded(start.x), end);
    // The trees are at most 31 levels deep, and each level leaves at most seven nodes behind.
    constexpr int stack_size = 256;
    std::uint32_t stack[stack_size];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const WideNode& node = tree.nodes()[stack[--depth]];
        if (!meter_.spend(WideNode::width)) return false;
        for (int slot = 0; slot < WideNode::width; ++slot) {
            const TreeLink child = node.child[slot];
            if (child.is_none() || !segment.may_meet(node, slot)) continue;
            if (!child.is_leaf()) {
                stack[depth++] = child.index();
                continue;
            }
            const TreeLeaf& leaf = tree.leaves()[child.index()];
            if (!meter_.spend(leaf.count)) return false;
            for (std::uint32_t i = 0; i < leaf.count; ++i) {
                switch (crossing(start, end, world_from_shape_(shape_.mesh().triangle(leaf.triangle[i])))) {
                    case Crossing::none:
                        break;
                    case Crossing::from_behind:
                        ++winding;
                        break;
                    case Crossing::from_front:
                        --winding;
                        break;
                    case Crossing::degenerate:
                        return false;
                }
            }
        }
    }
    return true;
}

}  // namespace graze::inline v1::detail
