// Boxes that move in a straight line: the input of predictions.
#pragma once

#include "graze/base/box.h"

namespace graze::inline v1 {

// Times have the unit that velocities are given in: seconds, or steps.
struct TimeSpan {
    double first = 0, last = 0;
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

// A box as it is now, and its displacement per unit of time. The default is empty and meets nothing. A box
// may extend to infinity on any side. The constructor throws graze::Error for other bounds and for velocities
// that are beyond 1e100 or not a number.
class MovingBox {
  public:
    MovingBox() = default;
    explicit MovingBox(const Box& box, const Vec3& velocity = {});

    const Box& box() const { return box_; }
    const Vec3& velocity() const { return velocity_; }

    // The box after `time` (before now, if negative), each bound rounded to the nearest double.
    Box at(double time) const;

    friend bool operator==(const MovingBox&, const MovingBox&) = default;

  private:
    Box box_;
    Vec3 velocity_;
};

// Whether a box that is not empty has only bounds up to 1e100 and, where it extends to infinity, infinite
// ones.
bool has_bounds_in_range(const Box& box);
// Whether some side of the box is at infinity.
bool is_infinite(const Box& box);

// A box around the volume that the moving box sweeps from now until `time` (zero or later, infinity as well);
// rounded outwards. A broad phase whose objects will be queried about their future should hold this box.
Box swept_bounds(const MovingBox& moving, double time);

// The same, with the step from `before` to now.
Box swept_bounds(const Box& before, const MovingBox& moving, double time);

}  // namespace graze::inline v1
