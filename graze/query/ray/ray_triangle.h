// A ray, and whether and where it meets a triangle.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "graze/base/triangle.h"

namespace graze::inline v1 {

// The points origin + t * direction with t_min <= t <= t_max. The direction may have any length: t is in
// units of that length. A segment from a to b is Ray(a, b - a, 0, 1); a whole line has the limits minus
// infinity and infinity.
class Ray {
  public:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    // From the origin along z.
    Ray() = default;
    // Throws Error for coordinates that are not finite or beyond 1e100, for a direction whose largest
    // coordinate is below 1e-200 (zero is), and for limits that are NaN or allow no t.
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

// The side from which a ray meets a triangle. From the front the corners are seen counter-clockwise.
enum class RaySide : std::uint8_t {
    front,
    back,
    edge_on,  // the ray runs in the plane of the triangle, or the triangle has no area
    inside,   // the ray begins inside a solid: not for triangles
};

struct TriangleHit {
    // The lowest t at which the ray meets the triangle. The relative error is at most 2e-11; the absolute
    // error may be 5e-324, the smallest double, where that is more. The sign is right. t is 0 exactly if the
    // origin of the ray is in the triangle: a value that would be rounded to 0 becomes the smallest double.
    double t = 0;
    RaySide side = RaySide::front;
};

// Exact: does the line origin + t * direction have a point in common with the closed triangle, and is that
// point at a t, rounded as above, within the limits of the ray? The order of the corners and the length of
// the direction do not matter. A line through an edge or a corner meets all triangles there. A line in the
// plane of the triangle meets the triangle in a range of t; the hit is at the lower end of the range, or at
// the lower limit of the ray if that lies in the range. Triangles without area are the segments or points
// they are.
std::optional<TriangleHit> first_hit(const Ray& ray, const Triangle& triangle);

}  // namespace graze::inline v1
