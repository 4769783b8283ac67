// Do two shapes at two poses have a point in common?
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/base/threads.h"
#include "graze/query/intersect/intersect_cache.h"
#include "graze/query/triangle/triangle_pair.h"
#include "graze/tree/query_counts.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// Exact: true if some triangle of A and some triangle of B, placed by their poses, have a point in common.
// Touching counts. A shape inside another one without contact of the surfaces does not count (see relation).
// The query stops at the first witness and allocates nothing.
bool intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);

// The same, for callers that repeat the query for shapes that move little between two calls. Any cache will
// do: the query detects a cache of another pair of shapes and resets it. See intersect_cache.h.
bool intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                IntersectCache& cache);

struct Witness {
    TriangleId a = 0, b = 0;
    Vec3 point;  // in both triangles; see CommonPoint for its error
};

// The first pair found, the same on every machine; not the lowest.
std::optional<Witness> witness(const Shape& a, const Pose& world_from_a, const Shape& b,
                               const Pose& world_from_b);

enum class Answer : std::uint8_t { no, yes, undecided };

// Which pairs of triangles count. The query calls the filter for pairs that are close, before it decides
// them. The filter must not throw.
using PairFilter = std::function<bool(TriangleId a, TriangleId b)>;

struct IntersectOptions {
    Budget budget{};  // in box pairs and triangle pairs; an exact test counts as several. Used up: undecided
    PairFilter filter{};            // default: all
    QueryCounts* counts = nullptr;  // the query adds to these counts
};

Answer intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const IntersectOptions& options);

// One pair of shapes, many poses: out[i] is 1 if A at `poses[i].a` and B at `poses[i].b` intersect, else 0.
// `out` has the size of `poses`.
struct PosePair {
    Pose a, b;
};
void intersects_batch(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                      std::span<std::uint8_t> out, const Threads& threads = {});

// Do the bounding boxes of the two shapes overlap? Each box is aligned with the axes of its own shape.
// Conservative: "no" is certain.
bool boxes_overlap(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);

// Receives each pair of triangles that have a point in common, once, in an order that is the same on every
// machine. Returning false ends the query.
using PairCollector = std::function<bool(TriangleId a, TriangleId b)>;

// Returns `undecided` if the budget ran out, else whether there was any pair.
Answer visit_intersecting_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                    const Pose& world_from_b, const PairCollector& collect,
                                    const IntersectOptions& options = {});

struct IntersectingPair {
    TriangleId a = 0, b = 0;
    TriangleIntersection common;  // kind, features and points
};

// One intersecting pair, for callers that repeat the query for shapes that move little: the pair of the last
// call if it still intersects, else the first pair found. One search decides whether there is a pair and
// which.
std::optional<IntersectingPair> any_intersecting_pair(const Shape& a, const Pose& world_from_a,
                                                      const Shape& b, const Pose& world_from_b,
                                                      IntersectCache& cache);

// All intersecting pairs in ascending order of (a, b), the same for any number of threads. More than one
// thread pays where hundreds of triangles intersect.
std::vector<IntersectingPair> intersecting_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                                     const Pose& world_from_b, const Threads& threads = {});

}  // namespace graze::inline v1
