// How fast does an object move, if nobody says? From where its box was (Gottstein 1994, 4.3).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graze/base/box.h"

namespace graze::inline v1 {

// The velocity of one object: given, or the way of the centre of its box over the last steps, per unit of
// time. One step follows turns at once, and jitters with what flaps; more steps are calmer and late.
class VelocityEstimate {
  public:
    // Over how many steps, 1 to 1000; anything else throws graze::Error. Changes of velocity of at most
    // `tolerance` in each coordinate are none (see `changes`).
    explicit VelocityEstimate(unsigned window = 1, double tolerance = 0);

    // Where the object is at `time`, which is not before the last one; at the same time, the later call
    // holds. An empty box is as good as none. Throws graze::Error if time or box are not finite.
    void observe(double time, const Box& box);
    // The object was put somewhere else without moving there: what was before counts no more.
    void forget();

    // From now on the velocity is this one; with nothing, it is estimated again.
    void give(const std::optional<Vec3>& velocity);

    // Zero as long as there are not two observations.
    Vec3 velocity() const { return velocity_; }

    // A number that changes when the velocity differs by more than the tolerance from what it was when the
    // number changed last.
    std::uint64_t changes() const { return changes_; }

  private:
    struct Sample {
        double time;
        Vec3 center;
    };
    void update();

    unsigned window_;
    double tolerance_;
    std::vector<Sample> samples_;  // at most window + 1, oldest first
    std::optional<Vec3> given_;
    Vec3 velocity_, reported_;
    std::uint64_t changes_ = 0;
};

}  // namespace graze::inline v1
