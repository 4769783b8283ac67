#include "graze/render/detail/view.h"

#include <algorithm>
#include <cmath>

namespace graze::inline v1::detail {

View::View(const Camera& camera, std::uint32_t width, std::uint32_t height, const Box& scene)
    : axes_(view_axes(camera)),
      eye_(camera.eye),
      perspective_(camera.projection == Projection::perspective),
      middle_x_(0.5 * width),
      middle_y_(0.5 * height),
      pixels_per_unit_(perspective_ ? middle_y_ / half_height_at_one(camera.field_of_view_degrees)
                                    : height / camera.view_height),
      // So far out that next to nothing is clipped, but near enough for a float to tell pixels apart.
      clip_distance_(4.0 * std::max(width, height)) {
    const Vec3 sight = camera.target - camera.eye;
    spread_depths(scene, dot(sight, axes_.forward));
}

void View::spread_depths(const Box& scene, double distance) {
    double nearest = distance, farthest = distance;
    if (!scene.empty()) {
        nearest = max_coordinate * 10;
        farthest = -nearest;
        for (unsigned i = 0; i < 8; ++i) {
            const double z = camera_from_world({(i & 1U) != 0 ? scene.upper.x : scene.lower.x,
                                                (i & 2U) != 0 ? scene.upper.y : scene.lower.y,
                                                (i & 4U) != 0 ? scene.upper.z : scene.lower.z})
                                 .z;
            nearest = std::min(nearest, z);
            farthest = std::max(farthest, z);
        }
    }
    near_ = std::max(0.5 * nearest, 1e-3 * distance);
    // Leaves depths for lines, which are drawn a little in front of a flat scene.
    const double room = 4 / pixels_per_unit_;
    nearest -= room;
    depth_per_unit_ = 1 / (farthest + room - nearest);
    depth_at_zero_ = -nearest;  // as a length: added before the factor, so that nothing cancels
}

Vec3 View::camera_from_world(const Vec3& p) const {
    const Vec3 d = p - eye_;
    return rotate_from_world(d);
}

Vec3 View::rotate_from_world(const Vec3& d) const {
    return {dot(d, axes_.right), dot(d, axes_.up), dot(d, axes_.forward)};
}

ScreenPoint View::project(const Vec3& p) const {
    if (!perspective_) {
        const double depth = (p.z + depth_at_zero_) * depth_per_unit_;
        return {middle_x_ + p.x * pixels_per_unit_, middle_y_ - p.y * pixels_per_unit_,
                std::clamp(depth, 0.0, 1.0)};
    }
    const double scale = pixels_per_unit_ / p.z;
    return {middle_x_ + p.x * scale, middle_y_ - p.y * scale, std::clamp(1 - near_ / p.z, 0.0, 1.0)};
}

double View::pixel_size(const Vec3& p) const {
    return perspective_ ? p.z / pixels_per_unit_ : 1 / pixels_per_unit_;
}

View::Sight View::sight(double x, double y) const {
    const double right = (x - middle_x_) / pixels_per_unit_, up = (middle_y_ - y) / pixels_per_unit_;
    if (perspective_) return {{}, {right, up, 1}};
    return {{right, up, 0}, {0, 0, 1}};
}

bool View::faces_eye(const Vec3& normal, const Vec3& point) const {
    return (perspective_ ? dot(normal, point) : normal.z) < 0;
}

std::optional<DepthFunction> View::depth_of_plane(const Vec3& point, const Vec3& normal) const {
    // The line of sight at x, y goes by (right, up, 1) with right = (x - middle_x) / pixels_per_unit and so
    // on.
    const double per_x = normal.x / pixels_per_unit_, per_y = -normal.y / pixels_per_unit_;
    const double at_corner = -middle_x_ * per_x - middle_y_ * per_y;
    DepthFunction depth;
    if (perspective_) {
        // Along it, z is distance / (normal . direction), and the depth 1 - near / z.
        const double distance = dot(point, normal);
        if (!(distance < 0)) return {};
        const double factor = -near_ / distance;
        depth = {1 + (at_corner + normal.z) * factor, per_x * factor, per_y * factor};
    } else {
        if (!(normal.z < 0)) return {};
        const double z = (dot(point, normal) - at_corner) / normal.z;
        depth = {(z + depth_at_zero_) * depth_per_unit_, -per_x / normal.z * depth_per_unit_,
                 -per_y / normal.z * depth_per_unit_};
    }
    if (!std::isfinite(depth.at_corner) || !std::isfinite(depth.per_x) || !std::isfinite(depth.per_y))
        return {};
    return depth;
}

double View::inside_clip_plane(int plane, const Vec3& p) const {
    const double place = plane < 2 ? p.x : p.y;
    return plane % 2 == 0 ? limit_at(p) - place : limit_at(p) + place;
}

void View::put_on_clip_plane(int plane, Vec3& p) const {
    (plane < 2 ? p.x : p.y) = plane % 2 == 0 ? limit_at(p) : -limit_at(p);
}

}  // namespace graze::inline v1::detail
