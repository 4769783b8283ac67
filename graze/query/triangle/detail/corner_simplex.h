// The building blocks of the common set of two triangles: their features, and where pairs of features meet.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>

#include "graze/base/predicates.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1::detail {

inline bool lexicographic_less(const Vec3& a, const Vec3& b) {
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
}

// A triangle in its true dimension: a triangle, a segment or a point, given by corners of the original.
struct CornerSimplex {
    Triangle t;
    int size = 3;                    // number of corners
    std::array<int, 3> id{0, 1, 2};  // indices of these corners in t
    int axis = -1;                   // for size 3: the projection along this axis does not degenerate

    explicit CornerSimplex(const Triangle& triangle) : t(triangle), axis(projection_axis(triangle)) {
        if (axis >= 0) return;
        // Collinear: the segment between the extreme corners along any axis on which the corners differ. Of
        // equal corners the first represents all.
        for (std::size_t k = 0; k < 3; ++k) {
            int lo = 0, hi = 0;
            for (int i = 1; i < 3; ++i) {
                if (at(i)[k] < at(lo)[k]) lo = i;
                if (at(i)[k] > at(hi)[k]) hi = i;
            }
            if (lo != hi) {
                size = 2;
                id = {std::min(lo, hi), std::max(lo, hi), 0};
                return;
            }
        }
        size = 1;
    }

    const Vec3& at(int i) const { return t[static_cast<std::size_t>(i)]; }
    const Vec3& corner(int i) const { return at(id[static_cast<std::size_t>(i)]); }
    int corner_id(int i) const { return id[static_cast<std::size_t>(i)]; }

    int edge_count() const { return size == 3 ? 3 : size - 1; }
    // The feature index of edge i, and its ends. Edge i of a triangle is opposite corner i.
    int edge_id(int i) const { return size == 3 ? i : 3 - id[0] - id[1]; }
    int edge_from(int i) const { return size == 3 ? (i + 1) % 3 : id[0]; }
    int edge_to(int i) const { return size == 3 ? (i + 2) % 3 : id[1]; }
};

// The point where a feature of one triangle meets one of the other; the features must meet. The same for (A,
// B) and (B, A).
Vec3 common_place(const CornerSimplex& a, Feature on_a, const CornerSimplex& b, Feature on_b);

}  // namespace graze::inline v1::detail
