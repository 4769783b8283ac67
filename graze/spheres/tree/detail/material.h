// Which sphere each piece of a solid belongs to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/threads.h"
#include "graze/base/triangle.h"
#include "graze/spheres/sphere.h"

namespace graze::inline v1::detail {

// The material of one sphere.
struct SphereMaterial {
    double volume = 0;
    double reach = 0;  // from the centre of the sphere to the farthest point of the material, rounded up
    double core = 0;   // the ball of this radius around the centre is all of this material, rounded down
    Vec3 centroid;     // of the material
};

// Cells of a grid belong to the sphere that contains their centre, other cells to a sphere nearby. All
// material belongs to some sphere. There is at least one sphere. The triangles are wound outwards.
struct SharedMaterial {
    std::vector<SphereMaterial> of_sphere;
    // How often the mesh encloses a place, at most, as far as cells tell: 1 unless it crosses itself.
    double layers = 1;
};
SharedMaterial share_material(std::span<const Sphere> spheres, std::span<const Triangle> triangles,
                              std::size_t most_cells, const Threads& threads);

}  // namespace graze::inline v1::detail
