// The parts of a mesh that are near something.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "graze/render/detail/cluster.h"

namespace graze::inline v1::detail {

// Finds triangles by the boxes of runs of them: files mostly list what is near together. The mesh must
// outlive it. May be asked from any thread.
class NearTriangles {
  public:
    explicit NearTriangles(const Mesh& mesh);

    const Mesh& mesh() const { return *mesh_; }
    // Those whose boxes meet any of `boxes` (in the mesh's coordinates), ascending. Nothing if they are more
    // than `most`.
    std::optional<std::vector<TriangleId>> find(std::span<const Box> boxes, std::size_t most) const;
    // Those for whose boxes `meets(box)` is true, ascending, until they are more than `most`. What it is true
    // for it is true for in all larger boxes.
    template <typename Meets>
    std::vector<TriangleId> find_where(Meets&& meets, std::size_t most = ~std::size_t{0}) const {
        std::vector<TriangleId> found;
        for (std::size_t r = 0; r < runs_.size() && found.size() <= most; ++r) {
            if (!meets(runs_[r])) continue;
            const std::size_t end = std::min((r + 1) * run, mesh_->triangle_count());
            for (std::size_t t = r * run; t < end; ++t)
                if (meets(box_of(static_cast<TriangleId>(t)))) found.push_back(static_cast<TriangleId>(t));
        }
        return found;
    }

  private:
    static constexpr std::size_t run = 64;
    Box box_of(TriangleId t) const {
        Box box;
        for (const VertexId v : mesh_->triangles()[t]) box.grow(mesh_->vertices()[v]);
        return box;
    }

    const Mesh* mesh_;
    std::vector<Box> runs_;
};

// Meshes that are as the given one near something and coarse elsewhere, closed if it is. What is coarse is
// found once. The mesh must outlive it. May be asked from any thread.
class DetailMaker {
  public:
    // `coarse`: about how many triangles all of it would have where it is coarse.
    DetailMaker(const Mesh& mesh, std::size_t coarse);

    // `near`: triangles that stay as they are, ascending.
    SimpleMesh make(std::span<const TriangleId> near) const;  // in the mesh's coordinates

  private:
    const Mesh* mesh_;
    UnitFrame frame_;
    Clusters clusters_;
    SharedArray<VertexId> point_of_;  // of vertices; empty: all differ
};

}  // namespace graze::inline v1::detail
