#include "graze/tree/shape.h"

#include <utility>

namespace graze::inline v1 {

Shape::Shape() {
    static const auto empty = std::make_shared<const Data>();
    data_ = empty;
}

Shape::Shape(Mesh mesh, const TreeOptions& options) {
    WideTree tree(mesh, options);
    data_ = std::make_shared<const Data>(std::move(mesh), std::move(tree));
}

}  // namespace graze::inline v1
