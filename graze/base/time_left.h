// Estimates the remaining time of work that reports its progress.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "graze/base/platform.h"

namespace graze::inline v1 {

// Uses the speed of the more recent half of the time spent: a slow or fast beginning is forgotten, and work
// done before (by an earlier run that is continued) does not count.
class TimeLeft {
  public:
    // `seconds` is on any clock that does not run backwards. A different total means that other work begins.
    void report(double seconds, std::uint64_t done, std::uint64_t total);

    // nullopt until a hundredth of the work was seen, over at least a second.
    std::optional<double> seconds() const;

  private:
    struct Moment {
        double seconds;
        std::uint64_t done;
    };
    std::uint64_t total_ = 0;
    Moment first_{};
    std::deque<Moment> recent_;  // starting at about half of the time since the first report
};

}  // namespace graze::inline v1
