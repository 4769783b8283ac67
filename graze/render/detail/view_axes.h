// The directions of a camera.
#pragma once

#include "graze/render/camera.h"

namespace graze::inline v1::detail {

// The largest of the coordinates' magnitudes.
double largest(const Vec3& v);
// The unit vector of `v`, also where squares of coordinates overflow or vanish. Zero stays zero.
Vec3 unit(const Vec3& v);

// Three unit vectors, perpendicular to one another.
struct ViewAxes {
    Vec3 right, up, forward;
};

// `forward` is of unit length.
ViewAxes axes_along(const Vec3& forward, const Vec3& wanted_up);
// Throws Error for a camera that sees nothing (see Camera).
ViewAxes view_axes(const Camera& camera);

// Throws Error for an angle out of range.
void check_field_of_view(double degrees);
// Half the picture's height at distance 1 from the eye.
double half_height_at_one(double field_of_view_degrees);

}  // namespace graze::inline v1::detail
