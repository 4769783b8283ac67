#include "graze/query/solid/detail/overlap_side.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace graze::inline v1::detail {
namespace {

// Scatters the numbers, so that sums of different numbers are different.
std::uint64_t scattered(std::uint32_t i) {
    const std::uint64_t x = (i + std::uint64_t{1}) * 0x9e3779b97f4a7c15;
    return (x ^ x >> 32) * 0xbf58476d1ce4e5b9;
}

double distance1(const Vec3& p, const Vec3& q) {
    return std::abs(p.x - q.x) + std::abs(p.y - q.y) + std::abs(p.z - q.z);
}

}  // namespace

Box common(const Box& a, const Box& b) {
    Box c;
    for (std::size_t k = 0; k < 3; ++k) {
        c.lower[k] = std::max(a.lower[k], b.lower[k]);
        c.upper[k] = std::min(a.upper[k], b.upper[k]);
    }
    return c;
}

double largest_number(const Shape& shape, const Pose& world_from_shape) {
    double largest = largest_coordinate(world_from_shape.translation());
    for (const Box& box : {shape.mesh().box(), world_from_shape(shape.mesh().box())})
        largest = std::max({largest, largest_coordinate(box.lower), largest_coordinate(box.upper)});
    return largest;
}

OverlapSide::OverlapSide(WhichMesh which, const Shape& shape, const Pose& world_from_shape, Meter& meter)
    : which_(which),
      shape_(shape),
      pose_(world_from_shape),
      meter_(meter),
      surface_(shape.closed_surface()),
      solid_(solid_tree(shape)),
      box_(world_from_shape(shape.mesh().box())),
      opened_(shape.tree().nodes().size()),
      first_near_(shape.tree().leaves().size()) {
    invert(world_from_shape.matrix(), inverse_rotation_);
    largest_number_ = detail::largest_number(shape, world_from_shape);
    margin_ = 0x1p-48 * largest_number_;
}

void OverlapSide::near(std::uint32_t leaf) {
    if (first_near_[leaf] != 0) return;
    near_leaves_.push_back(leaf);
    first_near_[leaf] = static_cast<std::uint32_t>(near_leaves_.size());
    near_.resize(near_leaves_.size() * TreeLeaf::width);
    const TreeLeaf& l = shape_.tree().leaves()[leaf];
    for (std::uint32_t i = 0; i < l.count(); ++i) {
        NearTriangle& t = triangle(leaf, i);
        t.corners = pose_(shape_.mesh().triangle(l.triangle[i]));
        t.weight = solid_.weight(l.triangle[i]);
    }
}

// A point outside the box of the other solid is outside the solid. This determines the depth of everything
// connected to the point.
std::uint32_t OverlapSide::place_of(VertexId v, const Vec3& p, const OverlapSide& other) {
    bool added = false;
    const std::uint32_t place = depth_.index_of(surface_.point_of(v), added);
    if (added && !other.box_.contains(p)) depth_.set(place, 0);
    return place;
}

void OverlapSide::join_near(const OverlapSide& other) {
    for (const std::uint32_t leaf : near_leaves_) {
        const TreeLeaf& l = shape_.tree().leaves()[leaf];
        for (std::uint32_t i = 0; i < l.count(); ++i) {
            NearTriangle& t = triangle(leaf, i);
            if (t.weight == 0) continue;
            const auto& v = shape_.mesh().triangles()[l.triangle[i]];
            for (std::size_t k = 0; k < 3; ++k) t.place[k] = place_of(v[k], t.corners[k], other);
            depth_.join(t.place[0], t.place[1], t.jump[0]);
            depth_.join(t.place[1], t.place[2], t.jump[1]);
        }
    }
}

// A part that is clear of the other surface lies on one side of it: all its points have one depth. The loop
// ends at the first point that another part has, too.
void OverlapSide::join_leaf(const TreeLeaf& leaf, std::uint32_t first) {
    for (std::uint32_t i = 0; i < leaf.count(); ++i) {
        for (const VertexId v : shape_.mesh().triangles()[leaf.triangle[i]]) {
            bool added = false;
            const std::uint32_t place = depth_.index_of(surface_.point_of(v), added);
            depth_.join(first, place, 0);
            if (place < first) return;  // it existed before
        }
    }
}

void OverlapSide::join_node(std::uint32_t node, std::uint32_t first) {
    for (const VertexId v : solid_.border(node)) {
        if (v == SolidTree::none) break;
        bool added = false;
        depth_.join(first, depth_.index_of(surface_.point_of(v), added), 0);
    }
}

TriangleId OverlapSide::first_triangle(TreeLink link) const {
    return link.is_leaf() ? shape_.tree().leaves()[link.index()].triangle[0]
                          : solid_.first_triangle(link.index());
}

void OverlapSide::find_clear_parts(const OverlapSide& other) {
    const WideTree& tree = shape_.tree();
    std::vector<TreeLink> stack{tree.nodes()[0].child[0]};
    while (!stack.empty()) {
        const TreeLink link = stack.back();
        stack.pop_back();
        if (!meter_.spend(WideNode::width)) return;
        if (link.is_leaf() ? first_near_[link.index()] != 0 : opened_[link.index()]) {
            if (link.is_leaf()) continue;
            for (const TreeLink child : tree.nodes()[link.index()].child)
                if (!child.is_none()) stack.push_back(child);
            continue;
        }
        const VertexId v = shape_.mesh().triangles()[first_triangle(link)][0];
        const Vec3 p = vertex(v);
        if (!other.box_.contains(p)) continue;
        const std::size_t count = depth_.size();
        const std::uint32_t place = place_of(v, p, other);
        if (!link.is_leaf()) {
            join_node(link.index(), place);
        } else if (place == count) {  // it is new
            join_leaf(tree.leaves()[link.index()], place);
        }
        clear_.push_back({link, place});
    }
}

int OverlapSide::depth_at(std::uint32_t place, const Vec3& p, const OverlapSide& other) {
    if (const std::optional<int> known = depth_.value(place)) return *known;
    const int depth = other.depth_of(p);
    depth_.set(place, depth);
    return depth;
}

// Follows the shortest path out of the box: the depth changes along the path until it is 0.
int OverlapSide::depth_of(const Vec3& p) const {
    if (!box_.contains(p)) return 0;
    Vec3 end = p;
    double shortest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
        const double beyond = 0x1p-10 * (box_.upper[k] - box_.lower[k]) +
                              0x1p-40 * std::max(std::abs(box_.lower[k]), std::abs(box_.upper[k])) +
                              0x1p-1000;
        for (const bool up : {false, true}) {
            const double way = up ? box_.upper[k] - p[k] : p[k] - box_.lower[k];
            if (way >= shortest) continue;
            shortest = way;
            end = p;
            end[k] = up ? box_.upper[k] + beyond : box_.lower[k] - beyond;
        }
    }
    const WideTree& tree = shape_.tree();
    const TreeSegment segment = in_tree(tree, pose_, inverse_rotation_, p, end);
    int depth = 0;
    std::vector<std::uint32_t> stack{0};
    while (!stack.empty()) {
        const WideNode& node = tree.nodes()[stack.back()];
        stack.pop_back();
        if (!meter_.spend(WideNode::width)) return 0;
        for (int slot = 0; slot < WideNode::width; ++slot) {
            const TreeLink child = node.child[slot];
            if (child.is_none() || !segment.may_meet(node, slot)) continue;
            if (!child.is_leaf()) {
                stack.push_back(child.index());
                continue;
            }
            const TreeLeaf& leaf = tree.leaves()[child.index()];
            meter_.spend(leaf.count());
            for (std::uint32_t i = 0; i < leaf.count(); ++i) {
                const TriangleId t = leaf.triangle[i];
                const int weight = solid_.weight(t);
                if (weight != 0) depth -= weight * passes(p, end, pose_(shape_.mesh().triangle(t)), which_);
            }
        }
    }
    return depth;
}

void OverlapSide::add_leaf(int depth, const TreeLeaf& leaf, BoundaryIntegral& integral) const {
    for (std::uint32_t i = 0; i < leaf.count(); ++i) {
        const int weight = depth * solid_.weight(leaf.triangle[i]);
        const Triangle t = pose_(shape_.mesh().triangle(leaf.triangle[i]));
        if (weight != 0) integral.add_cone(weight, t[0], t[1], t[2]);
    }
}

// Uses the same points as the sums over nodes.
void OverlapSide::add_leaf(int depth, const TreeLeaf& leaf, const Placement& placement,
                           BoundaryIntegral& integral) const {
    const WideTree& tree = shape_.tree();
    for (std::uint32_t i = 0; i < leaf.count(); ++i) {
        const int weight = depth * solid_.weight(leaf.triangle[i]);
        const Triangle t = shape_.mesh().triangle(leaf.triangle[i]);
        if (weight == 0) continue;
        integral.add_cone(weight, {in_tree(tree, t[0]), in_tree(tree, t[1]), in_tree(tree, t[2])}, placement);
    }
}

// Extends the box by the corners of all triangles below. Boxes that lie within the known box need not be
// opened.
void OverlapSide::grow_to(TreeLink link, Box& box) const {
    const WideTree& tree = shape_.tree();
    if (link.is_leaf()) {
        const TreeLeaf& leaf = tree.leaves()[link.index()];
        for (std::uint32_t i = 0; i < leaf.count(); ++i) {
            if (solid_.weight(leaf.triangle[i]) == 0) continue;
            const Triangle t = pose_(shape_.mesh().triangle(leaf.triangle[i]));
            for (std::size_t k = 0; k < 3; ++k) box.grow(t[k]);
        }
        return;
    }
    const WideNode& node = tree.nodes()[link.index()];
    const auto& m = pose_.matrix();
    for (int slot = 0; slot < WideNode::width; ++slot) {
        if (node.child[slot].is_none()) continue;
        const CodedBox b = read_box(node, slot);
        const Vec3 middle = pose_(tree.origin() + Vec3{b.center[0], b.center[1], b.center[2]} * tree.unit());
        Vec3 half;
        for (std::size_t i = 0; i < 3; ++i) {
            double sum = 0;
            for (int k = 0; k < 3; ++k) {
                const double along = m[i][0] * b.axis[k][0] + m[i][1] * b.axis[k][1] + m[i][2] * b.axis[k][2];
                sum += b.half[k] * std::abs(along);
            }
            half[i] = sum * tree.unit() * 1.001 + margin_;
        }
        if (box.contains(middle - half) && box.contains(middle + half)) continue;
        grow_to(node.child[slot], box);
    }
}

inline int OverlapSide::depth_of(const Part& part, const OverlapSide& other) {
    return depth_at(part.place, vertex(shape_.mesh().triangles()[first_triangle(part.link)][0]), other);
}

std::array<int, 3> OverlapSide::depths_of(const NearTriangle& t, const OverlapSide& other) {
    std::array<int, 3> depth;
    for (std::size_t k = 0; k < 3; ++k) depth[k] = depth_at(t.place[k], t.corners[k], other);
    return depth;
}

template <class Act>
void OverlapSide::for_each_leaf(TreeLink part, const Act& act) const {
    const WideTree& tree = shape_.tree();
    std::vector<TreeLink> stack{part};
    while (!stack.empty()) {
        const TreeLink link = stack.back();
        stack.pop_back();
        if (!meter_.spend(WideNode::width)) return;
        if (link.is_leaf()) {
            act(tree.leaves()[link.index()]);
            continue;
        }
        for (const TreeLink child : tree.nodes()[link.index()].child)
            if (!child.is_none()) stack.push_back(child);
    }
}

void OverlapSide::connect(const OverlapSide& other) {
    join_near(other);
    find_clear_parts(other);
}

void OverlapSide::add_inside(const OverlapSide& other, BoundaryIntegral& integral, Box& box) {
    for (const NearTriangle& t : near_) {
        if (t.weight == 0) continue;
        int depth[3];
        for (std::size_t k = 0; k < 3; ++k) {
            depth[k] = depth_at(t.place[k], t.corners[k], other);
            if (depth[k] != 0) box.grow(t.corners[k]);
        }
        // Cones over the edges at corner 0 have no base. The depth is that at the start of the edge.
        if (const int d = depth[3 - end_of_edge(t, 1)]; d != 0)
            integral.add_cone(t.weight * d, t.corners[0], t.corners[1], t.corners[2]);
    }
    bool any_clear = false;
    const bool by_sums = SolidTree::sums_will_do(shape_.tree().unit(), largest_number_);
    const Placement placement = integral.placement(shape_, pose_);
    for (const Part& part : clear_) {
        const int depth = depth_of(part, other);
        if (depth == 0) continue;
        any_clear = true;
        grow_to(part.link, box);
        if (!by_sums) {
            for_each_leaf(part.link, [&](const TreeLeaf& leaf) { add_leaf(depth, leaf, integral); });
        } else if (part.link.is_leaf()) {
            add_leaf(depth, shape_.tree().leaves()[part.link.index()], placement, integral);
        } else {
            integral.add(depth, solid_.sums(part.link.index()), placement);
        }
    }
    if (any_clear && by_sums) integral.add_gap(near_border());
}

// An upper bound of the length of the border of all near triangles inside the other solid. Around a point
// with all its triangles here, each neighbour follows the point in one triangle and precedes it in another.
double OverlapSide::near_border() {
    std::vector<std::uint64_t> open(depth_.size());
    for (const NearTriangle& t : near_) {
        if (t.weight == 0) continue;
        const std::uint64_t name[3] = {scattered(t.place[0]), scattered(t.place[1]), scattered(t.place[2])};
        for (std::size_t k = 0; k < 3; ++k) open[t.place[k]] += name[(k + 1) % 3] - name[(k + 2) % 3];
    }
    double length = 0;
    for (const NearTriangle& t : near_) {
        if (t.weight == 0) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = t.place[k], to = t.place[(k + 1) % 3];
            if (open[from] == 0 || open[to] == 0 || t.jump[k] != 0) continue;
            const int depth = depth_.value(from).value_or(0);
            length += std::abs(t.weight * depth) * distance1(t.corners[k], t.corners[(k + 1) % 3]);
        }
    }
    return length;
}

std::vector<OverlapSide::InsideTriangle> OverlapSide::clear_inside(const OverlapSide& other) {
    std::vector<InsideTriangle> inside;
    for (const Part& part : clear_) {
        const int depth = depth_of(part, other);
        if (depth == 0) continue;
        for_each_leaf(part.link, [&](const TreeLeaf& leaf) {
            for (std::uint32_t i = 0; i < leaf.count(); ++i) {
                const int weight = solid_.weight(leaf.triangle[i]);
                if (weight != 0) inside.push_back({leaf.triangle[i], weight, depth});
            }
        });
    }
    return inside;
}

}  // namespace graze::inline v1::detail
