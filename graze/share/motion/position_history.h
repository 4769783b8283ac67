// The position-history protocol: messages carry positions only, and receivers derive how the object moves
// from the last three (Singhal and Cheriton 1995; Ohlenburg 2003, 4.2.3, with the sign of the middle term of
// eq. 4.4 and the missing 2 of eq. 4.6 repaired).
#pragma once

#include <array>
#include <cstddef>

#include "graze/base/vec3.h"

namespace graze::inline v1 {

struct TimedPosition {
    double time = 0;
    Vec3 position{};
};

struct HistoryOptions {
    // Cosines of the angle that the path turns by at the middle of the three points. Below the first, the
    // turn is sharp, and only the last two points count. Above the second, the path is almost straight, and
    // the shown path converges on a line instead of a parabola.
    double sharp_below = 0.7071067811865476;
    double straight_above = 0.9961946980917455;
};

class PositionHistory {
  public:
    explicit PositionHistory(const HistoryOptions& options = {}) : options_(options) {}

    // Positions that are not newer than the last are ignored; returns whether this one counted.
    bool hear(const TimedPosition& position);
    std::size_t size() const { return size_; }

    // 0: rests at the only position; 1: from the last two; 2: the parabola through the last three.
    int order() const;
    Vec3 position(double time) const;   // of the tracked path
    Vec3 velocity() const;              // x'(0) of eq. 4.4, or of the first order
    Vec3 acceleration() const;          // x''(0) of eq. 4.5; 0 for orders below 2
    TimedPosition convergence() const;  // where the shown path joins the tracked one: one interval ahead
    // A path from `shown` at `now`, with its velocity, to the convergence point; the tracked path after it.
    Vec3 converging(const Vec3& shown, const Vec3& shown_velocity, double now, double time) const;

  private:
    double turn_cosine() const;  // at the middle point; 1 if the object rested

    HistoryOptions options_;
    std::array<TimedPosition, 3> last_{};  // the newest first
    std::size_t size_ = 0;
};

}  // namespace graze::inline v1
