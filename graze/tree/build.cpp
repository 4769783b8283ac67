// Builds the wide tree: triangles in an order that says where it branches, then oriented boxes from the
// leaves up.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "graze/base/error.h"
#include "graze/tree/detail/fit.h"
#include "graze/tree/detail/order.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1 {
namespace {

constexpr int width = WideNode::width;
// Subtrees of at most this many triangles are built by one task each: enough tasks for all threads, and not
// so many that cutting them off, which one thread does, takes long. It depends on the mesh alone.
std::size_t task_size(std::size_t triangles) {
    return std::clamp<std::size_t>(triangles / 64, 1024, 16384);
}

// What a box is fitted to, handed from a subtree to its parent.
struct Hull {
    // The corners of the boxes in a node; of a leaf, the corners of its triangles serve and this is empty.
    float x[8 * width], y[8 * width], z[8 * width];
    std::size_t corner_count = 0;
    Vec3 normal;
    double area = 0;
    std::size_t first = 0, last = 0;  // its triangles, in the order of the leaves

    void add(const Vec3& corner) {
        x[corner_count] = static_cast<float>(corner.x);
        y[corner_count] = static_cast<float>(corner.y);
        z[corner_count] = static_cast<float>(corner.z);
        ++corner_count;
    }
};

struct Pieces {
    std::vector<WideNode> nodes;
    std::vector<TreeLeaf> leaves;
};

// The part of the tree above the tasks.
struct Upper {
    std::size_t task = 0;  // if it has no children
    std::vector<Upper> children;
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
          x_(3 * mesh.triangle_count()),
          y_(x_.size()),
          z_(x_.size()) {}

    // The upper part on this thread, the subtrees below it in parallel, put together in order.
    Pieces build() {
        const Upper upper = plan(order_.all(), 1);
        parallel_for(options_.threads, tasks_.size(), 1, [&](std::size_t i, std::size_t) {
            if (options_.progress && options_.progress->cancelled()) throw Error("cancelled");
            tasks_[i].link = build_range(tasks_[i].range, tasks_[i].depth, tasks_[i].pieces, tasks_[i].hull);
        });
        Pieces whole;
        whole.nodes.push_back(empty_node());
        Hull hull;
        whole.nodes[0].child[0] = assemble(upper, whole, hull);
        detail::fit_box(cloud_of(hull), whole.nodes[0], 0);
        return whole;
    }

  private:
    struct Task {
        Range range;
        int depth;
        TreeLink link{};
        Pieces pieces{};
        Hull hull{};
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
        return node;
    }

    int directions_to_try() const {
        return options_.effort == BuildEffort::fast ? 0 : options_.effort == BuildEffort::normal ? 10 : 64;
    }

    Upper plan(const Range& range, int depth) {
        Upper upper;
        if (range.count() <= task_size(mesh_.triangle_count())) {
            upper.task = tasks_.size();
            tasks_.push_back({range, depth});
            return upper;
        }
        for (const Range& c : order_.below(range, depth)) upper.children.push_back(plan(c, depth + 1));
        return upper;
    }

    TreeLink assemble(const Upper& upper, Pieces& whole, Hull& hull) {
        if (upper.children.empty()) {
            hull = tasks_[upper.task].hull;
            return append(tasks_[upper.task], whole);
        }
        const std::size_t at = whole.nodes.size();
        whole.nodes.push_back(empty_node());
        std::array<Hull, width> hulls;
        for (std::size_t i = 0; i < upper.children.size(); ++i) {
            const TreeLink link = assemble(upper.children[i], whole, hulls[i]);
            whole.nodes[at].child[i] = link;
        }
        hull = fit_children({hulls.data(), upper.children.size()}, whole.nodes[at]);
        return TreeLink::node(static_cast<std::uint32_t>(at));
    }

    // Moves a task's pieces behind what is there; links within them are shifted.
    static TreeLink append(Task& task, Pieces& whole) {
        const auto node_shift = static_cast<std::uint32_t>(whole.nodes.size());
        const auto leaf_shift = static_cast<std::uint32_t>(whole.leaves.size());
        const auto shifted = [&](TreeLink l) {
            if (l.is_none()) return l;
            return l.is_leaf() ? TreeLink::leaf(l.index() + leaf_shift)
                               : TreeLink::node(l.index() + node_shift);
        };
        for (WideNode& n : task.pieces.nodes) {
            for (TreeLink& l : n.child) l = shifted(l);
            whole.nodes.push_back(n);
        }
        whole.leaves.insert(whole.leaves.end(), task.pieces.leaves.begin(), task.pieces.leaves.end());
        task.pieces = {};
        return shifted(task.link);
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
        const detail::PointLanes points{x_.data() + at, y_.data() + at, z_.data() + at,
                                        3 * (h.last - h.first)};
        const detail::PointLanes corners{h.x, h.y, h.z, h.corner_count};
        return {points,
                h.corner_count > 0 ? corners : points,
                h.normal,
                h.area,
                directions_to_try(),
                options_.effort == BuildEffort::fast ? 0.5 : 0.95};
    }

    // Writes a box for each child and returns what the node's own box is fitted to.
    Hull fit_children(std::span<const Hull> children, WideNode& node) const {
        Hull hull;
        hull.first = children.front().first;
        hull.last = children.back().last;
        for (std::size_t i = 0; i < children.size(); ++i) {
            const auto corners = detail::fit_box(cloud_of(children[i]), node, static_cast<int>(i));
            for (const Vec3& corner : corners) hull.add(corner);
            hull.normal += children[i].normal;
            hull.area += children[i].area;
        }
        return hull;
    }

    TreeLink make_leaf(const Range& range, Pieces& out, Hull& hull) {
        TreeLeaf& leaf = out.leaves.emplace_back();
        leaf.count = static_cast<std::uint32_t>(range.count());
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
            leaf.origin[k] = static_cast<float>(0.5 * (box.lower[k] + box.upper[k]));
            origin[k] = static_cast<double>(leaf.origin[k]);
        }
        // From the origin as rounded, which for a tiny leaf far from the middle of the mesh is not in its
        // middle.
        double reach = 0;
        for (std::size_t k = 0; k < 3; ++k)
            reach = std::max({reach, box.upper[k] - origin[k], origin[k] - box.lower[k]});
        leaf.step = std::max(0x1p-120f, static_cast<float>(reach / 32700));
        const double per_step = 1 / static_cast<double>(leaf.step);
        for (std::size_t i = 0; i < TreeLeaf::width; ++i) {
            const std::size_t from = i < leaf.count ? i : 0;
            leaf.triangle[i] = leaf.triangle[from];
            for (std::size_t c = 0; c < 9; ++c) {
                // Rounded to the nearest by cutting off; never beyond 32767, as the step is reach / 32700.
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
    std::vector<float> x_, y_, z_;  // corners of the triangles, in the order of the leaves
    std::vector<Task> tasks_;
};

}  // namespace

WideTree::WideTree(const Mesh& mesh, const TreeOptions& options) {
    if (mesh.empty()) return;
    const Box& box = mesh.box();
    const Vec3 origin = box.center();
    const Vec3 size = box.size();
    const double largest = std::max({size.x, size.y, size.z});
    // Half the largest extent becomes at most 1; a mesh that is a single point has any scale. Meshes below
    // 2^-900 use only the lower part of the floats.
    const double unit = largest > 0 ? std::ldexp(1.0, std::max(-900, std::ilogb(largest))) : 1;
    Pieces pieces = options.effort == BuildEffort::fast
                        ? Builder<detail::CurveOrder>(mesh, origin, unit, options).build()
                        : Builder<detail::SplitOrder>(mesh, origin, unit, options).build();
    origin_and_unit_ = {origin.x, origin.y, origin.z, unit};
    nodes_ = std::move(pieces.nodes);
    leaves_ = std::move(pieces.leaves);
    // From the origin as rounded, which is not quite the middle of a mesh that is far away.
    for (std::size_t k = 0; k < 3; ++k) {
        const double half = std::max(box.upper[k] - origin[k], origin[k] - box.lower[k]) / unit;
        half_[k] = static_cast<float>(half * (1 + 0x1p-20)) + 0x1p-40f;
    }
    constexpr std::size_t enough_triangles = 32;
    if (mesh.triangle_count() >= enough_triangles)
        support_ = SupportTable(mesh, origin, unit, options.threads);
}

}  // namespace graze::inline v1
