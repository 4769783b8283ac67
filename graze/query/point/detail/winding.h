// The winding number of a closed mesh around a point: exact, by one ray through the hierarchy.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/base/budget.h"
#include "graze/base/detail/weighted_point.h"
#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// A point of a triangle with area.
struct SurfacePoint {
    WeightedPoint x;
    // Stands not for x itself but for a point next to x (nearer than anything that does not contain x), in
    // the direction of the inside of the triangle. For x on the triangle's border.
    bool inwards = false;
};

// How the segment from a point to `end`, which is not in t, passes through t: not at all, from back to front,
// from front to back, or through or along the border. A triangle that contains the point is not passed.
enum class SurfaceCrossing : std::uint8_t { none, from_behind, from_front, degenerate };
SurfaceCrossing crossing(const SurfacePoint& start, const Vec3& end, const Triangle& t);

struct BothSides {
    int behind = 0, in_front = 0;
};

// Winding numbers of points in the world with respect to one closed shape at one pose; 1 inside an ordinary
// solid whose normals point outwards. Rays are segments from the point to points well outside the shape. A
// ray that meets an edge or a corner is dropped, and the next one from a fixed sequence is tried.
class WindingNumber {
  public:
    // Keeps references to all three. Each box and each triangle that a ray is tested against is one test.
    WindingNumber(const Shape& shape, const Pose& world_from_shape, Meter& meter);

    // The winding number of a point off the surface. None if the budget is used up.
    std::optional<int> of(const Vec3& p);

    // The winding number just beside a point of a triangle: in front of it (side +1) or behind it (-1). The
    // triangle may lie on the shape's surface or be part of it. Only triangles further on that side count:
    // not those in the plane of the triangle, nor those that end in the point.
    std::optional<int> beside(const SurfacePoint& p, int side);

    // The same on both sides, often by one ray.
    std::optional<BothSides> beside(const SurfacePoint& p);

  private:
    std::optional<int> along_rays(const SurfacePoint& start, int side);
    bool shoot(const SurfacePoint& start, const Vec3& end, int& winding);

    const Shape& shape_;
    const Pose& world_from_shape_;
    Meter& meter_;
    Box world_box_;
    double inverse_rotation_[3][3];
    // The number of triangles that the start of the last ray may lie in, if it has `inwards`: the start is in
    // their planes, and no edge is surely between.
    int triangles_at_start_ = 0;
};

}  // namespace graze::inline v1::detail
