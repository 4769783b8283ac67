// The camera of a picture, and cameras that see a whole scene.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/base/box.h"
#include "graze/base/vec3.h"

namespace graze::inline v1 {

enum class Projection : std::uint8_t { perspective, orthographic };

// The target is in the middle of the picture. draw() refuses a camera whose numbers are not finite, whose eye
// is at its target (to within rounding), or whose angle or height is out of range. An `up` of zero, or along
// the line of sight, is replaced by the axis most across that line.
struct Camera {
    Vec3 eye{0, 0, 1};
    Vec3 target{};
    Vec3 up{0, 1, 0};  // need not be of unit length, nor across the line of sight
    Projection projection = Projection::perspective;
    // The angle of a perspective view, from the picture's lower to its upper border: above 0 and below 180.
    double field_of_view_degrees = 30;
    // The height of an orthographic view, from the picture's lower to its upper border, in the scene's unit.
    double view_height = 1;
};

// A picture leaves out everything on the side that `normal` points to.
struct SectionPlane {
    Vec3 point, normal;
};

struct FitOptions {
    Vec3 up{0, 0, 1};
    Projection projection = Projection::perspective;
    double field_of_view_degrees = 30;
    double margin = 0.05;  // left free at each border, as a share of the picture's side; below 0.5
    std::optional<SectionPlane> section{};  // for items (draw.h): the camera need not see what it leaves out
};

// The camera that sees all of `box`, as large as possible, in a picture of these sides. The eye is nowhere
// nearer than a tenth of the box's size. `from` is the direction from the box towards the eye; its length
// does not count. An empty box is taken for the unit cube around the origin, a point for a small cube around
// the point. Throws Error for a direction of zero and for numbers that draw() would refuse. fit() in draw.h
// fits items more closely.
Camera fit(const Box& box, const Vec3& from, std::uint32_t width, std::uint32_t height,
           const FitOptions& options = {});

}  // namespace graze::inline v1
