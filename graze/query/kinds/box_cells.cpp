// Oriented boxes in all questions: with each other, and with meshes.
//
// A box is the convex hull of its carried corners. Its surface goes through the questions about meshes as a
// handful of triangles (surface_of), and what is inside is found by its vertices. So every yes or no is
// exact.
#include "graze/query/kinds/detail/box_cells.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "graze/query/detail/contacts.h"
#include "graze/query/kinds/detail/convex_cells.h"
#include "graze/query/kinds/detail/quick_meet.h"
#include "graze/query/kinds/detail/solid_box.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

// The options of a query about surfaces that is part of a query about boxes.
class SurfaceOptions {
  public:
    // Of A, a box; B is a mesh, or a box with this surface.
    SurfaceOptions(const QueryOptions& options, Meter& meter, const Shape& surface_a,
                   const Shape* surface_b = nullptr) {
        inner_.budget = Budget::part_of(meter);
        // Triangles of a box lie on top of each other, and their distances are rounded differently. With a
        // cache, the search may find another pair of them. canonical() chooses one pair where there are
        // faces.
        if (has_faces(surface_a) && (surface_b == nullptr || has_faces(*surface_b)))
            inner_.cache = options.cache;
        inner_.counts = options.counts;
        if (options.filter)
            inner_.filter = [&options, &surface_a, surface_b](FeatureId a, FeatureId b) {
                return options.filter(box_feature(surface_a, a), surface_b ? box_feature(*surface_b, b) : b);
            };
    }
    const QueryOptions& get() const { return inner_; }

  private:
    QueryOptions inner_;
};

// The data that all cells need: both boxes, or a box and a mesh, at their poses.
struct BoxAndMesh {
    const Shape& box;
    const Pose& world_from_box;
    const Shape& mesh;
    const Pose& world_from_mesh;
    const QueryOptions& options;
    const Shape& surface = surface_of(box, world_from_box);

    // For surfaces that do not meet.
    std::optional<TriangleId> inside(Meter& meter) const {
        return find_triangle_inside(SolidBox(box, world_from_box), mesh, world_from_mesh, options.filter,
                                    meter);
    }
};

struct TwoBoxes {
    const Shape& a;
    const Pose& world_from_a;
    const Shape& b;
    const Pose& world_from_b;
    const QueryOptions& options;
    const Shape &surface_a = surface_of(a, world_from_a), &surface_b = surface_of(b, world_from_b);
    SolidBox solid_a{a, world_from_a}, solid_b{b, world_from_b};

    // For surfaces that do not meet: a common point if one box is inside the other. Then all corners of the
    // inner box are common points. The contact is between whole boxes, so there are no features for a filter.
    std::optional<Vec3> inside() const {
        if (options.filter && !options.filter({}, {})) return {};
        if (solid_a.contains(solid_b.corners()[0])) return solid_b.corners()[0];
        if (solid_b.contains(solid_a.corners()[0])) return solid_a.corners()[0];
        return {};
    }
};

Answer box_intersects_mesh(const Shape& box, const Pose& world_from_box, const Shape& mesh,
                           const Pose& world_from_mesh, const QueryOptions& options) {
    const BoxAndMesh pair{box, world_from_box, mesh, world_from_mesh, options};
    Meter meter(options.budget, options.progress);
    const Answer surfaces = intersects(pair.surface, world_from_box, mesh, world_from_mesh,
                                       SurfaceOptions(options, meter, pair.surface).get());
    return surfaces == Answer::yes ? Answer::yes : yes_or_no(pair.inside(meter).has_value(), meter);
}

Answer box_intersects_box(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                          const QueryOptions& options) {
    if (!options.filter) {
        const BoxesMeet by_axes =
            boxes_meet({*a.oriented_box(), world_from_a}, {*b.oriented_box(), world_from_b});
        if (by_axes != BoxesMeet::unsure) return by_axes == BoxesMeet::yes ? Answer::yes : Answer::no;
        const Answer quick = quick_meet(a, world_from_a, b, world_from_b);
        if (quick != Answer::undecided) return quick;
    }
    const TwoBoxes pair{a, world_from_a, b, world_from_b, options};
    Meter meter(options.budget, options.progress);
    const Answer surfaces = intersects(pair.surface_a, world_from_a, pair.surface_b, world_from_b,
                                       SurfaceOptions(options, meter, pair.surface_a, &pair.surface_b).get());
    return surfaces == Answer::no && pair.inside() ? Answer::yes : surfaces;
}

Answer box_within_mesh(const Shape& box, const Pose& world_from_box, const Shape& mesh,
                       const Pose& world_from_mesh, double limit, const QueryOptions& options) {
    const BoxAndMesh pair{box, world_from_box, mesh, world_from_mesh, options};
    Meter meter(options.budget, options.progress);
    const Answer surfaces = within(pair.surface, world_from_box, mesh, world_from_mesh, limit,
                                   SurfaceOptions(options, meter, pair.surface).get());
    return surfaces == Answer::yes ? Answer::yes : yes_or_no(pair.inside(meter).has_value(), meter);
}

Answer box_within_box(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                      double limit, const QueryOptions& options) {
    const TwoBoxes pair{a, world_from_a, b, world_from_b, options};
    Meter meter(options.budget, options.progress);
    const Answer surfaces = within(pair.surface_a, world_from_a, pair.surface_b, world_from_b, limit,
                                   SurfaceOptions(options, meter, pair.surface_a, &pair.surface_b).get());
    return surfaces == Answer::no && pair.inside() ? Answer::yes : surfaces;
}

// The triangles of the face that a triangle of a surface belongs to; of a mesh, the triangle itself.
struct FaceTriangles {
    const Shape& surface;
    const Pose& pose;
    TriangleId first, count;

    FaceTriangles(const Shape& shape, const Pose& world_from_shape, TriangleId t, bool is_surface_of_box)
        : surface(shape),
          pose(world_from_shape),
          first(is_surface_of_box ? t / triangles_per_face * triangles_per_face : t),
          count(is_surface_of_box ? triangles_per_face : 1) {}
    Triangle world(TriangleId i) const { return pose(surface.mesh().triangle(first + i)); }
};

// Two pairs of triangles cover each face, and they give the same distance with different rounding. The least
// value counts, whichever pair the search found first.
Contact canonical(const FaceTriangles& a, const FaceTriangles& b) {
    const auto measured = [&](TriangleId i, TriangleId j) {
        const Triangle ta = a.world(i), tb = b.world(j);
        return contact_of(a.first + i, ta, b.first + j, tb, distance(ta, tb));
    };
    Contact best = measured(0, 0);
    for (TriangleId i = 0; i < a.count; ++i)
        for (TriangleId j = 0; j < b.count; ++j)
            if (const Contact other = measured(i, j); other.distance < best.distance) best = other;
    return best;
}

void make_canonical(Distance& result, const Shape& surface_a, const Pose& world_from_a, const Shape& other_b,
                    const Pose& world_from_b, bool b_is_box) {
    if (result.status != QueryStatus::complete || !(result.value > 0) || std::isinf(result.value)) return;
    if (!has_faces(surface_a) || (b_is_box && !has_faces(other_b))) return;
    static_cast<Contact&>(result) = canonical({surface_a, world_from_a, result.feature_a.index, true},
                                              {other_b, world_from_b, result.feature_b.index, b_is_box});
    result.value = result.at_least = result.distance;
}

// The side of a box in a contact of its surface with something, for the normal.
class TouchingBox {
  public:
    TouchingBox(const Shape& surface, const Pose& pose, const BoxCorners& corners, FeatureId on_surface) {
        side_.points = corners;
        if (on_surface.index >= surface.mesh().triangle_count()) return;
        const FeatureId feature = box_feature(surface, on_surface);
        if (feature.kind == FeatureId::Kind::face && has_faces(surface)) {
            const FaceTriangles face(surface, pose, on_surface.index, true);
            for (TriangleId i = 0; i < triangles_per_face; ++i) face_[i] = face.world(i);
            side_.face = face_;
            side_.beyond_face = corners;
        } else if (feature.kind == FeatureId::Kind::edge) {
            const Triangle t = pose(surface.mesh().triangle(on_surface.index));
            edge_ = {t[(on_surface.corner + 1u) % 3], t[(on_surface.corner + 2u) % 3]};
            side_.edge = edge_;
            side_.beyond_edge = corners;
        }
    }
    TouchingBox(const TouchingBox&) = delete;
    TouchingBox& operator=(const TouchingBox&) = delete;
    const TouchingSide& side() const { return side_; }

  private:
    std::array<Triangle, triangles_per_face> face_{};
    std::array<Vec3, 2> edge_{};
    TouchingSide side_;
};

Distance box_distance_mesh(const Shape& box, const Pose& world_from_box, const Shape& mesh,
                           const Pose& world_from_mesh, const QueryOptions& options) {
    const BoxAndMesh pair{box, world_from_box, mesh, world_from_mesh, options};
    Meter meter(options.budget, options.progress);
    Distance result = distance(pair.surface, world_from_box, mesh, world_from_mesh,
                               SurfaceOptions(options, meter, pair.surface).get());
    make_canonical(result, pair.surface, world_from_box, mesh, world_from_mesh, false);
    if (result.value == 0) {
        const BoxCorners corners = world_corners(*box.oriented_box(), world_from_box);
        const Triangle other = world_from_mesh(mesh.mesh().triangle(result.feature_b.index));
        const TouchingBox touching(pair.surface, world_from_box, corners, result.feature_a);
        set_touching_normal(result, touching.side(), TouchingTriangle(other, result.feature_b).side());
    }
    result.feature_a = box_feature(pair.surface, result.feature_a);
    if (!(result.value > 0)) return result;
    if (const auto triangle = pair.inside(meter))
        return contact_at(world_from_mesh(mesh.mesh().triangle(*triangle)[0]), {},
                          {FeatureId::Kind::vertex, 0, *triangle});
    if (meter.exhausted()) {  // there may be something inside
        result.at_least = 0;
        result.status = QueryStatus::undecided;
    }
    return result;
}

Distance box_distance_box(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                          const QueryOptions& options) {
    const TwoBoxes pair{a, world_from_a, b, world_from_b, options};
    Meter meter(options.budget, options.progress);
    Distance result = distance(pair.surface_a, world_from_a, pair.surface_b, world_from_b,
                               SurfaceOptions(options, meter, pair.surface_a, &pair.surface_b).get());
    make_canonical(result, pair.surface_a, world_from_a, pair.surface_b, world_from_b, true);
    if (result.value == 0) {
        const TouchingBox of_a(pair.surface_a, world_from_a, pair.solid_a.corners(), result.feature_a);
        const TouchingBox of_b(pair.surface_b, world_from_b, pair.solid_b.corners(), result.feature_b);
        set_touching_normal(result, of_a.side(), of_b.side());
    }
    result.feature_a = box_feature(pair.surface_a, result.feature_a);
    result.feature_b = box_feature(pair.surface_b, result.feature_b);
    if (!(result.value > 0)) return result;
    const auto inside = pair.inside();
    return inside ? contact_at(*inside) : result;
}

// The border of the hull as a mesh in world coordinates, to be used with the pose {}.
Shape hull_in_world(const Shape& box, const Pose& pose) {
    return Shape(SmallHull(world_corners(*box.oriented_box(), pose)).mesh());
}

Relation box_relation_mesh(const Shape& box, const Pose& world_from_box, const Shape& mesh,
                           const Pose& world_from_mesh, OpenMeshes open_meshes, const QueryOptions& options) {
    Meter meter(options.budget, options.progress);
    QueryOptions inner = options;
    inner.budget = Budget::part_of(meter);
    inner.progress = nullptr;
    const Relation surfaces =
        relation(hull_in_world(box, world_from_box), {}, mesh, world_from_mesh, open_meshes, inner);
    const bool may_be_inside = surfaces == Relation::apart || surfaces == Relation::touching;
    if (!may_be_inside || mesh.empty() || mesh.closed_surface().closed()) return surfaces;
    // Both were taken as surfaces, because the mesh is not closed. The box is a solid nevertheless.
    const SolidBox solid(box, world_from_box);
    const auto decided = [&](Relation r) { return meter.exhausted() ? Relation::undecided : r; };
    if (surfaces == Relation::touching)
        return find_triangle_deeper_than_faces(solid, mesh, world_from_mesh, meter) ? Relation::overlapping
                                                                                    : decided(surfaces);
    if (!find_triangle_inside(solid, mesh, world_from_mesh, {}, meter)) return decided(surfaces);
    return find_triangle_outside(solid, mesh, world_from_mesh, meter) ? Relation::overlapping
                                                                      : decided(Relation::b_in_a);
}

Relation box_relation_box(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                          OpenMeshes open_meshes, const QueryOptions& options) {
    return relation(hull_in_world(a, world_from_a), {}, hull_in_world(b, world_from_b), {}, open_meshes,
                    options);
}

// Where the whole line of a ray enters the box. Exact, like the hits of triangles.
FirstHit entry_of(const Shape& surface, const Pose& pose, const Vec3& origin, const Vec3& direction,
                  const QueryOptions& options) {
    FirstHit hit = first_hit(surface, pose, Ray(origin, direction, -Ray::infinity, Ray::infinity), options);
    hit.feature = box_feature(surface, hit.feature);
    hit.weight = {};
    return hit;
}

RayPassage ray_through_box(const Shape& box, const Pose& pose, const Ray& ray, const QueryOptions& options) {
    Meter meter(options.budget, options.progress);
    const Shape& surface = surface_of(box, pose);
    const SurfaceOptions inner(options, meter, surface);
    FirstHit in = entry_of(surface, pose, ray.origin(), ray.direction(), inner.get());
    FirstHit out = entry_of(surface, pose, ray.origin(), -ray.direction(), inner.get());
    RayPassage passage;
    if (meter.exhausted()) passage.status = QueryStatus::undecided;
    if (!in.found() || !out.found()) return passage;
    out.t = -out.t;
    if (out.t < ray.t_min() || in.t > ray.t_max()) return passage;
    // A ray may hit the triangles of both diagonals from either side.
    if (in.side == RaySide::back) in.side = RaySide::front;
    if (out.side == RaySide::front) out.side = RaySide::back;
    if (in.t < ray.t_min()) {
        in.t = ray.t_min();
        in.side = RaySide::inside;
        in.feature = {};
    }
    in.point = ray.at(in.t);
    out.point = ray.at(out.t);
    passage.hit[passage.count++] = in;
    if (out.t > in.t && out.t <= ray.t_max()) passage.hit[passage.count++] = out;
    return passage;
}

PointDistance point_to_box(const Shape& box, const Pose& pose, const Vec3& point, bool with_sign,
                           const QueryOptions& options) {
    const bool inside = SolidBox(box, pose).contains(point);
    PointDistance result;
    if (!inside) {
        Meter meter(options.budget, options.progress);
        const Shape& surface = surface_of(box, pose);
        result = distance(surface, pose, point, SurfaceOptions(options, meter, surface).get());
        result.feature = box_feature(surface, result.feature);
    } else if (with_sign) {
        // Only the surface counts: other triangles between corners may be inside the box.
        result = distance(hull_in_world(box, pose), {}, point);
        result.value = -result.value;
        result.feature = {};
    } else {
        result.value = result.at_least = 0;
        result.nearest = point;
    }
    return result;
}

}  // namespace

void fill_box_cells(QuestionTables& tables) {
    const ShapeKind mesh, box = oriented_box_kind();
    tables.intersects.set(box, mesh, box_intersects_mesh);
    tables.intersects.set(box, box, box_intersects_box);
    tables.within.set(box, mesh, box_within_mesh);
    tables.within.set(box, box, box_within_box);
    tables.distance.set(box, mesh, box_distance_mesh);
    tables.distance.set(box, box, box_distance_box);
    tables.relation.set(box, mesh, box_relation_mesh);
    tables.relation.set(box, box, box_relation_box);
    tables.ray.set(box, ray_through_box);
    tables.point.set(box, point_to_box);
}

}  // namespace graze::inline v1::detail
