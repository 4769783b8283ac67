#include "graze/deform/self_collision/detail/self_boxes.h"

#include <algorithm>

#include "graze/base/float_rounding.h"

namespace graze::inline v1::detail {
SelfBoxes::SelfBoxes(const Shape& shape, const Threads& threads)
    : points_(shape.mesh().vertices().size()),
      nodes_(shape.tree().nodes().size()),
      leaves_(shape.tree().leaves().size()) {
    const std::span<const Vec3> vertices = shape.mesh().vertices();
    const Vec3 origin = shape.tree().origin();
    const double scale = 1 / shape.tree().unit();
    parallel_for(threads, vertices.size(), 8192, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const Vec3 p = (vertices[i] - origin) * scale;
            points_[i] = {nearest_float(p.x), nearest_float(p.y), nearest_float(p.z), 0};
        }
    });
    const std::span<const TreeLeaf> leaves = shape.tree().leaves();
    parallel_for(threads, leaves.size(), 512, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) fill_leaf(shape.mesh(), leaves[i], leaves_[i]);
    });
    // Each node comes after its parent.
    const std::span<const WideNode> nodes = shape.tree().nodes();
    for (std::size_t n = nodes.size(); n-- > 0;) {
        for (int slot = 0; slot < WideNode::width; ++slot) {
            const TreeLink child = nodes[n].child[slot];
            if (child.is_none())
                nodes_[n].clear(slot);
            else
                nodes_[n].set(slot, (child.is_leaf() ? leaves_ : nodes_)[child.index()].all());
        }
    }
}

void SelfBoxes::fill_leaf(const Mesh& mesh, const TreeLeaf& leaf, EightBoxes& boxes) const {
    const int count = static_cast<int>(leaf.count());
    for (int i = 0; i < count; ++i) {
        const auto& corners = mesh.triangles()[leaf.triangle[i]];
        const Point &p = points_[corners[0]], &q = points_[corners[1]], &r = points_[corners[2]];
        boxes.lower[0][i] = std::min({p.x, q.x, r.x}), boxes.upper[0][i] = std::max({p.x, q.x, r.x});
        boxes.lower[1][i] = std::min({p.y, q.y, r.y}), boxes.upper[1][i] = std::max({p.y, q.y, r.y});
        boxes.lower[2][i] = std::min({p.z, q.z, r.z}), boxes.upper[2][i] = std::max({p.z, q.z, r.z});
    }
    for (int i = count; i < EightBoxes::width; ++i) boxes.clear(i);
}

}  // namespace graze::inline v1::detail
