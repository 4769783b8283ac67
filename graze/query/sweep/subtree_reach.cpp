#include "graze/query/sweep/detail/subtree_reach.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/tree/detail/box_code.h"

namespace graze::inline v1::detail {
namespace {

// No corner in the box is further. As SweepSide::piece(), with its slack.
double box_reach(const WideTree& tree, const WideNode& node, int slot, const Vec3& direction) {
    constexpr double slack = 1.0003, float_slack = 0x1p-20;
    const CodedBox box = read_box(node, slot);
    double reach = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        reach += direction[k] * box.center[k];
        const double along =
            direction.x * box.axis[k][0] + direction.y * box.axis[k][1] + direction.z * box.axis[k][2];
        reach += std::abs(along) * (box.half[k] * slack + float_slack);
    }
    return dot(direction, tree.origin()) + reach * tree.unit();
}

// Where triangles lie flush with a plane across the direction, nothing tells their boxes apart.
class FurthestSearch {
  public:
    FurthestSearch(const Shape& shape, const Vec3& direction, double most, Meter& meter)
        : mesh_(shape.mesh()), tree_(shape.tree()), direction_(direction), most_(most), meter_(meter) {
        found_.along = -std::numeric_limits<double>::infinity();
    }

    FurthestCorner run(SweepPart box) {
        open(tree_.nodes()[box.index].child[box.slot]);
        return found_;
    }

  private:
    bool is_over() const { return found_.along > most_ || meter_.exhausted(); }

    void open(TreeLink link) {
        if (link.is_leaf()) {
            look_at(tree_.leaves()[link.index()]);
            return;
        }
        const WideNode& node = tree_.nodes()[link.index()];
        struct Child {
            double reach;
            TreeLink link;
        };
        std::array<Child, WideNode::width> child;  // the furthest first
        std::size_t count = 0;
        for (int slot = 0; slot < WideNode::width; ++slot) {
            if (node.child[slot].is_none()) continue;
            const Child next{box_reach(tree_, node, slot, direction_), node.child[slot]};
            std::size_t i = count++;
            for (; i > 0 && child[i - 1].reach < next.reach; --i) child[i] = child[i - 1];
            child[i] = next;
        }
        meter_.spend(count);
        for (std::size_t i = 0; i < count && child[i].reach > found_.along && !is_over(); ++i)
            open(child[i].link);
    }

    void look_at(const TreeLeaf& leaf) {
        meter_.spend();
        for (std::uint32_t i = 0; i < leaf.count(); ++i) {
            const Triangle corners = mesh_.triangle(leaf.triangle[i]);
            for (const Vec3& p : corners.corner)
                if (const double along = dot(direction_, p); along > found_.along)
                    found_ = {along, leaf.triangle[i]};
        }
    }

    const Mesh& mesh_;
    const WideTree& tree_;
    const Vec3& direction_;
    double most_;
    Meter& meter_;
    FurthestCorner found_;
};

}  // namespace

FurthestCorner furthest_corner(const Shape& mesh, SweepPart box, const Vec3& direction, double most,
                               Meter& meter) {
    return FurthestSearch(mesh, direction, most, meter).run(box);
}

ProbedCorner probe_corner(const Shape& shape, SweepPart box, const Vec3& direction, Meter& meter) {
    constexpr double about_along = 0.9999;
    const WideTree& tree = shape.tree();
    TreeLink link = tree.nodes()[box.index].child[box.slot];
    while (!link.is_leaf()) {
        const WideNode& node = tree.nodes()[link.index()];
        double best = -std::numeric_limits<double>::infinity();
        for (int slot = 0; slot < WideNode::width; ++slot) {
            if (node.child[slot].is_none()) continue;
            if (const double reach = box_reach(tree, node, slot, direction); reach > best) {
                best = reach;
                link = node.child[slot];
            }
        }
        meter.spend(4);
    }
    ProbedCorner found;
    found.along = -std::numeric_limits<double>::infinity();
    double steepest = about_along;
    const TreeLeaf& leaf = tree.leaves()[link.index()];
    for (std::uint32_t i = 0; i < leaf.count(); ++i) {
        const Triangle t = shape.mesh().triangle(leaf.triangle[i]);
        for (const Vec3& p : t.corner) found.along = std::max(found.along, dot(direction, p));
        const Vec3 across = cross(t[1] - t[0], t[2] - t[0]);
        const double size = length(across), along = dot(across, direction);
        if (!(size > 0) || !(std::abs(along) > steepest * size)) continue;
        steepest = std::abs(along) / size;
        found.normal = across * (along < 0 ? -1 / size : 1 / size);
    }
    return found;
}

}  // namespace graze::inline v1::detail
