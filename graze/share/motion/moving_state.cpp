#include "graze/share/motion/moving_state.h"

#include <algorithm>
#include <cmath>

namespace graze::inline v1 {
namespace {

bool quat_is_usable(const Quat& q) {
    const double n = q.norm_squared();
    return std::isfinite(n) && n > 1e-12 && n < 1e12;
}

Quat turned_on(const Quat& rotation, const Vec3& angular_velocity, double dt) {
    const double rate = length(angular_velocity);
    if (!(rate > 0)) return rotation;
    return (Quat::about_radians(angular_velocity, rate * dt) * rotation).normalized();
}

}  // namespace

bool is_valid(const MovingState& s) {
    return std::isfinite(s.time) && is_in_range(s.position) && is_in_range(s.velocity) &&
           is_in_range(s.acceleration) && is_in_range(s.angular_velocity) && quat_is_usable(s.rotation) &&
           length(s.angular_velocity) < 1e6;
}

MovingState reckoned(const MovingState& state, double time, ReckoningOrder order) {
    const double dt = time - state.time;
    MovingState result = state;
    result.time = time;
    result.rotation = turned_on(state.rotation, state.angular_velocity, dt);
    if (order == ReckoningOrder::second) {
        result.position = state.position + (state.velocity + state.acceleration * (0.5 * dt)) * dt;
        result.velocity = state.velocity + state.acceleration * dt;
    } else {
        result.position = state.position + state.velocity * dt;
        result.acceleration = {};
    }
    return result;
}

StateError error_between(const MovingState& a, const MovingState& b) {
    const Quat d = a.rotation.normalized() * b.rotation.normalized().conjugate();
    const double half_sine = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    return {length(a.position - b.position), 2 * std::min(half_sine, 1.0)};
}

}  // namespace graze::inline v1
