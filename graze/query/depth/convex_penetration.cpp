#include "graze/query/depth/detail/convex_penetration.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/query/depth/convex_depth.h"
#include "graze/query/depth/detail/safe_length.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/relation/relation.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t most_hull_points = 20'000;
constexpr double most_support_tests = 2e8;

double rounding_in(const Box& box) {
    return 0x1p-47 * std::max({largest_coordinate(box.lower), largest_coordinate(box.upper), 0x1p-900});
}

// How far a hull reaches beyond the planes of the triangles of a mesh that it was made of: then no point of
// these triangles is deeper in the hull. None if it is more than `most`.
std::optional<double> hull_beyond(const Shape& mesh, const Pose& pose, const ConvexHull& hull,
                                  const Vec3& middle, double most, Meter& meter) {
    double largest = 0;
    const std::size_t count = mesh.mesh().triangle_count();
    // The first few are from all over the mesh: few meshes that are not convex pass.
    for (std::size_t i = 0; i < 16 + count; ++i) {
        const Triangle t =
            pose(mesh.mesh().triangle(static_cast<TriangleId>(i < 16 ? i * count / 16 : i - 16)));
        Vec3 n = direction_of(cross(direction_of(t[1] - t[0]), direction_of(t[2] - t[0])));
        if (!(dot(n, n) > 0.5)) continue;
        if (dot(n, middle - t[0]) > 0) n = -n;
        if (!meter.spend(1 + hull.corners().size() / 16)) return {};
        const double height = std::max({dot(n, t[0]), dot(n, t[1]), dot(n, t[2])});
        largest = std::max(largest, hull.highest(n).height - height);
        if (largest > most) return {};
    }
    return largest;
}

std::optional<ConvexHull> world_hull(const Shape& mesh, const Pose& pose, Meter& meter) {
    if (mesh.mesh().vertices().size() > most_hull_points || !meter.spend(32 * mesh.mesh().vertices().size()))
        return {};
    std::vector<Vec3> points;
    std::vector<bool> used(mesh.mesh().vertices().size(), false);
    for (const auto& t : mesh.mesh().triangles())
        for (const VertexId v : t) used[v] = true;
    for (std::size_t v = 0; v < used.size(); ++v)
        if (used[v]) points.push_back(pose(mesh.mesh().vertices()[v]));
    ConvexHull hull(points);
    if (hull.dimension() < 3) return {};
    return hull;
}

}  // namespace

std::optional<Shape> hull_in_world(const Shape& mesh, const Pose& world_from_mesh, Meter& meter) {
    const auto hull = world_hull(mesh, world_from_mesh, meter);
    if (!hull) return {};
    return Shape(*hull);
}

// All points of the mesh are within `beyond` of the hull's border. What is deeper in the hull is connected,
// so that it is inside the mesh if one point is. With a ball of radius r around that point in the mesh, this
// contains the hull shrunk to 1 - beyond / r around the point.
std::optional<ConvexStandIn> convex_stand_in(const Shape& mesh, const Pose& world_from_mesh, Meter& meter) {
    if (static_cast<double>(mesh.mesh().triangle_count()) *
            static_cast<double>(mesh.mesh().vertices().size()) >
        most_support_tests)
        return {};
    const auto hull = world_hull(mesh, world_from_mesh, meter);
    if (!hull) return {};
    Vec3 middle;
    for (const Vec3& p : hull->corners()) middle += p / static_cast<double>(hull->corners().size());
    const double size = safe_length(hull->box().size()), rounding = rounding_in(hull->box());
    const auto beyond =
        hull_beyond(mesh, world_from_mesh, *hull, middle, std::max(1e-12 * size, 4 * rounding), meter);
    if (!beyond) return {};
    const double within = *beyond + rounding;
    const double radius = -signed_distance(mesh, world_from_mesh, middle).value - rounding;
    if (!(radius > 2 * within)) return {};
    return ConvexStandIn{Shape(*hull), within / radius * size};
}

std::optional<Shape> as_mesh(const Shape& solid) {
    if (const auto* hull = solid.as<ConvexHull>())
        return hull->dimension() == 3 ? std::optional(Shape(hull->mesh())) : std::nullopt;
    if (const OrientedBox* box = solid.oriented_box()) {
        const ConvexHull hull(box->corners());
        if (hull.dimension() == 3) return Shape(hull.mesh());
    }
    return {};
}

QueryStatus separate_convex(const Shape& a, const Pose& world_from_a, const Shape& b,
                            const Pose& world_from_b, const Shape& convex_a, const Pose& world_from_convex_a,
                            const Shape& convex_b, const Pose& world_from_convex_b,
                            const QueryOptions& options, Penetration& result) {
    const SignedDistance found =
        convex_depth(convex_a, world_from_convex_a, convex_b, world_from_convex_b, options);
    if (found.status == QueryStatus::unsupported || found.status == QueryStatus::bad_input)
        return found.status;
    if (!(found.distance < 0) || !(dot(found.normal, found.normal) > 0.5)) return QueryStatus::undecided;
    const double depth = -found.distance;
    // Longer by rounding, or by what the rounding of vertices makes of it.
    for (double more = 0; more <= 1e-9; more = more == 0 ? 0x1p-51 : 4 * more) {
        const double scale = std::max(depth, largest_coordinate(found.point_b));
        const Vec3 t = found.normal * -(depth + more * scale);
        if (!is_in_range(t) || !is_in_range(world_from_a.translation() + t)) return QueryStatus::undecided;
        const Relation after = relation(a, Pose::translation(t) * world_from_a, b, world_from_b, options);
        if (after == Relation::undecided && options.budget.shared != nullptr &&
            options.budget.shared->exhausted())
            return QueryStatus::undecided;
        if (after != Relation::apart && after != Relation::touching) continue;
        result.translation = t;
        result.value = safe_length(t);
        result.at_least = std::clamp(-found.at_most, 0.0, result.value);
        return QueryStatus::complete;
    }
    return QueryStatus::undecided;
}

}  // namespace graze::inline v1::detail
