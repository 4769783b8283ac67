// Builds the wide tree: top-down splits by binned surface area (Wald 2007) until eight children or leaves of
// eight, then oriented boxes from the leaves up.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "graze/base/error.h"
#include "graze/tree/detail/fit.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1 {
namespace {

constexpr int width = WideNode::width;
constexpr int bin_count = 16;
// Below this depth ranges are halved by count, so that no input makes the tree deeper than 20 + 11 levels.
constexpr int depth_of_halving = 20;
// Subtrees of at most this many triangles are built by one task each; the cut depends on the mesh alone.
constexpr std::size_t task_size = 16384;

// A triangle while the tree is built: its box and number.
struct Item {
    float lo[3], hi[3];
    TriangleId id;

    float middle(int axis) const { return lo[axis] + hi[axis]; }
};

struct FloatBox {
    float lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};

    void grow(const float (&l)[3], const float (&h)[3]) {
        for (int k = 0; k < 3; ++k) {
            lo[k] = std::min(lo[k], l[k]);
            hi[k] = std::max(hi[k], h[k]);
        }
    }
    float surface() const {
        if (hi[0] < lo[0]) return 0;
        const float x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
        return x * y + y * z + z * x;
    }
};

struct Range {
    std::size_t first, last;
    FloatBox box;
    std::size_t count() const { return last - first; }
};

FloatBox box_of(std::span<const Item> items) {
    FloatBox b;
    for (const Item& i : items) b.grow(i.lo, i.hi);
    return b;
}

// A range cut in two, with the boxes of the halves.
struct Cut {
    std::size_t at;
    FloatBox left, right;
};

Cut cut_at(std::span<const Item> items, std::size_t at) {
    return {at, box_of(items.first(at)), box_of(items.subspan(at))};
}

float leaves_of(std::size_t n) {
    return static_cast<float>((n + TreeLeaf::width - 1) / TreeLeaf::width);
}

// Bins along the longest axis of the middles; the cut with the least sum of surface times count.
Cut split(std::span<Item> items, bool halve) {
    const std::size_t half = items.size() / 2;
    float lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (const Item& i : items) {
        for (int k = 0; k < 3; ++k) {
            lo[k] = std::min(lo[k], i.middle(k));
            hi[k] = std::max(hi[k], i.middle(k));
        }
    }
    int axis = 0;
    for (int k = 1; k < 3; ++k) {
        if (hi[k] - lo[k] > hi[axis] - lo[axis]) axis = k;
    }
    const float size = hi[axis] - lo[axis];
    if (!(size > 0)) return cut_at(items, half);  // all middles are equal: any cut will do
    if (halve) {
        std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(),
                         [axis](const Item& a, const Item& b) {
                             return std::pair(a.middle(axis), a.id) < std::pair(b.middle(axis), b.id);
                         });
        return cut_at(items, half);
    }
    const float scale = static_cast<float>(bin_count) * (1 - 0x1p-20f) / size;
    const auto bin_of = [&](const Item& i) { return static_cast<int>((i.middle(axis) - lo[axis]) * scale); };
    std::array<FloatBox, bin_count> bins;
    std::array<std::size_t, bin_count> counts{};
    for (const Item& i : items) {
        const auto b = static_cast<std::size_t>(bin_of(i));
        bins[b].grow(i.lo, i.hi);
        ++counts[b];
    }
    std::array<FloatBox, bin_count> right;  // of bins b and above
    std::array<float, bin_count> right_cost{};
    FloatBox sum;
    std::size_t n = 0;
    for (std::size_t b = bin_count - 1; b > 0; --b) {
        sum.grow(bins[b].lo, bins[b].hi);
        n += counts[b];
        right[b] = sum;
        right_cost[b] = sum.surface() * leaves_of(n);
    }
    sum = {};
    n = 0;
    float least = INFINITY;
    Cut best{};
    std::size_t best_bin = 0;
    for (std::size_t b = 0; b + 1 < bin_count; ++b) {
        sum.grow(bins[b].lo, bins[b].hi);
        n += counts[b];
        const float cost = sum.surface() * leaves_of(n) + right_cost[b + 1];
        if (n > 0 && n < items.size() && cost < least) {
            least = cost;
            best = {n, sum, right[b + 1]};
            best_bin = b;
        }
    }
    std::partition(items.begin(), items.end(),
                   [&](const Item& i) { return bin_of(i) <= static_cast<int>(best_bin); });
    return best;
}

// What a box is fitted to, handed from a subtree to its parent: the corners of a leaf's triangles, or of the
// boxes in a node.
struct Hull {
    std::vector<Vec3> outline;
    Vec3 normal;
    double area = 0;
    std::size_t first = 0, last = 0;  // its triangles, in the order of the leaves
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

class Builder {
  public:
    Builder(const Mesh& mesh, const Vec3& origin, double unit, const TreeOptions& options)
        : mesh_(mesh), origin_(origin), scale_(1 / unit), options_(options) {}

    // The upper part on this thread, the subtrees below it in parallel, put together in order.
    Pieces build() {
        make_items();
        const Upper upper = plan({0, items_.size(), box_of(items_)}, 1);
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

    void make_items() {
        items_.resize(mesh_.triangle_count());
        for (std::vector<float>* v : {&x_, &y_, &z_}) v->resize(3 * items_.size());
        parallel_for(options_.threads, items_.size(), 8192, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                const Box b = bounds(mesh_.triangle(static_cast<TriangleId>(i)));
                const Vec3 lo = in_tree(b.lower), hi = in_tree(b.upper);
                items_[i] = {{static_cast<float>(lo.x), static_cast<float>(lo.y), static_cast<float>(lo.z)},
                             {static_cast<float>(hi.x), static_cast<float>(hi.y), static_cast<float>(hi.z)},
                             static_cast<TriangleId>(i)};
            }
        });
    }

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

    // The up to eight ranges below a range: each time the one with the largest surface (or count) is split.
    std::vector<Range> children_of(const Range& range, int depth) {
        const bool halve = depth >= depth_of_halving;
        std::vector<Range> r;
        r.reserve(width);
        r.push_back(range);
        while (r.size() < static_cast<std::size_t>(width)) {
            std::size_t pick = r.size();
            float largest = -1;
            for (std::size_t i = 0; i < r.size(); ++i) {
                if (r[i].count() <= TreeLeaf::width) continue;
                const float size = halve ? static_cast<float>(r[i].count()) : r[i].box.surface();
                if (size > largest) {
                    largest = size;
                    pick = i;
                }
            }
            if (pick == r.size()) break;
            const Range whole = r[pick];
            const std::span<Item> items(items_.data() + whole.first, whole.count());
            const Cut cut = split(items, halve);
            r[pick] = {whole.first, whole.first + cut.at, cut.left};
            r.insert(r.begin() + static_cast<std::ptrdiff_t>(pick) + 1,
                     Range{whole.first + cut.at, whole.last, cut.right});
        }
        return r;
    }

    Upper plan(const Range& range, int depth) {
        Upper upper;
        if (range.count() <= task_size) {
            upper.task = tasks_.size();
            tasks_.push_back({range, depth});
            return upper;
        }
        for (const Range& c : children_of(range, depth)) upper.children.push_back(plan(c, depth + 1));
        return upper;
    }

    TreeLink assemble(const Upper& upper, Pieces& whole, Hull& hull) {
        if (upper.children.empty()) {
            hull = std::move(tasks_[upper.task].hull);
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
        const std::vector<Range> children = children_of(range, depth);
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
        return {{x_.data() + at, y_.data() + at, z_.data() + at, 3 * (h.last - h.first)},
                h.outline,
                h.normal,
                h.area};
    }

    // Writes a box for each child and returns what the node's own box is fitted to.
    Hull fit_children(std::span<const Hull> children, WideNode& node) const {
        Hull hull;
        hull.first = children.front().first;
        hull.last = children.back().last;
        hull.outline.reserve(8 * children.size());
        for (std::size_t i = 0; i < children.size(); ++i) {
            const auto corners = detail::fit_box(cloud_of(children[i]), node, static_cast<int>(i));
            hull.outline.insert(hull.outline.end(), corners.begin(), corners.end());
            hull.normal += children[i].normal;
            hull.area += children[i].area;
        }
        return hull;
    }

    TreeLink make_leaf(const Range& range, Pieces& out, Hull& hull) {
        TreeLeaf leaf{};
        leaf.count = static_cast<std::uint32_t>(range.count());
        hull.first = range.first;
        hull.last = range.last;
        hull.outline.reserve(3 * range.count());
        Box box;
        for (std::size_t i = 0; i < range.count(); ++i) {
            leaf.triangle[i] = items_[range.first + i].id;
            const Triangle t = mesh_.triangle(leaf.triangle[i]);
            const Triangle p{in_tree(t[0]), in_tree(t[1]), in_tree(t[2])};
            for (std::size_t k = 0; k < 3; ++k) {
                hull.outline.push_back(p[k]);
                box.grow(p[k]);
                const std::size_t at = 3 * (range.first + i) + k;
                x_[at] = static_cast<float>(p[k].x);
                y_[at] = static_cast<float>(p[k].y);
                z_[at] = static_cast<float>(p[k].z);
            }
            const Vec3 area = cross(p[1] - p[0], p[2] - p[0]);
            hull.normal += area;
            hull.area += length(area);
        }
        write_triangles(hull.outline, box, leaf);
        out.leaves.push_back(leaf);
        return TreeLink::leaf(static_cast<std::uint32_t>(out.leaves.size() - 1));
    }

    static void write_triangles(const std::vector<Vec3>& points, const Box& box, TreeLeaf& leaf) {
        const Vec3 middle = box.center();
        for (std::size_t k = 0; k < 3; ++k) leaf.origin[k] = static_cast<float>(middle[k]);
        // From the origin as rounded, which for a tiny leaf far from the middle of the mesh is not in its
        // middle.
        double reach = 0;
        for (const Vec3& p : points) {
            for (std::size_t k = 0; k < 3; ++k)
                reach = std::max(reach, std::abs(p[k] - static_cast<double>(leaf.origin[k])));
        }
        leaf.step = std::max(0x1p-120f, static_cast<float>(reach / 32700));
        for (std::size_t i = 0; i < TreeLeaf::width; ++i) {
            const std::size_t from = i < leaf.count ? i : 0;
            leaf.triangle[i] = leaf.triangle[from];
            for (std::size_t c = 0; c < 9; ++c) {
                const double p = points[3 * from + c / 3][c % 3];
                const double v = leaf.step > 0 ? (p - static_cast<double>(leaf.origin[c % 3])) /
                                                     static_cast<double>(leaf.step)
                                               : 0;
                leaf.value[c][i] = static_cast<std::int16_t>(std::lrint(std::clamp(v, -32767.0, 32767.0)));
            }
        }
    }

    const Mesh& mesh_;
    Vec3 origin_;
    double scale_;
    const TreeOptions& options_;
    std::vector<Item> items_;
    std::vector<float> x_, y_, z_;  // corners of the triangles, in the order of the leaves
    std::vector<Task> tasks_;
};

}  // namespace

WideTree::WideTree(const Mesh& mesh, const TreeOptions& options) {
    if (mesh.empty()) return;
    const Box& box = mesh.box();
    origin_ = box.center();
    const Vec3 size = box.size();
    const double largest = std::max({size.x, size.y, size.z});
    // Half the largest extent becomes at most 1; a mesh that is a single point has any scale. Meshes below
    // 2^-900 use only the lower part of the floats.
    unit_ = largest > 0 ? std::ldexp(1.0, std::max(-900, std::ilogb(largest))) : 1;
    Pieces pieces = Builder(mesh, origin_, unit_, options).build();
    nodes_ = std::move(pieces.nodes);
    leaves_ = std::move(pieces.leaves);
    for (std::size_t k = 0; k < 3; ++k)
        half_[k] = static_cast<float>(0.5 * size[k] / unit_ * (1 + 0x1p-20)) + 0x1p-40f;
    constexpr std::size_t enough_triangles = 32;
    if (mesh.triangle_count() >= enough_triangles) support_ = {mesh, origin_, unit_, options.threads};
}

}  // namespace graze::inline v1
