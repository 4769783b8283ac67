// Boxes that move in a straight line: what predictions are made of.
#pragma once

#include "graze/base/box.h"

namespace graze::inline v1 {

// Times are numbers of whatever unit velocities are given in: seconds, or steps.
struct TimeSpan {
    double first = 0, last = 0;
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

// A box as it is now, and how far each point of it moves in one unit of time. The default one is empty and
// meets nothing. Checked when it is made: bounds and velocities beyond 1e100, infinite or not a number throw
// graze::Error.
class MovingBox {
  public:
    MovingBox() = default;
    explicit MovingBox(const Box& box, const Vec3& velocity = {});

    const Box& box() const { return box_; }
    const Vec3& velocity() const { return velocity_; }

    // Where it is after `time` (before now, if negative), each bound rounded to the nearest double.
    Box at(double time) const;

    friend bool operator==(const MovingBox&, const MovingBox&) = default;

  private:
    Box box_;
    Vec3 velocity_;
};

// The smallest box known to hold everything that the moving box passes from now until `time` (zero or later,
// infinity as well); rounded outwards. It is what a broad phase wants to hear of things that will be asked
// about their future.
Box swept_bounds(const MovingBox& moving, double time);

// The same, with the step that led here from `before`.
Box swept_bounds(const Box& before, const MovingBox& moving, double time);

}  // namespace graze::inline v1
