// The scenario of Ohlenburg 2003, 4.4 (eq. 4.7, fig. 4.5): one object runs between two walls and past objects
// of another owner, and that owner looks at it.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/share/motion/moving_state.h"

namespace graze::bench {

constexpr double slalom_seconds = 15;
constexpr double slalom_width = 5.42;  // of the object

// Where the object is at a time from 0 to 15 s, and how it moves.
MovingState slalom_state(double time);

enum class SlalomMethod { reckoning, with_prediction, with_tracking };

struct SlalomSample {
    double time = 0, true_x = 0, shown_x = 0, error = 0,
           kilobytes = 0;  // sent during the second that it is in
};

struct SlalomRun {
    SlalomMethod method{};
    double latency = 0;  // seconds
    std::vector<SlalomSample> samples;
    std::uint64_t updates = 0, bytes = 0;

    double mean_error() const;
    double worst_error(double from, double to) const;  // between these times
};

// Thresholds of 0.5 m and 5 s; in close proximity 0.01 m. First order, jumping.
SlalomRun run_slalom(SlalomMethod method, double latency);

}  // namespace graze::bench
