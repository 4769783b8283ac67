// Points of the medial axis of a shape: the centres of balls that touch its surface in several places.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/spheres/packing/sphere_graph.h"
#include "graze/spheres/packing/surface.h"
#include "graze/spheres/sphere.h"

namespace graze::inline v1 {

struct MedialAxis {
    std::vector<Sphere> balls;  // each as large as it can be around its centre
    // Balls of neighbouring cells that overlap.
    SphereEdges edges;
};

struct MedialAxisOptions {
    std::uint32_t cells = 24;      // along the longest side of the box, 1 to 512; how fine the result is
    Threads threads{};             // the result is the same for any number
    Progress* progress = nullptr;  // "finding the medial axis"; cancelling raises Error "cancelled"
};

// One prototype for each cell of a uniform grid, clamped to its cell, before any sphere is inserted (Weller
// 2012, 4.3.2): those that end in the cell. A Voronoi node, where a ball is held by four places or more,
// comes out to rounding where the surface is flat around the places, and better than 1e-6 of the radius else.
// Throws Error for options out of range.
MedialAxis medial_axis(const PackingSurface& surface, const MedialAxisOptions& options = {});

}  // namespace graze::inline v1
