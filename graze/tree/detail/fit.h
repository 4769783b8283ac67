// Fitting an oriented box around points.
#pragma once

#include <array>
#include <span>

#include "graze/base/vec3.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// What a box is fitted to: points, and how the surface among them lies.
struct Cloud {
    std::span<const Vec3> points;
    Vec3 normal;      // sum of area vectors; short where the surface bends back
    double area = 0;  // sum of their lengths
};

// Writes into `slot` a box that holds all points, in one of several orientations, the one with the least
// surface. Returns the eight corners of the box as written, which hold the points too.
std::array<Vec3, 8> fit_box(const Cloud& cloud, WideNode& node, int slot);

}  // namespace graze::inline v1::detail
