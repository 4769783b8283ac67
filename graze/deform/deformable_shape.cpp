#include "graze/deform/deformable_shape.h"

#include <string>
#include <utility>

#include "graze/base/error.h"
#include "graze/deform/refit/refit.h"

namespace graze::inline v1 {

DeformableShape::DeformableShape(Mesh mesh, const DeformOptions& options) : options_(options) {
    if (!(options.rebuild_at >= 0))
        throw Error("the factor at which a hierarchy is built anew is " + std::to_string(options.rebuild_at),
                    {}, "give a number of at least 1, or 0 for never");
    shape_ = Shape(std::move(mesh), {.threads = options.threads, .effort = options.effort});
    pattern_ = shape_.tree();
    surface_built_ = box_surface(refitted(pattern_, shape_.mesh(), options.threads));
}

Mesh DeformableShape::with_vertices(std::span<const Vec3> positions) const {
    if (positions.size() != shape_.mesh().vertices().size())
        throw Error(std::to_string(positions.size()) + " positions for the " +
                        std::to_string(shape_.mesh().vertices().size()) + " vertices of a deforming mesh",
                    {}, "give one for each vertex");
    MeshArrays arrays = shape_.mesh().arrays();
    std::vector<Vec3> vertices(positions.begin(), positions.end());
    for (Vec3& p : vertices) p += Vec3{};  // -0 becomes 0
    arrays.vertices = std::move(vertices);
    arrays.faces = nullptr;  // a bent plane is none
    return Mesh(std::move(arrays));
}

const Shape& DeformableShape::move_to(std::span<const Vec3> positions) {
    Mesh mesh = with_vertices(positions);
    WideTree tree = refitted(pattern_, mesh, options_.threads);
    const bool decayed = options_.rebuild_at > 0 && box_surface(tree) > options_.rebuild_at * surface_built_;
    if (decayed) {
        shape_ = shape_.next_version(mesh, {.threads = options_.threads, .effort = options_.effort});
        pattern_ = shape_.tree();
        surface_built_ = box_surface(refitted(pattern_, mesh, options_.threads));
        ++counts_.rebuilds;
    } else {
        shape_ = shape_.next_version(Shape(std::move(mesh), std::move(tree)));
    }
    ++counts_.frames;
    return shape_;
}

}  // namespace graze::inline v1
