#include "graze/interact/sliding/detail/surface_tree.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "graze/base/box.h"
#include "graze/tree/companion.h"

namespace graze::inline v1::detail {
namespace {

const CompanionSlot<SurfaceTree>& surface_tree_slot() {
    static const CompanionSlot<SurfaceTree> slot(
        {.name = "surface tree", .make = [](const Shape& s) -> std::shared_ptr<const void> {
             return std::make_shared<const SurfaceTree>(s.mesh());
         }});
    return slot;
}

}  // namespace

const SurfaceTree& surface_tree_of(const Shape& mesh) {
    return mesh.companion(surface_tree_slot());
}

SurfaceTree::SurfaceTree(const Mesh& mesh) : order_(mesh.triangle_count()) {
    std::iota(order_.begin(), order_.end(), TriangleId{0});
    std::vector<Vec3> centres;
    centres.reserve(order_.size());
    for (const TriangleId t : order_) {
        const Triangle triangle = mesh.triangle(t);
        centres.push_back(triangle[0] * (1.0 / 3) + triangle[1] * (1.0 / 3) + triangle[2] * (1.0 / 3));
    }
    if (!order_.empty()) build(mesh, centres, 0, static_cast<std::uint32_t>(order_.size()));
}

std::uint32_t SurfaceTree::build(const Mesh& mesh, const std::vector<Vec3>& centres, std::uint32_t first,
                                 std::uint32_t count) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    Box box, middles;
    Vec3 normal;
    for (std::uint32_t i = first; i < first + count; ++i) {
        const Triangle triangle = mesh.triangle(order_[i]);
        for (const Vec3& corner : triangle.corner) box.grow(corner);
        middles.grow(centres[order_[i]]);
        normal += cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
    }
    Node node;
    for (std::size_t k = 0; k < 3; ++k) {
        node.middle[k] = box.lower[k] * 0.5 + box.upper[k] * 0.5;
        node.half[k] = std::max(box.upper[k] - node.middle[k], node.middle[k] - box.lower[k]);
        node.half[k] += 0x1p-52 * node.half[k];  // a difference is rounded once
    }
    if (const double size = length(normal); size > 0 && std::isfinite(size))
        for (std::size_t k = 0; k < 3; ++k) node.normal[k] = static_cast<float>(normal[k] / size);
    node.first = first;
    node.count = count;
    if (count > most_in_leaf) {
        const Vec3 size = middles.size();
        const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        const std::uint32_t half = count / 2;
        const auto begin = order_.begin() + first;
        std::nth_element(begin, begin + half, begin + count, [&](TriangleId t, TriangleId u) {
            const double p = centres[t][axis], q = centres[u][axis];
            return p != q ? p < q : t < u;
        });
        build(mesh, centres, first, half);
        node.right = build(mesh, centres, first + half, count - half);
    }
    nodes_[number] = node;
    return number;
}

}  // namespace graze::inline v1::detail
