// A search for the closest pair, as the arguments for code that is compiled once per instruction set.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "graze/query/distance/cache/detail/distance_front.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {

// The closest triangles so far.
struct ClosestPair {
    double value = std::numeric_limits<double>::infinity();
    Vec3 point_a, point_b;
    TriangleId triangle_a = 0, triangle_b = 0;
    Feature on_a, on_b;
};

struct DistanceSearch {
    Meter& meter;
    std::optional<FoundPair> guess{};    // a pair of triangles that is likely to be near
    DistanceFront* front = nullptr;      // the state of the last search, if there was one
    const PairFilter* filter = nullptr;  // null: all pairs count. Not with a guess or a front
    ClosestPair result{};
    double at_least = 0;  // nothing is nearer

    // Converts a distance of boxes, in coordinates of A, to a bound in the world. Poses are rigid to 1e-6;
    // rounding of denormal numbers is up to the least of them.
    static double in_world(const PairQuery& query, float separation) {
        const double certain =
            static_cast<double>(separation) - static_cast<double>(query.frame.a_from_b.margin);
        return std::max(
            0.0, certain * query.a.tree().unit() * (1 - 1e-5) - std::numeric_limits<double>::denorm_min());
    }
};

// What the questions with a limit have in common.
struct LimitedSearch {
    double limit;
    const PairFilter& filter;  // empty: all pairs count
    QueryCounts& counts;
    Meter& meter;

    bool wants(TriangleId a, TriangleId b) const {
        return !filter || filter(FeatureId::face(a), FeatureId::face(b));
    }
};

// Shapes are not empty, limits not negative.
void find_closest(PairQuery& query, QueryCounts& counts, DistanceSearch& search);
bool find_within(PairQuery& query, const LimitedSearch& search);
// Whether there was any pair; `ended` becomes true if the collector ended the search.
bool visit_close(PairQuery& query, const LimitedSearch& search, const ContactCollector& collect, bool& ended);

// As distance_at_most. Spends the cost beyond a test in doubles.
bool distance_at_most(const Triangle& a, const Triangle& b, double limit, Meter& meter);

}  // namespace graze::inline v1::detail
