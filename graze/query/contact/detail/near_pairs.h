// Pairs of triangles that may be closer than a limit.
#pragma once

#include "graze/base/budget.h"
#include "graze/query/distance/detail/distance_search.h"
#include "graze/query/intersect/detail/find_pairs.h"

namespace graze::inline v1::detail {

class NearPairUser {
  public:
    virtual void near_pair(TriangleId a, TriangleId b) = 0;

  protected:
    ~NearPairUser() = default;
};

// All pairs within the limit, once each, and some that are a little further apart, as floats could not tell;
// in an order that is the same on every machine. Ends early if the meter is exhausted.
void visit_near_pairs(PairQuery& query, const LimitedSearch& search, NearPairUser& user);

}  // namespace graze::inline v1::detail
