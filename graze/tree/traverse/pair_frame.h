// Data that depends on the two poses only, computed once per query: the transforms between the coordinates of
// the two trees, and bounds of their errors.
#pragma once

#include "graze/base/pose.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// to = scale * (rotation * from) + shift
struct alignas(16) RelativeTransform {
    float column[3][4];  // of the rotation; padded, so that a point is one vector
    float shift[4];
    float scale;
    // Boxes of the two trees that are further apart than this, in coordinates of `to`, are apart in the
    // world. The margin covers the rounding of the world vertices, of the transform and of the box tests.
    // Infinite if floats cannot hold the transform.
    float margin;
};

// The same transform in doubles, for coordinates relative to a leaf.
struct alignas(32) PreciseTransform {
    double column[3][4];  // of the rotation
    double shift[4];
    // The largest distance between a world vertex and its position by this transform, in coordinates of `to`.
    float world_error;
};

struct PairFrame {
    RelativeTransform a_from_b;
    PreciseTransform exact;  // a_from_b too
    RelativeTransform b_from_a;
};

// Computes everything but the shift, the scale and the margin of b_from_a. finish_frame() computes these;
// shapes that are far apart do not need them.
void start_frame(const WideTree& a, const Pose& world_from_a, const WideTree& b, const Pose& world_from_b,
                 PairFrame& frame);
void finish_frame(PairFrame& frame);

// Transforms a point into the coordinates of the other tree.
inline void carry_over(const RelativeTransform& p, const float (&from)[3], float (&to)[3]) {
    for (int r = 0; r < 3; ++r)
        to[r] = p.scale * (p.column[0][r] * from[0] + p.column[1][r] * from[1] + p.column[2][r] * from[2]) +
                p.shift[r];
}

// Turns a direction of the world into the coordinates of the shape at `pose`. The result is approximate,
// because the transpose stands for the inverse. So this is only for uses where any direction gives a right
// answer.
inline Vec3 turned_into(const Pose& pose, const Vec3& v) {
    const auto& m = pose.matrix();
    return {m[0][0] * v.x + m[1][0] * v.y + m[2][0] * v.z, m[0][1] * v.x + m[1][1] * v.y + m[2][1] * v.z,
            m[0][2] * v.x + m[1][2] * v.y + m[2][2] * v.z};
}

// Columns of the inverse of the rotation, each followed by a 0.
void invert_rotation(const Pose& pose, double (&column)[3][4]);

}  // namespace graze::inline v1::detail
