#include "graze/query/kinds/detail/solid_box.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/query/detail/costs.h"
#include "graze/query/kinds/detail/tree_walk.h"

namespace graze::inline v1::detail {
namespace {

// Rounding of a corner by a pose, relative to its largest coordinate: four operations, each rounded once.
constexpr double pose_rounding = 0x1p-50;
// Products below this may have lost bits to underflow. They decide nothing.
constexpr double least_product = 1e-300;

double largest(const Vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

double largest(const BoxCorners& corners) {
    double result = 0;
    for (const Vec3& c : corners) result = std::max(result, largest(c));
    return result;
}

Vec3 side(const BoxCorners& c, std::size_t k) {
    return c[std::size_t{1} << k] - c[0];
}

// The distance of the corners from those of a true box, in the largest coordinate.
double deviation_of(const BoxCorners& c) {
    double result = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        Vec3 expected = c[0];
        for (std::size_t k = 0; k < 3; ++k)
            if ((i >> k & 1u) != 0) expected += side(c, k);
        result = std::max(result, largest(c[i] - expected));
    }
    return result;
}

struct BoxSurfaces {
    Shape faces, all_triangles;
    double thickness;  // the shortest side
    double deviation;
};

std::shared_ptr<const void> make_surfaces(const Shape& shape) {
    const BoxCorners& corners = shape.oriented_box()->corners();
    const std::vector<Vec3> vertices(corners.begin(), corners.end());
    std::vector<std::array<VertexId, 3>> faces, all;
    for (std::uint8_t number = 0; number < OrientedBox::face_count; ++number) {
        const auto f = OrientedBox::face(number);
        faces.insert(faces.end(),
                     {{f[0], f[1], f[2]}, {f[0], f[2], f[3]}, {f[0], f[1], f[3]}, {f[1], f[2], f[3]}});
    }
    for (VertexId i = 0; i < 8; ++i)
        for (VertexId j = i + 1; j < 8; ++j)
            for (VertexId k = j + 1; k < 8; ++k) all.push_back({i, j, k});
    const double thickness =
        std::min({length(side(corners, 0)), length(side(corners, 1)), length(side(corners, 2))});
    return std::make_shared<const BoxSurfaces>(Shape(Mesh(vertices, faces)), Shape(Mesh(vertices, all)),
                                               thickness, deviation_of(corners));
}

const BoxSurfaces& surfaces_of(const Shape& box) {
    static const CompanionSlot<BoxSurfaces> slot({.name = "surface of a box", .make = make_surfaces});
    return box.companion(slot);
}

}  // namespace

BoxCorners world_corners(const OrientedBox& box, const Pose& pose) {
    BoxCorners result;
    for (std::size_t i = 0; i < 8; ++i) result[i] = pose(box.corners()[i]);
    return result;
}

const Shape& surface_of(const Shape& box, const Pose& pose) {
    const BoxSurfaces& surfaces = surfaces_of(box);
    const Vec3 shift = pose.translation();
    const double numbers =
        4 * (std::max(largest(box.box().lower), largest(box.box().upper)) + largest(shift));
    // Any corner of a box is a sum of three others with factors of at most 2. So at the other corners, a
    // plane through three corners is off by at most a few times the rounding.
    const bool is_thin = !(surfaces.thickness > 64 * (surfaces.deviation + pose_rounding * numbers));
    return is_thin ? surfaces.all_triangles : surfaces.faces;
}

bool has_faces(const Shape& surface) {
    return surface.mesh().triangle_count() == OrientedBox::face_count * triangles_per_face;
}

FeatureId box_feature(const Shape& surface, FeatureId feature) {
    if (feature.kind == FeatureId::Kind::none || feature.index >= surface.mesh().triangle_count()) return {};
    const auto& corners = surface.mesh().triangles()[feature.index];
    const auto corner = [&](unsigned i) { return static_cast<std::uint8_t>(corners[i % 3]); };
    if (feature.kind == FeatureId::Kind::vertex) return {FeatureId::Kind::vertex, 0, corner(feature.corner)};
    if (feature.kind == FeatureId::Kind::edge) {
        const std::uint8_t edge = OrientedBox::edge(corner(feature.corner + 1u), corner(feature.corner + 2u));
        if (edge < OrientedBox::edge_count) return {FeatureId::Kind::edge, 0, edge};
    }
    // Three corners are in one face if they have a coordinate in common. Some triangles between corners are
    // in no face.
    for (std::uint8_t k = 0; k < 3; ++k) {
        const unsigned sum = (corner(0) >> k & 1u) + (corner(1) >> k & 1u) + (corner(2) >> k & 1u);
        if (sum % 3 == 0) return FeatureId::face(2u * k + sum / 3);
    }
    return {};
}

SolidBox::SolidBox(const Shape& box, const Pose& pose) : corners_(world_corners(*box.oriented_box(), pose)) {
    center_ = corners_[0] * 0.5 + corners_[7] * 0.5;
    for (std::size_t k = 0; k < 3; ++k) {
        half_[k] = side(corners_, k) * 0.5;
        square_[k] = dot(half_[k], half_[k]);
    }
    rounding_ = 2 * (deviation_of(corners_) + pose_rounding * largest(corners_));
}

bool SolidBox::contains(const Vec3& p) const {
    Vec3 nothing[3] = {};
    const Side side = side_of(p, nothing);
    return side == Side::across ? SmallHull(corners_).contains(p) : side == Side::inside;
}

SolidBox::Side SolidBox::side_of(const Vec3& middle, const Vec3 (&half)[3]) const {
    const Vec3 d = middle - center_;
    bool inside = true;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3& u = half_[k];
        const double from_center = std::abs(dot(d, u));
        double radius = 0;
        for (const Vec3& h : half) radius += std::abs(dot(h, u));
        // Of the products, of the difference `d`, and of the corners.
        const double far = std::abs(d.x) + std::abs(d.y) + std::abs(d.z);
        const double size = std::abs(u.x) + std::abs(u.y) + std::abs(u.z);
        const double error = 0x1p-48 * (far * size + radius + square_[k]) +
                             size * (rounding_ + 0x1p-50 * (largest(middle) + largest(center_))) +
                             least_product;
        // Negated so that NaN is unsure.
        if (from_center - radius > square_[k] + error) return Side::outside;
        if (!(from_center + radius < square_[k] - error)) inside = false;
    }
    return inside ? Side::inside : Side::across;
}

namespace {

// The first triangle that is accepted. Boxes of the tree that are on the side `skipped` are left out.
template <class Accepts>
std::optional<TriangleId> find_triangle(const SolidBox& box, const Shape& mesh, const Pose& world_from_mesh,
                                        SolidBox::Side skipped, Meter& meter, Accepts&& accepts) {
    const WideTree& tree = mesh.tree();
    if (tree.empty()) return {};
    WalkStack<TreeLink> stack;
    std::size_t size = 0;
    stack[size++] = TreeLink::node(0);
    while (size > 0) {
        const TreeLink link = stack[--size];
        if (link.is_leaf()) {
            const TreeLeaf& leaf = tree.leaves()[link.index()];
            for (std::uint32_t i = 0; i < leaf.count(); ++i) {
                if (!meter.spend(cost::exact_pair)) return {};
                if (accepts(leaf.triangle[i])) return leaf.triangle[i];
            }
            continue;
        }
        const WideNode& node = tree.nodes()[link.index()];
        if (!meter.spend(WideNode::width)) return {};
        for (int slot = 0; slot < WideNode::width; ++slot) {
            if (node.child[slot].is_none()) continue;
            const NodeBox child(tree, node, slot, world_from_mesh);
            if (box.side_of(child.middle, child.half) != skipped) stack[size++] = node.child[slot];
        }
    }
    return {};
}

}  // namespace

std::optional<TriangleId> find_triangle_inside(const SolidBox& box, const Shape& mesh,
                                               const Pose& world_from_mesh, const PairFilter& filter,
                                               Meter& meter) {
    return find_triangle(box, mesh, world_from_mesh, SolidBox::Side::outside, meter, [&](TriangleId t) {
        return !(filter && !filter({}, FeatureId::face(t))) &&
               box.contains(world_from_mesh(mesh.mesh().triangle(t)[0]));
    });
}

std::optional<TriangleId> find_triangle_outside(const SolidBox& box, const Shape& mesh,
                                                const Pose& world_from_mesh, Meter& meter) {
    return find_triangle(box, mesh, world_from_mesh, SolidBox::Side::inside, meter, [&](TriangleId t) {
        return !box.contains(world_from_mesh(mesh.mesh().triangle(t)[0]));
    });
}

std::optional<TriangleId> find_triangle_deeper_than_faces(const SolidBox& box, const Shape& mesh,
                                                          const Pose& world_from_mesh, Meter& meter) {
    const SmallHull hull(box.corners());
    if (hull.dimension() < 3) return {};
    const auto in_facet = [&](const SmallHull::Facet& f, const Triangle& t) {
        const auto corner = [&](std::size_t i) { return hull.points()[f.corner[i]]; };
        return std::ranges::all_of(
            t.corner, [&](const Vec3& p) { return orient3d(corner(0), corner(1), corner(2), p) == 0; });
    };
    return find_triangle(box, mesh, world_from_mesh, SolidBox::Side::outside, meter, [&](TriangleId id) {
        const Triangle t = world_from_mesh(mesh.mesh().triangle(id));
        return std::ranges::all_of(t.corner, [&](const Vec3& p) { return box.contains(p); }) &&
               std::ranges::none_of(hull.facets(), [&](const auto& facet) { return in_facet(facet, t); });
    });
}

BoxAxes::BoxAxes(const OrientedBox& box, const Pose& pose) : center(pose(box.center())) {
    for (std::size_t k = 0; k < 3; ++k) half[k] = pose.rotate(box.half_side(k));
    // Of the corners by the pose, and of the middle and the sides by the same.
    rounding =
        2 * (2 * box.deviation() + 8 * pose_rounding * (2 * box.largest() + largest(pose.translation())));
}

namespace {

double norm1(const Vec3& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

// Rounding makes boxes skew; thin boxes by any angle. So the boxes are treated as parallelepipeds. Their
// axes are perpendicular to two sides of one box, or to a side of each box. The depth in any direction is
// at least the depth along one of these axes.
class BoxAxesTest {
  public:
    BoxAxesTest(const BoxAxes& a, const BoxAxes& b) : a_(a), b_(b), d_(b.center - a.center) {
        size_ = norm1(d_);
        for (std::size_t k = 0; k < 3; ++k) {
            norm_a_[k] = norm1(a.half[k]);
            norm_b_[k] = norm1(b.half[k]);
            size_ += norm_a_[k] + norm_b_[k];
        }
        // Of the corners, and of all sums and products below.
        rounding_ =
            a.rounding + b.rounding + 0x1p-48 * size_ + 0x1p-50 * (largest(a.center) + largest(b.center));
    }

    BoxesMeet decide() {
        // Products of two sides of one box, with the sides of the other: all that the axes need.
        Vec3 across_a[3], across_b[3];
        for (std::size_t k = 0; k < 3; ++k) {
            across_a[k] = cross(a_.half[(k + 1) % 3], a_.half[(k + 2) % 3]);
            across_b[k] = cross(b_.half[(k + 1) % 3], b_.half[(k + 2) % 3]);
        }
        double a_on_b[3][3], b_on_a[3][3];  // |side i of A . (sides of B across k)|, |side j of B . ... of A|
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) {
                a_on_b[i][k] = std::abs(dot(a_.half[i], across_b[k]));
                b_on_a[i][k] = std::abs(dot(b_.half[i], across_a[k]));
            }
        const double volume_a = std::abs(dot(a_.half[0], across_a[0])),
                     volume_b = std::abs(dot(b_.half[0], across_b[0]));
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t u = (k + 1) % 3, v = (k + 2) % 3;
            if (separated(std::abs(dot(d_, across_a[k])),
                          volume_a + b_on_a[0][k] + b_on_a[1][k] + b_on_a[2][k], norm_a_[u] * norm_a_[v]) ||
                separated(std::abs(dot(d_, across_b[k])),
                          volume_b + a_on_b[0][k] + a_on_b[1][k] + a_on_b[2][k], norm_b_[u] * norm_b_[v]))
                return BoxesMeet::no;
        }
        if (!sure_) return BoxesMeet::unsure;  // a box as thin as rounding, or faces that all but touch
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 along = cross(d_, a_.half[i]);
            const std::size_t u = (i + 1) % 3, v = (i + 2) % 3;
            for (std::size_t j = 0; j < 3; ++j)
                if (separated(std::abs(dot(along, b_.half[j])),
                              b_on_a[j][u] + b_on_a[j][v] + a_on_b[i][(j + 1) % 3] + a_on_b[i][(j + 2) % 3],
                              norm_a_[i] * norm_b_[j]))
                    return BoxesMeet::no;
        }
        return sure_ || only_parallel_edges_are_unsure(across_a, across_b, a_on_b, b_on_a, volume_a, volume_b)
                   ? BoxesMeet::yes
                   : BoxesMeet::unsure;
    }

  private:
    double error(double product) const { return 4 * product * rounding_ + least_product; }

    bool separated(double between, double extent, double product) {
        const double gap = between - extent, unsure = error(product);
        if (!(gap < -unsure)) sure_ = false;
        return gap > unsure;
    }

    // The axis across two almost parallel edges matters only for contacts that are less deep than the edges
    // diverge.
    bool only_parallel_edges_are_unsure(const Vec3 (&across_a)[3], const Vec3 (&across_b)[3],
                                        const double (&a_on_b)[3][3], const double (&b_on_a)[3][3],
                                        double volume_a, double volume_b) const {
        double shallowest = size_;
        for (std::size_t k = 0; k < 3; ++k) {
            shallowest = std::min(
                {shallowest,
                 (volume_a + b_on_a[0][k] + b_on_a[1][k] + b_on_a[2][k] - std::abs(dot(d_, across_a[k]))) /
                     norm1(across_a[k]),
                 (volume_b + a_on_b[0][k] + a_on_b[1][k] + a_on_b[2][k] - std::abs(dot(d_, across_b[k]))) /
                     norm1(across_b[k])});
        }
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) {
                const Vec3 axis = cross(a_.half[i], b_.half[j]);
                const double product = norm_a_[i] * norm_b_[j], l = norm1(axis);
                if (!(l > 1e-8 * product)) continue;
                const double gap =
                    std::abs(dot(d_, axis)) - (b_on_a[j][(i + 1) % 3] + b_on_a[j][(i + 2) % 3] +
                                               a_on_b[i][(j + 1) % 3] + a_on_b[i][(j + 2) % 3]);
                if (!(gap < -error(product))) return false;
                shallowest = std::min(shallowest, -gap / l);
            }
        return shallowest > 1e-6 * size_;
    }

    const BoxAxes &a_, &b_;
    Vec3 d_;
    double size_, rounding_, norm_a_[3], norm_b_[3];
    bool sure_ = true;
};

}  // namespace

BoxesMeet boxes_meet(const BoxAxes& a, const BoxAxes& b) {
    return BoxAxesTest(a, b).decide();
}

}  // namespace graze::inline v1::detail
