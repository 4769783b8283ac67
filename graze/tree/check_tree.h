// Is a tree sound?
#pragma once

#include "graze/mesh/mesh.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1 {

// Throws Error, saying which node or leaf and what is wrong with it, unless queries can use the tree on this
// mesh without reading beyond arrays, going in circles or running out of stack: every node, leaf and triangle
// is reached exactly once, no path is too long, all numbers are in the range that the builder gives them.
// That the boxes hold their triangles is not checked: a tree of another mesh of as many triangles passes, and
// gives wrong answers. One pass over the tree.
void check_tree(const WideTree& tree, const Mesh& mesh);

}  // namespace graze::inline v1
