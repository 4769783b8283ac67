// How much a query may spend before it must give its best answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace graze::inline v1 {

// A limit on the number of elementary tests (reproducible), on wall time (not), or both. Default: no limit.
struct Budget {
    std::uint64_t tests = std::numeric_limits<std::uint64_t>::max();
    std::optional<std::chrono::nanoseconds> time;

    static Budget of_tests(std::uint64_t n) { return {n, {}}; }
    static Budget of_time(std::chrono::nanoseconds t) {
        return {std::numeric_limits<std::uint64_t>::max(), t};
    }
    bool unlimited() const { return tests == std::numeric_limits<std::uint64_t>::max() && !time; }
};

// One run under a budget. The clock starts with the meter and is read only every 64 tests.
class Meter {
  public:
    explicit Meter(const Budget& budget)
        : left_(budget.tests),
          timed_(budget.time.has_value()),
          deadline_(timed_ ? Clock::now() + *budget.time : Clock::time_point{}) {}

    // Takes `n` tests off the budget; false once it is used up (and from then on).
    bool spend(std::uint64_t n = 1) {
        if (exhausted_ || n > left_) {
            exhausted_ = true;
            return false;
        }
        left_ -= n;
        spent_ += n;
        if (timed_ && spent_ >= next_look_) {
            next_look_ = spent_ + 64;
            if (Clock::now() >= deadline_) exhausted_ = true;
        }
        return !exhausted_;
    }
    bool exhausted() const { return exhausted_; }
    std::uint64_t spent() const { return spent_; }

  private:
    using Clock = std::chrono::steady_clock;
    std::uint64_t left_, spent_ = 0, next_look_ = 0;
    bool timed_, exhausted_ = false;
    Clock::time_point deadline_;
};

}  // namespace graze::inline v1
