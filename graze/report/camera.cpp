#include "graze/report/camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "graze/base/trig.h"
#include "graze/report/detail/view.h"

namespace graze::inline v1 {
namespace detail {
namespace {

constexpr double least_length = 1e-90;  // so that no square of a quotient overflows

double largest(const Vec3& v) {
    return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

// Scaled first: squares of lengths may overflow or vanish.
Vec3 unit(const Vec3& v) {
    const double size = largest(v);
    return size > 0 ? normalized(v / size) : v;
}

Vec3 axis_most_across(const Vec3& direction) {
    const Vec3 a{std::fabs(direction.x), std::fabs(direction.y), std::fabs(direction.z)};
    if (a.z <= a.x && a.z <= a.y) return {0, 0, 1};
    return a.y <= a.x ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
}

ViewAxes axes_along(const Vec3& forward, const Vec3& wanted_up) {
    Vec3 right = cross(forward, unit(wanted_up));
    if (!(length(right) > 1e-6)) right = cross(forward, axis_most_across(forward));
    right = unit(right);
    return {right, cross(right, forward), forward};
}

void check_angle(double degrees) {
    if (!(degrees > 0 && degrees < 180))
        throw Error("a field of view of " + std::to_string(degrees) + " degrees shows nothing", "camera",
                    "give an angle above 0 and below 180");
}

}  // namespace

ViewAxes view_axes(const Camera& camera) {
    if (!is_in_range(camera.eye) || !is_in_range(camera.target) || !is_in_range(camera.up))
        throw Error("a coordinate is not a finite number up to 1e100", "camera");
    const Vec3 forward = camera.target - camera.eye;
    // Below this, rounding of the two decides where the camera looks.
    const double rounding = 1e-12 * std::max(largest(camera.eye), largest(camera.target));
    if (!(largest(forward) > std::max(rounding, least_length)))
        throw Error("the eye is at the target", "camera", "move it away from what it looks at");
    if (camera.projection == Projection::perspective) check_angle(camera.field_of_view_degrees);
    if (camera.projection == Projection::orthographic &&
        !(camera.view_height >= least_length && camera.view_height <= max_coordinate))
        throw Error("the height of the view is not a length above 0", "camera", "give one up to 1e100");
    return axes_along(unit(forward), camera.up);
}

double half_height_at_one(double field_of_view_degrees) {
    const SinCos half = sin_cos_turns(field_of_view_degrees / 720);
    return half.sin / half.cos;
}

}  // namespace detail

namespace {

using detail::ViewAxes;

// Corners of the box as seen along the axes from its middle; z is towards the eye.
std::array<Vec3, 8> corners_in(const Box& box, const Vec3& middle, const ViewAxes& axes) {
    std::array<Vec3, 8> corners;
    for (unsigned i = 0; i < 8; ++i) {
        const Vec3 corner{(i & 1U) != 0 ? box.upper.x : box.lower.x,
                          (i & 2U) != 0 ? box.upper.y : box.lower.y,
                          (i & 4U) != 0 ? box.upper.z : box.lower.z};
        const Vec3 d = corner - middle;
        corners[i] = {dot(d, axes.right), dot(d, axes.up), -dot(d, axes.forward)};
    }
    return corners;
}

Box with_some_size(Box box) {
    if (box.empty()) return {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
    const Vec3 size = box.size();
    if (std::max({size.x, size.y, size.z}) > 0) return box;
    const Vec3 c = box.center();
    const double half = std::max(1e-6 * std::max({std::fabs(c.x), std::fabs(c.y), std::fabs(c.z)}), 1e-6);
    return {c - Vec3{half, half, half}, c + Vec3{half, half, half}};
}

// In one direction across the view: the least distance of the eye from the middle, and its place, so that all
// corners are within `tangent` of the line of sight.
struct EyePlace {
    double offset, distance;
};

EyePlace perspective_place(const std::array<Vec3, 8>& corners, std::size_t axis, double tangent) {
    double above = -max_coordinate, below = -max_coordinate;
    for (const Vec3& c : corners) {
        above = std::max(above, c[axis] + tangent * c.z);
        below = std::max(below, -c[axis] + tangent * c.z);
    }
    return {(above - below) / 2, (above + below) / (2 * tangent)};
}

}  // namespace

Camera fit(const Box& box, const Vec3& from, std::uint32_t width, std::uint32_t height,
           const FitOptions& options) {
    if (!is_in_range(from) || from == Vec3{})
        throw Error("there is no direction to look from", "camera", "give one like 1,-1,1");
    if (!(options.margin >= 0 && options.margin < 0.5))
        throw Error("a margin is from 0 to half of the picture", "camera");
    if (width == 0 || height == 0) throw Error("a picture without pixels shows nothing", "camera");
    const Box seen = with_some_size(box);
    const Vec3 middle = seen.center();
    Camera camera;
    camera.up = options.up;
    camera.projection = options.projection;
    camera.field_of_view_degrees = options.field_of_view_degrees;
    const ViewAxes axes = detail::axes_along(-detail::unit(from), options.up);
    const std::array<Vec3, 8> corners = corners_in(seen, middle, axes);
    const double aspect = static_cast<double>(width) / height;
    const double used = 1 - 2 * options.margin;
    const Vec3 size = seen.size();
    const double diagonal = std::max({size.x, size.y, size.z}) * 2;  // at least the diagonal

    if (options.projection == Projection::orthographic) {
        double half_width = 0, half_height = 0;
        for (const Vec3& c : corners) {  // the box is symmetric about its middle
            half_width = std::max(half_width, std::fabs(c.x));
            half_height = std::max(half_height, std::fabs(c.y));
        }
        camera.view_height = 2 * std::max({half_height, half_width / aspect, diagonal * 1e-6}) / used;
        camera.target = middle;
        camera.eye = middle - axes.forward * diagonal;
        return camera;
    }
    detail::check_angle(options.field_of_view_degrees);
    const double tangent = detail::half_height_at_one(options.field_of_view_degrees) * used;
    const EyePlace across = perspective_place(corners, 0, tangent * aspect);
    const EyePlace along = perspective_place(corners, 1, tangent);
    const double distance = std::max({across.distance, along.distance, diagonal * 1e-3});
    camera.target = middle + axes.right * across.offset + axes.up * along.offset;
    camera.eye = camera.target - axes.forward * distance;
    return camera;
}

}  // namespace graze::inline v1
