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

// Triangles that together contain the surface of the box at this pose, and lie in the box: the border of the
// convex hull of the carried corners, whatever rounding has done to them. For most boxes, both ways to cut
// each face in two: rounding bends a face along one of its diagonals. For boxes almost as thin as rounding,
// whose hull may have facets across faces, the triangles of all corners.
const Shape& surface_of(const Shape& box, const Pose& pose);
// Are these the triangles of the faces, four of each face, one after the other?
bool has_faces(const Shape& surface);
// The feature of the box that a feature of this surface is, or lies in; none if it lies across the box.
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

// Some triangle of a mesh whose first corner is in the box, of those that the filter lets through. If the
// surface of the box meets no triangle of the mesh, a triangle has one corner in the box only if all of it
// is: so this finds out whether anything is inside. None if the meter ran out: ask the meter.
std::optional<TriangleId> find_triangle_inside(const SolidBox& box, const Shape& mesh,
                                               const Pose& world_from_mesh, const PairFilter& filter,
                                               Meter& meter);

enum class BoxesMeet : std::uint8_t { no, yes, unsure };
// By separating axes in doubles (Gottschalk, Lin, Manocha 1996); certain where it is not unsure.
BoxesMeet boxes_meet(const SolidBox& a, const SolidBox& b);

}  // namespace graze::inline v1::detail
