// A walk over the tree of one mesh, the most promising boxes first.
#pragma once

#include <array>
#include <cstdint>

#include "graze/base/budget.h"
#include "graze/query/query_options.h"
#include "graze/tree/detail/box_code.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// The box of a child of a node, in the world.
struct NodeBox {
    Vec3 middle, half[3];

    NodeBox(const WideTree& tree, const WideNode& node, int slot, const Pose& world_from_mesh) {
        const CodedBox coded = read_box(node, slot);
        // The slack covers floats, and the pose, which is rigid to 1e-6. The mesh lies within [-1, 1] in the
        // tree.
        constexpr double slack = 1.00001, float_slack = 0x1p-20;
        for (std::size_t k = 0; k < 3; ++k)
            half[k] = world_from_mesh.rotate(Vec3{coded.axis[k][0], coded.axis[k][1], coded.axis[k][2]} *
                                             (tree.unit() * (coded.half[k] * slack + float_slack)));
        middle = world_from_mesh(tree.origin() +
                                 Vec3{coded.center[0], coded.center[1], coded.center[2]} * tree.unit());
    }
};

// Each step down leaves at most seven links on the stack.
template <class Entry>
using WalkStack = std::array<Entry, 7 * WideTree::max_depth + WideNode::width>;

// Visits the triangles of all boxes whose rating is at most `limit()` when they are met, those with the
// lowest rating first. `rate(NodeBox)` gives the rating, `visit(TriangleId)` false to end the walk. False if
// the budget ran out: each box takes `cost` of it, each triangle four times as much.
template <class Rate, class Limit, class Visit>
bool walk_tree(const Shape& mesh, const Pose& world_from_mesh, const PairFilter& filter, Meter& meter,
               std::uint64_t cost, const Rate& rate, const Limit& limit, const Visit& visit) {
    struct Entry {
        double rating;
        TreeLink link;
    };
    const WideTree& tree = mesh.tree();
    if (tree.empty()) return true;
    WalkStack<Entry> stack;
    std::size_t size = 0;
    stack[size++] = {limit(), TreeLink::node(0)};
    while (size > 0) {
        const Entry entry = stack[--size];
        if (entry.rating > limit()) continue;
        if (entry.link.is_leaf()) {
            const TreeLeaf& leaf = tree.leaves()[entry.link.index()];
            for (std::uint32_t i = 0; i < leaf.count(); ++i) {
                if (filter && !filter({}, FeatureId::face(leaf.triangle[i]))) continue;
                if (!meter.spend(4 * cost)) return false;
                if (!visit(leaf.triangle[i])) return true;
            }
            continue;
        }
        const WideNode& node = tree.nodes()[entry.link.index()];
        const std::size_t first = size;
        for (int slot = 0; slot < WideNode::width; ++slot) {
            if (node.child[slot].is_none()) continue;
            if (!meter.spend(cost)) return false;
            const Entry child{rate(NodeBox(tree, node, slot, world_from_mesh)), node.child[slot]};
            if (child.rating > limit()) continue;
            std::size_t at = size++;  // the lowest on top
            for (; at > first && stack[at - 1].rating < child.rating; --at) stack[at] = stack[at - 1];
            stack[at] = child;
        }
    }
    return true;
}

}  // namespace graze::inline v1::detail
