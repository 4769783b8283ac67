#include "graze/share/motion/dead_reckoning.h"

#include <algorithm>

namespace graze::inline v1 {

bool ReckonedSender::due(const MovingState& truth, std::optional<double> error_threshold) const {
    if (!last_) return true;
    if (truth.time - last_->time >= options_.time_threshold) return true;
    const StateError error = error_between(truth, reckoned(*last_, truth.time, options_.order));
    const double most =
        std::min(options_.error_threshold, error_threshold.value_or(options_.error_threshold));
    return error.distance > most || error.turn > options_.turn_threshold;
}

bool FollowedPath::hear(const MovingState& state, double now) {
    if (model_ && state.time <= heard_) return false;
    heard_ = state.time;
    set_model(state, now);
    return true;
}

void FollowedPath::set_model(const MovingState& state, double now) {
    if (!model_ || options_.convergence == Convergence::jump || !(options_.duration > 0)) {
        model_ = state;
        converging_ = false;
        return;
    }
    const MovingState before = shown(now);
    model_ = state;
    const MovingState after = model(now);
    offset_ = before.position - after.position;
    converging_ = !(options_.jump_beyond > 0 && length(offset_) > options_.jump_beyond);
    offset_velocity_ = before.velocity - after.velocity;
    turn_ = (before.rotation * after.rotation.conjugate()).normalized();
    from_ = now;
}

MovingState FollowedPath::shown(double time) const {
    MovingState state = model(time);
    const double s = converging_ ? (time - from_) / options_.duration : 1;
    if (s >= 1) return state;
    // Hermite's cubics: value and slope of the difference at s = 0, nothing of either at s = 1.
    const double u = std::max(s, 0.0), v = 1 - u, d = options_.duration;
    state.position += offset_ * (v * v * (1 + 2 * u)) + offset_velocity_ * (d * u * v * v);
    state.velocity += offset_ * (-6 * u * v / d) + offset_velocity_ * (v * (1 - 3 * u));
    state.rotation = (nlerp(turn_, Quat{}, u) * state.rotation).normalized();
    return state;
}

}  // namespace graze::inline v1
