// Changes the branches of a hierarchy in places: triangles leave, others come, subtrees are built anew.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graze/mesh/mesh.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

struct PatternEdit {
    static constexpr TriangleId gone = ~TriangleId{0};

    std::vector<TriangleId>
        renamed;  // of each triangle, its number in the new mesh, or gone. Empty: all stay
    std::vector<std::pair<std::uint32_t, TriangleId>> inserted;  // into which leaf; in ascending order
    std::vector<bool> anew;  // for each node, whether to build its subtree anew. Empty: none
};

// The branches for a new mesh. Boxes and corners have no meaning: refit the tree. Leaves that overflow become
// subtrees; empty ones vanish. None if the tree would be too deep or empty: then build it anew.
std::optional<WideTree> edited(const WideTree& pattern, const Mesh& mesh, const PatternEdit& edit,
                               const TreeOptions& options);

// The leaf for each new face: one that has a triangle with one of its vertices, or the one that is near its
// middle. `tree` is in the coordinates of the mesh.
std::vector<std::pair<std::uint32_t, TriangleId>> leaves_for(
    const WideTree& tree, std::span<const std::array<VertexId, 3>> triangles, std::span<const Vec3> vertices,
    std::span<const TriangleId> renamed, std::span<const std::array<VertexId, 3>> added,
    TriangleId first_added);

// For each node, how much surface the boxes of its subtree have, in units of its own: what rises where
// branches have got worse. Of a refitted tree.
std::vector<float> subtree_surfaces(const WideTree& tree);

// The subtrees whose surface has grown by more than the factor, as PatternEdit::anew; none if there are no
// such or they have more than half of all triangles, in which case the whole tree should be built anew.
std::optional<std::vector<bool>> decayed_subtrees(const WideTree& tree, std::span<const float> built,
                                                  double factor);

}  // namespace graze::inline v1::detail
