// Spheres as triangles, to look at.
#pragma once

#include <cstdint>
#include <span>

#include "graze/mesh/mesh.h"
#include "graze/spheres/sphere.h"

namespace graze::inline v1 {

// All spheres as one mesh, each of about `triangles` triangles (see make_sphere), which lie inside the
// sphere. The spheres follow one another in the mesh. Throws Error for more triangles than a mesh can hold.
Mesh sphere_mesh(std::span<const Sphere> spheres, std::uint32_t triangles = 128);

}  // namespace graze::inline v1
