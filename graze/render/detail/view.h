// A camera with a picture: from the world to pixels and back.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/base/box.h"
#include "graze/base/pose.h"
#include "graze/render/camera.h"
#include "graze/render/detail/view_axes.h"

namespace graze::inline v1::detail {

// A point in the picture: pixels from the left and the upper border, and a depth. `depth` is from 0 (nearest)
// to 1 and linear in x and y over a plane, in both projections.
struct ScreenPoint {
    double x = 0, y = 0, depth = 0;
};

// A depth that is linear over the picture: at_corner + per_x * x + per_y * y.
struct DepthFunction {
    double at_corner = 0, per_x = 0, per_y = 0;
};

// Camera space: x to the right, y up, z away from the eye, in the scene's unit.
class View {
  public:
    // `scene` holds all that will be drawn; depths are spread over it.
    View(const Camera& camera, std::uint32_t width, std::uint32_t height, const Box& scene);

    Vec3 camera_from_world(const Vec3& p) const;
    Vec3 rotate_from_world(const Vec3& direction) const;

    bool perspective() const { return perspective_; }
    double near() const { return near_; }  // perspective: nothing nearer to the eye's plane is drawn

    // `p.z` must be at least near() in perspective. The result may be far outside the picture, even infinite.
    ScreenPoint project(const Vec3& p) const;
    // The width of a pixel in the scene, at the distance of `p`.
    double pixel_size(const Vec3& p) const;
    // The points seen at x, y are origin + z * direction; in camera space, direction.z is 1.
    struct Sight {
        Vec3 origin, direction;
    };
    Sight sight(double x, double y) const;
    // True if the side of a triangle that `normal` points to faces the eye.
    bool faces_eye(const Vec3& normal, const Vec3& point) const;

    // The depth of a plane in camera space, if the side that `normal` points to faces the eye.
    std::optional<DepthFunction> depth_of_plane(const Vec3& point, const Vec3& normal) const;

    // Everything farther than this from the picture's middle, in pixels, is clipped.
    double clip_distance() const { return clip_distance_; }
    // Positive inside the four planes at that distance (0: right, 1: left, 2: up, 3: down).
    double inside_clip_plane(int plane, const Vec3& p) const;
    // Moves a point onto one of them, along the picture.
    void put_on_clip_plane(int plane, Vec3& p) const;

  private:
    double limit_at(const Vec3& p) const {
        return (perspective_ ? p.z : 1) * (clip_distance_ / pixels_per_unit_);
    }
    void spread_depths(const Box& scene, double distance);

    ViewAxes axes_;
    Vec3 eye_;
    bool perspective_;
    double middle_x_, middle_y_;
    double pixels_per_unit_;  // at distance 1, or anywhere
    double clip_distance_;
    double near_ = 0;
    double depth_at_zero_ = 0, depth_per_unit_ = 0;  // orthographic
};

}  // namespace graze::inline v1::detail
