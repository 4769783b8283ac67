// The nearest point of a surface: from the root down, the nearest boxes first.
#include "graze/query/point/point_distance.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "graze/base/error.h"
#include "graze/query/detail/costs.h"
#include "graze/query/point/detail/nearest_point.h"
#include "graze/query/point/detail/winding.h"
#include "graze/tree/traverse/pair_frame.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/point/point_distance.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/tree/traverse/point_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

class NearestPoint {
  public:
    PointDistance result;
    std::uint64_t tests = 0;

    NearestPoint(const Shape& shape, const Pose& pose, const Vec3& point)
        : shape_(shape), tree_(shape.tree()), pose_(pose), world_point_(point), point_(tree_, pose, point) {}

    void run() {
        push(TreeLink::node(0), 0);
        while (size_ > 0) {
            const Waiting next = stack_[--size_];
            if (next.distance > reach_) continue;
            if (next.link.is_leaf()) {
                if (!look_at(tree_.leaves()[next.link.index()])) return;
            } else {
                open(tree_.nodes()[next.link.index()]);
            }
        }
    }

  private:
    struct Waiting {
        TreeLink link;
        float distance;
    };

    void push(TreeLink link, float distance) { stack_[size_++] = {link, distance}; }

    void open(const WideNode& node) {
        tests += WideNode::width;
        HWY_ALIGN float distance[WideNode::width];
        std::uint32_t near = boxes_near(node, point_, reach_, distance);
        const int first = size_;
        for (; near != 0; near &= near - 1) {
            const auto slot = static_cast<std::uint32_t>(std::countr_zero(near));
            int at = size_++;
            for (; at > first && stack_[at - 1].distance < distance[slot]; --at) stack_[at] = stack_[at - 1];
            stack_[at] = {node.child[slot], distance[slot]};
        }
    }

    // Tests the triangles of a leaf. False if the point lies in a triangle.
    bool look_at(const TreeLeaf& leaf) {
        HWY_ALIGN float least[TreeLeaf::width], most[TreeLeaf::width];
        distances_of_triangles(leaf, point_, least, most);
        tests += leaf.count();
        for (std::uint32_t i = 0; i < leaf.count(); ++i) reach_ = std::min(reach_, most[i]);
        for (std::uint32_t i = 0; i < leaf.count(); ++i) {
            if (least[i] > reach_) continue;
            tests += detail::cost::exact_pair;
            const ClosestPoints found =
                graze::distance(world_point_, pose_(shape_.mesh().triangle(leaf.triangle[i])));
            if (!(found.value < result.value)) continue;
            result = {found.value, found.point_b, leaf.triangle[i]};
            if (found.value == 0) return false;
            // Poses are rigid to 1e-6.
            const double in_tree = std::min(found.value / tree_.unit(), 1e30);
            reach_ = std::min(reach_, static_cast<float>(in_tree) * 1.00001f + point_.margin);
        }
        return true;
    }

    const Shape& shape_;
    const WideTree& tree_;
    const Pose& pose_;
    Vec3 world_point_;
    TreePoint point_;
    float reach_ = 1e30f;  // in coordinates of the tree, margins included
    int size_ = 0;
    // Each step down leaves at most seven links on the stack.
    static constexpr int stack_size = 256;
    static_assert(stack_size >= 7 * WideTree::max_depth + WideNode::width);
    Waiting stack_[stack_size];
};

PointDistance find_nearest(const Shape& shape, const Pose& pose, const Vec3& point, Meter& meter) {
    NearestPoint search(shape, pose, point);
    search.run();
    meter.spend(search.tests);
    return search.result;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1 {

HWY_EXPORT(find_nearest);

PointDistance detail::nearest_point(const Shape& shape, const Pose& world_from_shape, const Vec3& point,
                                    Meter& meter) {
    if (!is_in_range(point))
        throw Error("a point to measure from is not a number or beyond 1e100", {}, "give finite coordinates");
    if (shape.tree().empty()) return {};
    return HWY_DYNAMIC_DISPATCH(find_nearest)(shape, world_from_shape, point, meter);
}

PointDistance distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point) {
    Meter unlimited{Budget{}};
    return detail::nearest_point(shape, world_from_shape, point, unlimited);
}

PointDistance signed_distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point) {
    if (!shape.closed_surface().closed())
        throw Error("a mesh that is not closed has no inside", shape.closed_surface().why_not(),
                    "repair it, or ask for the distance without a sign");
    PointDistance result = distance(shape, world_from_shape, point);
    if (!(result.value > 0) || std::isinf(result.value)) return result;
    Meter unlimited({});
    const auto winding = detail::WindingNumber(shape, world_from_shape, unlimited).of(point);
    if (winding.value_or(0) != 0) result.value = -result.value;
    return result;
}

void distance_batch(const Shape& shape, const Pose& world_from_shape, std::span<const Vec3> points,
                    std::span<PointDistance> out, const Threads& threads) {
    if (out.size() != points.size()) throw Error("a batch of distances needs one result per point");
    parallel_for(threads, points.size(), 256, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) out[i] = distance(shape, world_from_shape, points[i]);
    });
}

}  // namespace graze::inline v1
#endif  // HWY_ONCE
