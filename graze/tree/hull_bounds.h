// The convex hull of a mesh as its companion, and bounds in the world that follow from it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/pose.h"
#include "graze/convex/convex_hull.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// Of the vertices that triangles of a mesh use; made on first use and kept with the shape. Of a hull: itself.
// Throws Error for an empty mesh and for shapes of other kinds, which have no corners or few.
const ConvexHull& hull_of(const Shape& shape);

// How far a shape extends along some directions of the world, for one pose after another: the box around it,
// or any k-DOP. Tighter than the turned box, and as cheap where poses change little: each direction climbs
// along edges of the hull from the corner that was furthest the last time (Klosowski et al. 1998; Ohlenburg
// 2004, 3.2.3).
//
// Certain: every vertex of the mesh, carried to the world as queries carry it, is within the bounds. These
// are at most 2^-47 of the largest coordinate too far out.
class HullBounds {
  public:
    // Along the axes of the world, both ways. Throws Error where hull_of does.
    explicit HullBounds(const Shape& shape);
    // Along any directions that are finite and not 0, of any length. Throws Error for others.
    HullBounds(const Shape& shape, std::span<const Vec3> directions);

    // The largest dot(direction, vertex) for each direction. Valid until the next call.
    std::span<const double> heights(const Pose& world_from_shape);
    // The axis-aligned box. Only for bounds that were made without directions.
    Box box(const Pose& world_from_shape);

    // Corners that the last call looked at, over all directions.
    std::size_t corners_seen() const { return corners_seen_; }

  private:
    double height(const ConvexHull& hull, const Pose& pose, std::size_t i);

    Shape shape_;  // keeps the hull alive
    std::vector<Vec3> directions_;
    std::vector<std::uint32_t> corner_;
    std::vector<double> heights_;
    std::size_t corners_seen_ = 0;
};

}  // namespace graze::inline v1
