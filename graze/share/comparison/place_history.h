// Where objects were: what a server rewinds to, and what a client shows that is a moment behind. Both look up
// the same places with the same code, so that they see the same.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "graze/base/vec3.h"

namespace graze::inline v1 {

class PlaceHistory {
  public:
    // Keeps what is at most `seconds` older than the newest.
    explicit PlaceHistory(double seconds = 1) : seconds_(seconds) {}

    // Times rise; what is not newer than the last is ignored, but for further objects of that time.
    void add(double time, std::uint32_t id, const Vec3& place);
    bool empty() const { return moments_.empty(); }
    double oldest() const { return moments_.front().time; }
    double newest() const { return moments_.back().time; }
    // On the line between the moments before and after; the first or last place outside. Nothing for an
    // object that is not known at any of the two.
    std::optional<Vec3> at(double time, std::uint32_t id) const;

  private:
    struct Moment {
        double time = 0;
        std::map<std::uint32_t, Vec3> places;
    };
    double seconds_;
    std::deque<Moment> moments_;
};

}  // namespace graze::inline v1
