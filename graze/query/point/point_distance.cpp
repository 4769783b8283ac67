// The nearest point of a surface: from the root down, the nearest boxes first.
#include "graze/query/point/point_distance.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>

#include "graze/base/detail/steps.h"
#include "graze/query/detail/contacts.h"
#include "graze/query/detail/costs.h"
#include "graze/query/kinds/detail/any_kind.h"
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
    detail::NearestOnSurface result;
    QueryCounts counts;

    NearestPoint(const Shape& shape, const Pose& pose, const Vec3& point, const PairFilter* filter)
        : shape_(shape),
          tree_(shape.tree()),
          pose_(pose),
          filter_(filter),
          world_point_(point),
          point_(tree_, pose, point) {}

    std::uint64_t tests() const {
        return counts.box_pairs + counts.triangle_pairs + counts.exact_pairs * detail::cost::exact_pair;
    }

    // Ends early if the meter, unless null, is exhausted.
    void run(Meter* meter) {
        push(TreeLink::node(0), 0);
        while (size_ > 0) {
            if (meter != nullptr && !spend(*meter)) break;
            const Waiting next = stack_[--size_];
            if (next.distance > limit_) continue;
            if (next.link.is_leaf()) {
                if (!look_at(tree_.leaves()[next.link.index()])) break;
            } else {
                open(tree_.nodes()[next.link.index()]);
            }
        }
        result.at_least = std::min(result.value, least_left());
    }

  private:
    struct Waiting {
        TreeLink link;
        float distance;
    };

    bool spend(Meter& meter) {
        const std::uint64_t before = spent_;
        spent_ = tests();
        return meter.spend(spent_ - before);
    }

    // A lower bound for all that was not looked at. Poses are rigid to 1e-6.
    double least_left() const {
        float least = std::numeric_limits<float>::infinity();
        for (int i = 0; i < size_; ++i) {
            const float box = stack_[i].distance - 2 * point_.margin;
            if (!(box > least)) least = box;  // NaN, too
        }
        if (!(least > 0)) return 0;
        return static_cast<double>(least) * tree_.unit() * (1 - 1e-5);
    }

    bool is_wanted(TriangleId t) const { return !filter_ || (*filter_)(FeatureId::face(t), FeatureId{}); }

    void push(TreeLink link, float distance) { stack_[size_++] = {link, distance}; }

    void open(const WideNode& node) {
        counts.box_pairs += WideNode::width;
        HWY_ALIGN float distance[WideNode::width];
        std::uint32_t near = boxes_near(node, point_, limit_, distance);
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
        ++counts.leaf_pairs;
        counts.triangle_pairs += leaf.count();
        if (filter_ == nullptr)
            for (std::uint32_t i = 0; i < leaf.count(); ++i) limit_ = std::min(limit_, most[i]);
        for (std::uint32_t i = 0; i < leaf.count(); ++i) {
            if (least[i] > limit_ || !is_wanted(leaf.triangle[i])) continue;
            ++counts.exact_pairs;
            const ClosestPoints found =
                graze::distance(world_point_, pose_(shape_.mesh().triangle(leaf.triangle[i])));
            if (!(found.value < result.value)) continue;
            result = {found.value, found.value, found.point_b, leaf.triangle[i], found.on_b};
            if (found.value == 0) return false;
            // Poses are rigid to 1e-6.
            const double in_tree = std::min(found.value / tree_.unit(), 1e30);
            limit_ = std::min(limit_, static_cast<float>(in_tree) * 1.00001f + point_.margin);
        }
        return true;
    }

    const Shape& shape_;
    const WideTree& tree_;
    const Pose& pose_;
    const PairFilter* filter_;
    std::uint64_t spent_ = 0;
    Vec3 world_point_;
    TreePoint point_;
    float limit_ = 1e30f;  // in coordinates of the tree, margins included
    int size_ = 0;
    // Each step down leaves at most seven links on the stack.
    static constexpr int stack_size = 256;
    static_assert(stack_size >= 7 * WideTree::max_depth + WideNode::width);
    Waiting stack_[stack_size];
};

// `limited`: the meter may end the search; otherwise it is only charged.
detail::NearestOnSurface find_nearest(const Shape& shape, const Pose& pose, const Vec3& point,
                                      const PairFilter* filter, QueryCounts* counts, Meter& meter,
                                      bool limited) {
    NearestPoint search(shape, pose, point, filter);
    search.run(limited ? &meter : nullptr);
    if (!limited) meter.spend(search.tests());
    if (counts != nullptr) *counts += search.counts;
    return search.result;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1 {

HWY_EXPORT(find_nearest);

detail::NearestOnSurface detail::nearest_point(const Shape& shape, const Pose& world_from_shape,
                                               const Vec3& point, Meter& meter, QueryCounts* counts) {
    if (shape.tree().empty()) return {};
    return HWY_DYNAMIC_DISPATCH(find_nearest)(shape, world_from_shape, point, nullptr, counts, meter, false);
}

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr const char* measuring_points = "measuring from points";

PointDistance no_distance(QueryStatus why) {
    return {not_a_number, not_a_number, {}, {}, why};
}

PointDistance public_form(const detail::NearestOnSurface& found) {
    PointDistance result;
    result.value = found.value;
    result.at_least = found.at_least;
    if (found.at_least < found.value) result.status = QueryStatus::undecided;
    if (std::isinf(found.value)) return result;
    result.nearest = found.nearest;
    result.feature = detail::feature_id(found.triangle, found.on);
    return result;
}

PointDistance distance_within_budget(const Shape& shape, const Pose& world_from_shape, const Vec3& point,
                                     const PairFilter& filter, QueryCounts* counts, Meter& meter) {
    if (!is_in_range(point)) return no_distance(QueryStatus::bad_input);
    if (shape.tree().empty()) return {};
    return public_form(HWY_DYNAMIC_DISPATCH(find_nearest)(shape, world_from_shape, point,
                                                          filter ? &filter : nullptr, counts, meter, true));
}

// Gives a distance its sign.
PointDistance with_sign(PointDistance result, const Shape& shape, const Pose& world_from_shape,
                        const Vec3& point, Meter& meter) {
    if (!(result.value > 0) || std::isinf(result.value)) return result;
    const auto winding = detail::WindingNumber(shape, world_from_shape, meter).of(point);
    if (!winding) {
        result.value = not_a_number;
        result.status = QueryStatus::undecided;
        return result;
    }
    if (*winding != 0) result.value = -result.value;
    return result;
}

}  // namespace

PointDistance distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point) {
    if (!shape.is_mesh()) return detail::point_distance_any(shape, world_from_shape, point, false, {});
    if (!is_in_range(point)) return no_distance(QueryStatus::bad_input);
    Meter unlimited{Budget{}};
    return public_form(detail::nearest_point(shape, world_from_shape, point, unlimited, nullptr));
}

PointDistance distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point,
                       const QueryOptions& options) {
    if (!shape.is_mesh()) return detail::point_distance_any(shape, world_from_shape, point, false, options);
    Meter meter(options.budget, options.progress);
    return distance_within_budget(shape, world_from_shape, point, options.filter, options.counts, meter);
}

PointDistance signed_distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point) {
    if (!shape.is_mesh()) return detail::point_distance_any(shape, world_from_shape, point, true, {});
    if (!shape.closed_surface().closed()) return no_distance(QueryStatus::not_closed);
    Meter unlimited{Budget{}};
    return with_sign(distance(shape, world_from_shape, point), shape, world_from_shape, point, unlimited);
}

PointDistance signed_distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point,
                              const QueryOptions& options) {
    if (!shape.is_mesh()) return detail::point_distance_any(shape, world_from_shape, point, true, options);
    if (!shape.closed_surface().closed()) return no_distance(QueryStatus::not_closed);
    Meter meter(options.budget, options.progress);
    return with_sign(
        distance_within_budget(shape, world_from_shape, point, options.filter, options.counts, meter), shape,
        world_from_shape, point, meter);
}

QueryStatus distance_batch(const Shape& shape, const Pose& world_from_shape, std::span<const Vec3> points,
                           std::span<PointDistance> out, const QueryOptions& options) {
    if (out.size() != points.size()) return QueryStatus::bad_input;
    detail::Steps steps(options.progress, measuring_points, points.size());
    std::atomic<bool> undecided = false, bad = false, unsupported = false;
    std::mutex counts_mutex;
    parallel_for(options.threads, points.size(), 256, [&](std::size_t first, std::size_t last) {
        QueryCounts counts;
        for (std::size_t i = first; i < last; ++i) {
            Meter meter(options.budget, options.progress);
            out[i] = shape.is_mesh() ? distance_within_budget(shape, world_from_shape, points[i],
                                                              options.filter, &counts, meter)
                                     : detail::point_distance_any(
                                           shape, world_from_shape, points[i], false,
                                           {.budget = Budget::part_of(meter), .filter = options.filter});
            if (out[i].status == QueryStatus::unsupported) unsupported = true;
            if (out[i].status == QueryStatus::undecided) undecided = true;
            if (out[i].status == QueryStatus::bad_input) bad = true;
        }
        steps.add(last - first);
        if (options.counts == nullptr) return;
        const std::lock_guard lock(counts_mutex);
        *options.counts += counts;
    });
    if (unsupported) return QueryStatus::unsupported;
    if (bad) return QueryStatus::bad_input;
    return undecided ? QueryStatus::undecided : QueryStatus::complete;
}

}  // namespace graze::inline v1
#endif  // HWY_ONCE
