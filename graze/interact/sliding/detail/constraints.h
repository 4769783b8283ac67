// What is near a part: planes that it must not pass, each through a pair of features that could meet first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graze/base/pose.h"
#include "graze/mesh/edges.h"
#include "graze/query/contact.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// The point `point` of the part may come closer by `slack` against the direction `normal`, which has length 1
// and points from the obstacle to the part.
struct SlidingPlane {
    Vec3 point, normal;
    double slack = 0;
    std::uint32_t pair = 0;  // which pair of shapes
    FeatureId feature_part, feature_obstacle;
    // Of shapes that overlap here: how deep. The point may then get deeper by `slack`, and keeps no gap.
    std::optional<double> depth{};
};

const Edges& edges_of(const Shape& mesh);  // kept with the shape

// A mesh at its place, with its edges.
struct PlacedSurface {
    const Shape& shape;
    const Pose& world;
    const Edges& edges;

    PlacedSurface(const Shape& shape, const Pose& world);
    Vec3 vertex(VertexId v) const { return world(shape.mesh().vertices()[v]); }
    Triangle triangle(TriangleId t) const { return world(shape.mesh().triangle(t)); }
};

// Turns the closest points of triangles into planes.
//
// Two features belong together if the direction between them could separate the surfaces around them: all
// that is adjacent to one lies behind it, seen from the other, up to 0.2 radians. So the edges between
// triangles of one flat face hold nothing up (a part that slides over them is beside the next triangle, and
// the closest points of the two tell nothing), while a corner that is a little higher than the lowest one
// counts: after a small turn it is the lowest. Two triangles that are parallel up to 0.2 radians have a plane
// in each corner of what they have in common, seen along the normal.
class PlaneGatherer {
  public:
    // The references must outlive the gatherer, which appends to `planes`.
    PlaneGatherer(const Shape& part, const Pose& world_from_part, const Shape& obstacle,
                  const Pose& world_from_obstacle, std::uint32_t pair, std::vector<SlidingPlane>& planes)
        : part_(part, world_from_part),
          obstacle_(obstacle, world_from_obstacle),
          pair_(pair),
          planes_(planes) {}

    void add(const Contact& contact);

  private:
    void add_plane(const Contact& contact, const Vec3& point, const Vec3& normal, double slack) {
        planes_.push_back({point, normal, slack, pair_, contact.feature_a, contact.feature_b});
    }

    PlacedSurface part_, obstacle_;
    std::uint32_t pair_;
    std::vector<SlidingPlane>& planes_;
};

}  // namespace graze::inline v1::detail
