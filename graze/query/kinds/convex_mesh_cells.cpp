// Convex solids with meshes.
//
// Spheres and capsules: a point or a segment is a mesh of one triangle without area, and the radius a limit
// for `within`. Hulls: the border goes through the questions about meshes. Its triangles, carried to the
// world, lie in the solid and are off its true border by rounding at most; so a contact with them is certain,
// and so is a distance that is greater than rounding. In between, the hull of the carried corners is computed
// exactly. Round solids: a search in doubles with the boxes and the triangles of the mesh.
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "graze/base/predicates.h"
#include "graze/query/detail/contacts.h"
#include "graze/query/detail/costs.h"
#include "graze/query/kinds/detail/convex_cells.h"
#include "graze/query/kinds/detail/tree_walk.h"
#include "graze/query/point/detail/winding.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::uint64_t cost_of_node = 16;  // a search with a box

Shape core_mesh(const Shape& shape) {
    Vec3 from, to;
    if (const auto* sphere = shape.as<Sphere>()) from = to = sphere->center;
    if (const auto* capsule = shape.as<Capsule>()) from = capsule->from, to = capsule->to;
    return Shape(Mesh({from, to}, {{0, 1, 1}}));
}

// The point or segment of a sphere or capsule, or the border of a hull, as a mesh in the frame of the shape.
const Shape& mesh_of(const Shape& shape) {
    static const CompanionSlot<Shape> slot(
        {.name = "core or border of a solid", .make = [](const Shape& s) -> std::shared_ptr<const void> {
             if (const auto* hull = s.as<ConvexHull>()) return std::make_shared<const Shape>(hull->mesh());
             return std::make_shared<const Shape>(core_mesh(s));
         }});
    return shape.companion(slot);
}

double radius_of(const Shape& shape) {
    if (const auto* sphere = shape.as<Sphere>()) return sphere->radius;
    return shape.as<Capsule>()->radius;
}

// What a question about meshes gets of a question about a solid and a mesh.
QueryOptions inner_options(const QueryOptions& options, Meter& meter) {
    QueryOptions inner;
    inner.budget = Budget::part_of(meter);
    inner.cache = options.cache;
    inner.counts = options.counts;
    if (options.filter) inner.filter = [&options](FeatureId, FeatureId b) { return options.filter({}, b); };
    return inner;
}

// ---- Spheres and capsules.

Answer swept_within_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                         const Pose& world_from_mesh, double limit, const QueryOptions& options) {
    Meter meter(options.budget, options.progress);
    const QueryOptions inner = inner_options(options, meter);
    const Shape& core = mesh_of(a);
    const LimitSum sum{radius_of(a), limit};
    const double rounded = sum.rounded();
    if (rounded - sum.length == limit && rounded - limit == sum.length)  // the sum is exact
        return within(core, world_from_a, mesh, world_from_mesh, rounded, inner);
    Answer found = Answer::no;
    const Triangle line = world_from_a(core.mesh().triangle(0));
    const auto look_at = [&](const Contact& pair) {
        if (distance_within(line, world_from_mesh(mesh.mesh().triangle(pair.feature_b.index)), sum))
            found = Answer::yes;
        return found != Answer::yes;
    };
    // By reference: a copy of so many captures would come from the heap.
    const Answer searched = visit_close_triangles(core, world_from_a, mesh, world_from_mesh,
                                                  rounded + sum.error(), std::ref(look_at), inner);
    return searched == Answer::undecided && found == Answer::no ? Answer::undecided : found;
}

Answer swept_intersects_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                             const Pose& world_from_mesh, const QueryOptions& options) {
    return swept_within_mesh(a, world_from_a, mesh, world_from_mesh, 0, options);
}

double largest_in(const Shape& shape, const Pose& pose) {
    double largest = 0;
    const Box box = pose(shape.box());
    for (std::size_t k = 0; k < 3; ++k)
        largest = std::max({largest, std::abs(box.lower[k]), std::abs(box.upper[k])});
    return largest;
}

Distance swept_distance_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                             const Pose& world_from_mesh, const QueryOptions& options) {
    Meter meter(options.budget, options.progress);
    const QueryOptions inner = inner_options(options, meter);
    Distance result = distance(mesh_of(a), world_from_a, mesh, world_from_mesh, inner);
    result.feature_a = {};
    if (std::isinf(result.value) || std::isnan(result.value)) return result;
    const double radius = radius_of(a),
                 largest = largest_in(a, world_from_a) + largest_in(mesh, world_from_mesh);
    const double rounding = 0x1p-46 * largest;
    // Near the radius, the exact question decides; it also says that the distance is not 0.
    bool meets = result.value < radius - rounding;
    if (!meets && result.value <= radius + rounding)
        meets = swept_intersects_mesh(a, world_from_a, mesh, world_from_mesh, inner) == Answer::yes;
    if (meets) {
        Distance contact = contact_at(result.point_b, {}, result.feature_b);
        return contact;
    }
    take_radii_off(result, radius, 0, largest);
    return result;
}

// Are all corners of the triangles of the mesh in the inside of the sphere or capsule?
bool all_in_swept(const Shape& a, const Pose& world_from_a, const Shape& mesh, const Pose& world_from_mesh) {
    const Triangle line = world_from_a(mesh_of(a).mesh().triangle(0));
    const LimitSum limit{.length = radius_of(a), .strictly = true};
    for (const auto& corners : mesh.mesh().triangles())
        for (const VertexId v : corners) {
            const Vec3 p = world_from_mesh(mesh.mesh().vertices()[v]);
            if (!distance_within({{p, p, p}}, line, limit)) return false;
        }
    return true;
}

std::optional<Relation> refused(const Shape& mesh, OpenMeshes open_meshes, const QueryOptions& options) {
    if (options.filter) return Relation::unsupported;
    if (mesh.empty()) return Relation::apart;
    if (open_meshes == OpenMeshes::refuse && !mesh.closed_surface().closed()) return Relation::not_closed;
    return {};
}

bool is_inside(const Shape& mesh, const Pose& world_from_mesh, const Vec3& p) {
    return mesh.closed_surface().closed() && signed_distance(mesh, world_from_mesh, p).value < 0;
}

Relation swept_relation_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                             const Pose& world_from_mesh, OpenMeshes open_meshes,
                             const QueryOptions& options) {
    if (const auto refusal = refused(mesh, open_meshes, options)) return *refusal;
    const Answer meet = swept_intersects_mesh(a, world_from_a, mesh, world_from_mesh, options);
    if (meet == Answer::undecided) return Relation::undecided;
    const Triangle line = world_from_a(mesh_of(a).mesh().triangle(0));
    const bool closed = mesh.closed_surface().closed();
    const bool from_inside = closed && is_inside(mesh, world_from_mesh, line[0]);
    if (meet == Answer::no) return from_inside ? Relation::a_in_b : Relation::apart;
    if (all_in_swept(a, world_from_a, mesh, world_from_mesh)) return Relation::b_in_a;
    // Touched from within, or passed through: some triangle is closer than the radius.
    bool deeper = false;
    const LimitSum limit{.length = radius_of(a), .strictly = true};
    const auto look_at = [&](const Contact& pair) {
        deeper = distance_within(line, world_from_mesh(mesh.mesh().triangle(pair.feature_b.index)), limit);
        return !deeper;
    };
    visit_close_triangles(mesh_of(a), world_from_a, mesh, world_from_mesh, limit.length, std::ref(look_at));
    return deeper || (from_inside && radius_of(a) > 0) ? Relation::overlapping : Relation::touching;
}

// Visits the triangles that may be at most `limit()` from the solid. False if the budget ran out.
template <class Limit, class Visit>
bool walk_near(PlacedConvex& solid, const Shape& mesh, const Pose& world_from_mesh,
               const QueryOptions& options, Meter& meter, const Limit& limit, const Visit& visit) {
    const auto rate = [&](const NodeBox& node) {
        std::array<Vec3, 8> corners;
        for (std::size_t i = 0; i < 8; ++i) {
            corners[i] = node.middle;
            for (std::size_t k = 0; k < 3; ++k)
                corners[i] += (i >> k & 1u) != 0 ? node.half[k] : -node.half[k];
        }
        PlacedConvex box(corners);
        const CoreDistance found = core_distance(solid, box, limit());
        return found.surely_inside ? 0 : found.at_least;
    };
    return walk_tree(mesh, world_from_mesh, options.filter, meter, cost_of_node, rate, limit,
                     [&](TriangleId t) { return visit(t, world_from_mesh(mesh.mesh().triangle(t))); });
}

// ---- Round solids.

Answer round_within_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                         const Pose& world_from_mesh, double limit, const QueryOptions& options) {
    Meter meter(options.budget, options.progress);
    PlacedConvex solid(a, world_from_a);
    bool found = false, unsure = false;
    const bool finished = walk_near(
        solid, mesh, world_from_mesh, options, meter, [&] { return limit; },
        [&](TriangleId, const Triangle& t) {
            PlacedConvex triangle(t.corner);
            const CoreDistance d = core_distance(solid, triangle, limit);
            found = d.surely_inside || d.at_most < limit;
            unsure |= !found && d.at_least <= limit;
            return !found;
        });
    if (found) return Answer::yes;
    return unsure || !finished ? Answer::undecided : Answer::no;
}

Answer round_intersects_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                             const Pose& world_from_mesh, const QueryOptions& options) {
    return round_within_mesh(a, world_from_a, mesh, world_from_mesh, 0, options);
}

Distance round_distance_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                             const Pose& world_from_mesh, const QueryOptions& options) {
    Meter meter(options.budget, options.progress);
    PlacedConvex solid(a, world_from_a);
    Distance best;
    bool unsure = false;
    const bool finished = walk_near(
        solid, mesh, world_from_mesh, options, meter, [&] { return best.value; },
        [&](TriangleId number, const Triangle& t) {
            PlacedConvex triangle(t.corner);
            const CoreDistance d = core_distance(solid, triangle, std::numeric_limits<double>::infinity());
            if (d.surely_inside) {
                best = contact_at(d.point_b, {}, FeatureId::face(number));
                return false;
            }
            best.at_least = std::min(best.at_least, d.at_least);
            const double value = length(d.found.nearest);
            if (!(value < best.value)) return true;
            const double at_least = best.at_least;
            best =
                distance_between(d.point_a, d.point_b, value, at_least, solid.largest() + triangle.largest());
            best.feature_b = FeatureId::face(number);
            unsure = !(d.at_least > 0);
            return true;
        });
    if (!finished) best.at_least = 0;
    if (best.value > 0 && (unsure || !finished)) best.status = QueryStatus::undecided;
    return best;
}

Relation round_relation_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                             const Pose& world_from_mesh, OpenMeshes open_meshes,
                             const QueryOptions& options) {
    if (const auto refusal = refused(mesh, open_meshes, options)) return *refusal;
    const Answer meet = round_intersects_mesh(a, world_from_a, mesh, world_from_mesh, options);
    if (meet == Answer::undecided) return Relation::undecided;
    PlacedConvex solid(a, world_from_a);
    if (meet == Answer::no)
        return is_inside(mesh, world_from_mesh, solid.middle()) ? Relation::a_in_b : Relation::apart;
    // Inside, if all corners are.
    for (const auto& corners : mesh.mesh().triangles())
        for (const VertexId v : corners) {
            const std::array<Vec3, 1> point{world_from_mesh(mesh.mesh().vertices()[v])};
            PlacedConvex corner(point);
            const CoreDistance d = core_distance(solid, corner, 0);
            if (d.surely_inside) continue;
            return d.at_least > 0 ? Relation::overlapping : Relation::undecided;
        }
    return Relation::b_in_a;
}

// ---- Hulls.

// How far the carried triangles may be off the border of the hull of the carried corners: twice what rounding
// moves a corner by.
double border_rounding(const Shape& hull, const Pose& pose) {
    return 0x1p-49 * PlacedConvex(hull, pose).largest();
}

bool hull_contains(PlacedConvex& hull, const Vec3& p) {
    const std::array<Vec3, 1> points{p};
    PlacedConvex point(points);
    return cores_meet(hull, point, core_distance(hull, point, 0));
}

// Some triangle inside the hull; the surfaces do not meet. None if the meter ran out, too.
std::optional<TriangleId> triangle_in_hull(PlacedConvex& hull, const Shape& mesh, const Pose& world_from_mesh,
                                           const QueryOptions& options, Meter& meter) {
    std::optional<TriangleId> found;
    walk_near(
        hull, mesh, world_from_mesh, options, meter, [] { return 0.0; },
        [&](TriangleId number, const Triangle& t) {
            if (hull_contains(hull, t[0])) found = number;
            return !found;
        });
    return found;
}

Shape exact_border(const Shape& hull, const Pose& pose) {
    return Shape(world_hull(PlacedConvex(hull, pose)).mesh());
}

// Exact, triangle by triangle of those that are as near but for rounding.
Answer hull_surely_within(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                          const Pose& world_from_mesh, double limit, double rounding,
                          const QueryOptions& options, Meter& meter) {
    PlacedConvex hull(a, world_from_a);
    bool found = false;
    const LimitSum sum{.length = limit};
    const auto is_within = [&](const Triangle& t) {
        PlacedConvex triangle(t.corner);
        const CoreDistance known = core_distance(hull, triangle, limit);
        if (known.surely_inside || known.at_least > limit) return known.surely_inside;
        return limit > 0 ? cores_within(hull, triangle, known, sum) : cores_meet(hull, triangle, known);
    };
    walk_near(
        hull, mesh, world_from_mesh, options, meter, [&] { return limit + 2 * rounding; },
        [&](TriangleId, const Triangle& t) {
            found = is_within(t);
            return !found;
        });
    return yes_or_no(found, meter);
}

Answer hull_within_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                        const Pose& world_from_mesh, double limit, const QueryOptions& options) {
    Meter meter(options.budget, options.progress);
    const QueryOptions inner = inner_options(options, meter);
    const Shape& border = mesh_of(a);
    const double rounding = border_rounding(a, world_from_a);
    const Answer near = within(border, world_from_a, mesh, world_from_mesh, limit + 2 * rounding, inner);
    if (near == Answer::undecided) return near;
    if (near == Answer::yes) {
        // What the carried triangles touch, the solid touches.
        if (within(border, world_from_a, mesh, world_from_mesh, limit, inner) == Answer::yes)
            return Answer::yes;
        return hull_surely_within(a, world_from_a, mesh, world_from_mesh, limit, rounding, options, meter);
    }
    PlacedConvex hull(a, world_from_a);
    return yes_or_no(triangle_in_hull(hull, mesh, world_from_mesh, options, meter).has_value(), meter);
}

Answer hull_intersects_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                            const Pose& world_from_mesh, const QueryOptions& options) {
    return hull_within_mesh(a, world_from_a, mesh, world_from_mesh, 0, options);
}

Distance hull_distance_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                            const Pose& world_from_mesh, const QueryOptions& options) {
    Meter meter(options.budget, options.progress);
    const QueryOptions inner = inner_options(options, meter);
    const double rounding = border_rounding(a, world_from_a);
    Distance result = distance(mesh_of(a), world_from_a, mesh, world_from_mesh, inner);
    // A fan covers a face; the number of its first triangle tells which.
    result.feature_a = {};
    if (!(result.value > 0)) return result;
    if (result.value <= 2 * rounding) {
        QueryOptions exact = inner;
        exact.cache = nullptr;
        result = distance(exact_border(a, world_from_a), {}, mesh, world_from_mesh, exact);
        result.feature_a = {};
        if (!(result.value > 0)) return result;
    }
    PlacedConvex hull(a, world_from_a);
    if (const auto inside = triangle_in_hull(hull, mesh, world_from_mesh, options, meter))
        return contact_at(world_from_mesh(mesh.mesh().triangle(*inside)[0]), {},
                          {FeatureId::Kind::vertex, 0, *inside});
    result.at_least = std::max(0.0, result.at_least - 2 * rounding);
    if (meter.exhausted()) {
        result.at_least = 0;
        result.status = QueryStatus::undecided;
    }
    return result;
}

// A solid hull and triangles whose surfaces do not cross: in what part of the hull are the triangles?
struct TrianglesOfHull {
    bool some_inside = false, some_outside = false;
};

TrianglesOfHull sides_of_triangles(const ConvexHull& hull, const Shape& mesh, const Pose& world_from_mesh,
                                   Meter& meter) {
    TrianglesOfHull result;
    for (TriangleId number = 0; number < mesh.mesh().triangle_count(); ++number) {
        if (!meter.spend(hull.face_count())) return result;
        const Triangle t = world_from_mesh(mesh.mesh().triangle(number));
        // Inside, if no corner is beyond a face, and no face has all three corners.
        bool outside = false, in_face = false;
        for (std::size_t f = 0; f < hull.face_count() && !outside; ++f) {
            const auto c = hull.face(f);
            int in_plane = 0;
            for (const Vec3& p : t.corner) {
                const int side =
                    orient3d(hull.corners()[c[0]], hull.corners()[c[1]], hull.corners()[c[2]], p);
                outside |= side > 0;
                in_plane += side == 0 ? 1 : 0;
            }
            in_face |= in_plane == 3;
        }
        result.some_outside |= outside;
        result.some_inside |= !outside && !in_face;
        if (result.some_inside && result.some_outside) break;
    }
    return result;
}

Relation hull_relation_mesh(const Shape& a, const Pose& world_from_a, const Shape& mesh,
                            const Pose& world_from_mesh, OpenMeshes open_meshes,
                            const QueryOptions& options) {
    if (const auto refusal = refused(mesh, open_meshes, options)) return *refusal;
    Meter meter(options.budget, options.progress);
    QueryOptions inner = options;
    inner.budget = Budget::part_of(meter);
    inner.progress = nullptr;
    const ConvexHull hull = world_hull(PlacedConvex(a, world_from_a));
    const Relation surfaces =
        relation(Shape(hull.mesh()), {}, mesh, world_from_mesh, OpenMeshes::as_surfaces, inner);
    const bool may_be_inside = surfaces == Relation::apart || surfaces == Relation::touching;
    if (!may_be_inside || mesh.closed_surface().closed() || hull.dimension() < 3) return surfaces;
    // Both were taken as surfaces, because the mesh is not closed. The hull is a solid nevertheless.
    const TrianglesOfHull triangles = sides_of_triangles(hull, mesh, world_from_mesh, meter);
    if (meter.exhausted()) return Relation::undecided;
    if (!triangles.some_inside) return surfaces;
    return surfaces == Relation::apart && !triangles.some_outside ? Relation::b_in_a : Relation::overlapping;
}

}  // namespace

void fill_convex_mesh_cells(QuestionTables& tables) {
    const ShapeKind mesh, hull = kind_of<ConvexHull>();
    for (const ShapeKind kind : {kind_of<Sphere>(), kind_of<Capsule>()}) {
        tables.intersects.set(kind, mesh, swept_intersects_mesh);
        tables.within.set(kind, mesh, swept_within_mesh);
        tables.distance.set(kind, mesh, swept_distance_mesh);
        tables.relation.set(kind, mesh, swept_relation_mesh);
    }
    for (const ShapeKind kind : {kind_of<Cylinder>(), kind_of<Cone>(), kind_of<Ellipsoid>()}) {
        tables.intersects.set(kind, mesh, round_intersects_mesh);
        tables.within.set(kind, mesh, round_within_mesh);
        tables.distance.set(kind, mesh, round_distance_mesh);
        tables.relation.set(kind, mesh, round_relation_mesh);
    }
    tables.intersects.set(hull, mesh, hull_intersects_mesh);
    tables.within.set(hull, mesh, hull_within_mesh);
    tables.distance.set(hull, mesh, hull_distance_mesh);
    tables.relation.set(hull, mesh, hull_relation_mesh);
}

}  // namespace graze::inline v1::detail
