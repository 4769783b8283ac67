// A ray, and whether and where it meets a triangle.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "graze/base/triangle.h"

namespace graze::inline v1 {

// The points origin + t * direction with t_min <= t <= t_max. The direction may have any length: t counts in
// directions. A segment from a to b is Ray(a, b - a, 0, 1); a whole line has the limits minus infinity and
// infinity.
class Ray {
  public:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    // From the origin upwards, along z.
    Ray() = default;
    // Throws Error for coordinates that are not finite or beyond 1e100, for a direction whose largest
    // coordinate is below 1e-200 (zero is), and for limits that are NaN or leave nothing.
    Ray(const Vec3& origin, const Vec3& direction, double t_min = 0, double t_max = infinity);

    const Vec3& origin() const { return origin_; }
    const Vec3& direction() const { return direction_; }
    double t_min() const { return t_min_; }
    double t_max() const { return t_max_; }
    // Rounded.
    Vec3 at(double t) const;

    friend bool operator==(const Ray&, const Ray&) = default;

  private:
    Vec3 origin_, direction_{0, 0, 1};
    double t_min_ = 0, t_max_ = infinity;
};

// From which side a ray meets a triangle: the front is where its corners are seen counter-clockwise.
enum class RaySide : std::uint8_t {
    front,
    back,
    edge_on,  // the ray runs in the plane of the triangle, or the triangle has no area
};

struct TriangleHit {
    // Where the ray meets the triangle first. Within 2e-11 of the true value, relative to that value itself,
    // or within 5e-324, the smallest double, where that is more. The sign is right, and it is 0 exactly where
    // the origin of the ray is in the triangle: what would be rounded to 0 becomes the smallest double.
    double t = 0;
    RaySide side = RaySide::front;
};

// Exact: does the line origin + t * direction have a point in common with the closed triangle, and is that
// at a t, rounded as above, within the limits of the ray? Neither the corners' order nor the direction's
// length plays a part. A line through an edge or a corner meets all triangles there. In the plane of the
// triangle it meets it from one t to another; the ray does so first at the lower of them, or at its own lower
// limit if that lies between them. Triangles without area are the segments or points they are.
std::optional<TriangleHit> first_hit(const Ray& ray, const Triangle& triangle);

}  // namespace graze::inline v1
