// How long will work take that reports how far it is?
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

namespace graze::inline v1 {

// From the speed of the more recent half of the time spent: what was slow or fast at the beginning is
// forgotten, and what was done before (by a run that is gone on with) does not count.
class TimeLeft {
  public:
    // At `seconds` on any clock, of which later reports are not earlier. Another total: other work begins.
    void report(double seconds, std::uint64_t done, std::uint64_t total);

    // None until a hundredth of the work was seen, over at least a second.
    std::optional<double> seconds() const;

  private:
    struct Moment {
        double seconds;
        std::uint64_t done;
    };
    std::uint64_t total_ = 0;
    Moment first_{};
    std::deque<Moment> recent_;  // from about half of the time since the first on
};

}  // namespace graze::inline v1
