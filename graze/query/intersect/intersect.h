// Do two shapes at two poses have a point in common?
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/query_cache.h"
#include "graze/query/query_options.h"
#include "graze/query/triangle/triangle_pair.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// Exact: true if some triangle of A and some triangle of B, placed by their poses, have a point in common.
// Touching counts. A shape inside another one without contact of the surfaces does not count (see relation).
// The query stops at the first witness and allocates nothing, but for the convex hulls of two meshes, which
// are made when faces of the meshes are flush, or nearly so, for the first time (hull_of() makes them
// beforehand).
bool intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);

// The same, for callers that repeat the query for shapes that move little between two calls.
bool intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                QueryCache& cache);

// The same on one thread, with a budget, a cache, a filter, counts or a progress.
Answer intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const QueryOptions& options);

// A point in both shapes, if there is one; see CommonPoint for its error. Its distance is 0. It has a normal
// where the two features touch and do not cross (see NormalCertainty). The features are exact.
struct Witness : Contact {
    Answer answer = Answer::no;

    bool found() const { return answer == Answer::yes; }
    friend bool operator==(const Witness&, const Witness&) = default;
};

// In the first pair of triangles found, the same on every machine; not the lowest. With a cache, in the pair
// of the last call if that still intersects. Allocates nothing.
Witness witness(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);
Witness witness(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                QueryCache& cache);
Witness witness(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                const QueryOptions& options);

// One pair of shapes, many poses: out[i] says whether A at `poses[i].a` and B at `poses[i].b` intersect.
// `out` has the size of `poses`; otherwise nothing is written, and the status is `bad_input`. The budget is
// for each pose. The cache is not used. Undecided if one of the answers is.
struct PosePair {
    Pose a, b;
};
QueryStatus intersects_batch(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                             std::span<Answer> out, const QueryOptions& options = {});

// Do the bounding boxes of the two shapes overlap? Each box is aligned with the axes of its own shape.
// Conservative: "no" is certain.
bool boxes_overlap(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);

// Receives each pair of triangles that have a point in common, once, in an order that is the same on every
// machine. Returning false ends the query.
using PairCollector = std::function<bool(TriangleId a, TriangleId b)>;

// Says whether there was any pair; `undecided` if the search was not completed. On one thread, without a
// cache. Allocates nothing.
Answer visit_intersecting_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                    const Pose& world_from_b, const PairCollector& collect,
                                    const QueryOptions& options = {});

struct IntersectingPair : TrianglePair {
    TriangleIntersection common;  // kind, features and points
};

// The pair of triangles that witness() names, with all that the two have in common. `unsupported` unless both
// shapes are meshes. Allocates nothing.
struct FirstPair : IntersectingPair {
    Answer answer = Answer::no;

    bool found() const { return answer == Answer::yes; }
};
FirstPair any_intersecting_pair(const Shape& a, const Pose& world_from_a, const Shape& b,
                                const Pose& world_from_b, QueryCache& cache);

// All intersecting pairs in ascending order of (a, b), the same for any number of threads. More than one
// thread pays where hundreds of triangles intersect; a budget is then for each of the pieces that threads
// take. The cache is not used.
Listed<IntersectingPair> intersecting_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                                const Pose& world_from_b, const QueryOptions& options = {});

// The same in the caller's memory, on one thread; allocates nothing. If there are more pairs than `out` has
// room for, it holds those found first.
Filled intersecting_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                              const Pose& world_from_b, std::span<IntersectingPair> out,
                              const QueryOptions& options = {});

}  // namespace graze::inline v1
