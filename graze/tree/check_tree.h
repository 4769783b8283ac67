// Checks that a tree is valid.
#pragma once

#include "graze/mesh/mesh.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1 {

// Checks that queries can use the tree on this mesh without reading beyond arrays, looping forever or running
// out of stack: every node, leaf and triangle is reached exactly once, no path is too long, and all numbers
// are in the range that the builder produces. Otherwise throws Error with the node or leaf and what is wrong
// with it. Does not check that the boxes contain their triangles: a tree of another mesh with the same number
// of triangles passes, and gives wrong answers. One pass over the tree.
void check_tree(const WideTree& tree, const Mesh& mesh);

}  // namespace graze::inline v1
