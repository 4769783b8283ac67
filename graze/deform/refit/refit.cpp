#include "graze/deform/refit/refit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "graze/base/float_rounding.h"
#include "graze/deform/refit/detail/leaf_refit.h"

namespace graze::inline v1 {
namespace {

// What the builder allows for the rounding of points, in coordinates of the tree.
constexpr double rounding = 0x1p-20;

// All corners and edges of the box count: 3 and 2 in units of 1/80.
constexpr std::uint32_t whole_corners = 240 * 0x01010101U, whole_edges = 160 * 0x01010101U;

struct Scale {
    Vec3 origin;
    double unit = 1;
};

Scale scale_of(const Box& box) {
    const Vec3 size = box.size();
    const double largest = std::max({size.x, size.y, size.z});
    return {box.center(), largest > 0 ? std::ldexp(1.0, std::max(-1022, std::ilogb(largest))) : 1};
}

void set_box(WideNode& node, int slot, const detail::LeafBox& box) {
    for (int k = 0; k < 3; ++k) {
        const double lower = static_cast<double>(box.lower[k]), upper = static_cast<double>(box.upper[k]);
        node.center[k][slot] = nearest_float(0.5 * (lower + upper));
        const double center = static_cast<double>(node.center[k][slot]);
        node.half[k][slot] = rounded_up(std::max(upper - center, center - lower) + rounding);
    }
    constexpr std::int16_t whole = 32767;
    node.rotation[0][slot] = whole;
    for (int i = 1; i < 4; ++i) node.rotation[i][slot] = 0;
    for (auto& word : node.cut_corners) word[slot] = whole_corners;
    for (auto& word : node.cut_edges) word[slot] = whole_edges;
}

double surface(double x, double y, double z) {
    return x * y + y * z + z * x;
}

}  // namespace

WideTree refitted(const WideTree& pattern, const Mesh& mesh, const Threads& threads) {
    if (pattern.empty()) return {};
    const Scale scale = scale_of(mesh.box());
    const std::span<const Vec3> vertices = mesh.vertices();
    std::vector<Vec3> points(vertices.size());
    parallel_for(threads, points.size(), 8192, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
            points[i] = (vertices[i] - scale.origin) * (1 / scale.unit);
    });
    std::vector<TreeLeaf> leaves(pattern.leaves().size());
    std::vector<detail::LeafBox> leaf_boxes(leaves.size());
    parallel_for(threads, leaves.size(), 512, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
            leaf_boxes[i] = detail::refit_leaf(points, mesh.triangles(), pattern.leaves()[i], leaves[i]);
    });
    std::vector<WideNode> nodes(pattern.nodes().size());
    std::vector<detail::LeafBox> node_boxes(nodes.size());
    // Each node comes after its parent.
    for (std::size_t n = nodes.size(); n-- > 0;) {
        nodes[n] = pattern.nodes()[n];
        for (int slot = 0; slot < WideNode::width; ++slot) {
            const TreeLink child = nodes[n].child[slot];
            if (child.is_none()) continue;
            const detail::LeafBox& box =
                child.is_leaf() ? leaf_boxes[child.index()] : node_boxes[child.index()];
            set_box(nodes[n], slot, box);
            node_boxes[n].add(box);
        }
    }
    TreeArrays arrays{std::move(nodes), std::move(leaves), scale.origin, scale.unit, {}, {}};
    for (std::size_t k = 0; k < 3; ++k) {
        const Box& box = mesh.box();
        const double half =
            std::max(box.upper[k] - scale.origin[k], scale.origin[k] - box.lower[k]) / scale.unit;
        arrays.half[k] = rounded_up(half * (1 + 0x1p-20)) + 0x1p-40F;
    }
    return WideTree(std::move(arrays));
}

double box_surface(const WideTree& tree) {
    double sum = 0, root = 0;
    for (const WideNode& node : tree.nodes()) {
        for (int slot = 0; slot < WideNode::width; ++slot) {
            if (node.child[slot].is_none()) continue;
            const double area =
                surface(static_cast<double>(node.half[0][slot]), static_cast<double>(node.half[1][slot]),
                        static_cast<double>(node.half[2][slot]));
            if (root == 0) root = area;
            sum += area;
        }
    }
    return root > 0 ? sum / root : 0;
}

}  // namespace graze::inline v1
