// How far apart are two shapes at two poses, and which points are closest?
#pragma once

#include <functional>
#include <limits>
#include <span>

#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/query_cache.h"
#include "graze/query/query_options.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The closest points of two surfaces and the features that contain them. Of several pairs that are equally
// close the result is any one, but the same one on every machine. Surfaces that touch have a normal where the
// two features do not cross, and leave only one (see NormalCertainty).
struct Distance : Contact {
    // An upper bound of the distance, attained by the two points; the distance itself if the status is
    // `complete`. Infinite if one of the shapes is empty, or if nothing was measured within the budget. NaN
    // if there is no answer.
    double value = std::numeric_limits<double>::infinity();
    double at_least = std::numeric_limits<double>::infinity();  // a lower bound; `value` if complete
    QueryStatus status = QueryStatus::complete;

    friend bool operator==(const Distance&, const Distance&) = default;
};

// The least distance between a triangle of A and a triangle of B, both placed by their poses. The value is 0
// if and only if the surfaces intersect, as decided exactly; otherwise it has the error that
// triangle_distance.h states. For a shape inside another one, the distance is that between the surfaces.
// Allocates nothing, but for what intersects() does.
Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);

// The same, for callers that repeat the query for shapes that move little between two calls. 0 exactly where
// it is 0 without a cache; other values may differ from that without one, within the stated error, because of
// several pairs that are equally near another one may be found.
Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  QueryCache& cache);

// The same on one thread, with a budget, a cache, a filter, counts (exact pairs are those computed in
// doubles) or a progress.
Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const QueryOptions& options);

// One pair of shapes, many poses. `out` has the size of `poses`; otherwise nothing is written, and the status
// is `bad_input`. The budget is for each pose. The cache is not used. Undecided if one of the distances is.
QueryStatus distance_batch(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                           std::span<Distance> out, const QueryOptions& options = {});

// Is the distance at most `limit`? Exact for the world vertices and the given limit. Stops at the first pair
// of triangles that is near enough, and allocates nothing. True for a limit that is not a number: false is a
// certain no.
bool within(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b, double limit);
// The same on one thread, without a cache; `bad_input` if the limit is not a number.
Answer within(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
              double limit, const QueryOptions& options);

// Called for each pair of triangles, once, in an order that is the same on every machine; returning false
// ends the query.
using ContactCollector = std::function<bool(const Contact&)>;

// The closest points of all pairs of triangles whose distance is at most `limit`, decided exactly. Says
// whether there was any pair; `undecided` if the search was not completed. On one thread, without a cache.
// Allocates nothing.
Answer visit_close_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                             const Pose& world_from_b, double limit, const ContactCollector& collect,
                             const QueryOptions& options = {});

// The same as a list, in ascending order of the triangles of A and B.
Listed<Contact> close_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                const Pose& world_from_b, double limit, const QueryOptions& options = {});

// The same in the caller's memory; allocates nothing. If there are more pairs than `out` has room for, it
// holds those found first.
Filled close_triangles(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       double limit, std::span<Contact> out, const QueryOptions& options = {});

}  // namespace graze::inline v1
