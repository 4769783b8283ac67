// How much a query may spend before it must give its best answer.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "graze/base/duration.h"
#include "graze/base/progress.h"

namespace graze::inline v1 {

class Meter;

// A limit on the number of elementary tests (reproducible), on wall time (not), or both. Default: no limit.
// A test takes some ten nanoseconds; steps that take much longer count as several.
struct Budget {
    std::uint64_t tests = std::numeric_limits<std::uint64_t>::max();
    std::optional<Duration> time{};
    Meter* shared = nullptr;  // the cost is also taken off this meter; the budget ends when either runs out

    static Budget of_tests(std::uint64_t n) { return {.tests = n}; }
    static Budget of_time(Duration t) { return {.time = t}; }
    // Several queries that spend one budget together, one after the other.
    static Budget part_of(Meter& meter) { return {.shared = &meter}; }
    bool unlimited() const {
        return tests == std::numeric_limits<std::uint64_t>::max() && !time && shared == nullptr;
    }
};

// One run under a budget. The clock starts with the meter. The clock and the request to cancel are checked
// only every 64 tests. With a progress, cancelling it uses the budget up; with a stage as well, the meter
// reports the tests spent, a few hundred times at most, since the reports come ever further apart.
class Meter {
  public:
    explicit Meter(const Budget& budget, Progress* progress = nullptr, std::string_view stage = {})
        : left_(budget.tests),
          timed_(budget.time.has_value()),
          watched_(timed_ || progress != nullptr),
          exhausted_(budget.shared != nullptr && budget.shared->exhausted_),
          deadline_(timed_ ? deadline_after(*budget.time) : 0),
          progress_(progress),
          stage_(stage),
          shared_(budget.shared) {
        if (progress_ == nullptr) return;
        if (progress_->cancelled()) exhausted_ = true;
        if (!stage_.empty()) progress_->report(stage_, 0, 0);
    }

    // Takes `n` tests off the budget; false once it is used up (and from then on).
    bool spend(std::uint64_t n = 1) {
        if (exhausted_ || n > left_) {
            exhausted_ = true;
            return false;
        }
        left_ -= n;
        spent_ += n;
        if (watched_ && spent_ >= next_look_) look();
        if (shared_ != nullptr && !shared_->spend(n)) exhausted_ = true;
        return !exhausted_;
    }
    bool exhausted() const { return exhausted_; }
    std::uint64_t spent() const { return spent_; }

  private:
    static std::int64_t deadline_after(Duration time);
    void look();

    std::uint64_t left_, spent_ = 0, next_look_ = 0, next_report_ = 4096;
    bool timed_, watched_, exhausted_;
    std::int64_t deadline_;  // of the steady clock, in nanoseconds
    Progress* progress_;
    std::string_view stage_;
    Meter* shared_;
};

}  // namespace graze::inline v1
