// A mesh of fewer triangles that looks like a given one.
#pragma once

#include <cstddef>

#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// At most `max_triangles`, any soup: a mesh that has no more stays as it is. Large meshes are first clustered
// on a grid, in linear time, with a point per cell that is nearest to the planes around it (Lindstrom 2000);
// what is left loses its cheapest edges one by one, measured by squared distances from those planes
// (Garland and Heckbert 1997). Borders and creases are kept as long as anything can be. For looking at, not
// for measuring: thin walls may close and small holes vanish. Deterministic; parts' names are not kept.
Mesh decimated(const Mesh& mesh, std::size_t max_triangles);

}  // namespace graze::inline v1
