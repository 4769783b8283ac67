// The velocity of an object, estimated from the past positions of its box (Gottstein 1994, 4.3).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graze/base/box.h"

namespace graze::inline v1 {

// The velocity of one object: given, or the displacement of the centre of its box over the last steps, per
// unit of time. Where the box extends to infinity on one side, the bound on the other side counts instead of
// the centre; where it does on both, the velocity along this axis is 0. One step follows turns at once but
// jitters with noisy motion; more steps are smoother and lag.
class VelocityEstimate {
  public:
    // `window` is the number of steps, 1 to 1000; anything else throws graze::Error. Changes of velocity of
    // at most `tolerance` in each coordinate are ignored (see `changes`).
    explicit VelocityEstimate(unsigned window = 1, double tolerance = 0);

    // The object is at `box` at `time`, which is not before the last time; at the same time, the later call
    // counts. An empty box counts as no observation. Throws graze::Error if the time is not finite, or
    // a bound is neither infinite nor a coordinate up to 1e100.
    void observe(double time, const Box& box);
    // The object was put somewhere else without moving there: discards earlier observations.
    void forget();

    // From now on the velocity is this one; with nullopt, the velocity is estimated again.
    void give(const std::optional<Vec3>& velocity);

    // Zero until there are two observations.
    Vec3 velocity() const { return velocity_; }

    // A number that changes when the velocity differs by more than the tolerance from the velocity at the
    // last change of the number.
    std::uint64_t changes() const { return changes_; }

  private:
    struct Sample {
        double time;
        Vec3 center;
        unsigned infinite;  // a bit for each side of the box that is at infinity
    };
    static Sample sample_of(double time, const Box& box);
    void update();

    unsigned window_;
    double tolerance_;
    std::vector<Sample> samples_;  // at most window + 1, oldest first
    std::optional<Vec3> given_;
    Vec3 velocity_, reported_;
    std::uint64_t changes_ = 0;
};

}  // namespace graze::inline v1
