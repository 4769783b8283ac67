// Where a mesh meets itself.
//
// Triangles that share vertices have these in common anyway, and the edge between two of them. So two
// triangles of a mesh intersect if they have a point in common that is neither a shared vertex nor on a
// shared edge. Triangles with the same three vertices intersect. Triangles without a shared vertex intersect
// as in intersects(): touching counts. Vertices are shared by their number, not by their place: readers weld,
// and so does weld().
#pragma once

#include <span>

#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/query_options.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// Exact. The search stops at the first pair. A solid that is not a mesh has no surface that could meet
// itself: no.
bool self_intersects(const Shape& shape);
// `undecided` if the budget ends or the search is cancelled before a pair was found. The cache is not used.
// The filter gets the lower triangle first.
Answer self_intersects(const Shape& shape, const QueryOptions& options);

// All pairs, a < b, in ascending order, the same for any number of threads. A budget is spent by one thread.
Listed<TrianglePair> self_intersections(const Shape& shape, const QueryOptions& options = {});

// The same in the caller's memory. If there are more pairs than `out` has room for, it holds those found
// first, in ascending order.
Filled self_intersections(const Shape& shape, std::span<TrianglePair> out, const QueryOptions& options = {});

}  // namespace graze::inline v1
