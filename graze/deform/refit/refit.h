// A hierarchy that keeps its branches while the vertices of the mesh move.
#pragma once

#include "graze/base/threads.h"
#include "graze/mesh/mesh.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1 {

// A tree with the branches of `pattern` and boxes around the triangles where `mesh` has them: along the axes,
// from the leaves up. The mesh must have the triangles that the pattern was made for; their vertices may be
// anywhere. Deterministic. Queries are right whatever has become of the mesh; they slow down where triangles
// of a leaf have moved apart.
WideTree refitted(const WideTree& pattern, const Mesh& mesh, const Threads& threads = {});

// The surface of all boxes of a tree along the axes, in units of the surface of its root: what a query that
// meets boxes by chance expects to visit. It rises as refitted trees get worse. 0 for an empty tree.
double box_surface(const WideTree& tree);

}  // namespace graze::inline v1
