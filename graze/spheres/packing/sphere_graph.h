// Which spheres of a packing are neighbours?
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/threads.h"
#include "graze/spheres/sphere.h"

namespace graze::inline v1 {

// Pairs of spheres, the lower number first, in ascending order.
using SphereEdges = std::vector<std::array<std::uint32_t, 2>>;

// The sphere graph (Weller 2012, 4.4.1.2): two spheres are neighbours if the gap between them is at most
// `gap` times the smaller radius. Each sphere of a packing touches those that held it when it was inserted,
// up to rounding. Radii are above 0. The same for any number of threads.
SphereEdges sphere_graph(std::span<const Sphere> spheres, double gap = 0.01, const Threads& threads = {});

}  // namespace graze::inline v1
