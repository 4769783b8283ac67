#include <array>
#include <cmath>
#include <vector>

#include "graze/mesh/measures.h"
#include "graze/query/solid/detail/solid_tree.h"
#include "graze/spheres/detail/solid_skin.h"

namespace graze::inline v1::detail {

SolidSkin::SolidSkin(const Shape& shape) : shape_(shape), tree_(solid_tree(shape)) {}

int SolidSkin::facing(TriangleId t) const {
    return tree_.weight(t);
}

double SolidSkin::volume(const Threads& threads) const {
    const Mesh& mesh = shape_.mesh();
    // Of a mesh that is wound one way, the volume is that of the mesh itself.
    if (shape_.closed_surface().component_count() <= 1)
        return std::abs(solid_measures(mesh, shape_.closed_surface(), threads).volume);
    std::vector<std::array<VertexId, 3>> outwards;
    outwards.reserve(mesh.triangle_count());
    bool all = true;
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        const std::array<VertexId, 3> corners = mesh.triangles()[t];
        const int way = facing(t);
        all = all && way == 1;
        if (way > 0) outwards.push_back(corners);
        if (way < 0) outwards.push_back({corners[0], corners[2], corners[1]});
    }
    if (all) return solid_measures(mesh, shape_.closed_surface(), threads).volume;
    return solid_measures(Mesh({mesh.vertices().begin(), mesh.vertices().end()}, std::move(outwards)),
                          threads)
        .volume;
}

}  // namespace graze::inline v1::detail
