// Boxes along the axes for the hierarchy of a shape: for questions about one shape in its own coordinates,
// where two subtrees never stand at an angle to each other.
#pragma once

#include <span>
#include <vector>

#include "graze/base/threads.h"
#include "graze/deform/detail/eight_boxes.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// `nodes[i]` has the boxes of the children of node i of the tree, `leaves[i]` those of the triangles in leaf
// i.
//
// Coordinates are (p - origin) * scale, rounded to float. Each step is monotonic: if two coordinates are in
// this order before it, they are not in the other one after it. So intervals that overlap still do, although
// nothing is rounded outwards.
class SelfBoxes {
  public:
    SelfBoxes(const Shape& shape, const Threads& threads);

    std::span<const EightBoxes> nodes() const { return nodes_; }
    std::span<const EightBoxes> leaves() const { return leaves_; }

  private:
    void fill_leaf(const Mesh& mesh, const TreeLeaf& leaf, EightBoxes& boxes) const;

    struct Point {
        float x, y, z, unused;
    };
    std::vector<Point> points_;
    std::vector<EightBoxes> nodes_, leaves_;
};

}  // namespace graze::inline v1::detail
