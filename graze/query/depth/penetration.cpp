#include "graze/query/depth/penetration.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "graze/query/depth/convex_depth.h"
#include "graze/query/depth/detail/convex_penetration.h"
#include "graze/query/depth/detail/penetration_search.h"
#include "graze/query/depth/detail/safe_length.h"
#include "graze/query/distance/distance.h"

namespace graze::inline v1 {
namespace {

using detail::TranslatedPair;

Penetration no_penetration(QueryStatus why) {
    Penetration none;
    none.value = none.at_least = std::numeric_limits<double>::quiet_NaN();
    none.translation = {none.value, none.value, none.value};
    none.status = why;
    return none;
}

// Small enough that no translation leaves the range of coordinates.
bool is_far_in_range(const Box& box) {
    constexpr double most = 1e-1 * max_coordinate;
    return std::max(detail::largest_coordinate(box.lower), detail::largest_coordinate(box.upper)) <= most;
}

// The points that touch, or all but touch, after the translation.
void set_contact(Penetration& result, const Shape& a, const Pose& world_from_a, const Shape& b,
                 const Pose& world_from_b, const QueryOptions& options) {
    result.distance = -result.value;
    if (result.value == 0) {
        result.distance = 0;
        return;
    }
    result.normal = -detail::direction_of(result.translation);
    const Distance found = distance(a, result.separated(world_from_a), b, world_from_b, options);
    if (!(found.value < result.value)) return;  // the budget ended before something near was found
    result.point_b = found.point_b;
    result.point_a = found.point_b - result.translation;
    result.feature_a = found.feature_a;
    result.feature_b = found.feature_b;
    result.certainty = NormalCertainty::certain;
}

bool are_separate(Relation r) {
    return r == Relation::apart || r == Relation::touching;
}

QueryOptions part_of(Meter& meter, QueryCounts& counts) {
    QueryOptions options;
    options.budget = Budget::part_of(meter);
    options.counts = &counts;
    return options;
}

// Two solids that are not meshes.
Penetration of_convex_kinds(const Shape& a, const Pose& world_from_a, const Shape& b,
                            const Pose& world_from_b, const QueryOptions& options) {
    const Relation now = relation(a, world_from_a, b, world_from_b, options);
    if (now == Relation::unsupported) return no_penetration(QueryStatus::unsupported);
    Penetration result;
    result.distance = 0;
    if (are_separate(now)) return result;
    const QueryStatus status = detail::separate_convex(a, world_from_a, b, world_from_b, a, world_from_a, b,
                                                       world_from_b, options, result);
    if (status != QueryStatus::complete) return no_penetration(status);
    set_contact(result, a, world_from_a, b, world_from_b, options);
    return result;
}

void search_meshes(TranslatedPair& pair, const PenetrationOptions& options, Penetration& result) {
    const Shape &a = pair.a(), &b = pair.b();
    const auto stand_in_a = detail::convex_stand_in(a, pair.pose_a(), pair.meter());
    const auto stand_in_b =
        stand_in_a ? detail::convex_stand_in(b, pair.pose_b(), pair.meter()) : std::nullopt;
    if (stand_in_b &&
        detail::separate_convex(a, pair.pose_a(), b, pair.pose_b(), stand_in_a->hull, {}, stand_in_b->hull,
                                {}, pair.options(), result) == QueryStatus::complete) {
        const double missing = stand_in_a->missing + stand_in_b->missing + pair.rounding();
        result.at_least = std::max(result.at_least - missing, 0.0);
        return;
    }
    detail::PenetrationSearch search(pair, options);
    const auto hull_a =
        stand_in_a ? std::optional(stand_in_a->hull) : detail::hull_in_world(a, pair.pose_a(), pair.meter());
    const auto hull_b = detail::hull_in_world(b, pair.pose_b(), pair.meter());
    if (hull_a && hull_b) search.start_along(-convex_depth(*hull_a, {}, *hull_b, {}, pair.options()).normal);
    search.run(result);
}

Penetration of_meshes(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                      const PenetrationOptions& options, QueryCounts& counts, Meter& meter) {
    if (!a.closed_surface().closed() || !b.closed_surface().closed())
        return no_penetration(QueryStatus::not_closed);
    Penetration result;
    result.distance = 0;
    if (a.mesh().empty() || b.mesh().empty()) return result;
    TranslatedPair pair(a, world_from_a, b, world_from_b, meter, counts);
    if (!is_far_in_range(pair.box_a()) || !is_far_in_range(pair.box_b()))
        return no_penetration(QueryStatus::bad_input);
    if (!overlap(pair.box_a(), pair.box_b())) return result;
    const Relation now = relation(a, world_from_a, b, world_from_b, pair.options());
    if (are_separate(now)) return result;
    if (now == Relation::undecided) {
        result.translation = pair.box_translation();
        result.value = detail::safe_length(result.translation);
    } else {
        search_meshes(pair, options, result);
    }
    set_contact(result, a, world_from_a, b, world_from_b, pair.options());
    if (meter.exhausted()) result.status = QueryStatus::undecided;
    return result;
}

// Of one solid that is not a mesh: a box or a hull is as good as its border.
Penetration with_one_mesh(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                          const PenetrationOptions& options, QueryCounts& counts, Meter& meter) {
    const auto mesh_a = a.is_mesh() ? std::optional(a) : detail::as_mesh(a);
    const auto mesh_b = b.is_mesh() ? std::optional(b) : detail::as_mesh(b);
    if (!mesh_a || !mesh_b) return no_penetration(QueryStatus::unsupported);
    Penetration result = of_meshes(*mesh_a, world_from_a, *mesh_b, world_from_b, options, counts, meter);
    if (!(result.value > 0)) return result;
    result.feature_a = result.feature_b = {};
    // The border of a carried box is off that of its border carried by rounding.
    for (double more = 0; more <= 1e-9; more = more == 0 ? 0x1p-50 : 4 * more) {
        const Vec3 t = result.translation * (1 + more);
        if (!are_separate(
                relation(a, Pose::translation(t) * world_from_a, b, world_from_b, part_of(meter, counts))))
            continue;
        result.translation = t;
        result.value = detail::safe_length(t);
        result.at_least = std::min(result.at_least * (1 - 1e-13), result.value);
        set_contact(result, a, world_from_a, b, world_from_b, part_of(meter, counts));
        return result;
    }
    return no_penetration(QueryStatus::undecided);
}

Penetration metered_penetration(const Shape& a, const Pose& world_from_a, const Shape& b,
                                const Pose& world_from_b, const PenetrationOptions& options,
                                QueryCounts& counts, Meter& meter) {
    if (!(options.relative_error >= 0)) return no_penetration(QueryStatus::bad_input);
    if (a.is_mesh() && b.is_mesh())
        return of_meshes(a, world_from_a, b, world_from_b, options, counts, meter);
    if (!a.is_mesh() && !b.is_mesh())
        return of_convex_kinds(a, world_from_a, b, world_from_b, part_of(meter, counts));
    return with_one_mesh(a, world_from_a, b, world_from_b, options, counts, meter);
}

}  // namespace

Penetration penetration(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                        const PenetrationOptions& penetration) {
    Meter unlimited{Budget{}};
    QueryCounts ignored;
    return metered_penetration(a, world_from_a, b, world_from_b, penetration, ignored, unlimited);
}

Penetration penetration(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                        const PenetrationOptions& penetration, const QueryOptions& options) {
    if (options.filter) return no_penetration(QueryStatus::unsupported);
    Meter meter(options.budget, options.progress, "searching for the shortest way out");
    QueryCounts ignored;
    return metered_penetration(a, world_from_a, b, world_from_b, penetration,
                               options.counts != nullptr ? *options.counts : ignored, meter);
}

}  // namespace graze::inline v1
