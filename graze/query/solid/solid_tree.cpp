#include "graze/query/solid/detail/solid_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/predicates.h"
#include "graze/query/point/detail/winding.h"

namespace graze::inline v1::detail {
namespace {

// Poses may move points by a quarter of this, in coordinates of the tree. For a triangle thinner than this,
// the area does not bound the effect.
constexpr double looseness = 0x1p-28;

double sum_of_sizes(const Vec3& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

// ConeSums during the summation.
class Accumulator {
  public:
    void add(const Triangle& t, int weight) {
        const Vec3 &p = t[0], &q = t[1], &r = t[2];
        const Vec3 n = cross(q - p, r - p), s = p + q + r;
        ConeSums one;
        one.determinant = weight * dot(n, p);
        one.normal = n * weight;
        one.moment = s * one.determinant;
        for (std::size_t i = 0; i < 3; ++i) one.cross_moment[i] = s * one.normal[i];
        // The rounding of n is of the size of the product of both edges, even if they are almost parallel.
        one.area = length(n) + (sum_of_sizes(q - p) + looseness) * (sum_of_sizes(r - p) + looseness) / 16;
        add(one);
    }
    void add(const ConeSums& c) {
        determinant_.add(c.determinant);
        area_.add(c.area);
        for (std::size_t i = 0; i < 3; ++i) {
            normal_[i].add(c.normal[i]);
            moment_[i].add(c.moment[i]);
            for (std::size_t k = 0; k < 3; ++k) cross_moment_[i][k].add(c.cross_moment[i][k]);
        }
    }
    ConeSums value() const {
        const auto vector = [](const Sum(&s)[3]) { return Vec3{s[0].value(), s[1].value(), s[2].value()}; };
        return {determinant_.value(),
                vector(normal_),
                vector(moment_),
                {vector(cross_moment_[0]), vector(cross_moment_[1]), vector(cross_moment_[2])},
                area_.value()};
    }

  private:
    Sum determinant_, area_, normal_[3], moment_[3], cross_moment_[3][3];
};

struct Material {
    bool front, behind;

    // On which single side there is material: +1 behind, -1 in front; else 0.
    int skin() const { return (behind ? 1 : 0) - (front ? 1 : 0); }
};

Material material_beside(WindingNumber& winding, const Triangle& t) {
    const SurfacePoint middle{{t, {1, 1, 1}}};
    return {winding.beside(middle, 1).value_or(0) != 0, winding.beside(middle, -1).value_or(0) != 0};
}

// An order of points that is unrelated to their positions.
std::uint32_t scattered_id(VertexId point) {
    const std::uint32_t x = (point ^ point >> 16) * 0x45d9f3bu;
    return x ^ x >> 16;
}

// For the borders of nodes: leaves are numbered from left to right, so that the leaves of a node are
// consecutive.
struct LeafRun {
    std::uint32_t first = std::numeric_limits<std::uint32_t>::max(), last = 0;

    void add(const LeafRun& r) {
        first = std::min(first, r.first);
        last = std::max(last, r.last);
    }
    bool covers(const LeafRun& r) const { return first <= r.first && r.last <= last; }
};

std::vector<std::uint32_t> leaf_numbers(const WideTree& tree) {
    std::vector<std::uint32_t> number(tree.leaves().size());
    std::vector<TreeLink> stack{tree.nodes()[0].child[0]};
    std::uint32_t next = 0;
    while (!stack.empty()) {
        const TreeLink link = stack.back();
        stack.pop_back();
        if (link.is_leaf()) {
            number[link.index()] = next++;
            continue;
        }
        for (const TreeLink child : tree.nodes()[link.index()].child)
            if (!child.is_none()) stack.push_back(child);
    }
    return number;
}

// The same vertex for all vertices with equal coordinates.
std::vector<VertexId> first_vertices(const Shape& shape) {
    const auto count = static_cast<VertexId>(shape.mesh().vertices().size());
    std::vector<VertexId> of_point(count, SolidTree::none), result(count);
    for (VertexId v = 0; v < count; ++v) {
        VertexId& first = of_point[shape.closed_surface().point_of(v)];
        if (first == SolidTree::none) first = v;
        result[v] = first;
    }
    return result;
}

}  // namespace

SolidTree::SolidTree(const Shape& shape) : component_(shape.closed_surface().component_of_triangle()) {
    if (shape.tree().empty()) return;
    find_weights(shape);
    add_up(shape);
    find_borders(shape);
}

void SolidTree::find_weights(const Shape& shape) {
    const ClosedSurface& surface = shape.closed_surface();
    const bool with_flat_ones =
        std::find(component_.begin(), component_.end(), ClosedSurface::no_component) != component_.end();
    if (surface.component_count() <= 1) {
        Sum volume;
        double rounding = 0;
        for (TriangleId t = 0; t < shape.mesh().triangle_count(); ++t) {
            const Triangle c = shape.mesh().triangle(t);
            const Vec3 p = in_tree(shape.tree(), c[0]), q = in_tree(shape.tree(), c[1]),
                       r = in_tree(shape.tree(), c[2]);
            volume.add(dot(cross(q - p, r - p), p));
            rounding += 0x1p-48 * sum_of_sizes(q - p) * sum_of_sizes(r - p) * sum_of_sizes(p);
        }
        // For a solid as thin as rounding, the volume does not show the orientation.
        const bool is_clear = std::abs(volume.value()) > rounding || surface.component_count() == 0;
        if (!is_clear) return find_weights_of_pieces(shape);
        all_alike_ = volume.value() < 0 ? -1 : 1;
        if (with_flat_ones)
            component_weight_.assign(surface.component_count(), static_cast<std::int8_t>(all_alike_));
        return;
    }
    find_weights_of_pieces(shape);
}

void SolidTree::find_weights_of_pieces(const Shape& shape) {
    const ClosedSurface& surface = shape.closed_surface();
    // A piece may lie flush against another, so some of its triangles have material on both sides. The first,
    // second, fourth, ... triangles are tested until one has not.
    component_weight_.assign(surface.component_count(), 0);
    std::vector<bool> is_sheet(surface.component_count(), true);
    std::vector<std::uint32_t> seen(surface.component_count(), 0);
    const Pose here;
    Meter meter{Budget{}};
    WindingNumber winding(shape, here, meter);
    for (TriangleId t = 0; t < component_.size(); ++t) {
        const std::uint32_t c = component_[t];
        if (c == ClosedSurface::no_component || component_weight_[c] != 0) continue;
        const std::uint32_t n = ++seen[c];
        if ((n & (n - 1)) != 0) continue;
        const Triangle corners = shape.mesh().triangle(t);
        if (collinear(corners[0], corners[1], corners[2])) {
            --seen[c];
            continue;
        }
        const Material m = material_beside(winding, corners);
        component_weight_[c] = static_cast<std::int8_t>(m.skin());
        if (m.front && m.behind) is_sheet[c] = false;
    }
    // A sheet encloses nothing, until a pose rounds its vertices apart.
    for (std::size_t c = 0; c < is_sheet.size(); ++c)
        if (is_sheet[c] && component_weight_[c] == 0) component_weight_[c] = 1;
}

// World vertices differ from the exactly transformed points by little more than 2^-49 of the largest number.
bool SolidTree::sums_will_do(double unit, double largest) {
    return 0x1p-48 * largest <= looseness / 4 * unit;
}

void SolidTree::add_up(const Shape& shape) {
    const WideTree& tree = shape.tree();
    sums_.resize(tree.nodes().size());
    first_.resize(tree.nodes().size());
    // Children come after their parents.
    for (std::size_t n = tree.nodes().size(); n-- > 0;) {
        const WideNode& node = tree.nodes()[n];
        Accumulator all;
        bool is_first = true;
        for (const TreeLink child : node.child) {
            if (child.is_none()) continue;
            if (!child.is_leaf()) {
                all.add(sums_[child.index()]);
                if (is_first) first_[n] = first_[child.index()];
            } else {
                const TreeLeaf& leaf = tree.leaves()[child.index()];
                for (std::uint32_t i = 0; i < leaf.count(); ++i) {
                    const TriangleId t = leaf.triangle[i];
                    const Triangle c = shape.mesh().triangle(t);
                    all.add({in_tree(tree, c[0]), in_tree(tree, c[1]), in_tree(tree, c[2])}, weight(t));
                }
                if (is_first) first_[n] = leaf.triangle[0];
            }
            is_first = false;
        }
        sums_[n] = all.value();
    }
}

// A point is on the border of a node if triangles below the node and others have the point as a corner. The
// points that come first in a scattered order are kept, so that neighbours choose the same points.
void SolidTree::find_borders(const Shape& shape) {
    const WideTree& tree = shape.tree();
    const std::vector<std::uint32_t> number = leaf_numbers(tree);
    const std::vector<VertexId> first = first_vertices(shape);
    const auto for_each_point = [&](std::size_t leaf, const auto& act) {
        const TreeLeaf& l = tree.leaves()[leaf];
        for (std::uint32_t i = 0; i < l.count(); ++i)
            for (const VertexId v : shape.mesh().triangles()[l.triangle[i]]) act(first[v]);
    };
    std::vector<LeafRun> run_of_point(first.size());
    for (std::size_t i = 0; i < tree.leaves().size(); ++i) {
        const LeafRun one{number[i], number[i]};
        for_each_point(i, [&](VertexId p) { run_of_point[p].add(one); });
    }
    Border empty;
    empty.fill(none);
    border_.assign(tree.nodes().size(), empty);
    std::vector<LeafRun> run(tree.nodes().size());
    std::vector<std::vector<VertexId>> open(tree.nodes().size());  // border points of nodes, until merged
    const auto before = [](VertexId p, VertexId q) {
        return std::pair(scattered_id(p), p) < std::pair(scattered_id(q), q);
    };
    for (std::size_t n = tree.nodes().size(); n-- > 0;) {
        std::vector<VertexId> points;
        for (const TreeLink child : tree.nodes()[n].child) {
            if (child.is_none()) continue;
            if (child.is_leaf()) {
                run[n].add({number[child.index()], number[child.index()]});
                for_each_point(child.index(), [&](VertexId p) { points.push_back(p); });
            } else {
                run[n].add(run[child.index()]);
                std::vector<VertexId>& below = open[child.index()];
                points.insert(points.end(), below.begin(), below.end());
                std::vector<VertexId>().swap(below);
            }
        }
        std::erase_if(points, [&](VertexId p) { return run[n].covers(run_of_point[p]); });
        std::sort(points.begin(), points.end(), before);
        points.erase(std::unique(points.begin(), points.end()), points.end());
        std::copy_n(points.begin(), std::min(points.size(), border_points), border_[n].begin());
        open[n] = std::move(points);
    }
}

const SolidTree& solid_tree(const Shape& shape) {
    static const CompanionSlot<SolidTree> slot(
        {.name = "solid tree", .make = [](const Shape& s) -> std::shared_ptr<const void> {
             return std::make_shared<const SolidTree>(s);
         }});
    return shape.companion(slot);
}

}  // namespace graze::inline v1::detail
