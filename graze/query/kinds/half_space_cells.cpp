// Half-spaces: everything is a sign or a height above a plane.
//
// In the world, a half-space is {x : n . (x - p) <= 0} for its carried point p and its rotated normal n, as
// rounded. So the side of a vertex is the sign of exact arithmetic.
#include <cmath>
#include <limits>
#include <optional>

#include "graze/base/detail/big.h"
#include "graze/query/detail/contacts.h"
#include "graze/query/detail/costs.h"
#include "graze/query/kinds/detail/convex_cells.h"
#include "graze/query/kinds/detail/tree_walk.h"

namespace graze::inline v1::detail {
namespace {

// Squares of products of two differences: 100 limbs.
using PlaneNumber = BigInteger<112>;

class PlacedPlane {
  public:
    PlacedPlane(const Shape& shape, const Pose& pose)
        : normal_(pose.rotate(shape.as<HalfSpace>()->normal)), point_(pose(shape.as<HalfSpace>()->point)) {
        // A normal of any length: only its direction counts, and this keeps products in range.
        const double most = std::max({std::abs(normal_.x), std::abs(normal_.y), std::abs(normal_.z)});
        int exponent = 0;
        std::frexp(most, &exponent);
        for (std::size_t k = 0; k < 3; ++k) normal_[k] = std::ldexp(normal_[k], -exponent);
        length_ = length(normal_);
    }

    const Vec3& normal() const { return normal_; }
    const Vec3& point() const { return point_; }
    Vec3 unit() const { return normal_ / length_; }

    // n . (x - p), and how far it may be off.
    double height(const Vec3& x) const { return dot(normal_, x - point_); }
    double error(const Vec3& x) const {
        const double largest = std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z), std::abs(point_.x),
                                         std::abs(point_.y), std::abs(point_.z)});
        return 0x1p-48 * largest + 0x1p-1000;
    }
    double length_of_normal() const { return length_; }

    // The sign of the distance of x from the plane minus the sum of the lengths, exactly.
    int side(const Vec3& x, const LimitSum& limit = {}) const {
        const double above = height(x) - limit.rounded() * length_, unsure = error(x) + 4 * limit.error();
        if (above > unsure) return 1;
        if (above < -unsure) return -1;
        const auto whole = [](double v) { return PlaneNumber::from(v); };
        PlaneNumber h;
        for (std::size_t k = 0; k < 3; ++k) h = h + whole(normal_[k]) * (whole(x[k]) - whole(point_[k]));
        const PlaneNumber sum = whole(limit.length) + whole(limit.more) + whole(limit.and_more);
        if (sum.sign() == 0) return h.sign();
        if (h.sign() != sum.sign()) return h.sign() - sum.sign() > 0 ? 1 : -1;
        PlaneNumber squared;
        for (std::size_t k = 0; k < 3; ++k) squared = squared + whole(normal_[k]) * whole(normal_[k]);
        return (h * h - sum * sum * squared).sign() * h.sign();
    }

  private:
    Vec3 normal_, point_;
    double length_;
};

// ---- Solids.

// The side of a whole solid: of its lowest and of its highest point. Only for cores of points.
struct PlaneSides {
    int lowest = 1, highest = -1;
};

PlaneSides sides_of(const PlacedPlane& plane, const PlacedConvex& solid, double limit) {
    PlaneSides result;
    for (std::size_t i = 0; i < solid.corner_count(); ++i) {
        const Vec3 c = solid.corner(i);
        result.lowest = std::min(result.lowest, plane.side(c, {solid.radius(), limit}));
        result.highest = std::max(result.highest, plane.side(c, {-solid.radius(), limit}));
    }
    return result;
}

// Certain bounds of the height of the lowest or highest point of a round solid, relative to the plane.
struct HeightRange {
    double at_least, at_most;
};

HeightRange lowest_height(const PlacedPlane& plane, const PlacedConvex& solid) {
    const double low = -solid.height(-plane.normal(), plane.point());  // at least this high
    const double slack = 16 * height_error(plane.normal(), solid.largest() + length(plane.point()));
    return {low, low + slack};
}

Answer half_space_within_solid(const Shape& a, const Pose& world_from_a, const Shape& b,
                               const Pose& world_from_b, double limit, const QueryOptions& options) {
    if (!lets_through(options)) return Answer::no;
    const PlacedPlane plane(a, world_from_a);
    const PlacedConvex solid(b, world_from_b);
    if (!solid.is_round()) return sides_of(plane, solid, limit).lowest <= 0 ? Answer::yes : Answer::no;
    const HeightRange low = lowest_height(plane, solid);
    const double most = limit * plane.length_of_normal();
    if (low.at_least > most * (1 + 0x1p-50)) return Answer::no;
    return low.at_most < most * (1 - 0x1p-50) || (limit == 0 && low.at_most < 0) ? Answer::yes
                                                                                 : Answer::undecided;
}

Answer half_space_intersects_solid(const Shape& a, const Pose& world_from_a, const Shape& b,
                                   const Pose& world_from_b, const QueryOptions& options) {
    return half_space_within_solid(a, world_from_a, b, world_from_b, 0, options);
}

// The closest points of the plane and of a lowest point that is `height` above it.
Distance distance_above(const PlacedPlane& plane, const Vec3& lowest, double height, double at_least,
                        double largest) {
    const double value = std::max(height / plane.length_of_normal(), 0x1p-52 * largest);
    Distance result;
    result.point_b = lowest;
    result.point_a = lowest - plane.unit() * value;
    result.normal = plane.unit();
    result.certainty = NormalCertainty::certain;
    result.value = result.distance = value;
    result.at_least = std::min(value, std::max(0.0, at_least / plane.length_of_normal() * (1 - 0x1p-50)));
    return result;
}

Distance half_space_distance_solid(const Shape& a, const Pose& world_from_a, const Shape& b,
                                   const Pose& world_from_b, const QueryOptions& options) {
    if (!lets_through(options)) return {};
    const PlacedPlane plane(a, world_from_a);
    PlacedConvex solid(b, world_from_b);
    const Vec3 lowest = solid.support(-plane.normal()).point - plane.unit() * solid.radius();
    const Answer meet = half_space_intersects_solid(a, world_from_a, b, world_from_b, options);
    if (meet == Answer::yes) return contact_at(lowest);
    const double reach = solid.radius() * plane.length_of_normal();
    const double height = plane.height(solid.support(-plane.normal()).point) - reach;
    Distance result = distance_above(plane, lowest, height, lowest_height(plane, solid).at_least - reach,
                                     solid.largest() + solid.radius());
    if (meet == Answer::undecided) {
        result.at_least = 0;
        result.status = QueryStatus::undecided;
    }
    return result;
}

Relation half_space_relation_solid(const Shape& a, const Pose& world_from_a, const Shape& b,
                                   const Pose& world_from_b, OpenMeshes, const QueryOptions& options) {
    if (options.filter) return Relation::unsupported;
    const PlacedPlane plane(a, world_from_a);
    const PlacedConvex solid(b, world_from_b);
    if (solid.is_round()) {
        const HeightRange low = lowest_height(plane, solid);
        const double high = solid.height(plane.normal(), plane.point());  // at most this high
        const double slack = low.at_most - low.at_least;
        if (low.at_least > 0) return Relation::apart;
        if (!(low.at_most < 0)) return Relation::undecided;
        if (high < 0) return Relation::b_in_a;
        return high - 2 * slack > 0 ? Relation::overlapping : Relation::undecided;
    }
    const PlaneSides sides = sides_of(plane, solid, 0);
    if (sides.lowest > 0) return Relation::apart;
    if (sides.highest < 0) return Relation::b_in_a;
    if (sides.lowest == 0) return Relation::touching;
    return solid.radius() > 0 || world_hull(solid).dimension() == 3 ? Relation::overlapping
                                                                    : Relation::touching;
}

// ---- Meshes.

// The lowest vertex of a mesh above the plane, by branch and bound over its tree.
struct LowestVertex {
    double height = std::numeric_limits<double>::infinity();
    Vec3 point;
    FeatureId feature;
    bool finished = true;
};

template <class Enough>
LowestVertex lowest_vertex(const PlacedPlane& plane, const Shape& mesh, const Pose& pose,
                           const QueryOptions& options, const Enough& enough) {
    LowestVertex best;
    Meter meter(options.budget, options.progress);
    const auto rate = [&](const NodeBox& node) {
        double low = plane.height(node.middle) - plane.error(node.middle) - 0x1p-40 * mesh.tree().unit();
        for (const Vec3& half : node.half) low -= std::abs(dot(plane.normal(), half));
        return low;
    };
    const auto visit = [&](TriangleId number) {
        const Triangle t = pose(mesh.mesh().triangle(number));
        for (std::uint8_t c = 0; c < 3; ++c) {
            const LowestVertex corner{plane.height(t[c]), t[c], {FeatureId::Kind::vertex, c, number}};
            const bool ends = enough(t[c]);
            if (ends || corner.height < best.height) best = corner;
            if (ends) return false;
        }
        return true;
    };
    best.finished = walk_tree(mesh, pose, options.filter, meter, 1, rate, [&] { return best.height; }, visit);
    return best;
}

Answer half_space_within_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                              const Pose& world_from_mesh, double limit, const QueryOptions& options) {
    const PlacedPlane plane(a, world_from_a);
    const LimitSum sum{limit};
    const auto below = [&](const Vec3& p) { return plane.side(p, sum) <= 0; };
    const LowestVertex found = lowest_vertex(plane, mesh, world_from_mesh, options, below);
    if (std::isfinite(found.height) && below(found.point)) return Answer::yes;
    return found.finished ? Answer::no : Answer::undecided;
}

Answer half_space_intersects_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                                  const Pose& world_from_mesh, const QueryOptions& options) {
    return half_space_within_mesh(a, world_from_a, mesh, world_from_mesh, 0, options);
}

Distance half_space_distance_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                                  const Pose& world_from_mesh, const QueryOptions& options) {
    const PlacedPlane plane(a, world_from_a);
    const auto below = [&](const Vec3& p) { return plane.side(p) <= 0; };
    const LowestVertex found = lowest_vertex(plane, mesh, world_from_mesh, options, below);
    if (std::isinf(found.height)) {
        Distance none;
        if (!found.finished) none.at_least = 0, none.status = QueryStatus::undecided;
        return none;
    }
    if (below(found.point)) return contact_at(found.point, {}, found.feature);
    Distance result =
        distance_above(plane, found.point, found.height, found.height - plane.error(found.point), 0);
    result.feature_b = found.feature;
    if (!found.finished) {
        result.at_least = 0;
        result.status = QueryStatus::undecided;
    }
    return result;
}

Relation half_space_relation_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                                  const Pose& world_from_mesh, OpenMeshes open_meshes,
                                  const QueryOptions& options) {
    if (options.filter) return Relation::unsupported;
    if (mesh.empty()) return Relation::apart;
    if (open_meshes == OpenMeshes::refuse && !mesh.closed_surface().closed()) return Relation::not_closed;
    const PlacedPlane plane(a, world_from_a);
    const LowestVertex low = lowest_vertex(plane, mesh, world_from_mesh, options,
                                           [&](const Vec3& p) { return plane.side(p) < 0; });
    if (!low.finished) return Relation::undecided;
    // Of vertices about as high, one may be in the plane and the other below it by less than rounding.
    int lowest = plane.side(low.point);
    if (lowest > 0) {
        const LowestVertex again = lowest_vertex(plane, mesh, world_from_mesh, options,
                                                 [&](const Vec3& p) { return plane.side(p) <= 0; });
        if (!again.finished) return Relation::undecided;
        lowest = plane.side(again.point);
    }
    if (lowest > 0) return Relation::apart;
    if (lowest == 0) return Relation::touching;
    for (const auto& corners : mesh.mesh().triangles())
        for (const VertexId v : corners)
            if (plane.side(world_from_mesh(mesh.mesh().vertices()[v])) >= 0) return Relation::overlapping;
    return Relation::b_in_a;
}

// ---- Two half-spaces: they meet, unless their planes are parallel and face each other.

// Facing planes: the gap between them has this sign. None: they meet in any case.
std::optional<int> gap_of_facing(const PlacedPlane& a, const PlacedPlane& b, double limit) {
    const auto whole = [](double v) { return PlaneNumber::from(v); };
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
        const PlaneNumber turned =
            whole(a.normal()[i]) * whole(b.normal()[j]) - whole(a.normal()[j]) * whole(b.normal()[i]);
        if (turned.sign() != 0) return {};
    }
    if (dot(a.normal(), b.normal()) > 0) return {};
    return a.side(b.point(), {limit});
}

Answer half_spaces_within(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                          double limit, const QueryOptions& options) {
    if (!lets_through(options)) return Answer::no;
    const auto gap = gap_of_facing({a, world_from_a}, {b, world_from_b}, limit);
    return gap && *gap > 0 ? Answer::no : Answer::yes;
}

Answer half_spaces_intersect(const Shape& a, const Pose& world_from_a, const Shape& b,
                             const Pose& world_from_b, const QueryOptions& options) {
    return half_spaces_within(a, world_from_a, b, world_from_b, 0, options);
}

Distance half_spaces_distance(const Shape& a, const Pose& world_from_a, const Shape& b,
                              const Pose& world_from_b, const QueryOptions& options) {
    if (!lets_through(options)) return {};
    const PlacedPlane plane(a, world_from_a), other(b, world_from_b);
    if (half_spaces_intersect(a, world_from_a, b, world_from_b, options) == Answer::yes) {
        // A point below both planes: far enough along the sum of the directions into both, or on the line
        // where they meet.
        const Vec3 u = plane.unit(), v = other.unit();
        const double c = dot(u, v), from_v = dot(u, other.point() - plane.point());
        if (from_v <= 0) return contact_at(other.point());
        const Vec3 along = v * c - u;  // in the plane of B, downwards for A
        const double drop = -dot(u, along);
        return contact_at(drop > 0 ? other.point() + along * (from_v / drop) : plane.point());
    }
    return distance_above(plane, other.point(), plane.height(other.point()),
                          plane.height(other.point()) - plane.error(other.point()), 0);
}

Relation half_spaces_relation(const Shape& a, const Pose& world_from_a, const Shape& b,
                              const Pose& world_from_b, OpenMeshes, const QueryOptions& options) {
    if (options.filter) return Relation::unsupported;
    const PlacedPlane plane(a, world_from_a), other(b, world_from_b);
    if (const auto gap = gap_of_facing(plane, other, 0)) {
        if (*gap > 0) return Relation::apart;
        return *gap == 0 ? Relation::touching : Relation::overlapping;
    }
    // One in the other: parallel, and facing the same way.
    const Vec3 turned = cross(plane.normal(), other.normal());
    if (turned == Vec3{} && dot(plane.normal(), other.normal()) > 0) {
        const int side = plane.side(other.point());
        if (side < 0) return Relation::b_in_a;
        if (side > 0) return Relation::a_in_b;
    }
    return Relation::overlapping;
}

}  // namespace

SignedDistance half_space_depth(const Shape& a, const Pose& world_from_a, const Shape& b,
                                const Pose& world_from_b) {
    const PlacedPlane plane(a, world_from_a);
    PlacedConvex solid(b, world_from_b);
    const SupportPoint lowest = solid.support(-plane.normal());
    const double l = plane.length_of_normal(), radius = solid.radius();
    const HeightRange low = lowest_height(plane, solid);
    const double rounding = 0x1p-50 * (std::abs(low.at_least) / l + radius);
    SignedDistance result;
    result.at_least = low.at_least / l - radius - rounding;
    result.at_most = low.at_most / l - radius + rounding;
    result.distance = std::clamp(plane.height(lowest.point) / l - radius, result.at_least, result.at_most);
    result.normal = plane.unit();
    result.certainty = NormalCertainty::certain;
    result.point_b = lowest.point - result.normal * radius;
    result.point_a = result.point_b - result.normal * result.distance;
    if (!solid.is_round() && result.at_least <= 0 && result.at_most >= 0) {
        const int side = sides_of(plane, solid, 0).lowest;
        if (side >= 0) result.at_least = 0;
        if (side <= 0) result.at_most = 0;
        result.distance = std::clamp(result.distance, result.at_least, result.at_most);
        if (side > 0) result.distance = std::max(result.distance, 0x1p-1000);
    } else if (result.at_least <= 0 && result.at_most >= 0) {
        result.status = QueryStatus::undecided;
    }
    if (b.as<OrientedBox>() != nullptr || b.as<ConvexHull>() != nullptr)
        result.feature_b = {FeatureId::Kind::vertex, 0, lowest.number};
    return result;
}

void fill_half_space_cells(QuestionTables& tables) {
    const ShapeKind mesh, half_space = kind_of<HalfSpace>();
    for (const ShapeKind kind : convex_kinds()) {
        tables.intersects.set(half_space, kind, half_space_intersects_solid);
        tables.within.set(half_space, kind, half_space_within_solid);
        tables.distance.set(half_space, kind, half_space_distance_solid);
        tables.relation.set(half_space, kind, half_space_relation_solid);
    }
    tables.intersects.set(half_space, mesh, half_space_intersects_mesh);
    tables.within.set(half_space, mesh, half_space_within_mesh);
    tables.distance.set(half_space, mesh, half_space_distance_mesh);
    tables.relation.set(half_space, mesh, half_space_relation_mesh);
    tables.intersects.set(half_space, half_space, half_spaces_intersect);
    tables.within.set(half_space, half_space, half_spaces_within);
    tables.distance.set(half_space, half_space, half_spaces_distance);
    tables.relation.set(half_space, half_space, half_spaces_relation);
}

}  // namespace graze::inline v1::detail
