// Every pair of triangles of two meshes that has a point in common, found without a hierarchy: slow, but
// certain. The tests compare the faster queries with this one.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "graze/base/pose.h"
#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/mesh/mesh.h"
#include "graze/query/contact.h"
#include "graze/query/triangle/triangle_batch.h"

namespace graze::inline v1 {

struct BruteForceOptions {
    bool first_only = false;  // stop at the lowest pair (by A's triangle, then B's)
    std::uint64_t max_pairs = std::numeric_limits<std::uint64_t>::max();  // kept; all are counted
    Threads threads{};
    Progress* progress = nullptr;  // may be null; cancelling ends the search early
};

struct BruteForceResult {
    std::vector<TrianglePair> pairs;  // in ascending order; the lowest `max_pairs` of them
    std::uint64_t pair_count = 0;     // of all pairs found, kept or not; at most 1 with `first_only`
    FilterCounts counts;   // counts.pairs: triangle pairs whose boxes overlap, up to the end of the search
    bool complete = true;  // false: cancelled; the pairs found until then are right, but not all

    bool touching() const { return pair_count > 0; }
};

// Sorts B's triangles along one axis. For every triangle of A, the search decides exactly the pairs with
// those triangles of B whose boxes overlap the box of A's triangle. Time grows with the product of the
// triangle counts over the number of triangles that lie side by side along the axis: less than a second for
// two spheres of 100 000 triangles. The result depends neither on the number of threads nor on their timing,
// unless the search is cancelled. Throws nothing but std::bad_alloc.
BruteForceResult find_intersections_brute_force(const Mesh& a, const Pose& world_from_a, const Mesh& b,
                                                const Pose& world_from_b,
                                                const BruteForceOptions& options = {});

}  // namespace graze::inline v1
