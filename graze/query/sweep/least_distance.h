// How close do two moving shapes come, and when?
#pragma once

#include <limits>

#include "graze/base/motion.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/query_options.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The closest points, where and when they were found.
struct LeastDistance : Contact {
    double value = std::numeric_limits<double>::infinity();  // the distance at `time`; NaN without an answer
    double at_least = std::numeric_limits<double>::infinity();  // certain, for all times
    double time = 0;
    QueryStatus status = QueryStatus::complete;  // undecided: the bounds are wider than asked
};

struct LeastDistanceOptions {
    // The search ends when value - at_least <= relative_error * value + absolute_error. Both are 0 or more,
    // and one is above 0.
    double relative_error = 1e-3, absolute_error = 0;
    double until = std::numeric_limits<double>::infinity();  // later times are not looked at
};

// The least distance on the way, 0 if the shapes meet. Asks for `distance` at some times and for
// `time_of_impact` with a clearance a little below the least distance found so far, until that is a no. What
// both say about kinds, budgets, caches and filters holds here. Where shapes pass within rounding of each
// other for a moment only, as edges that cross, the answer is that distance, undecided, with at_least 0.
LeastDistance least_distance(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                             const LeastDistanceOptions& least = {}, const QueryOptions& options = {});

}  // namespace graze::inline v1
