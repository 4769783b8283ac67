// A mesh of fewer triangles that looks like a given one.
#pragma once

#include <cstddef>

#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// Takes any soup and returns at most `max_triangles`; a mesh with no more is returned as it is. Large meshes
// are first clustered on a grid, in linear time: all vertices of a cell become the point nearest to the
// planes around it (Lindstrom 2000). Then edges are collapsed, the cheapest first, where the cost is the
// squared distance from those planes (Garland and Heckbert 1997). Borders and creases go last. The result is
// for looking at, not for measuring: thin walls may close and small holes vanish. Deterministic. Names of
// parts are not kept.
Mesh decimated(const Mesh& mesh, std::size_t max_triangles);

}  // namespace graze::inline v1
