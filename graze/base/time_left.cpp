#include "graze/base/time_left.h"

namespace graze::inline v1 {

void TimeLeft::report(double seconds, std::uint64_t done, std::uint64_t total) {
    if (total != total_ || recent_.empty() || done < recent_.back().done) {
        total_ = total;
        first_ = {seconds, done};
        recent_.clear();
    }
    recent_.push_back({seconds, done});
    const double half = first_.seconds + (seconds - first_.seconds) / 2;
    while (recent_.size() > 2 && recent_[1].seconds <= half) recent_.pop_front();
}

std::optional<double> TimeLeft::seconds() const {
    if (recent_.empty()) return std::nullopt;
    const Moment& now = recent_.back();
    // If there was no recent progress, the speed over the whole time is used.
    const Moment& from = recent_.front().done < now.done ? recent_.front() : first_;
    if (now.seconds - first_.seconds < 1 || now.done == from.done || now.done - first_.done < total_ / 100)
        return std::nullopt;
    const double speed = static_cast<double>(now.done - from.done) / (now.seconds - from.seconds);
    return now.done >= total_ ? 0 : static_cast<double>(total_ - now.done) / speed;
}

}  // namespace graze::inline v1
