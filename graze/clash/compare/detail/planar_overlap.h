// Places where planar faces of two parts overlap.
#pragma once

#include <span>
#include <vector>

#include "graze/base/triangle.h"
#include "graze/base/vec3.h"

namespace graze::inline v1::detail {

// A triangle of a planar face; `normal` is of length 1 and points out of the solid.
struct PlanarTriangle {
    Triangle triangle;
    Vec3 normal;
};

// Points inside both solids, if the surfaces continue as planes, where two triangles face each other, cross
// or lie in one plane with the solids on the same side. None where they are flush or come no deeper than
// `tolerance`. Appends to `points`.
void add_planar_overlap(const PlanarTriangle& a, const PlanarTriangle& b, double tolerance,
                        std::vector<Vec3>& points);

}  // namespace graze::inline v1::detail
