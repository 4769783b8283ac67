// Fitting an oriented box around points.
#pragma once

#include <array>
#include <span>

#include "graze/base/vec3.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// Points, stored coordinate by coordinate, in floats.
struct PointLanes {
    const float *x, *y, *z;
    std::size_t count;
};

// The extents of points along three directions (axis[k] is a direction). Rounded to float; no point is
// further out than the result plus 2^-21 of the largest coordinate.
struct Extents {
    float lo[3], hi[3];
};
Extents extents_along(const PointLanes& points, const float (&axis)[3][3]);

// The scaling of points to coordinates of a box: x_k = (axis[k] . p - middle[k]) * per_half[k].
struct BoxScale {
    float axis[3][3], middle[3], per_half[3];
};
// The largest sums of x_k with signs: of all three, and of all but x_k. Numbered as in WideNode.
struct CutExtents {
    float corner[8], edge[3][4];
};
CutExtents cut_extents(const PointLanes& points, const BoxScale& box);

// The input for fitting a box.
struct Cloud {
    PointLanes points;   // all points: the box contains them
    PointLanes outline;  // a few points that represent all when choosing an orientation
    Vec3 normal;         // sum of area vectors; short where the surface bends back
    double area = 0;     // sum of the lengths of the area vectors
    int tries = 10;      // number of directions tried around the normal; 0: one arbitrary direction
    // If the normal is longer than this fraction of the area, no other orientation is tried.
    double flat_enough = 0.95;
    bool cuts = true;  // whether to cut off empty edges and corners; if not, the node has uncut ones already
};

// Tries several orientations and takes the one whose box of the outline has the least surface. Writes into
// `slot` the box of all points in this orientation. Returns the eight corners of the box.
std::array<Vec3, 8> fit_box(const Cloud& cloud, WideNode& node, int slot);

}  // namespace graze::inline v1::detail
