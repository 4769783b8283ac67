#include "graze/world/prediction/velocity.h"

#include <cmath>
#include <string>

#include "graze/base/error.h"

namespace graze::inline v1 {

namespace {

constexpr unsigned largest_window = 1000;

}  // namespace

VelocityEstimate::VelocityEstimate(unsigned window, double tolerance)
    : window_(window), tolerance_(tolerance) {
    if (window < 1 || window > largest_window)
        throw Error("a velocity cannot be estimated over " + std::to_string(window) + " steps", {},
                    "1 to 1000 will do");
    if (!(tolerance >= 0))
        throw Error("the tolerance of a velocity, " + std::to_string(tolerance) + ", is below zero");
}

void VelocityEstimate::observe(double time, const Box& box) {
    if (box.empty()) return forget();
    if (!std::isfinite(time) || !is_in_range(box.lower) || !is_in_range(box.upper))
        throw Error("a velocity cannot be estimated from a time or a box that is not finite");
    if (!samples_.empty() && time < samples_.back().time)
        throw Error("an object was observed at time " + std::to_string(time) + " after " +
                        std::to_string(samples_.back().time),
                    {}, "times come in order");
    if (!samples_.empty() && samples_.back().time == time) samples_.pop_back();
    if (samples_.size() > window_) samples_.erase(samples_.begin());
    samples_.push_back({time, box.center()});
    update();
}

void VelocityEstimate::forget() {
    samples_.clear();
    update();
}

void VelocityEstimate::give(const std::optional<Vec3>& velocity) {
    if (velocity && !is_in_range(*velocity)) throw Error("a velocity is not finite, or beyond 1e100");
    given_ = velocity;
    update();
}

void VelocityEstimate::update() {
    velocity_ = {};
    if (given_) {
        velocity_ = *given_;
    } else if (samples_.size() > 1) {
        // The mean of the velocities of the steps, each weighted by its duration, is the velocity of the
        // whole.
        const Sample &oldest = samples_.front(), &newest = samples_.back();
        velocity_ = (newest.center - oldest.center) / (newest.time - oldest.time);
    }
    const Vec3 change = velocity_ - reported_;
    if (std::abs(change.x) <= tolerance_ && std::abs(change.y) <= tolerance_ &&
        std::abs(change.z) <= tolerance_)
        return;
    reported_ = velocity_;
    ++changes_;
}

}  // namespace graze::inline v1
