// Two closed meshes in CGAL's exact numbers: the volume that they share, by building the mesh of it with
// corefinement; whether their surfaces meet.
#pragma once

#include <optional>
#include <vector>

#include "graze/base/pose.h"
#include "graze/mesh/mesh.h"

namespace graze::test {

// What a connected surface encloses; the volume is below 0 for a void.
struct CommonPiece {
    double volume = 0;
    Box box;
};

struct CommonVolume {
    double volume = 0;
    Box box;
    std::vector<CommonPiece> pieces;  // largest first
};

// None if CGAL cannot: it wants manifold meshes that do not cross themselves where they meet.
std::optional<CommonVolume> common_volume_by_corefinement(const Mesh& a, const Pose& world_from_a,
                                                          const Mesh& b, const Pose& world_from_b);

// None if the meshes are not closed and manifold.
std::optional<bool> surfaces_meet(const Mesh& a, const Pose& world_from_a, const Mesh& b,
                                  const Pose& world_from_b);

}  // namespace graze::test
