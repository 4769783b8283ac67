// Contacts of shapes of any kind. Boxes and hulls are their borders, spheres and capsules a point and a
// segment with a radius: meshes, as far as contacts go. Half-spaces are a triangle that reaches beyond the
// other shape. Cylinders, cones and ellipsoids are not made of flat faces: they have one contact, at the
// closest points.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "graze/query/contact/detail/contact_regions.h"
#include "graze/query/depth/convex_depth.h"
#include "graze/query/kinds/detail/any_kind.h"
#include "graze/query/kinds/detail/solid_box.h"
#include "graze/query/point/point_distance.h"

namespace graze::inline v1::detail {
namespace {

Mesh border_of(const OrientedBox& box) {
    std::vector<Vec3> corners(box.corners().begin(), box.corners().end());
    const ConvexHull hull(corners);
    std::vector<std::array<VertexId, 3>> triangles;
    const Mesh border = hull.mesh();
    for (const auto& t : border.triangles())
        triangles.push_back({hull.sources()[t[0]], hull.sources()[t[1]], hull.sources()[t[2]]});
    return Mesh(std::move(corners), std::move(triangles));
}

std::shared_ptr<const void> make_contact_surface(const Shape& shape) {
    if (const auto* hull = shape.as<ConvexHull>()) return std::make_shared<const Shape>(hull->mesh());
    if (const auto* box = shape.as<OrientedBox>()) return std::make_shared<const Shape>(border_of(*box));
    Vec3 from, to;
    if (const auto* sphere = shape.as<Sphere>()) from = to = sphere->center;
    if (const auto* capsule = shape.as<Capsule>()) from = capsule->from, to = capsule->to;
    return std::make_shared<const Shape>(Mesh({from, to}, {{0, 1, 1}}));
}

const Shape& contact_surface(const Shape& shape) {
    static const CompanionSlot<Shape> slot({.name = "surface for contacts", .make = make_contact_surface});
    return shape.companion(slot);
}

// A triangle in the plane of a half-space, far beyond the box around the other shape, in the world.
Shape plane_beneath(const HalfSpace& half_space, const Pose& pose, const Box& other, double margin) {
    Vec3 normal = pose.rotate(half_space.normal);
    const double largest = std::max({std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)});
    normal = normalized(normal / largest);
    const Vec3 point = pose(half_space.point), middle = (other.lower + other.upper) * 0.5;
    const double size = 8 * (length(other.upper - other.lower) + margin);
    std::size_t least = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (std::abs(normal[k]) < std::abs(normal[least])) least = k;
    Vec3 axis{};
    axis[least] = 1;
    const Vec3 u = normalized(cross(normal, axis)) * size, v = cross(normal, u);
    const Vec3 foot = middle - normal * dot(middle - point, normal);
    return Shape(Mesh({foot + u, foot - u * 0.5 + v, foot - u * 0.5 - v}, {{0, 1, 2}}));
}

bool has_surface(const Shape& shape) {
    return shape.is_mesh() || shape.as<ConvexHull>() != nullptr || shape.as<OrientedBox>() != nullptr ||
           shape.as<Sphere>() != nullptr || shape.as<Capsule>() != nullptr;
}

PlacedSurface placed_surface(const Shape& shape, const Pose& pose) {
    if (shape.is_mesh()) return {shape, pose};
    const auto* sphere = shape.as<Sphere>();
    const auto* capsule = shape.as<Capsule>();
    return {contact_surface(shape), pose,
            sphere != nullptr    ? sphere->radius
            : capsule != nullptr ? capsule->radius
                                 : 0,
            true};
}

// Names a feature of the surface as the solid does.
FeatureId feature_of_solid(const Shape& shape, FeatureId feature) {
    if (shape.is_mesh() || feature.kind == FeatureId::Kind::none) return feature;
    const Shape* surface = has_surface(shape) ? &contact_surface(shape) : nullptr;
    if (surface == nullptr || shape.as<Sphere>() != nullptr || shape.as<Capsule>() != nullptr) return {};
    if (shape.as<OrientedBox>() != nullptr) return box_feature(*surface, feature);
    const auto& corners = surface->mesh().triangles()[feature.index];
    if (feature.kind == FeatureId::Kind::vertex) return {FeatureId::Kind::vertex, 0, corners[feature.corner]};
    if (feature.kind == FeatureId::Kind::edge) return feature;  // of a triangle of ConvexHull::mesh()
    const ConvexHull& hull = *shape.as<ConvexHull>();
    std::size_t triangles = 0;
    for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
        triangles += std::max<std::size_t>(hull.face(f).size(), 3) - 2;
        if (feature.index < triangles) return FeatureId::face(f);
    }
    return {};
}

void rename_features(const Shape& a, const Shape& b, ContactMemory& memory) {
    if (a.is_mesh() && b.is_mesh()) return;
    for (ContactPoint& c : memory.found) {
        c.feature_a = feature_of_solid(a, c.feature_a);
        c.feature_b = feature_of_solid(b, c.feature_b);
    }
}

void exchange_contacts(std::vector<ContactPoint>& all) {
    for (ContactPoint& c : all) {
        std::swap(c.point_a, c.point_b);
        std::swap(c.feature_a, c.feature_b);
        c.normal = Vec3{} - c.normal;
    }
}

// One contact, at the closest points, or with the least translation that parts two solids.
QueryStatus closest_contact(const Shape& a, const Pose& world_from_a, const Shape& b,
                            const Pose& world_from_b, double margin, const QueryOptions& options,
                            ContactMemory& memory) {
    QueryStatus status = QueryStatus::unsupported;
    Contact contact;
    if (!a.is_mesh() && !b.is_mesh() && !options.filter) {
        const SignedDistance found = convex_depth(a, world_from_a, b, world_from_b, options);
        status = found.status;
        contact = found;
    }
    if (status == QueryStatus::unsupported) {
        const Distance found = distance_any(a, world_from_a, b, world_from_b, options);
        status = found.status;
        contact = found;
    }
    if (!(contact.distance < margin)) return status;
    ContactPoint& c = memory.found.emplace_back();
    static_cast<Contact&>(c) = contact;
    c.kind = ContactKind::closest;
    c.weight = margin * margin * std::min(1.0, (margin - c.distance) / margin);
    c.id = 1;
    return status;
}

// A ball or capsule in a closed mesh, deeper than the margin: the way to the nearest point of the surface,
// from its centre or its first end.
void add_deep_contact(const Shape& mesh, const Pose& world_from_mesh, const Shape& solid,
                      const Pose& world_from_solid, double margin, ContactMemory& memory) {
    const auto* sphere = solid.as<Sphere>();
    const auto* capsule = solid.as<Capsule>();
    if (!mesh.is_mesh() || (sphere == nullptr && capsule == nullptr) || !mesh.closed_surface().closed())
        return;
    const Vec3 center = world_from_solid(sphere != nullptr ? sphere->center : capsule->from);
    const double radius = sphere != nullptr ? sphere->radius : capsule->radius;
    const PointDistance found = signed_distance(mesh, world_from_mesh, center);
    if (found.status != QueryStatus::complete || !(found.value < 0)) return;
    ContactPoint& c = memory.found.emplace_back();
    c.kind = ContactKind::closest;
    c.normal = normalized(found.nearest - center);
    c.point_a = found.nearest;
    c.point_b = center - c.normal * radius;
    c.distance = found.value - radius;
    c.feature_a = found.feature;
    c.certainty = NormalCertainty::unsure;  // it jumps where another point becomes the nearest
    c.weight = margin * margin;
    c.id = 1;
}

}  // namespace

QueryStatus contacts_any(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                         double margin, const ContactOptions& contact, const QueryOptions& options,
                         ContactMemory& memory) {
    memory.found.clear();
    if (a.empty() || b.empty()) return QueryStatus::complete;
    const auto* half_a = a.as<HalfSpace>();
    const auto* half_b = b.as<HalfSpace>();
    if (half_a != nullptr && has_surface(b)) {
        const QueryStatus status =
            contacts_any(b, world_from_b, a, world_from_a, margin, contact, options, memory);
        exchange_contacts(memory.found);
        return status;
    }
    if (!has_surface(a) || (!has_surface(b) && half_b == nullptr))
        return closest_contact(a, world_from_a, b, world_from_b, margin, options, memory);
    const PlacedSurface first = placed_surface(a, world_from_a);
    QueryStatus status = QueryStatus::complete;
    if (half_b != nullptr) {
        const Shape plane = plane_beneath(*half_b, world_from_b, world_from_a(a.box()), margin);
        const Pose world;
        status = find_contacts(first, {plane, world, 0, true, true}, margin, contact, options, memory);
    } else {
        status = find_contacts(first, placed_surface(b, world_from_b), margin, contact, options, memory);
    }
    rename_features(a, b, memory);
    if (memory.found.empty() && !options.filter && !a.is_mesh() && !b.is_mesh() && half_b == nullptr) {
        // Solids deeper in each other than the margin, or too far apart.
        status = closest_contact(a, world_from_a, b, world_from_b, margin, options, memory);
        for (ContactPoint& c : memory.found) c.certainty = NormalCertainty::unsure;  // it comes and goes
    } else if (memory.found.empty() && !options.filter) {
        add_deep_contact(a, world_from_a, b, world_from_b, margin, memory);
        if (memory.found.empty()) {
            add_deep_contact(b, world_from_b, a, world_from_a, margin, memory);
            exchange_contacts(memory.found);
        }
    }
    return status;
}

}  // namespace graze::inline v1::detail
