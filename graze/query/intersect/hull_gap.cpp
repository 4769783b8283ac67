#include "graze/query/intersect/detail/hull_gap.h"

#include <cmath>

#include "graze/query/kinds/detail/placed_convex.h"
#include "graze/tree/hull_bounds.h"

namespace graze::inline v1::detail {
namespace {

// The height of a shape above its origin along a direction of the world, at most, by its support table; in
// the world's unit.
double rough_height(const Shape& shape, const Pose& pose, const Vec3& direction) {
    const Vec3 d = turned_into(pose, direction);
    const auto x = static_cast<float>(d.x), y = static_cast<float>(d.y), z = static_cast<float>(d.z);
    const float sum = std::abs(x) + std::abs(y) + std::abs(z);
    const double above = static_cast<double>(shape.tree().support().bound(x, y, z, sum).projection);
    return above * shape.tree().unit() + dot(d, shape.tree().origin());
}

}  // namespace

bool hulls_may_be_apart(const PairQuery& query, TriangleId a, TriangleId b) {
    const SupportTable &table_a = query.a.tree().support(), &table_b = query.b.tree().support();
    if (table_a.empty() || table_b.empty()) return true;  // their hulls are small
    const auto normal = [](const Triangle& t) { return cross(t[1] - t[0], t[2] - t[0]); };
    const Vec3 of_a = query.world_from_a.rotate(normal(query.a.mesh().triangle(a))),
               of_b = query.world_from_b.rotate(normal(query.b.mesh().triangle(b)));
    const Vec3 n = normalized(dot(of_a, of_a) > dot(of_b, of_b) ? of_a : of_b);
    if (!(dot(n, n) > 0.5)) return true;
    const double between = dot(n, query.world_from_a.translation() - query.world_from_b.translation());
    const double tolerance = 0.2 * (query.a.tree().unit() + query.b.tree().unit());
    // A above B, or B above A.
    return rough_height(query.a, query.world_from_a, -n) + rough_height(query.b, query.world_from_b, n) <
               between + tolerance ||
           rough_height(query.a, query.world_from_a, n) + rough_height(query.b, query.world_from_b, -n) <
               tolerance - between;
}

WholeGap gap_of_hulls(const PairQuery& query, double enough) {
    PlacedConvex a(hull_of(query.a), query.world_from_a), b(hull_of(query.b), query.world_from_b);
    const CoreDistance known = core_distance(a, b, enough);
    const double length = std::sqrt(dot(known.found.nearest, known.found.nearest));
    if (known.surely_inside || !(known.at_least > 0) || !(length > 0)) return {};
    return {known.at_least, known.found.nearest / length};
}

}  // namespace graze::inline v1::detail
