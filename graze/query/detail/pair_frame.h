// What depends on the two poses only, computed once per query: the way between the coordinates of the two
// trees, and how wrong it can be.
#pragma once

#include "graze/base/pose.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// to = scale * (rotation * from) + shift
struct alignas(16) Passage {
    float column[3][4];  // of the rotation; padded, so that a point is one vector
    float shift[4];
    float scale;
    // Boxes of the two trees that are further apart than this, in coordinates of `to`, are so in the world.
    // Covers the rounding of the world vertices, of the passage and of the box tests. Infinite if floats
    // cannot hold the passage.
    float margin;

    // The same in doubles, for coordinates relative to a leaf; and how far world vertices may be from where
    // this puts them, in coordinates of `to`.
    double exact_rotation[3][3];
    double exact_shift[3];
    float world_error;
};

struct PairFrame {
    Passage a_from_b, b_from_a;
};

PairFrame pair_frame(const WideTree& a, const Pose& world_from_a, const WideTree& b,
                     const Pose& world_from_b);

}  // namespace graze::inline v1::detail
