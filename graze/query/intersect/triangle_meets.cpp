// From the root down: tests a triangle against eight boxes at a time, along their axes and its own normal.
#include "graze/query/intersect/detail/triangle_meets.h"

#include <algorithm>
#include <bit>

#include "graze/query/detail/costs.h"
#include "graze/query/triangle/triangle_pair.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/intersect/triangle_meets.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/tree/traverse/point_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// A triangle of the world in the coordinates of a tree.
class TreeTriangle {
  public:
    TreeTriangle(const WideTree& tree, const Pose& pose, const Triangle& t)
        : corner_{{tree, pose, t[0]}, {tree, pose, t[1]}, {tree, pose, t[2]}},
          margin_(2 * std::max({corner_[0].margin, corner_[1].margin, corner_[2].margin})) {
        const auto at = [&](int c) {
            return Vec3{corner_[c].exact[0], corner_[c].exact[1], corner_[c].exact[2]};
        };
        // Any direction no longer than 1 is valid, even one that is zero or far off.
        const Vec3 normal = normalized(cross(at(1) - at(0), at(2) - at(0)));
        for (std::size_t k = 0; k < 3; ++k)
            normal_[k] = is_finite(normal) ? static_cast<float>(normal[k]) * 0.9999f : 0.0f;
        for (int k = 0; k < 3; ++k) {
            const float p = corner_[0].rounded[k], q = corner_[1].rounded[k], r = corner_[2].rounded[k];
            lower_[k] = std::min({p, q, r});
            upper_[k] = std::max({p, q, r});
        }
    }

    // Bit i: the triangle may meet the content of box i.
    HWY_INLINE std::uint32_t boxes_met(const WideNode& node) const {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        std::uint32_t result = 0;
        for (int i = 0; i < WideNode::width; i += n) {
            const NodeLanes boxes(node, i);
            const BoxLane from[3][3] = {{away(boxes, 0, 0), away(boxes, 0, 1), away(boxes, 0, 2)},
                                        {away(boxes, 1, 0), away(boxes, 1, 1), away(boxes, 1, 2)},
                                        {away(boxes, 2, 0), away(boxes, 2, 1), away(boxes, 2, 2)}};
            const BoxLane normal[3] = {hn::Set(d, normal_[0]), hn::Set(d, normal_[1]),
                                       hn::Set(d, normal_[2])};
            // Written so that NaN and an infinite margin count as near. Unused boxes never count.
            auto apart = hn::Lt(boxes.half[0], hn::Zero(d));
            BoxLane radius = hn::Set(d, margin_);
            for (int k = 0; k < 3; ++k) {
                radius = hn::Add(radius, hn::Mul(boxes.half[k], hn::Abs(dot_of(boxes.axis[k], normal))));
                apart = hn::Or(apart,
                               apart_along(from, boxes.axis[k], hn::Add(boxes.half[k], hn::Set(d, margin_))));
            }
            apart = hn::Or(apart, apart_along(from, normal, radius));
            result |= bits_not_set(apart) << i;
        }
        return result;
    }

    // Bit i: the box of triangle i of the leaf overlaps the box of this triangle.
    HWY_INLINE std::uint32_t triangles_near(const TreeLeaf& leaf) const {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        std::uint32_t result = 0;
        for (int i = 0; i < TreeLeaf::width; i += n) {
            auto apart = hn::FirstN(d, 0);
            for (int k = 0; k < 3; ++k) {
                const LeafLanes p = leaf_steps(leaf, k, i), q = leaf_steps(leaf, k + 3, i),
                                r = leaf_steps(leaf, k + 6, i);
                // In steps from the leaf's origin. The leaf's values are right to half a step; the error of
                // the numbers here is much less than the rest of the margin.
                const float slack = margin_ + leaf.step();
                const float lower = (lower_[k] - slack - leaf.origin[k]) / leaf.step(),
                            upper = (upper_[k] + slack - leaf.origin[k]) / leaf.step();
                apart = hn::Or(apart, hn::Or(hn::Gt(hn::Min(hn::Min(p, q), r), hn::Set(d, upper)),
                                             hn::Lt(hn::Max(hn::Max(p, q), r), hn::Set(d, lower))));
            }
            result |= bits_not_set(apart) << i;
        }
        return result & ((1u << leaf.count()) - 1);
    }

  private:
    HWY_INLINE BoxLane away(const NodeLanes& boxes, int corner, int k) const {
        return hn::Sub(hn::Set(Lanes8(), corner_[corner].rounded[k]), boxes.center[k]);
    }

    static HWY_INLINE hn::Mask<Lanes8> apart_along(const BoxLane (&from)[3][3], const BoxLane (&axis)[3],
                                                   BoxLane radius) {
        const BoxLane s0 = dot_of(from[0], axis), s1 = dot_of(from[1], axis), s2 = dot_of(from[2], axis);
        return hn::Or(hn::Gt(hn::Min(hn::Min(s0, s1), s2), radius),
                      hn::Lt(hn::Max(hn::Max(s0, s1), s2), hn::Neg(radius)));
    }

    TreePoint corner_[3];
    float margin_;
    float normal_[3];
    float lower_[3], upper_[3];
};

std::optional<TriangleId> first_met(const Triangle& t, const Shape& shape, const Pose& pose, Meter& meter,
                                    QueryCounts& counts) {
    const WideTree& tree = shape.tree();
    const TreeTriangle in_tree(tree, pose, t);
    const Box box = bounds(t);
    // Each step down leaves at most seven links on the stack.
    constexpr int stack_size = 256;
    static_assert(stack_size >= 7 * WideTree::max_depth + WideNode::width);
    std::uint32_t stack[stack_size];
    int size = 0;
    stack[size++] = 0;
    while (size > 0) {
        const WideNode& node = tree.nodes()[stack[--size]];
        meter.spend(WideNode::width);
        counts.box_pairs += WideNode::width;
        for (std::uint32_t met = in_tree.boxes_met(node); met != 0; met &= met - 1) {
            const TreeLink child = node.child[std::countr_zero(met)];
            if (!child.is_leaf()) {
                stack[size++] = child.index();
                continue;
            }
            const TreeLeaf& leaf = tree.leaves()[child.index()];
            ++counts.leaf_pairs;
            counts.triangle_pairs += leaf.count();
            for (std::uint32_t near = in_tree.triangles_near(leaf); near != 0; near &= near - 1) {
                const TriangleId id = leaf.triangle[std::countr_zero(near)];
                const Triangle other = pose(shape.mesh().triangle(id));
                if (!overlap(box, bounds(other))) continue;
                meter.spend(detail::cost::exact_pair);
                ++counts.exact_pairs;
                if (intersects(t, other)) return id;
            }
        }
    }
    return std::nullopt;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(first_met);

std::optional<TriangleId> triangle_met(const Triangle& world_triangle, const Shape& shape,
                                       const Pose& world_from_shape, Meter& meter, QueryCounts& counts) {
    if (shape.tree().empty()) return std::nullopt;
    return HWY_DYNAMIC_DISPATCH(first_met)(world_triangle, shape, world_from_shape, meter, counts);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
