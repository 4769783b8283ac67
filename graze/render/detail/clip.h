// Clips triangles and segments to what the camera can see.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "graze/render/detail/scene.h"

namespace graze::inline v1::detail {

// A convex polygon in camera space. A triangle has at most one corner more after each of the six planes.
class ClippedPolygon {
  public:
    explicit ClippedPolygon(const std::array<Vec3, 3>& triangle)
        : corners_{triangle[0], triangle[1], triangle[2]} {}

    std::span<const Vec3> corners() const { return std::span(corners_).first(count_); }
    // Leaves fewer than three corners if nothing is visible.
    void clip(const Scene& scene);
    // The ends of the side that lies in the section plane, if there is one.
    std::optional<std::array<Vec3, 2>> cut_side() const {
        return cut_points_ == 2 ? std::optional(cut_side_) : std::nullopt;
    }

  private:
    template <typename Plane>
    void clip_at(const Plane& plane);

    std::array<Vec3, 9> corners_;
    std::size_t count_ = 3;
    std::array<Vec3, 2> cut_side_;
    std::size_t cut_points_ = 0;
};

// Nothing if nothing is visible. A segment in the section plane is not clipped by that plane: rounding would
// decide.
std::optional<std::array<Vec3, 2>> clipped_segment(const Scene& scene, const Vec3& a, const Vec3& b,
                                                   bool in_cut);

// True if a point needs no clipping.
bool can_be_seen(const Scene& scene, const Vec3& p);

}  // namespace graze::inline v1::detail
