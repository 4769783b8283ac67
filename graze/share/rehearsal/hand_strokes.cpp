#include "graze/share/rehearsal/hand_strokes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/base/trig.h"

namespace graze::inline v1 {

HandStrokes::HandStrokes(const Vec3& start, double side, double speed, std::uint64_t seed)
    : random_(seed), side_(side), speed_(speed), from_(start), to_(start) {
    for (double& turns : tremor_turns_) turns = random_.uniform(8, 12);
}

void HandStrokes::next_stroke(double time) {
    from_ = to_;
    from_turn_ = (Quat::about_turns(axis_, turns_) * from_turn_).normalized();
    const Vec3 corner = Vec3{side_, side_, side_} * 0.5;
    to_ = random_.in_box(-corner, corner);
    axis_ = random_.on_sphere();
    turns_ = random_.uniform(0, 0.25);
    begin_ = time;
    // The speed of a minimum-jerk stroke peaks at 15 / 8 of its mean.
    duration_ = std::max(0.3, 15.0 / 8 * length(to_ - from_) / speed_);
    rest_ = random_.uniform(0, 0.4);
}

MovingState HandStrokes::at(double time) {
    if (time >= begin_ + duration_ + rest_) next_stroke(time);
    const double s = std::clamp((time - begin_) / duration_, 0.0, 1.0);
    const double along = s * s * s * (10 - 15 * s + 6 * s * s);
    const double rate = 30 * s * s * (1 - s) * (1 - s) / duration_;
    const double change = s < 1 ? 60 * s * (1 - s) * (1 - 2 * s) / (duration_ * duration_) : 0;
    MovingState state;
    state.time = time;
    state.position = from_ + (to_ - from_) * along;
    state.velocity = (to_ - from_) * rate;
    state.acceleration = (to_ - from_) * change;
    state.rotation = Quat::about_turns(axis_, turns_ * along) * from_turn_;
    state.angular_velocity = axis_ * (2 * std::numbers::pi * turns_ * rate);
    for (std::size_t axis = 0; axis < 3; ++axis)
        state.position[axis] += 1e-3 * side_ * sin_cos_turns(tremor_turns_[axis] * time).sin;
    return state;
}

}  // namespace graze::inline v1
