#include "graze/query/depth/convex_depth.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/convex/epa.h"
#include "graze/query/kinds/detail/any_kind.h"
#include "graze/query/kinds/detail/convex_cells.h"
#include "graze/query/kinds/detail/quick_meet.h"

namespace graze::inline v1 {
namespace {

using detail::CoreDistance;
using detail::TwoSolids;

// Where the bounds of round solids may stop, relative to their size.
constexpr double round_precision = 0x1p-32;

SignedDistance no_signed_distance(QueryStatus status) {
    SignedDistance result;
    if (status != QueryStatus::undecided)
        result.at_least = result.at_most = std::numeric_limits<double>::quiet_NaN();
    result.status = status;
    return result;
}

bool is_convex_kind(ShapeKind kind) {
    const auto kinds = detail::convex_kinds();
    return std::ranges::find(kinds, kind) != kinds.end();
}

// The signed distance of the cores from those of the solids.
void take_radii_off(SignedDistance& result, const TwoSolids& pair) {
    const double a = pair.a.radius(), b = pair.b.radius(), rounding = 0x1p-50 * pair.size();
    if (!(a + b > 0)) return;
    result.point_a += result.normal * a;
    result.point_b -= result.normal * b;
    result.distance -= a + b;
    result.at_least -= a + b + rounding;
    result.at_most -= a + b - rounding;
}

SignedDistance depth_of_apart_cores(const TwoSolids& pair, const CoreDistance& known) {
    const Distance apart = detail::distance_of_cores(pair, known);
    SignedDistance result;
    static_cast<Contact&>(result) = apart;
    result.distance = apart.value;
    result.at_least = apart.at_least;
    result.at_most = std::max(apart.value, std::min(known.at_most, apart.value + 0x1p-46 * pair.largest()));
    return result;
}

// Of cores that overlap or touch, or are within rounding of it.
SignedDistance depth_by_epa(TwoSolids& pair, const Shape& a, const Pose& world_from_a, const Shape& b,
                            const Pose& world_from_b, const CoreDistance& known) {
    const double largest = pair.largest();
    const EpaResult found = detail::core_depth(pair.a, pair.b, known, round_precision);
    SignedDistance result;
    result.normal = found.normal;
    result.certainty = found.normal_error < 1e-3 ? NormalCertainty::certain : NormalCertainty::unsure;
    const double most = std::max(detail::most_along(pair.a, pair.b, found.normal), 0.0);
    result.at_least = -most;
    result.at_most = -std::min(found.at_least, most);
    result.distance = -std::clamp(found.depth, -result.at_most, most);
    // Of solids that touch, the polytope may have the right plane but not yet the place: GJK has it.
    const auto off_by = [&](const Vec3& of_a, const Vec3& of_b) {
        return length(of_b - of_a - result.normal * result.distance);
    };
    GjkResult corners = known.found;
    result.point_a = known.point_a;
    result.point_b = known.point_b;
    if (found.end != EpaResult::End::flat &&
        off_by(found.point_a, found.point_b) <= off_by(known.point_a, known.point_b)) {
        result.point_a = found.point_a;
        result.point_b = found.point_b;
        corners.count = found.count;
        std::copy_n(found.corner.begin(), found.count, corners.corner.begin());
    }
    result.feature_a = detail::feature_of(a, corners, true);
    result.feature_b = detail::feature_of(b, corners, false);
    if (known.surely_inside || found.at_least > 0) return result;
    // The sign is not known yet.
    const auto meet = [&] {
        const bool are_cores = pair.a.radius() + pair.b.radius() == 0;
        const Answer quick =
            are_cores ? detail::quick_meet(a, world_from_a, b, world_from_b) : Answer::undecided;
        return quick == Answer::undecided ? cores_meet(pair.a, pair.b, known) : quick == Answer::yes;
    };
    if (pair.has_round()) {
        result.at_most = known.at_most;
    } else if (meet()) {
        // A touch, as far as doubles can tell, is one.
        if (most <= 0x1p-44 * largest) result.distance = 0;
    } else {
        result.at_least = 0;
        result.at_most = std::max(known.at_most, 0x1p-1000);
        result.distance =
            std::clamp(length(known.found.nearest), std::min(result.at_most, 0x1p-1000), result.at_most);
    }
    return result;
}

// The bounds have 0 between them, though yes or no is known exactly.
void take_sign(SignedDistance& result, Answer meet) {
    if (meet == Answer::yes) {
        result.at_most = 0;
        result.distance = std::min(result.distance, 0.0);
    } else if (meet == Answer::no) {
        result.at_least = 0;
        result.distance = std::max(result.distance, std::min(0x1p-1000, result.at_most));
    } else {
        result.status = QueryStatus::undecided;
    }
}

SignedDistance depth_of_solids(const Shape& a, const Pose& world_from_a, const Shape& b,
                               const Pose& world_from_b, const QueryOptions& options) {
    TwoSolids pair(a, world_from_a, b, world_from_b);
    const double unit = pair.take_unit(TwoSolids::Unit::any);
    const CoreDistance known =
        detail::core_distance(pair.a, pair.b, std::numeric_limits<double>::infinity(),
                              options.filter ? nullptr : detail::cache_of(options, a, b));
    SignedDistance result;
    if (known.at_least > 0 && !known.surely_inside) {
        result = depth_of_apart_cores(pair, known);
        result.feature_a = detail::feature_of(a, known.found, true);
        result.feature_b = detail::feature_of(b, known.found, false);
    } else {
        result = depth_by_epa(pair, a, world_from_a, b, world_from_b, known);
    }
    take_radii_off(result, pair);
    // What was made smaller may have lost bits.
    if (result.at_least <= 0 && result.at_most >= 0 &&
        (pair.has_round() || pair.size() > pair.largest() || unit > 1))
        take_sign(result, detail::intersects_any(a, world_from_a, b, world_from_b, options));
    detail::unscale(result, unit);
    return result;
}

void mirror(SignedDistance& result) {
    std::swap(result.point_a, result.point_b);
    std::swap(result.feature_a, result.feature_b);
    result.normal = Vec3{} - result.normal;
}

}  // namespace

SignedDistance convex_depth(const Shape& a, const Pose& world_from_a, const Shape& b,
                            const Pose& world_from_b, const QueryOptions& options) {
    const bool a_is_plane = a.as<HalfSpace>() != nullptr, b_is_plane = b.as<HalfSpace>() != nullptr;
    const bool a_is_solid = is_convex_kind(a.kind()), b_is_solid = is_convex_kind(b.kind());
    if (!(a_is_solid || a_is_plane) || !(b_is_solid || b_is_plane) || (a_is_plane && b_is_plane))
        return no_signed_distance(QueryStatus::unsupported);
    if (!detail::lets_through(options)) return no_signed_distance(QueryStatus::unsupported);
    Meter meter(options.budget, options.progress);
    if (!meter.spend(2 * detail::cost_of_search)) return no_signed_distance(QueryStatus::undecided);
    if (a_is_plane) return detail::half_space_depth(a, world_from_a, b, world_from_b);
    if (b_is_plane) {
        SignedDistance result = detail::half_space_depth(b, world_from_b, a, world_from_a);
        mirror(result);
        return result;
    }
    return depth_of_solids(a, world_from_a, b, world_from_b, options);
}

}  // namespace graze::inline v1
