#include "graze/spheres/proximity/detail/point_in_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace graze::inline v1::detail {
namespace {

// The squares of the distances of the point from the eight centres. A loop without a branch, for vectors.
void squares_from(const SphereNode& n, const float (&p)[3], float (&square)[SphereNode::width]) {
    for (int k = 0; k < SphereNode::width; ++k) {
        const float dx = n.x[k] - p[0], dy = n.y[k] - p[1], dz = n.z[k] - p[2];
        square[k] = dx * dx + dy * dy + dz * dz;
    }
}

}  // namespace

Answer point_in_tree(const SphereTree& tree, const Pose& world_from_tree, const Vec3& world_point) {
    if (tree.empty()) return Answer::no;
    const Vec3 local = (world_from_tree.inverse()(world_point) - tree.origin()) / tree.unit();
    const double far = std::max({std::abs(local.x), std::abs(local.y), std::abs(local.z)});
    if (!(far < 64)) return far >= 64 ? Answer::no : Answer::undecided;
    const float p[3] = {static_cast<float>(local.x), static_cast<float>(local.y),
                        static_cast<float>(local.z)};
    // What rounding, the inverse and a pose that is not quite rigid can do to a distance.
    const auto margin =
        static_cast<float>((0x1p-18 + 8 * world_from_tree.deviation()) * (1 + far) +
                           0x1p-48 * length(world_point - world_from_tree.translation()) / tree.unit() +
                           0x1p-48 * length(world_point) / tree.unit());
    std::array<std::uint32_t, 256> open{};
    std::size_t count = 1;
    bool unsure = false;
    while (count > 0) {
        const SphereNode& n = tree.nodes()[open[--count]];
        float square[SphereNode::width];
        squares_from(n, p, square);
        for (int k = 0; k < SphereNode::width && !n.child[k].is_none(); ++k) {
            const float reach = n.outer[k] + margin;
            if (square[k] > reach * reach) continue;
            if (!n.child[k].is_leaf()) {
                if (count == open.size()) return Answer::undecided;
                open[count++] = n.child[k].index();
                continue;
            }
            const float within = n.radius[k] - margin;
            if (within > 0 && square[k] < within * within) return Answer::yes;
            unsure = true;
        }
    }
    return unsure ? Answer::undecided : Answer::no;
}

}  // namespace graze::inline v1::detail
