// The triangles of a mesh that are near something, and meshes that are coarse elsewhere.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "graze/render/detail/cluster.h"

namespace graze::inline v1::detail {

// Finds triangles by the boxes of runs of consecutive triangles: files mostly list neighbours together. The
// mesh must outlive the object. Any thread may call it.
class NearTriangles {
  public:
    explicit NearTriangles(const Mesh& mesh);

    const Mesh& mesh() const { return *mesh_; }
    // The triangles whose boxes meet any of `boxes` (in the mesh's coordinates), ascending. Nothing if there
    // are more than `most`.
    std::optional<std::vector<TriangleId>> find(std::span<const Box> boxes, std::size_t most) const;
    // The triangles for whose boxes `meets(box)` is true, ascending, until there are more than `most`. If
    // `meets` is true for a box, it must be true for every larger box.
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

// Makes meshes that equal the given mesh near something and are coarse elsewhere; closed if the given mesh
// is. The coarse mesh is computed once. The mesh must outlive the object. Any thread may call it.
class DetailMaker {
  public:
    // `coarse`: about how many triangles the whole mesh would have if it were coarse everywhere.
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
