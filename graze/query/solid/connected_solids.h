// Takes a mesh of several bodies apart.
#pragma once

#include <vector>

#include "graze/base/threads.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// The bodies that a mesh consists of: triangles connected through edges, as in ClosedSurface, each in a mesh
// of its own, in the order of their lowest polygons. A closed piece that faces inwards and lies in another
// is the wall of a cavity, and belongs to that one. A mesh of one body comes back as it is. The bodies keep
// the unit and the rounding of the mesh and, if all polygons are triangles, what these stand for. The result
// is the same for any number of threads.
std::vector<Mesh> connected_solids(const Mesh& mesh, const Threads& threads = {});

}  // namespace graze::inline v1
