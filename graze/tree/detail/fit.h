// Fitting an oriented box around points.
#pragma once

#include <array>
#include <span>

#include "graze/base/vec3.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// Points coordinate by coordinate, in floats.
struct PointLanes {
    const float *x, *y, *z;
    std::size_t count;
};

// How far points reach along three directions (axis[k] is a direction). Rounded to float; no point is further
// out than the result plus 2^-21 of the largest coordinate.
struct Reach {
    float lo[3], hi[3];
};
Reach reach_along(const PointLanes& points, const float (&axis)[3][3]);

// Where points are in a box: x_k = (axis[k] . p - middle[k]) * per_half[k].
struct BoxScale {
    float axis[3][3], middle[3], per_half[3];
};
// The largest sums of x_k with signs: of all three, and of all but x_k. Numbered as in WideNode.
struct CutReach {
    float corner[8], edge[3][4];
};
CutReach cut_reach(const PointLanes& points, const BoxScale& box);

// What a box is fitted to.
struct Cloud {
    PointLanes points;   // all of them: the box holds them
    PointLanes outline;  // a few that stand for them when an orientation is chosen
    Vec3 normal;         // sum of area vectors; short where the surface bends back
    double area = 0;     // sum of their lengths
    int tries = 10;      // directions that are tried around the normal; 0: one is taken as it comes
    // With a normal that is longer than this part of the area, no other orientation is tried.
    double flat_enough = 0.95;
    bool cuts = true;  // off what holds nothing; otherwise the node has whole edges and corners already
};

// Writes into `slot` a box that holds all points, in the orientation of several tried that gives the outline
// the least surface. Returns the eight corners of the box.
std::array<Vec3, 8> fit_box(const Cloud& cloud, WideNode& node, int slot);

}  // namespace graze::inline v1::detail
