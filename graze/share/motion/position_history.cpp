#include "graze/share/motion/position_history.h"

#include <algorithm>

namespace graze::inline v1 {

bool PositionHistory::hear(const TimedPosition& position) {
    if (size_ > 0 && !(position.time > last_[0].time)) return false;
    std::move_backward(last_.begin(), last_.end() - 1, last_.end());
    last_[0] = position;
    size_ = std::min<std::size_t>(size_ + 1, 3);
    return true;
}

double PositionHistory::turn_cosine() const {
    const Vec3 to = last_[0].position - last_[1].position, from = last_[1].position - last_[2].position;
    const double product = length(to) * length(from);
    return product > 0 ? dot(to, from) / product : 1;
}

int PositionHistory::order() const {
    if (size_ < 3) return static_cast<int>(size_) - 1 < 0 ? 0 : static_cast<int>(size_) - 1;
    return turn_cosine() < options_.sharp_below ? 1 : 2;
}

Vec3 PositionHistory::velocity() const {
    const int n = order();
    if (n == 0) return {};
    const double a = last_[0].time - last_[1].time;
    if (n == 1) return (last_[0].position - last_[1].position) / a;
    const double b = last_[1].time - last_[2].time;
    return last_[2].position * (a / ((a + b) * b)) - last_[1].position * (1 / a + 1 / b) +
           last_[0].position * (1 / a + 1 / (a + b));
}

Vec3 PositionHistory::acceleration() const {
    if (order() < 2) return {};
    const double a = last_[0].time - last_[1].time, b = last_[1].time - last_[2].time;
    return last_[2].position * (2 / ((a + b) * b)) - last_[1].position * (2 / (a * b)) +
           last_[0].position * (2 / (a * (a + b)));
}

Vec3 PositionHistory::position(double time) const {
    const double dt = time - last_[0].time;
    return last_[0].position + (velocity() + acceleration() * (0.5 * dt)) * dt;
}

TimedPosition PositionHistory::convergence() const {
    if (order() == 0) return last_[0];
    const double a = last_[0].time - last_[1].time, at = last_[0].time + a;
    if (order() == 1) return {at, last_[0].position + (last_[0].position - last_[1].position)};
    const double b = last_[1].time - last_[2].time;
    return {at, last_[2].position * (2 * a * a / (b * (a + b))) - last_[1].position * (2 * a / b + 1) +
                    last_[0].position * (2 * a / (a + b) + 2)};
}

Vec3 PositionHistory::converging(const Vec3& shown, const Vec3& shown_velocity, double now,
                                 double time) const {
    const TimedPosition end = convergence();
    const double whole = end.time - now, dt = time - now;
    if (!(whole > 0) || dt >= whole) return position(time);
    const Vec3 line = (end.position - shown) / whole;
    if (order() < 2 || turn_cosine() > options_.straight_above) return shown + line * dt;
    // The parabola with the shown velocity at its begin.
    return shown + shown_velocity * dt + (line - shown_velocity) * (dt * dt / whole);
}

}  // namespace graze::inline v1
