// Tests of a segment against the boxes of a tree.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/base/pose.h"
#include "graze/tree/detail/box_code.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// A segment in the coordinates of a tree, with a thickness: everything that meets the true segment in the
// world lies within `margin` of this segment.
struct TreeSegment {
    Vec3 from, along;  // along = to - from
    double margin;

    bool may_meet(const WideNode& node, int slot) const {
        const Vec3 center{node.center[0][slot], node.center[1][slot], node.center[2][slot]};
        const double half[3] = {node.half[0][slot], node.half[1][slot], node.half[2][slot]};
        if (half[0] < 0) return false;  // unused
        // Test the ball around the box first: the ball needs no axes. The axes are longer than 1 by less than
        // 1e-3.
        const Vec3 start = from - center, off = cross(along, start);
        const double radius = 1.01 * (half[0] + half[1] + half[2]) + margin;
        if (dot(off, off) > radius * radius * dot(along, along)) return false;
        return meets_slabs(read_box(node, slot), start);
    }

  private:
    // Clips the segment (Kay and Kajiya 1986): every point of the box lies within all three slabs.
    bool meets_slabs(const CodedBox& box, const Vec3& start) const {
        double enter = 0, leave = 1;
        for (int k = 0; k < 3; ++k) {
            const Vec3 axis{box.axis[k][0], box.axis[k][1], box.axis[k][2]};
            const double at = dot(axis, start), step = dot(axis, along), half = box.half[k] + margin;
            if (at > half && at + step > half) return false;
            if (at < -half && at + step < -half) return false;
            if (std::abs(step) <= margin) continue;  // too flat to clip
            const double t0 = (-half - at) / step, t1 = (half - at) / step;
            enter = std::max(enter, std::min(t0, t1));
            leave = std::min(leave, std::max(t0, t1));
        }
        return !(enter > leave);
    }
};

inline double largest_coordinate(const Vec3& p) {
    return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
}

// The inverse of a pose's rotation, by cofactors. Poses are rigid to 1e-6 only, so the transpose would not be
// precise enough. The matrix is nearly orthogonal, so the result is right to a few roundings.
inline void invert(const Pose::Matrix& m, double (&inverse)[3][3]) {
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            const std::size_t r = (j + 1) % 3, s = (j + 2) % 3, p = (i + 1) % 3, q = (i + 2) % 3;
            inverse[i][j] = m[r][p] * m[s][q] - m[r][q] * m[s][p];
        }
    }
    const double determinant = m[0][0] * inverse[0][0] + m[0][1] * inverse[1][0] + m[0][2] * inverse[2][0];
    for (auto& row : inverse) {
        for (double& v : row) v /= determinant;
    }
}

// The segment between two points of the world.
inline TreeSegment in_tree(const WideTree& tree, const Pose& world_from_tree, const double (&inverse)[3][3],
                           const Vec3& from, const Vec3& to) {
    const Vec3 shift = world_from_tree.translation();
    const auto carry = [&](const Vec3& world) {
        const Vec3 p = world - shift;
        const auto row = [&](int i) {
            return inverse[i][0] * p.x + inverse[i][1] * p.y + inverse[i][2] * p.z;
        };
        return (Vec3{row(0), row(1), row(2)} - tree.origin()) / tree.unit();
    };
    const Vec3 start = carry(from), end = carry(to);
    // Some twenty roundings of numbers no larger than twice `largest`, here and in the world vertices, and as
    // many roundings when clipping.
    const double largest = largest_coordinate(from) + largest_coordinate(to) + largest_coordinate(shift) +
                           largest_coordinate(tree.origin()) + tree.unit();
    const double margin = 0x1p-44 * (largest / tree.unit()) + 0x1p-40;
    return {start, end - start, margin};
}

}  // namespace graze::inline v1::detail
