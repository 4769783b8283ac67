// The only code besides the builder and the kernels that knows the content of nodes and leaves. Saved shapes
// rely on this check (io/saved_shape_*.cpp): a tree that passes must be harmless to every query, whatever the
// source of the file.
#include "graze/tree/check_tree.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

// Tree coordinates are within [-1, 1]; centres and half extents of oriented boxes around them within sqrt(3).
constexpr float most = 2;
// Queries store the reference of a box as node * 8 + slot in 32 bits.
constexpr std::size_t most_nodes = std::size_t{1} << 29;
constexpr std::size_t most_leaves = TreeLink::leaf_bit - 1;

class Checker {
  public:
    Checker(const WideTree& tree, const Mesh& mesh)
        : nodes_(tree.nodes()),
          leaves_(tree.leaves()),
          triangles_(mesh.triangle_count()),
          depth_(nodes_.size()),
          leaf_seen_(leaves_.size()),
          triangle_seen_(triangles_) {}

    void check() {
        check_root();
        depth_[0] = 1;
        // Parents come before their children: one pass in order meets every node after its parent, and no
        // chain of links can form a cycle.
        for (std::size_t n = 0; n < nodes_.size(); ++n) {
            if (depth_[n] == 0) refuse("is not reached from the root", n);
            for (int slot = 0; slot < WideNode::width; ++slot) check_box(n, slot);
        }
        // Every link leads to a leaf of its own, and every triangle was met at most once.
        for (std::size_t l = 0; l < leaves_.size(); ++l) {
            if (leaf_seen_[l] == 0) throw Error("is not reached from the root", "leaf " + std::to_string(l));
        }
        if (triangles_met_ != triangles_)
            throw Error("the leaves hold " + std::to_string(triangles_met_) + " of the " +
                        std::to_string(triangles_) + " triangles");
    }

  private:
    [[noreturn]] static void refuse(const std::string& problem, std::size_t node, int slot = -1) {
        throw Error(problem, "node " + std::to_string(node) +
                                 (slot < 0 ? std::string() : ", box " + std::to_string(slot)));
    }

    void check_root() const {
        if (nodes_.empty()) throw Error("the tree has no root");
        if (nodes_.size() > most_nodes || leaves_.size() > most_leaves) throw Error("the tree is too large");
        if (nodes_[0].child[0].is_none()) refuse("the root is empty", 0);
        for (int slot = 1; slot < WideNode::width; ++slot) {
            if (!nodes_[0].child[slot].is_none()) refuse("the root has more than one box", 0, slot);
        }
    }

    void check_box(std::size_t n, int slot) {
        const WideNode& node = nodes_[n];
        const TreeLink link = node.child[slot];
        check_numbers(n, slot, link.is_none());
        if (link.is_none()) return;
        if (link.is_leaf()) {
            check_link_to_leaf(n, slot, link.index());
            return;
        }
        const std::size_t child = link.index();
        if (child >= nodes_.size())
            refuse("leads to node " + std::to_string(child) + " of " + std::to_string(nodes_.size()), n,
                   slot);
        if (child <= n) refuse("leads back to node " + std::to_string(child), n, slot);
        if (depth_[child] != 0)
            refuse("leads to node " + std::to_string(child) + ", which has a parent already", n, slot);
        if (depth_[n] > WideTree::max_depth)
            refuse("is deeper than " + std::to_string(WideTree::max_depth) + " levels", n, slot);
        depth_[child] = static_cast<std::uint8_t>(depth_[n] + 1);
    }

    // Comparisons are written so that NaN fails them. Queries recognize unused boxes by their extent, not by
    // their link.
    void check_numbers(std::size_t n, int slot, bool unused) const {
        const WideNode& node = nodes_[n];
        std::int64_t norm = 0;
        bool good = true;
        for (int k = 0; k < 3; ++k) {
            const float center = node.center[k][slot], half = node.half[k][slot];
            good &= center >= -most && center <= most;
            good &= unused ? half == -1e30f : half >= 0 && half <= most;
        }
        for (const auto& q : node.rotation) norm += std::int64_t{q[slot]} * q[slot];
        if (!good) refuse("is not within the tree", n, slot);
        constexpr std::int64_t one = 32767 * 32767;
        if (norm < one - one / 4000 || norm > one + one / 4000) refuse("is not a rotated box", n, slot);
    }

    void check_link_to_leaf(std::size_t n, int slot, std::size_t l) {
        if (l >= leaves_.size())
            refuse("leads to leaf " + std::to_string(l) + " of " + std::to_string(leaves_.size()), n, slot);
        if (leaf_seen_[l] != 0)
            refuse("leads to leaf " + std::to_string(l) + ", which has a parent already", n, slot);
        leaf_seen_[l] = 1;
        check_leaf(l);
    }

    void check_leaf(std::size_t l) {
        const TreeLeaf& leaf = leaves_[l];
        const auto refuse_leaf = [l](const std::string& problem) {
            throw Error(problem, "leaf " + std::to_string(l));
        };
        for (std::uint32_t i = 0; i < TreeLeaf::width; ++i) {
            const TriangleId t = leaf.triangle[i];
            if (i >= leaf.count()) {
                if (t != leaf.triangle[0]) refuse_leaf("has a triangle beyond its last");
                continue;
            }
            if (t >= triangles_)
                refuse_leaf("holds triangle " + std::to_string(t) + " of " + std::to_string(triangles_));
            if (triangle_seen_[t]) refuse_leaf("holds triangle " + std::to_string(t) + " again");
            triangle_seen_[t] = true;
        }
        triangles_met_ += leaf.count();
        bool good = leaf.step() >= 0x1p-120f && leaf.step() <= 0x1p-13f;
        for (const float c : leaf.origin) good &= c >= -most && c <= most;
        if (!good) refuse_leaf("is not within the tree");
    }

    std::span<const WideNode> nodes_;
    std::span<const TreeLeaf> leaves_;
    std::size_t triangles_, triangles_met_ = 0;
    std::vector<std::uint8_t> depth_;  // of each node, from 1; 0 if no parent was met yet
    std::vector<std::uint8_t> leaf_seen_;
    std::vector<bool> triangle_seen_;
};

bool is_power_of_two(double x) {
    int exponent = 0;
    return x > 0 && std::isfinite(x) && std::frexp(x, &exponent) == 0.5;
}

// The unit and origin must be those of the builder: every vertex has tree coordinates within [-1, 1].
void check_scale(const WideTree& tree, const Box& box) {
    const double unit = tree.unit();
    // From the least unit that the builder makes to the size of 2e100.
    if (!is_power_of_two(unit) || unit < 0x1p-1022 || unit > 0x1p334)
        throw Error("the unit of the tree is " + std::to_string(unit) + ", which the builder never makes");
    const Vec3& o = tree.origin();
    bool within = is_in_range(o);
    for (std::size_t k = 0; k < 3; ++k) {
        const auto half = static_cast<double>(tree.half()[k]);
        within &=
            half <= 1.001 && (o[k] - box.lower[k]) / unit <= half && (box.upper[k] - o[k]) / unit <= half;
    }
    if (!within) throw Error("the mesh is not within its tree");
}

void check_support(std::span<const float> values) {
    if (values.empty()) return;
    if (values.size() != SupportTable::size)
        throw Error("the support table has " + std::to_string(values.size()) + " values instead of " +
                    std::to_string(SupportTable::size));
    constexpr float most_height = most * SupportTable::divisions;
    for (const float v : values) {
        if (!(v >= -most_height && v <= most_height)) throw Error("the support table leaves the tree");
    }
}

}  // namespace

void check_tree(const WideTree& tree, const Mesh& mesh) {
    if (mesh.empty()) {
        if (!tree.nodes().empty() || !tree.leaves().empty())
            throw Error("there is a tree, but it has no triangles");
        return;
    }
    check_scale(tree, mesh.box());
    check_support(tree.support().values());
    Checker(tree, mesh).check();
}

}  // namespace graze::inline v1
