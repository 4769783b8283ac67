// Joins boundary sides to loops.
#pragma once

#include <span>
#include <vector>

#include "graze/mesh/detail/point_survey.h"
#include "graze/mesh/edges.h"

namespace graze::inline v1::detail {

struct BoundaryLoops {
    std::vector<BoundaryLoop> loops;  // in the order of their lowest sides, each starting there
    std::vector<TriangleSide> sides;  // of all loops
};

// `sides` in ascending order.
BoundaryLoops find_loops(const Edges& edges, std::span<const TriangleSide> sides,
                         std::span<const Joint> joints);

}  // namespace graze::inline v1::detail
