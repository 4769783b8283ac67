// What all questions about oriented boxes need: the surface as triangles, and what lies inside.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "graze/base/budget.h"
#include "graze/convex/oriented_box.h"
#include "graze/convex/small_hull.h"
#include "graze/query/query_options.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

inline constexpr TriangleId triangles_per_face = 4;  // of the surface of a box
using BoxCorners = std::array<Vec3, 8>;
BoxCorners world_corners(const OrientedBox& box, const Pose& pose);

// Triangles in the box that together contain its surface at this pose: the border of the convex hull of the
// transformed corners, with their rounding. For most boxes, these are the triangles of both diagonals of each
// face, since rounding bends a face along one of its diagonals. For boxes almost as thin as the rounding, the
// hull may have facets across faces; then they are the triangles between all corners.
const Shape& surface_of(const Shape& box, const Pose& pose);
// Are these the triangles of the faces, four of each face, one after the other?
bool has_faces(const Shape& surface);
// The feature of the box that is, or contains, a feature of this surface. None if the feature lies across the
// box.
FeatureId box_feature(const Shape& surface, FeatureId feature);

// An oriented box in the world, for deciding what lies in it.
class SolidBox {
  public:
    SolidBox(const Shape& box, const Pose& pose);

    const BoxCorners& corners() const { return corners_; }
    const Vec3& center() const { return center_; }
    const Vec3& half_side(std::size_t k) const { return half_[k]; }
    // Twice the most by which rounding may have moved the corners from those of a true box.
    double rounding() const { return rounding_; }

    // Exact.
    bool contains(const Vec3& p) const;

    enum class Side : std::uint8_t { inside, outside, across };
    // Of a box around `middle` with these half sides; `across` may also be said of a box that is inside or
    // outside.
    Side side_of(const Vec3& middle, const Vec3 (&half)[3]) const;

  private:
    BoxCorners corners_;
    Vec3 center_, half_[3];
    double square_[3];  // of the lengths of half_
    double rounding_ = 0;
};

// Finds a triangle of a mesh whose first corner is in the box and that the filter accepts. If the surface of
// the box meets no triangle of the mesh, a triangle has one corner in the box only if the whole triangle is
// in the box; so this decides whether the box contains anything. None if the meter is exhausted: ask the
// meter.
std::optional<TriangleId> find_triangle_inside(const SolidBox& box, const Shape& mesh,
                                               const Pose& world_from_mesh, const PairFilter& filter,
                                               Meter& meter);

// How the triangles of a mesh that meets the surface of a box nowhere, or does not cross it, lie to the
// solid. None if the meter ran out: ask the meter.
std::optional<TriangleId> find_triangle_outside(const SolidBox& box, const Shape& mesh,
                                                const Pose& world_from_mesh, Meter& meter);
// Some triangle in the box that is in no face of it, so that points of it are inside.
std::optional<TriangleId> find_triangle_deeper_than_faces(const SolidBox& box, const Shape& mesh,
                                                          const Pose& world_from_mesh, Meter& meter);

// A box in the world by its middle and sides, for the test below: a few products instead of eight corners.
struct BoxAxes {
    BoxAxes(const OrientedBox& box, const Pose& pose);

    Vec3 center, half[3];
    // Twice the most by which rounding may have moved the corners from where the middle and the sides put
    // them.
    double rounding;
};

enum class BoxesMeet : std::uint8_t { no, yes, unsure };
// By separating axes in doubles (Gottschalk, Lin, Manocha 1996); certain where it is not unsure.
BoxesMeet boxes_meet(const BoxAxes& a, const BoxAxes& b);

}  // namespace graze::inline v1::detail
