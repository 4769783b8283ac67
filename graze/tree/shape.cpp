#include "graze/tree/shape.h"

#include <utility>

#include "graze/tree/check_tree.h"

namespace graze::inline v1 {

Shape::Shape() {
    static const auto empty = std::make_shared<const Data>(Mesh(), WideTree(), graze::content_hash(Mesh()));
    data_ = empty;
}

Shape::Shape(Mesh mesh, const TreeOptions& options) {
    WideTree tree(mesh, options);
    const ContentHash hash = graze::content_hash(mesh);
    data_ = std::make_shared<const Data>(std::move(mesh), std::move(tree), hash);
}

Shape::Shape(Mesh mesh, WideTree tree) {
    check_tree(tree, mesh);
    const ContentHash hash = graze::content_hash(mesh);
    data_ = std::make_shared<const Data>(std::move(mesh), std::move(tree), hash);
}

const ClosedSurface& Shape::closed_surface() const {
    std::call_once(data_->closed_surface_known,
                   [this] { data_->closed_surface = ClosedSurface(data_->mesh); });
    return data_->closed_surface;
}

}  // namespace graze::inline v1
