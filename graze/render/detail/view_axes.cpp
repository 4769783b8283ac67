#include "graze/render/detail/view_axes.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "graze/base/trig.h"

namespace graze::inline v1::detail {
namespace {

constexpr double least_length = 1e-90;  // so that no square of a quotient overflows

Vec3 axis_most_across(const Vec3& direction) {
    const Vec3 a{std::fabs(direction.x), std::fabs(direction.y), std::fabs(direction.z)};
    if (a.z <= a.x && a.z <= a.y) return {0, 0, 1};
    return a.y <= a.x ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
}

}  // namespace

double largest(const Vec3& v) {
    return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

Vec3 unit(const Vec3& v) {
    const double size = largest(v);
    return size > 0 ? normalized(v / size) : v;
}

ViewAxes axes_along(const Vec3& forward, const Vec3& wanted_up) {
    Vec3 right = cross(forward, unit(wanted_up));
    if (!(length(right) > 1e-6)) right = cross(forward, axis_most_across(forward));
    right = unit(right);
    return {right, cross(right, forward), forward};
}

void check_field_of_view(double degrees) {
    if (!(degrees > 0 && degrees < 180))
        throw Error("a field of view of " + std::to_string(degrees) + " degrees shows nothing", "camera",
                    "give an angle above 0 and below 180");
}

ViewAxes view_axes(const Camera& camera) {
    if (!is_in_range(camera.eye) || !is_in_range(camera.target) || !is_in_range(camera.up))
        throw Error("a coordinate is not a finite number up to 1e100", "camera");
    const Vec3 forward = camera.target - camera.eye;
    // If eye and target are nearer to each other, their rounding decides where the camera looks.
    const double rounding = 1e-12 * std::max(largest(camera.eye), largest(camera.target));
    if (!(largest(forward) > std::max(rounding, least_length)))
        throw Error("the eye is at the target", "camera", "move it away from what it looks at");
    if (camera.projection == Projection::perspective) check_field_of_view(camera.field_of_view_degrees);
    if (camera.projection == Projection::orthographic &&
        !(camera.view_height >= least_length && camera.view_height <= max_coordinate))
        throw Error("the height of the view is not a length above 0", "camera", "give one up to 1e100");
    return axes_along(unit(forward), camera.up);
}

double half_height_at_one(double field_of_view_degrees) {
    const SinCos half = sin_cos_turns(field_of_view_degrees / 720);
    return half.sin / half.cos;
}

}  // namespace graze::inline v1::detail
