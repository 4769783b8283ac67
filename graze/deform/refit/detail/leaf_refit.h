// Writes a leaf of the hierarchy anew.
#pragma once

#include <array>
#include <limits>
#include <span>

#include "graze/mesh/mesh.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// Along the axes, in coordinates of the tree; rounded to the nearest floats.
struct LeafBox {
    float lower[3] = {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
                      std::numeric_limits<float>::infinity()};
    float upper[3] = {-std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                      -std::numeric_limits<float>::infinity()};

    void add(const LeafBox& box) {
        for (int k = 0; k < 3; ++k) {
            if (box.lower[k] < lower[k]) lower[k] = box.lower[k];
            if (box.upper[k] > upper[k]) upper[k] = box.upper[k];
        }
    }
};

// The triangles of `pattern` at the points, which are in coordinates of the tree.
LeafBox refit_leaf(std::span<const Vec3> points, std::span<const std::array<VertexId, 3>> triangles,
                   const TreeLeaf& pattern, TreeLeaf& leaf);

}  // namespace graze::inline v1::detail
