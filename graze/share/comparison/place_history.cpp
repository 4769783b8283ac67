#include "graze/share/comparison/place_history.h"

#include <algorithm>

namespace graze::inline v1 {

void PlaceHistory::add(double time, std::uint32_t id, const Vec3& place) {
    if (moments_.empty() || time > moments_.back().time) moments_.push_back({time, {}});
    if (time < moments_.back().time) return;
    moments_.back().places[id] = place;
    // The one before the oldest that counts stays, for what is between.
    while (moments_.size() > 2 && moments_[1].time < time - seconds_) moments_.pop_front();
}

std::optional<Vec3> PlaceHistory::at(double time, std::uint32_t id) const {
    const auto place = [&](const Moment& m) {
        const auto it = m.places.find(id);
        return it == m.places.end() ? std::optional<Vec3>() : it->second;
    };
    const auto after = std::ranges::lower_bound(moments_, time, {}, [](const Moment& m) { return m.time; });
    if (moments_.empty()) return {};
    if (after == moments_.end()) return place(moments_.back());
    const std::optional<Vec3> end = place(*after);
    if (after == moments_.begin()) return end;
    const Moment& before = *std::prev(after);
    const std::optional<Vec3> begin = place(before);
    if (!begin || !end) return end ? end : begin;
    const double part = (time - before.time) / (after->time - before.time);
    return *begin + (*end - *begin) * part;
}

}  // namespace graze::inline v1
