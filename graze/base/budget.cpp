#include "graze/base/budget.h"

#include <algorithm>
#include <chrono>

namespace graze::inline v1 {
namespace {

std::int64_t steady_now() {
    const auto since_epoch = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch).count();
}

}  // namespace

std::int64_t Meter::deadline_after(Duration time) {
    const std::int64_t now = steady_now();
    return now + std::min(time.count(), std::numeric_limits<std::int64_t>::max() - now);  // forever stays so
}

void Meter::look() {
    next_look_ = spent_ + 64;
    if (timed_ && steady_now() >= deadline_) exhausted_ = true;
    if (progress_ == nullptr) return;
    if (progress_->cancelled()) exhausted_ = true;
    if (stage_.empty() || spent_ < next_report_) return;
    next_report_ = spent_ + spent_ / 8 + 4096;
    progress_->report(stage_, spent_, 0);
}

}  // namespace graze::inline v1
