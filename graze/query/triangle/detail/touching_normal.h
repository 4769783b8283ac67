// The normal of a contact where two shapes touch: that of the plane between them, if there is only one.
#pragma once

#include <array>
#include <span>

#include "graze/base/triangle.h"
#include "graze/query/contact.h"

namespace graze::inline v1::detail {

// One of two shapes that touch, as far as it matters there. In world coordinates.
struct TouchingSide {
    std::span<const Vec3> points;  // corners of a triangle or of a convex solid
    // Where the contact is inside a face: the triangle, or the triangles of the face of a solid,
    // counter-clockwise as seen from outside. Any that has the shapes on different sides will do.
    std::span<const Triangle> face{};
    std::span<const Vec3> beyond_face{};  // those of the points that are not in a triangle of `face`
    // Where it is inside an edge: the two ends. Else none.
    std::span<const Vec3> edge{};
    std::span<const Vec3> beyond_edge{};  // those of the points that are not its ends
};

// A triangle with the feature of it that a contact is in. The triangle must live as long.
class TouchingTriangle {
  public:
    TouchingTriangle(const Triangle& t, FeatureId feature);
    TouchingTriangle(const TouchingTriangle&) = delete;
    TouchingTriangle& operator=(const TouchingTriangle&) = delete;
    const TouchingSide& side() const { return side_; }

  private:
    std::array<Vec3, 2> edge_{};
    TouchingSide side_;
};

// A plane between the shapes is the only one if it is that of a face with the contact inside, or if the
// contact is inside two edges that cross. Planes are judged exactly, by all points. Shapes that pass through
// each other have none. In a common plane, the face of a solid tells the sign; two triangles back to back
// have that of the first one's winding, which is unsure. Sets normal and certainty, none if there is none.
void set_touching_normal(Contact& contact, const TouchingSide& a, const TouchingSide& b);

// The same for the two triangles that contain the features of the contact.
void set_touching_normal(Contact& contact, const Triangle& a, const Triangle& b);

}  // namespace graze::inline v1::detail
