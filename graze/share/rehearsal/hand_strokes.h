// The motion of a hand, made up: minimum-jerk strokes between random places (Flash and Hogan 1985), with
// short rests, and tremor of a tenth of a per cent of the arena at 8 to 12 Hz on top.
#pragma once

#include "graze/base/random.h"
#include "graze/share/motion/moving_state.h"

namespace graze::inline v1 {

class HandStrokes {
  public:
    // Strokes inside a cube of this side around the origin, with `speed` at their middle.
    HandStrokes(const Vec3& start, double side, double speed, std::uint64_t seed);
    MovingState at(double time);  // times must not fall

  private:
    void next_stroke(double time);

    Random random_;
    double side_, speed_;
    Vec3 from_, to_;
    Quat from_turn_{};
    Vec3 axis_{0, 0, 1};
    double turns_ = 0;  // of this stroke, about the axis
    double begin_ = 0, duration_ = 0, rest_ = 0;
    double tremor_turns_[3];
};

}  // namespace graze::inline v1
