// How far is a point from a shape, and is the point inside?
#pragma once

#include <limits>
#include <span>

#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/query_options.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The point of a surface that is nearest to a given point, and the feature that contains it. Of several
// nearest points the result is any one, but the same one on every machine.
struct PointDistance {
    // An upper bound of the distance, attained; the distance itself if the status is `complete`. Infinite for
    // an empty shape. NaN if there is no answer.
    double value = std::numeric_limits<double>::infinity();
    double at_least = std::numeric_limits<double>::infinity();  // a lower bound; `value` if complete
    Vec3 nearest;
    FeatureId feature;
    QueryStatus status = QueryStatus::complete;

    friend bool operator==(const PointDistance&, const PointDistance&) = default;
};

// The distance from a point in the world to the surface at its pose. The value is 0 if and only if the point
// lies in a triangle, as decided exactly; otherwise it has the error that triangle_distance.h states.
// Allocates nothing. Bad input: points that are not finite or beyond 1e100. On one thread, without a cache.
PointDistance distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point);
PointDistance distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point,
                       const QueryOptions& options);

// The same with a sign: negative for points inside. Inside are the points with a winding number other than
// zero, as decided exactly. Needs a closed mesh. An empty mesh has no inside. `at_least` bounds the distance
// without its sign. If the budget is used up before the sign is known, the value is NaN. A filter chooses the
// triangles to measure from; the inside is that of the whole mesh.
PointDistance signed_distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point);
PointDistance signed_distance(const Shape& shape, const Pose& world_from_shape, const Vec3& point,
                              const QueryOptions& options);

// Many points. `out` has the size of `points`; otherwise nothing is written, and the status is `bad_input`.
// The budget is for each point. Bad input or undecided if one of the distances is.
QueryStatus distance_batch(const Shape& shape, const Pose& world_from_shape, std::span<const Vec3> points,
                           std::span<PointDistance> out, const QueryOptions& options = {});

}  // namespace graze::inline v1
