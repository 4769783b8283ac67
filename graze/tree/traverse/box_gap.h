// The gap between the boxes of two whole meshes, in doubles. Floats cannot see a gap below their margin,
// which is about 2^-18 of the size: all boxes along two flush faces would have to be opened.
#pragma once

#include "graze/base/vec3.h"
#include "graze/tree/traverse/pair_query.h"

namespace graze::inline v1::detail {

struct WholeGap {
    double at_least =
        -1;          // certain: all world vertices of A are this far from those of B along the direction
    Vec3 direction;  // from B to A, in the world, of length 1 up to 1e-6
};

// The largest gap along the axes of the two meshes' own boxes. Negative if there is none, or if it is smaller
// than what rounding can do to world vertices, some 1e-14 of the largest coordinate.
WholeGap gap_of_boxes(const PairQuery& query);

// Is there such a gap, or one of any width between the boxes along the axes of the world? The latter are
// known to the last bit.
bool flush_boxes_apart(const PairQuery& query);

}  // namespace graze::inline v1::detail
