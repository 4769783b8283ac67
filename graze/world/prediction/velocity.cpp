#include "graze/world/prediction/velocity.h"

#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "graze/world/prediction/moving_box.h"

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

VelocityEstimate::Sample VelocityEstimate::sample_of(double time, const Box& box) {
    Sample sample{time, box.center(), 0};
    for (std::size_t k = 0; k < 3; ++k) {
        const bool below = std::isinf(box.lower[k]), above = std::isinf(box.upper[k]);
        if (!below && !above) continue;
        sample.center[k] = below && above ? 0 : below ? box.upper[k] : box.lower[k];
        sample.infinite |= (below ? 1u : 0u) << 2 * k | (above ? 2u : 0u) << 2 * k;
    }
    return sample;
}

void VelocityEstimate::observe(double time, const Box& box) {
    if (box.empty()) return forget();
    if (!std::isfinite(time) || !has_bounds_in_range(box))
        throw Error("a velocity cannot be estimated from a time that is not finite, or a box beyond 1e100");
    if (!samples_.empty() && time < samples_.back().time)
        throw Error("an object was observed at time " + std::to_string(time) + " after " +
                        std::to_string(samples_.back().time),
                    {}, "times come in order");
    if (!samples_.empty() && samples_.back().time == time) samples_.pop_back();
    if (samples_.size() > window_) samples_.erase(samples_.begin());
    const Sample sample = sample_of(time, box);
    // A shape that gets or loses an infinite side is another shape: nothing has moved that far.
    if (!samples_.empty() && samples_.back().infinite != sample.infinite) samples_.clear();
    samples_.push_back(sample);
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
