// Builds the wide tree: first an order of the triangles that determines the branches, then oriented boxes
// from the leaves up.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "graze/base/error.h"
#include "graze/base/float_rounding.h"
#include "graze/tree/detail/box_code.h"
#include "graze/tree/detail/fit.h"
#include "graze/tree/detail/order.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1 {
namespace {

constexpr int width = WideNode::width;
// One task builds each subtree of at most this many triangles: enough tasks for all threads, and not so many
// that creating them takes long. The size depends on the mesh alone.
std::size_t task_size(std::size_t triangles) {
    return std::clamp<std::size_t>(triangles / 64, 1024, 16384);
}

using Corners = std::array<Vec3, 8>;

// The input for fitting a box, passed from a subtree to its parent.
struct Hull {
    // The corners of the boxes in a node. Empty for a leaf, where the corners of its triangles are used.
    float x[8 * width], y[8 * width], z[8 * width];
    std::size_t corner_count = 0;
    Vec3 normal;
    double area = 0;
    std::size_t first = 0, last = 0;  // its triangles, in the order of the leaves

    // Adds a child with the corners of its box; children come in the order of their triangles.
    void add(const Hull& child, const Corners& corners) {
        if (corner_count == 0) first = child.first;
        last = child.last;
        for (const Vec3& corner : corners) {
            x[corner_count] = static_cast<float>(corner.x);
            y[corner_count] = static_cast<float>(corner.y);
            z[corner_count] = static_cast<float>(corner.z);
            ++corner_count;
        }
        normal += child.normal;
        area += child.area;
    }
};

struct Pieces {
    std::vector<WideNode> nodes;
    std::vector<TreeLeaf> leaves;
};

template <class Order>
class Builder {
  public:
    using Range = typename Order::Range;

    Builder(const Mesh& mesh, const Vec3& origin, double unit, const TreeOptions& options)
        : mesh_(mesh),
          origin_(origin),
          scale_(1 / unit),
          options_(options),
          order_(mesh, origin, scale_, options),
          x_(std::make_unique_for_overwrite<float[]>(3 * mesh.triangle_count())),
          y_(std::make_unique_for_overwrite<float[]>(3 * mesh.triangle_count())),
          z_(std::make_unique_for_overwrite<float[]>(3 * mesh.triangle_count())) {}

    // Builds the top of the tree down to the tasks, then each task's subtree, and joins everything in one
    // order. All steps use all threads; the result is the same for any number of threads.
    Pieces build() {
        Upper upper = plan(order_.all(), 1);
        std::vector<Upper*> tasks;
        collect(upper, tasks);
        parallel_for(options_.threads, tasks.size(), 1, [&](std::size_t i, std::size_t) {
            if (options_.progress && options_.progress->cancelled()) throw Error("cancelled");
            Upper& task = *tasks[i];
            task.link = build_range(task.range, task.depth, task.pieces, task.hull);
        });
        std::size_t nodes = 1, leaves = 0;
        number(upper, nodes, leaves);
        Pieces whole{std::vector<WideNode>(nodes), std::vector<TreeLeaf>(leaves)};
        parallel_for(options_.threads, tasks.size(), 1,
                     [&](std::size_t i, std::size_t) { put(*tasks[i], whole); });
        whole.nodes[0] = empty_node();
        fit_upper(upper, whole.nodes);
        whole.nodes[0].child[0] = upper.link;
        detail::fit_box(cloud_of(upper.hull), whole.nodes[0], 0);
        return whole;
    }

  private:
    // The part of the tree above the tasks, with the tasks as nodes without children.
    struct Upper {
        Range range{};
        int depth = 0;
        std::vector<Upper> children{};
        TreeLink link{};
        Hull hull{};
        Pieces pieces{};                 // of a task
        std::size_t node = 0, leaf = 0;  // positions of its first node and leaf in the whole tree
    };

    Vec3 in_tree(const Vec3& p) const { return (p - origin_) * scale_; }

    static WideNode empty_node() {
        WideNode node;
        for (int k = 0; k < 3; ++k) {
            std::fill_n(node.center[k], width, 0.0f);
            std::fill_n(node.half[k], width, -1e30f);
        }
        for (auto& q : node.rotation) std::fill_n(q, width, std::int16_t{0});
        std::fill_n(node.rotation[0], width, std::int16_t{32767});
        std::fill_n(node.child, width, TreeLink{});
        for (auto& word : node.cut_corners) std::fill_n(word, width, detail::whole_corners);
        for (auto& word : node.cut_edges) std::fill_n(word, width, detail::whole_edges);
        return node;
    }

    int directions_to_try() const {
        return options_.effort == BuildEffort::fast ? 0 : options_.effort == BuildEffort::normal ? 10 : 64;
    }

    Upper plan(const Range& range, int depth) {
        Upper upper{range, depth};
        if (range.count() <= task_size(mesh_.triangle_count())) return upper;
        const std::vector<Range> below = order_.below(range, depth);
        upper.children.resize(below.size());
        parallel_for(options_.threads, below.size(), 1,
                     [&](std::size_t i, std::size_t) { upper.children[i] = plan(below[i], depth + 1); });
        return upper;
    }

    static void collect(Upper& upper, std::vector<Upper*>& tasks) {
        if (upper.children.empty()) tasks.push_back(&upper);
        for (Upper& child : upper.children) collect(child, tasks);
    }

    // Gives everything its position, a node before its children.
    static void number(Upper& upper, std::size_t& nodes, std::size_t& leaves) {
        upper.node = nodes, upper.leaf = leaves;
        nodes += upper.children.empty() ? upper.pieces.nodes.size() : 1;
        leaves += upper.pieces.leaves.size();
        for (Upper& child : upper.children) number(child, nodes, leaves);
    }

    // Moves a task's pieces to their positions and shifts the links within them.
    static void put(Upper& task, Pieces& whole) {
        const auto shifted = [&](TreeLink l) {
            if (l.is_none()) return l;
            return l.is_leaf() ? TreeLink::leaf(l.index() + static_cast<std::uint32_t>(task.leaf))
                               : TreeLink::node(l.index() + static_cast<std::uint32_t>(task.node));
        };
        for (WideNode& n : task.pieces.nodes) {
            for (TreeLink& l : n.child) l = shifted(l);
        }
        std::ranges::copy(task.pieces.nodes, whole.nodes.data() + task.node);
        std::ranges::copy(task.pieces.leaves, whole.leaves.data() + task.leaf);
        task.pieces = {};
        task.link = shifted(task.link);
    }

    void fit_upper(Upper& upper, std::span<WideNode> nodes) const {
        if (upper.children.empty()) return;
        WideNode& node = nodes[upper.node] = empty_node();
        std::array<Corners, width> corners;
        parallel_for(options_.threads, upper.children.size(), 1, [&](std::size_t i, std::size_t) {
            Upper& child = upper.children[i];
            fit_upper(child, nodes);
            node.child[i] = child.link;
            corners[i] = detail::fit_box(cloud_of(child.hull), node, static_cast<int>(i));
        });
        for (std::size_t i = 0; i < upper.children.size(); ++i)
            upper.hull.add(upper.children[i].hull, corners[i]);
        upper.link = TreeLink::node(static_cast<std::uint32_t>(upper.node));
    }

    TreeLink build_range(const Range& range, int depth, Pieces& out, Hull& hull) {
        if (range.count() <= TreeLeaf::width) return make_leaf(range, out, hull);
        const std::size_t at = out.nodes.size();
        out.nodes.push_back(empty_node());
        const std::vector<Range> children = order_.below(range, depth);
        std::array<Hull, width> hulls;
        for (std::size_t i = 0; i < children.size(); ++i) {
            const TreeLink link = build_range(children[i], depth + 1, out, hulls[i]);
            out.nodes[at].child[i] = link;
        }
        hull = fit_children({hulls.data(), children.size()}, out.nodes[at]);
        return TreeLink::node(static_cast<std::uint32_t>(at));
    }

    detail::Cloud cloud_of(const Hull& h) const {
        const std::size_t at = 3 * h.first;
        const detail::PointLanes points{x_.get() + at, y_.get() + at, z_.get() + at, 3 * (h.last - h.first)};
        const detail::PointLanes corners{h.x, h.y, h.z, h.corner_count};
        return {points,
                h.corner_count > 0 ? corners : points,
                h.normal,
                h.area,
                directions_to_try(),
                options_.effort == BuildEffort::fast ? 0.5 : 0.95,
                options_.effort != BuildEffort::fast};
    }

    // Writes a box for each child and returns the input for fitting the node's own box.
    Hull fit_children(std::span<const Hull> children, WideNode& node) const {
        Hull hull;
        for (std::size_t i = 0; i < children.size(); ++i)
            hull.add(children[i], detail::fit_box(cloud_of(children[i]), node, static_cast<int>(i)));
        return hull;
    }

    TreeLink make_leaf(const Range& range, Pieces& out, Hull& hull) {
        TreeLeaf& leaf = out.leaves.emplace_back();
        hull.first = order_.place(range);
        hull.last = hull.first + range.count();
        std::array<Vec3, 3 * TreeLeaf::width> points;
        for (std::size_t i = 0; i < range.count(); ++i) {
            leaf.triangle[i] = order_.triangle(range, i);
            const Triangle t = mesh_.triangle(leaf.triangle[i]);
            for (std::size_t k = 0; k < 3; ++k) {
                const Vec3 p = points[3 * i + k] = in_tree(t[k]);
                const std::size_t at = 3 * (hull.first + i) + k;
                x_[at] = static_cast<float>(p.x);
                y_[at] = static_cast<float>(p.y);
                z_[at] = static_cast<float>(p.z);
            }
            const Vec3 area = cross(points[3 * i + 1] - points[3 * i], points[3 * i + 2] - points[3 * i]);
            hull.normal += area;
            hull.area += length(area);
        }
        write_triangles({points.data(), 3 * range.count()}, leaf);
        return TreeLink::leaf(static_cast<std::uint32_t>(out.leaves.size() - 1));
    }

    static void write_triangles(std::span<const Vec3> points, TreeLeaf& leaf) {
        Box box;
        for (const Vec3& p : points) box.grow(p);
        double origin[3];
        for (std::size_t k = 0; k < 3; ++k) {
            leaf.origin[k] = nearest_float(0.5 * (box.lower[k] + box.upper[k]));
            origin[k] = static_cast<double>(leaf.origin[k]);
        }
        // From the rounded origin, which for a tiny leaf far from the middle of the mesh is not in the leaf's
        // middle.
        double furthest = 0;
        for (std::size_t k = 0; k < 3; ++k)
            furthest = std::max({furthest, box.upper[k] - origin[k], origin[k] - box.lower[k]});
        const std::size_t count = points.size() / 3;
        leaf.set(std::max(0x1p-120f, static_cast<float>(furthest / 32700)),
                 static_cast<std::uint32_t>(count));
        const double per_step = 1 / static_cast<double>(leaf.step());
        for (std::size_t i = 0; i < TreeLeaf::width; ++i) {
            const std::size_t from = i < count ? i : 0;
            leaf.triangle[i] = leaf.triangle[from];
            for (std::size_t c = 0; c < 9; ++c) {
                // Rounded to the nearest by truncation; never beyond 32767, as the step is furthest / 32700.
                const double value = (points[3 * from + c / 3][c % 3] - origin[c % 3]) * per_step;
                leaf.value[c][i] = static_cast<std::int16_t>(static_cast<int>(value + 32768.5) - 32768);
            }
        }
    }

    const Mesh& mesh_;
    Vec3 origin_;
    double scale_;
    const TreeOptions& options_;
    Order order_;
    // Corners of the triangles, in the order of the leaves. The threads write to these first.
    std::unique_ptr<float[]> x_, y_, z_;
};

}  // namespace

WideTree::WideTree(const Mesh& mesh, const TreeOptions& options) {
    if (mesh.empty()) return;
    const Box& box = mesh.box();
    const Vec3 origin = box.center();
    const Vec3 size = box.size();
    const double largest = std::max({size.x, size.y, size.z});
    // Half the largest extent becomes at most 1; for a mesh that is a single point any scale is right. Meshes
    // below 2^-1022, of denormal numbers, use only the lower part of the floats.
    const double unit = largest > 0 ? std::ldexp(1.0, std::max(-1022, std::ilogb(largest))) : 1;
    Pieces pieces = options.effort == BuildEffort::fast
                        ? Builder<detail::CurveOrder>(mesh, origin, unit, options).build()
                        : Builder<detail::SplitOrder>(mesh, origin, unit, options).build();
    origin_and_unit_ = {origin.x, origin.y, origin.z, unit};
    nodes_ = std::move(pieces.nodes);
    leaves_ = std::move(pieces.leaves);
    // From the rounded origin, which is not quite the middle of a mesh that is far away.
    for (std::size_t k = 0; k < 3; ++k) {
        const double half = std::max(box.upper[k] - origin[k], origin[k] - box.lower[k]) / unit;
        half_[k] = static_cast<float>(half * (1 + 0x1p-20)) + 0x1p-40f;
    }
    constexpr std::size_t enough_triangles = 32;
    if (mesh.triangle_count() >= enough_triangles)
        support_ = SupportTable(mesh, origin, unit, options.threads);
}

}  // namespace graze::inline v1
