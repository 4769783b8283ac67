#include "graze/share/motion/clock_offset.h"

#include <algorithm>
#include <cmath>

namespace graze::inline v1 {

bool ClockOffset::hear(const ClockSample& s) {
    const bool finite = std::isfinite(s.sent) && std::isfinite(s.heard) && std::isfinite(s.answered) &&
                        std::isfinite(s.received);
    if (!finite || s.round_trip() < 0 || s.answered < s.heard || s.received < s.sent) return false;
    samples_[count_ % samples_.size()] = s;
    ++count_;
    return true;
}

const ClockSample& ClockOffset::best() const {
    const auto end = samples_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, samples_.size()));
    if (end == samples_.begin()) return samples_.front();
    return *std::min_element(samples_.begin(), end, [](const ClockSample& a, const ClockSample& b) {
        return a.round_trip() < b.round_trip();
    });
}

}  // namespace graze::inline v1
