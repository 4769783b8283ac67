// A search for the closest pair, as the arguments for code that is compiled once per instruction set.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "graze/query/distance/cache/detail/distance_front.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/detail/find_pairs.h"

namespace graze::inline v1::detail {

struct DistanceSearch {
    Meter& meter;
    std::optional<FoundPair> guess{};  // a pair of triangles that is likely to be near
    DistanceFront* front = nullptr;    // the state of the last search, if there was one
    Distance result{};
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

// Shapes are not empty, limits not negative.
void find_closest(PairQuery& query, QueryCounts& counts, DistanceSearch& search);
bool find_within(PairQuery& query, double limit, Meter& meter);
// Whether there was any pair.
bool visit_close(PairQuery& query, double limit, QueryCounts& counts, Meter& meter,
                 const ClosePairCollector& collect);

// As distance_at_most. Spends the cost beyond a test in doubles.
bool distance_at_most(const Triangle& a, const Triangle& b, double limit, Meter& meter);

}  // namespace graze::inline v1::detail
