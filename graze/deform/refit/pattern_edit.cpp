#include "graze/deform/refit/detail/pattern_edit.h"

#include <algorithm>
#include <unordered_map>

namespace graze::inline v1::detail {
namespace {

double box_area(const WideNode& node, int slot) {
    const double x = static_cast<double>(node.half[0][slot]), y = static_cast<double>(node.half[1][slot]),
                 z = static_cast<double>(node.half[2][slot]);
    return x * y + y * z + z * x;
}

void clear_slot(WideNode& node, int slot) {
    node.child[slot] = TreeLink();
    for (int k = 0; k < 3; ++k) {
        node.center[k][slot] = 0;
        node.half[k][slot] = -1e30F;
    }
}

// The triangles as a mesh of their own.
Mesh part_of(const Mesh& mesh, std::span<const TriangleId> triangles) {
    std::unordered_map<VertexId, VertexId> names;
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> corners;
    for (const TriangleId t : triangles) {
        std::array<VertexId, 3>& copy = corners.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
            const VertexId v = mesh.triangles()[t][k];
            const auto [place, is_new] = names.try_emplace(v, static_cast<VertexId>(vertices.size()));
            if (is_new) vertices.push_back(mesh.vertices()[v]);
            copy[k] = place->second;
        }
    }
    return Mesh(std::move(vertices), std::move(corners));
}

class PatternCopy {
  public:
    PatternCopy(const WideTree& pattern, const Mesh& mesh, const PatternEdit& edit,
                const TreeOptions& options)
        : pattern_(pattern), mesh_(mesh), edit_(edit), options_(options) {}

    std::optional<WideTree> copy() {
        nodes_.push_back(pattern_.nodes()[0]);
        const TreeLink root = copy(pattern_.nodes()[0].child[0], 1);
        if (root.is_none() || too_deep_) return {};
        nodes_[0].child[0] = root;
        return WideTree(TreeArrays{std::move(nodes_), std::move(leaves_), {}, 1, {}, {}});
    }

  private:
    TreeLink copy(TreeLink link, int depth) {
        if (link.is_leaf()) {
            std::vector<TriangleId> triangles;
            gather(link, triangles);
            return made_of(triangles, depth);
        }
        const WideNode& node = pattern_.nodes()[link.index()];
        if (!edit_.anew.empty() && edit_.anew[link.index()]) {
            std::vector<TriangleId> triangles;
            gather(link, triangles);
            return made_of(triangles, depth);
        }
        const std::size_t place = nodes_.size();
        nodes_.push_back(node);
        bool any = false;
        for (int slot = 0; slot < WideNode::width; ++slot) {
            if (node.child[slot].is_none()) continue;
            const TreeLink child = copy(node.child[slot], depth + 1);
            if (child.is_none())
                clear_slot(nodes_[place], slot);
            else
                nodes_[place].child[slot] = child;
            any = any || !child.is_none();
        }
        if (!any) {
            nodes_.pop_back();  // nothing came after it
            return {};
        }
        too_deep_ = too_deep_ || depth >= WideTree::max_depth;
        return TreeLink::node(static_cast<std::uint32_t>(place));
    }

    // By the numbers of the new mesh.
    void gather(TreeLink link, std::vector<TriangleId>& triangles) const {
        if (!link.is_leaf()) {
            for (const TreeLink child : pattern_.nodes()[link.index()].child)
                if (!child.is_none()) gather(child, triangles);
            return;
        }
        const TreeLeaf& leaf = pattern_.leaves()[link.index()];
        for (std::uint32_t i = 0; i < leaf.count(); ++i) {
            const TriangleId t = leaf.triangle[i];
            const TriangleId now = edit_.renamed.empty() ? t : edit_.renamed[t];
            if (now != PatternEdit::gone) triangles.push_back(now);
        }
        const auto [first, last] = std::ranges::equal_range(edit_.inserted, link.index(), {},
                                                            &std::pair<std::uint32_t, TriangleId>::first);
        for (auto added = first; added != last; ++added) triangles.push_back(added->second);
    }

    TreeLink made_of(const std::vector<TriangleId>& triangles, int depth) {
        if (triangles.empty()) return {};
        if (triangles.size() <= TreeLeaf::width) {
            TreeLeaf leaf{};
            std::ranges::copy(triangles, leaf.triangle);
            return add_leaf(leaf, static_cast<std::uint32_t>(triangles.size()), depth);
        }
        const WideTree built(part_of(mesh_, triangles), options_);
        return graft(built, built.nodes()[0].child[0], triangles, depth);
    }

    TreeLink graft(const WideTree& built, TreeLink link, std::span<const TriangleId> names, int depth) {
        if (link.is_leaf()) {
            TreeLeaf leaf = built.leaves()[link.index()];
            for (TriangleId& t : leaf.triangle) t = names[t];
            return add_leaf(leaf, leaf.count(), depth);
        }
        too_deep_ = too_deep_ || depth >= WideTree::max_depth;
        const WideNode& node = built.nodes()[link.index()];
        const std::size_t place = nodes_.size();
        nodes_.push_back(node);
        for (int slot = 0; slot < WideNode::width; ++slot) {
            if (node.child[slot].is_none()) continue;
            const TreeLink child = graft(built, node.child[slot], names, depth + 1);
            nodes_[place].child[slot] = child;
        }
        return TreeLink::node(static_cast<std::uint32_t>(place));
    }

    TreeLink add_leaf(TreeLeaf& leaf, std::uint32_t count, int depth) {
        too_deep_ = too_deep_ || depth > WideTree::max_depth;
        for (std::uint32_t i = count; i < TreeLeaf::width; ++i) leaf.triangle[i] = leaf.triangle[0];
        leaf.set(1, count);
        leaves_.push_back(leaf);
        return TreeLink::leaf(static_cast<std::uint32_t>(leaves_.size() - 1));
    }

    const WideTree& pattern_;
    const Mesh& mesh_;
    const PatternEdit& edit_;
    const TreeOptions& options_;
    std::vector<WideNode> nodes_;
    std::vector<TreeLeaf> leaves_;
    bool too_deep_ = false;
};

// Down the tree, always to the box whose middle is nearest.
std::uint32_t leaf_near(const WideTree& tree, const Vec3& place) {
    const Vec3 p = (place - tree.origin()) * (1 / tree.unit());
    TreeLink link = tree.nodes()[0].child[0];
    while (!link.is_leaf()) {
        const WideNode& node = tree.nodes()[link.index()];
        double least = 0;
        TreeLink best;
        for (int slot = 0; slot < WideNode::width; ++slot) {
            if (node.child[slot].is_none()) continue;
            Vec3 away;
            for (std::size_t k = 0; k < 3; ++k) away[k] = p[k] - static_cast<double>(node.center[k][slot]);
            if (!best.is_none() && dot(away, away) >= least) continue;
            least = dot(away, away);
            best = node.child[slot];
        }
        link = best;
    }
    return link.index();
}

// Triangles in the subtrees of marked nodes, of which none is below another.
std::size_t triangles_below(const WideTree& tree, TreeLink link, const std::vector<bool>& marked,
                            bool within) {
    if (link.is_leaf()) return within ? tree.leaves()[link.index()].count() : 0;
    std::size_t count = 0;
    within = within || marked[link.index()];
    for (const TreeLink child : tree.nodes()[link.index()].child)
        if (!child.is_none()) count += triangles_below(tree, child, marked, within);
    return count;
}

}  // namespace

std::optional<WideTree> edited(const WideTree& pattern, const Mesh& mesh, const PatternEdit& edit,
                               const TreeOptions& options) {
    if (pattern.empty()) return {};
    return PatternCopy(pattern, mesh, edit, options).copy();
}

std::vector<std::pair<std::uint32_t, TriangleId>> leaves_for(
    const WideTree& tree, std::span<const std::array<VertexId, 3>> triangles, std::span<const Vec3> vertices,
    std::span<const TriangleId> renamed, std::span<const std::array<VertexId, 3>> added,
    TriangleId first_added) {
    constexpr std::uint32_t none = ~0U;
    std::unordered_map<VertexId, std::uint32_t> leaf_of;
    for (const auto& corners : added)
        for (const VertexId v : corners) leaf_of.emplace(v, none);
    for (std::size_t i = 0; i < tree.leaves().size(); ++i) {
        const TreeLeaf& leaf = tree.leaves()[i];
        for (std::uint32_t k = 0; k < leaf.count(); ++k) {
            if (renamed[leaf.triangle[k]] == PatternEdit::gone) continue;
            for (const VertexId v : triangles[leaf.triangle[k]]) {
                const auto found = leaf_of.find(v);
                if (found != leaf_of.end() && found->second == none)
                    found->second = static_cast<std::uint32_t>(i);
            }
        }
    }
    std::vector<std::pair<std::uint32_t, TriangleId>> inserted;
    for (std::size_t f = 0; f < added.size(); ++f) {
        std::uint32_t leaf = none;
        for (const VertexId v : added[f])
            if (leaf == none) leaf = leaf_of[v];
        if (leaf == none) {
            Vec3 middle;
            for (const VertexId v : added[f]) middle += vertices[v] * (1.0 / 3);
            leaf = leaf_near(tree, middle);
        }
        inserted.emplace_back(leaf, first_added + static_cast<TriangleId>(f));
    }
    std::ranges::sort(inserted);
    return inserted;
}

std::vector<float> subtree_surfaces(const WideTree& tree) {
    const std::span<const WideNode> nodes = tree.nodes();
    std::vector<double> sum(nodes.size()), own(nodes.size());
    std::vector<float> relative(nodes.size());
    // Each node comes after its parent.
    for (std::size_t n = nodes.size(); n-- > 0;) {
        for (int slot = 0; slot < WideNode::width; ++slot) {
            const TreeLink child = nodes[n].child[slot];
            if (child.is_none()) continue;
            const double area = box_area(nodes[n], slot);
            sum[n] += area;
            if (child.is_leaf()) continue;
            own[child.index()] = area;
            sum[n] += sum[child.index()];
        }
    }
    for (std::size_t n = 0; n < nodes.size(); ++n)
        relative[n] = own[n] > 0 ? static_cast<float>(sum[n] / own[n]) : 0;
    return relative;
}

std::optional<std::vector<bool>> decayed_subtrees(const WideTree& tree, std::span<const float> built,
                                                  double factor) {
    const std::vector<float> now = subtree_surfaces(tree);
    const std::span<const WideNode> nodes = tree.nodes();
    std::vector<bool> marked(nodes.size()), below(nodes.size());
    std::size_t count = 0;
    // The root's own subtree is the whole tree.
    const TreeLink root = nodes[0].child[0];
    for (std::size_t n = 1; n < nodes.size(); ++n) {
        const bool is_root = !root.is_leaf() && root.index() == n;
        const bool decayed = !is_root && static_cast<double>(now[n]) > factor * static_cast<double>(built[n]);
        marked[n] = decayed && !below[n];
        count += marked[n] ? 1U : 0U;
        for (const TreeLink child : nodes[n].child)
            if (!child.is_none() && !child.is_leaf()) below[child.index()] = below[n] || marked[n];
    }
    std::size_t all = 0;
    for (const TreeLeaf& leaf : tree.leaves()) all += leaf.count();
    if (count == 0 || 2 * triangles_below(tree, root, marked, false) > all) return {};
    return marked;
}

}  // namespace graze::inline v1::detail
