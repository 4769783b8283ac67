#include "graze/tree/hull_bounds.h"

#include <array>
#include <cmath>
#include <memory>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

constexpr std::array<Vec3, 6> both_ways_along_axes{
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};

}  // namespace

const ConvexHull& hull_of(const Shape& shape) {
    if (const auto* hull = shape.as<ConvexHull>()) return *hull;
    if (!shape.is_mesh())
        throw Error("a " + std::string(shape.kind().name()) + " has no hull of corners", {}, "give a mesh");
    if (shape.empty()) throw Error("a mesh without triangles has no convex hull");
    static const CompanionSlot<ConvexHull> slot(
        {.name = "convex hull", .make = [](const Shape& s) -> std::shared_ptr<const void> {
             return std::make_shared<const ConvexHull>(s.mesh());
         }});
    return shape.companion(slot);
}

HullBounds::HullBounds(const Shape& shape) : HullBounds(shape, both_ways_along_axes) {}

HullBounds::HullBounds(const Shape& shape, std::span<const Vec3> directions)
    : shape_(shape), directions_(directions.begin(), directions.end()) {
    const ConvexHull& hull = hull_of(shape);
    for (const Vec3& d : directions)
        if (!is_in_range(d) || d == Vec3{}) throw Error("a direction that is 0 or not finite");
    for (const Vec3& d : directions) corner_.push_back(hull.support(d));
    heights_.resize(directions.size());
}

double HullBounds::height(const ConvexHull& hull, const Pose& pose, std::size_t i) {
    const Vec3& d = directions_[i];
    const auto& m = pose.matrix();
    const Vec3 local{m[0][0] * d.x + m[1][0] * d.y + m[2][0] * d.z,
                     m[0][1] * d.x + m[1][1] * d.y + m[2][1] * d.z,
                     m[0][2] * d.x + m[1][2] * d.y + m[2][2] * d.z};
    const double sum = std::abs(d.x) + std::abs(d.y) + std::abs(d.z);
    // What rounding does to a product with a corner; and to a vertex that a pose, rigid to 1e-6, carries.
    const double error = 0x1p-50 * 2 * sum * hull.largest();
    const ConvexHull::Summit summit = hull.climb(local, corner_[i], error / 2);
    corners_seen_ += summit.seen;
    std::uint32_t at = summit.corner;
    double most = summit.height;
    // Where it is not certain that a corner is the highest, all are looked at, several at a time.
    if (!summit.certain) {
        const ConvexHull::Highest highest = hull.highest(local);
        corners_seen_ += hull.corners().size();
        at = highest.corner, most = highest.height;
    }
    corner_[i] = at;
    const auto& t = pose.translation();
    const double largest = 2 * hull.largest() + std::max({std::abs(t.x), std::abs(t.y), std::abs(t.z)});
    return most + dot(d, t) + 0x1p-49 * sum * largest;
}

std::span<const double> HullBounds::heights(const Pose& world_from_shape) {
    corners_seen_ = 0;
    const ConvexHull& hull = hull_of(shape_);
    for (std::size_t i = 0; i < directions_.size(); ++i) heights_[i] = height(hull, world_from_shape, i);
    return heights_;
}

Box HullBounds::box(const Pose& world_from_shape) {
    const auto h = heights(world_from_shape);
    return {{-h[3], -h[4], -h[5]}, {h[0], h[1], h[2]}};
}

}  // namespace graze::inline v1
