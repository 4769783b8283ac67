// One query, handed to code that is compiled once per instruction set.
#pragma once

#include "graze/query/detail/pair_frame.h"
#include "graze/query/intersect.h"

namespace graze::inline v1::detail {

struct IntersectJob {
    const Shape& a;
    const Pose& world_from_a;
    const Shape& b;
    const Pose& world_from_b;
    PairFrame frame{};
};

struct FoundPair {
    bool found = false;
    TriangleId a = 0, b = 0;
};

// What the general traversal does with the pairs it finds, and when it stops.
struct Visit {
    const PairFilter& filter;
    const PairCollector& collect;
    Meter& meter;
    bool found = false;
};

}  // namespace graze::inline v1::detail
