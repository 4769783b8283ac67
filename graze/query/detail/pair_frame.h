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
};

// The same in doubles, for coordinates relative to a leaf.
struct ExactPassage {
    double rotation[3][3];
    double shift[3];
    // How far world vertices may be from where this puts them, in coordinates of `to`.
    float world_error;
};

struct PairFrame {
    Passage a_from_b;
    ExactPassage exact;  // a_from_b too
    Passage b_from_a;
};

// What is needed to tell shapes that are far apart: all but b_from_a.
void start_frame(const WideTree& a, const Pose& world_from_a, const WideTree& b, const Pose& world_from_b,
                 PairFrame& frame);
// And the rest.
void finish_frame(PairFrame& frame);

}  // namespace graze::inline v1::detail
