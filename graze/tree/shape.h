// A mesh with its hierarchy: what queries are asked about.
#pragma once

#include <memory>

#include "graze/mesh/mesh.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1 {

// Immutable; copies share the same data, and any number of threads may query it. The default shape is empty
// and touches nothing.
class Shape {
  public:
    Shape();
    explicit Shape(Mesh mesh, const TreeOptions& options = {});

    const Mesh& mesh() const { return data_->mesh; }
    const WideTree& tree() const { return data_->tree; }

  private:
    struct Data {
        Mesh mesh;
        WideTree tree;
    };
    std::shared_ptr<const Data> data_;
};

}  // namespace graze::inline v1
