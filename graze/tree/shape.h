// A mesh with its hierarchy: the object of the queries.
#pragma once

#include <memory>
#include <mutex>

#include "graze/mesh/closed_surface.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/mesh.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1 {

class Shape;
namespace detail {
class SolidTree;
const SolidTree& solid_tree(const Shape& shape);
}  // namespace detail

// Immutable; copies share the same data, and any number of threads may query it. The default shape is empty
// and touches nothing.
class Shape {
  public:
    Shape();
    explicit Shape(Mesh mesh, const TreeOptions& options = {});
    // A mesh with a tree that was built for it before. Throws Error if queries cannot use the tree on this
    // mesh (see check_tree.h).
    Shape(Mesh mesh, WideTree tree);

    const Mesh& mesh() const { return data_->mesh; }
    const WideTree& tree() const { return data_->tree; }
    // The hash of the mesh. Trees of different versions of graze may differ although the hashes are equal.
    const ContentHash& content_hash() const { return data_->hash; }
    // Does the mesh enclose a volume, and which pieces does it consist of? Computed on first use, which takes
    // about a tenth of the time of building the tree.
    const ClosedSurface& closed_surface() const;

  private:
    struct Data {
        Mesh mesh;
        WideTree tree;
        ContentHash hash;
        mutable std::once_flag closed_surface_known{};
        mutable ClosedSurface closed_surface{};
        // Data for queries about volumes, computed by the first of them: see query/solid/detail/solid_tree.h.
        mutable std::once_flag solid_tree_known{};
        mutable std::shared_ptr<const detail::SolidTree> solid_tree{};
    };
    std::shared_ptr<const Data> data_;
    friend const detail::SolidTree& detail::solid_tree(const Shape& shape);
};

}  // namespace graze::inline v1
