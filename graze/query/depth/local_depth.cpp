#include "graze/query/depth/local_depth.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "graze/query/depth/detail/depth_search.h"
#include "graze/query/detail/contacts.h"
#include "graze/query/kinds/detail/any_kind.h"

namespace graze::inline v1 {
namespace {

using detail::DepthSearch;
using detail::DepthSide;

// An order of A and B that does not depend on which is named first, so that the search takes the same steps.
bool in_order(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    if (a.content_hash() != b.content_hash()) return a.content_hash() < b.content_hash();
    return world_from_a.matrix() < world_from_b.matrix();
}

LocalDepth no_depth(QueryStatus why) {
    LocalDepth none;
    none.value = none.at_most = std::numeric_limits<double>::quiet_NaN();
    none.status = why;
    return none;
}

bool corners_in_range(const Box& box) {
    return is_in_range(box.lower) && is_in_range(box.upper);
}

// Is each number the number of a triangle?
bool are_triangles(const std::optional<std::span<const TriangleId>>& triangles, const Mesh& mesh) {
    return !triangles ||
           std::ranges::all_of(*triangles, [&](TriangleId t) { return t < mesh.triangle_count(); });
}

// The depth as a contact, with the features that contain the two points.
LocalDepth depth_at(const detail::DeepestPoint& found, const Triangle& in_a, const Triangle& in_b) {
    LocalDepth result;
    result.value = found.value;
    result.at_most = found.at_most;
    result.point_on_a = found.point_on_a;
    if (!found.complete) result.status = QueryStatus::undecided;
    result.distance = 0;
    if (!(found.value > 0)) return result;
    result.point_a = found.point_on_a ? found.point : found.nearest;
    result.point_b = found.point_on_a ? found.nearest : found.point;
    result.feature_a = detail::feature_id(found.triangle_a, distance(result.point_a, in_a).on_b);
    result.feature_b = detail::feature_id(found.triangle_b, distance(result.point_b, in_b).on_b);
    detail::set_normal(result, found.value, -1, std::max(detail::largest_of(in_a), detail::largest_of(in_b)));
    return result;
}

LocalDepth searched_depth(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                          const LocalDepthOptions& depth, QueryCounts& counts, Meter& meter) {
    DepthSide side_a(a, world_from_a, b, world_from_b, {depth.triangles_a, depth.within, depth.faces_a},
                     meter, counts);
    DepthSide side_b(b, world_from_b, a, world_from_a, {depth.triangles_b, depth.within, depth.faces_b},
                     meter, counts);
    const detail::DeepestPoint found = DepthSearch(side_a, side_b, depth, meter).run();
    return depth_at(found, world_from_a(a.mesh().triangle(found.triangle_a)),
                    world_from_b(b.mesh().triangle(found.triangle_b)));
}

void exchange(LocalDepth& depth) {
    std::swap(depth.point_a, depth.point_b);
    std::swap(depth.feature_a, depth.feature_b);
    depth.normal = -depth.normal;
    depth.point_on_a = !depth.point_on_a;
}

LocalDepth metered_depth(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                         const LocalDepthOptions& depth, QueryCounts& counts, Meter& meter) {
    if (!a.closed_surface().closed() || !b.closed_surface().closed())
        return no_depth(QueryStatus::not_closed);
    if (!(depth.relative_error >= 0 && depth.absolute_error >= 0 && depth.limit.value_or(0) >= 0) ||
        !are_triangles(depth.triangles_a, a.mesh()) || !are_triangles(depth.triangles_b, b.mesh()))
        return no_depth(QueryStatus::bad_input);
    LocalDepth apart;
    apart.distance = 0;
    if (a.mesh().empty() || b.mesh().empty()) return apart;
    const Box box_a = world_from_a(a.mesh().box()), box_b = world_from_b(b.mesh().box());
    if (!corners_in_range(box_a) || !corners_in_range(box_b)) return no_depth(QueryStatus::bad_input);
    if (!overlap(box_a, box_b)) return apart;
    if (in_order(a, world_from_a, b, world_from_b))
        return searched_depth(a, world_from_a, b, world_from_b, depth, counts, meter);
    LocalDepthOptions mirrored = depth;
    std::swap(mirrored.triangles_a, mirrored.triangles_b);
    std::swap(mirrored.faces_a, mirrored.faces_b);
    LocalDepth result = searched_depth(b, world_from_b, a, world_from_a, mirrored, counts, meter);
    exchange(result);
    return result;
}

}  // namespace

LocalDepth local_depth(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       const LocalDepthOptions& depth) {
    if (!detail::meshes_only("local_depth", a, b)) return no_depth(QueryStatus::unsupported);
    Meter unlimited{Budget{}};
    QueryCounts ignored;
    return metered_depth(a, world_from_a, b, world_from_b, depth, ignored, unlimited);
}

LocalDepth local_depth(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       const LocalDepthOptions& depth, const QueryOptions& options) {
    if (options.filter || !detail::meshes_only("local_depth", a, b))
        return no_depth(QueryStatus::unsupported);
    Meter meter(options.budget, options.progress, "searching for the deepest point");
    QueryCounts ignored;
    return metered_depth(a, world_from_a, b, world_from_b, depth,
                         options.counts != nullptr ? *options.counts : ignored, meter);
}

}  // namespace graze::inline v1
