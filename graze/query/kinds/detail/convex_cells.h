// The cells of the tables for the convex solids beside boxes, and what they share.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/query/depth/convex_depth.h"
#include "graze/query/kinds/detail/placed_convex.h"
#include "graze/query/kinds/question_tables.h"
#include "graze/query/query_cache.h"

namespace graze::inline v1::detail {

void fill_convex_cells(QuestionTables& tables);       // solids with each other
void fill_convex_mesh_cells(QuestionTables& tables);  // with meshes
void fill_half_space_cells(QuestionTables& tables);   // half-spaces with everything
void fill_point_and_ray_cells(QuestionTables& tables);

struct TwoSolids {
    TwoSolids(const Shape& shape_a, const Pose& world_from_a, const Shape& shape_b, const Pose& world_from_b)
        : a(shape_a, world_from_a), b(shape_b, world_from_b) {}

    PlacedConvex a, b;
    bool has_round() const { return a.is_round() || b.is_round(); }
    double largest() const { return a.largest() + b.largest(); }
    double size() const { return largest() + a.radius() + b.radius(); }
    // For numbers: makes solids that are very small or large about as large as 1, by a power of two, so that
    // no square or product of four lengths leaves the range of doubles. Returns 1 / this power.
    double take_unit();
};
// In the unit of the solids again.
void unscale(Distance& result, double unit);
void unscale(SignedDistance& result, double unit);
inline constexpr std::uint64_t cost_of_search = 64;  // GJK or EPA of two solids

// Of two cores that have no point in common, by a search that went on to the end.
Distance distance_of_cores(const TwoSolids& pair, const CoreDistance& known);

// All solids that PlacedConvex takes.
std::array<ShapeKind, 7> convex_kinds();

// Solids have no features that a filter could judge: it is asked once, for the whole.
inline bool lets_through(const QueryOptions& options) {
    return !options.filter || options.filter({}, {});
}

// What the caller's cache has about two solids; none without a cache.
inline ConvexCache* cache_of(const QueryOptions& options, const Shape& a, const Shape& b) {
    if (options.cache == nullptr) return nullptr;
    options.cache->convex.take(a.id(), b.id());
    return &options.cache->convex;
}

// Of a half-space A and a solid B.
SignedDistance half_space_depth(const Shape& a, const Pose& world_from_a, const Shape& b,
                                const Pose& world_from_b);

// A point in both shapes, which have no direction there.
inline Distance contact_at(const Vec3& point, FeatureId on_a = {}, FeatureId on_b = {}) {
    Distance result;
    result.point_a = result.point_b = point;
    result.feature_a = on_a;
    result.feature_b = on_b;
    result.value = result.at_least = result.distance = 0;
    return result;
}

inline Answer yes_or_no(bool yes, const Meter& meter) {
    if (yes) return Answer::yes;
    return meter.exhausted() ? Answer::undecided : Answer::no;
}

// Two points at this distance, with the normal between them.
Distance distance_between(const Vec3& point_a, const Vec3& point_b, double value, double at_least,
                          double largest);

// Makes the distance of two cores that of the solids, which are known to have no point in common.
void take_radii_off(Distance& result, double radius_a, double radius_b, double largest);

// Of a feature of a hull or box that a search ended with: the corners are those of `found`.
FeatureId feature_of(const Shape& shape, const GjkResult& found, bool of_a);

}  // namespace graze::inline v1::detail
