// State that one query keeps for the next one about the same two shapes.
#pragma once

#include <cstddef>

#include "graze/query/contact/contact_cache.h"
#include "graze/query/distance/distance_cache.h"
#include "graze/query/intersect/intersect_cache.h"
#include "graze/query/kinds/convex_cache.h"
#include "graze/query/sweep/sweep_cache.h"

namespace graze::inline v1 {

// For callers that ask again and again about two shapes that move little: answers are mostly found far
// faster. Yes and no, and which distances are 0, are the same as without a cache; other distances are the
// same up to their stated error. Of several equally close pairs of triangles, and of several that touch, the
// result may name another one. Use one cache per pair of shapes and thread. A query detects a cache of
// another pair and starts it anew. Budgets, counts and filters may be given as well; a query with a filter
// leaves the cache alone.
class QueryCache {
  public:
    static constexpr std::size_t default_bytes = 256 * 1024;
    // The most memory that the cache may take, not counting the shapes, which it keeps alive; mostly it takes
    // a fraction of this. 0: the cache keeps the last triangles only.
    explicit QueryCache(std::size_t most_bytes = default_bytes) : distance(most_bytes) {}

    // Each belongs to its query.
    detail::IntersectCache intersect;
    detail::DistanceCache distance;
    detail::ContactCache contact;
    detail::SweepCache sweep;
    detail::ConvexCache convex;
};

}  // namespace graze::inline v1
