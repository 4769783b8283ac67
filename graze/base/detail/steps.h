// Progress of work that many threads share.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string_view>

#include "graze/base/progress.h"

namespace graze::inline v1::detail {

// Counts steps and reports a few hundred times at most, in ascending order.
class Steps {
  public:
    Steps(Progress* progress, std::string_view stage, std::uint64_t total)
        : progress_(progress), stage_(stage), total_(total), step_(std::max<std::uint64_t>(total / 256, 1)) {}

    void add(std::uint64_t count) {
        const std::uint64_t now = done_.fetch_add(count, std::memory_order_relaxed) + count;
        if (progress_ == nullptr || (now / step_ == (now - count) / step_ && now != total_)) return;
        const std::lock_guard lock(mutex_);
        if (now <= reported_) return;
        reported_ = now;
        progress_->report(stage_, now, total_);
    }

  private:
    Progress* progress_;
    std::string_view stage_;
    std::uint64_t total_, step_;
    std::atomic<std::uint64_t> done_{0};
    std::mutex mutex_;
    std::uint64_t reported_ = 0;
};

}  // namespace graze::inline v1::detail
