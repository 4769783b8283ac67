#include <cmath>
#include <functional>

#include "graze/world/prediction/detail/wake_queue.h"

namespace graze::inline v1::detail {

void WakeQueue::set(std::uint32_t sleeper, double due) {
    if (sleeper >= sleepers_.size()) sleepers_.resize(sleeper + std::size_t{1});
    cancel(sleeper);
    if (std::isinf(due) && due > 0) return;
    sleepers_[sleeper].queued = true;
    heap_.push_back({due, sleeper, sleepers_[sleeper].version});
    std::ranges::push_heap(heap_, std::greater{});
}

void WakeQueue::cancel(std::uint32_t sleeper) {
    if (sleeper >= sleepers_.size() || !sleepers_[sleeper].queued) return;
    sleepers_[sleeper].queued = false;
    ++sleepers_[sleeper].version;
    ++stale_;
    if (stale_ > heap_.size() / 2 + 64) drop_stale();
}

void WakeQueue::drop_stale() {
    std::erase_if(heap_, [this](const Entry& entry) { return is_stale(entry); });
    std::ranges::make_heap(heap_, std::greater{});
    stale_met_ += stale_;
    stale_ = 0;
}

void WakeQueue::take_due(double now, std::vector<std::uint32_t>& sleepers) {
    while (!heap_.empty() && heap_.front().due <= now) {
        std::ranges::pop_heap(heap_, std::greater{});
        const Entry entry = heap_.back();
        heap_.pop_back();
        if (is_stale(entry)) {
            --stale_;
            ++stale_met_;
            continue;
        }
        sleepers_[entry.sleeper].queued = false;
        ++sleepers_[entry.sleeper].version;
        sleepers.push_back(entry.sleeper);
    }
}

}  // namespace graze::inline v1::detail
