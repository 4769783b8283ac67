// What every question may be given besides the question itself.
#pragma once

#include <functional>

#include "graze/base/budget.h"
#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/query/contact.h"
#include "graze/tree/query_counts.h"

namespace graze::inline v1 {

class QueryCache;

// Which pairs of triangles count, as faces. The query calls the filter for pairs that are close, before it
// decides them. Questions about one shape give FeatureId{} as the second. The filter must not throw.
using PairFilter = std::function<bool(FeatureId a, FeatureId b)>;

// The last argument of every question. Each member may be left out. Members that a question has no use for
// are named there.
struct QueryOptions {
    Budget budget{};  // in boxes and triangles tested; an exact step counts as several. Used up: undecided
    QueryCache* cache = nullptr;    // what the last query kept; see query_cache.h
    PairFilter filter{};            // default: all
    QueryCounts* counts = nullptr;  // the query adds to these
    Threads threads{};              // default: the calling thread
    Progress* progress = nullptr;   // told how far the query is; cancelling it ends the query: undecided
};

}  // namespace graze::inline v1
