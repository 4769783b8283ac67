// Questions about boxes, answered by their definition: the box is the convex hull of its corners in the
// world, and so the union of all tetrahedra of four corners (Caratheodory). No hierarchy, no faces, no
// filters but those of the exact predicates.
#pragma once

#include <array>

#include "graze/query/triangle/triangle_pair.h"
#include "graze/tree/shape.h"
#include "tests/query/kinds/in_tetrahedron.h"

namespace graze::test {

using Corners = std::array<Vec3, 8>;

inline Corners corners_in_world(const Shape& box, const Pose& pose) {
    Corners result;
    for (std::size_t i = 0; i < 8; ++i) result[i] = pose(box.oriented_box()->corners()[i]);
    return result;
}

inline bool hull_contains(const Corners& c, const Vec3& p) {
    for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = i + 1; j < 8; ++j)
            for (std::size_t k = j + 1; k < 8; ++k) {
                if (in_triangle(p, {{c[i], c[j], c[k]}})) return true;
                for (std::size_t m = k + 1; m < 8; ++m)
                    if (in_tetrahedron(p, c[i], c[j], c[k], c[m])) return true;
            }
    return false;
}

inline bool hull_meets(const Corners& c, const Triangle& t) {
    for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = i + 1; j < 8; ++j)
            for (std::size_t k = j + 1; k < 8; ++k)
                if (intersects(Triangle{{c[i], c[j], c[k]}}, t)) return true;
    return hull_contains(c, t[0]);
}

inline bool hulls_meet(const Corners& a, const Corners& b) {
    for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = i + 1; j < 8; ++j)
            for (std::size_t k = j + 1; k < 8; ++k)
                if (hull_meets(a, {{b[i], b[j], b[k]}})) return true;
    return hull_contains(b, a[0]);
}

}  // namespace graze::test
