#include "graze/query/depth/detail/contact_elements.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "graze/query/depth/detail/safe_length.h"
#include "graze/query/detail/costs.h"
#include "graze/query/kinds/detail/tree_walk.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

// Sines of angles below this count as 0: more translations than need be are taken for contacts.
constexpr double flat_sine = 1e-9;

Vec3 unit_across(const Vec3& p, const Vec3& q) {
    const Vec3 n = cross(direction_of(p), direction_of(q));
    return length(n) > flat_sine ? direction_of(n) : Vec3{};
}

Box box_of(const NodeBox& node, const Vec3& shift, double margin) {
    Vec3 reach{margin, margin, margin};
    for (const Vec3& half : node.half) reach += Vec3{std::abs(half.x), std::abs(half.y), std::abs(half.z)};
    return {node.middle + shift - reach, node.middle + shift + reach};
}

Box box_of(const Triangle& t, double margin) {
    Box box = bounds(t);
    const Vec3 reach{margin, margin, margin};
    return {box.lower - reach, box.upper + reach};
}

}  // namespace

SolidFeatures::SolidFeatures(const Shape& shape, const Pose& world_from_shape) {
    const Mesh& mesh = shape.mesh();
    const ClosedSurface& surface = shape.closed_surface();
    world_.resize(mesh.vertices().size());
    for (std::size_t v = 0; v < world_.size(); ++v)
        world_[surface.point_of(static_cast<VertexId>(v))] = world_from_shape(mesh.vertices()[v]);
    const std::size_t count = mesh.triangle_count();
    corners_.reserve(count);
    for (const auto& t : mesh.triangles())
        corners_.push_back({surface.point_of(t[0]), surface.point_of(t[1]), surface.point_of(t[2])});
    owned_.assign(count, 0);
    edge_.assign(count, {});

    struct Use {
        VertexId low, high, opposite;
        TriangleId triangle;
        std::uint8_t corner;
    };
    std::vector<Use> uses;
    uses.reserve(3 * count);
    std::vector<std::uint32_t> beside_count(world_.size() + 1, 0);
    std::vector<bool> seen(world_.size(), false);
    const auto is_flat = [](const auto& c) { return c[0] == c[1] || c[1] == c[2] || c[2] == c[0]; };
    for (TriangleId t = 0; t < count; ++t) {
        const auto& c = corners_[t];
        if (is_flat(c)) continue;
        for (std::uint8_t i = 0; i < 3; ++i) {
            const VertexId p = c[(i + 1u) % 3], q = c[(i + 2u) % 3];
            uses.push_back({std::min(p, q), std::max(p, q), c[i], t, i});
            beside_count[c[i] + 1] += 2;
            if (!seen[c[i]]) owned_[t] = static_cast<std::uint8_t>(owned_[t] | 1u << i);
            seen[c[i]] = true;
        }
    }
    for (std::size_t v = 1; v < beside_count.size(); ++v) beside_count[v] += beside_count[v - 1];
    first_beside_ = beside_count;
    beside_.resize(beside_count.back());
    for (TriangleId t = 0; t < count; ++t) {
        const auto& c = corners_[t];
        if (is_flat(c)) continue;
        for (std::size_t i = 0; i < 3; ++i) {
            beside_[beside_count[c[i]]++] = c[(i + 1) % 3];
            beside_[beside_count[c[i]]++] = c[(i + 2) % 3];
        }
    }
    std::ranges::sort(uses, {}, [](const Use& u) { return std::tuple(u.low, u.high, u.triangle, u.corner); });
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const Use& use = uses[i];
        const bool is_first = i == 0 || use.low != uses[i - 1].low || use.high != uses[i - 1].high;
        if (is_first) {
            first_opposite_.push_back(static_cast<std::uint32_t>(i));
            owned_[use.triangle] = static_cast<std::uint8_t>(owned_[use.triangle] | 8u << use.corner);
        }
        edge_[use.triangle][use.corner] = static_cast<std::uint32_t>(first_opposite_.size() - 1);
        opposite_.push_back(use.opposite);
    }
    first_opposite_.push_back(static_cast<std::uint32_t>(uses.size()));
}

int SolidFeatures::side_of(std::size_t first, std::size_t last, const std::vector<VertexId>& around,
                           const Vec3& from, const Vec3& normal) const {
    bool above = false, below = false;
    for (std::size_t i = first; i < last; ++i) {
        const double sine = dot(normal, direction_of(world_[around[i]] - from));
        above |= sine > flat_sine;
        below |= sine < -flat_sine;
    }
    return above && below ? 0 : above ? 1 : below ? -1 : 2;
}

int SolidFeatures::side_of_corner(TriangleId t, std::size_t i, const Vec3& normal) const {
    const VertexId v = corners_[t][i];
    return side_of(first_beside_[v], first_beside_[v + 1], beside_, world_[v], normal);
}

int SolidFeatures::side_of_edge(TriangleId t, std::size_t i, const Vec3& normal) const {
    const std::uint32_t e = edge_[t][i];
    return side_of(first_opposite_[e], first_opposite_[e + 1], opposite_, world_[corners_[t][(i + 1) % 3]],
                   normal);
}

ContactElements::ContactElements(const TranslatedPair& pair)
    : pair_(pair), a_(pair.a(), pair.pose_a()), b_(pair.b(), pair.pose_b()) {
    pair.meter().spend(4 * (pair.a().mesh().triangle_count() + pair.b().mesh().triangle_count()));
}

bool ContactElements::are_far(TriangleId ta, TriangleId tb, const Vec3& t, double radius) const {
    const auto &ca = a_.corners(ta), &cb = b_.corners(tb);
    const Triangle a{{a_.at(ca[0]) + t, a_.at(ca[1]) + t, a_.at(ca[2]) + t}};
    const Triangle b{{b_.at(cb[0]), b_.at(cb[1]), b_.at(cb[2])}};
    const auto corner_meets_face = [&](const SolidFeatures& of, TriangleId triangle, const Triangle& own,
                                       const Triangle& face) {
        const Vec3 normal = unit_across(face[1] - face[0], face[2] - face[0]);
        for (std::size_t i = 0; i < 3; ++i)
            if (of.owns_corner(triangle, i) && of.side_of_corner(triangle, i, normal) != 0 &&
                distance(own[i], face).value <= radius)
                return true;
        return false;
    };
    if (corner_meets_face(a_, ta, a, b) || corner_meets_face(b_, tb, b, a)) return false;
    for (std::size_t i = 0; i < 3; ++i) {
        if (!a_.owns_edge(ta, i)) continue;
        const Vec3 &p = a[(i + 1) % 3], &q = a[(i + 2) % 3];
        for (std::size_t k = 0; k < 3; ++k) {
            if (!b_.owns_edge(tb, k)) continue;
            const Vec3 &r = b[(k + 1) % 3], &s = b[(k + 2) % 3];
            const Vec3 normal = unit_across(q - p, s - r);
            const int of_a = a_.side_of_edge(ta, i, normal), of_b = b_.side_of_edge(tb, k, normal);
            if (of_a == 0 || of_b == 0 || (of_a == of_b && of_a != 2)) continue;
            if (distance(Triangle{{p, q, q}}, Triangle{{r, s, s}}).value <= radius) return false;
        }
    }
    return true;
}

bool ContactElements::none_within(const Vec3& t, double radius) {
    const WideTree &tree_a = pair_.a().tree(), &tree_b = pair_.b().tree();
    Meter& meter = pair_.meter();
    const double margin = 0.5 * radius + pair_.rounding(), checked = radius + 4 * pair_.rounding();
    const auto open = [&](const WideTree& tree, const Pose& pose, const Vec3& shift, TreeLink link,
                          const auto& each) {
        const WideNode& node = tree.nodes()[link.index()];
        for (int slot = 0; slot < WideNode::width; ++slot)
            if (!node.child[slot].is_none())
                each(node.child[slot], box_of(NodeBox(tree, node, slot, pose), shift, margin));
    };
    stack_.clear();
    open(tree_a, pair_.pose_a(), t, TreeLink::node(0), [&](TreeLink a, const Box& box_a) {
        open(tree_b, pair_.pose_b(), {}, TreeLink::node(0), [&](TreeLink b, const Box& box_b) {
            if (overlap(box_a, box_b)) stack_.push_back({a, b, box_a, box_b});
        });
    });
    while (!stack_.empty()) {
        const Links top = stack_.back();
        stack_.pop_back();
        if (top.a.is_leaf() && top.b.is_leaf()) {
            const TreeLeaf &leaf_a = tree_a.leaves()[top.a.index()], &leaf_b = tree_b.leaves()[top.b.index()];
            for (std::uint32_t i = 0; i < leaf_a.count(); ++i) {
                const TriangleId ta = leaf_a.triangle[i];
                const auto& c = a_.corners(ta);
                const Box box_a = box_of({{a_.at(c[0]) + t, a_.at(c[1]) + t, a_.at(c[2]) + t}}, margin);
                if (!overlap(box_a, top.box_b)) continue;
                for (std::uint32_t k = 0; k < leaf_b.count(); ++k) {
                    const TriangleId tb = leaf_b.triangle[k];
                    const auto& d = b_.corners(tb);
                    if (!meter.spend()) return false;
                    if (!overlap(box_a, box_of({{b_.at(d[0]), b_.at(d[1]), b_.at(d[2])}}, margin))) continue;
                    if (!meter.spend(2 * cost::exact_pair) || !are_far(ta, tb, t, checked)) return false;
                }
            }
            continue;
        }
        if (!meter.spend(WideNode::width)) return false;
        const Vec3 size_a = top.box_a.size(), size_b = top.box_b.size();
        const bool first = top.b.is_leaf() || (!top.a.is_leaf() && size_a.x + size_a.y + size_a.z >
                                                                       size_b.x + size_b.y + size_b.z);
        if (first) {
            open(tree_a, pair_.pose_a(), t, top.a, [&](TreeLink a, const Box& box_a) {
                if (overlap(box_a, top.box_b)) stack_.push_back({a, top.b, box_a, top.box_b});
            });
        } else {
            open(tree_b, pair_.pose_b(), {}, top.b, [&](TreeLink b, const Box& box_b) {
                if (overlap(top.box_a, box_b)) stack_.push_back({top.a, b, top.box_a, box_b});
            });
        }
    }
    return true;
}

}  // namespace graze::inline v1::detail
