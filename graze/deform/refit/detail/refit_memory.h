// The arrays of a refitted hierarchy, to be used again for a later frame.
#pragma once

#include <memory>
#include <vector>

#include "graze/deform/refit/detail/leaf_refit.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

struct RefitMemory {
    std::vector<WideNode> nodes;
    std::vector<TreeLeaf> leaves;
    std::vector<Vec3> points;  // vertices in coordinates of the tree
    std::vector<LeafBox> leaf_boxes, node_boxes;
};

// As refitted() of refit.h, in memory that nobody else reads. The tree keeps `owner`, which keeps the memory.
WideTree refitted(const WideTree& pattern, const Mesh& mesh, const Threads& threads, RefitMemory& memory,
                  const std::shared_ptr<const void>& owner);

}  // namespace graze::inline v1::detail
