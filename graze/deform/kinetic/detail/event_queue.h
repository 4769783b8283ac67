// What happens next: a heap of times, with an id each. Simultaneous events come in the order of their ids.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "graze/deform/kinetic/detail/flight_lines.h"

namespace graze::inline v1::detail {

struct TimedEvent {
    Tick tick = 0;
    std::uint64_t id = 0;

    // For a heap, whose first element is the largest: what comes later is smaller.
    friend bool operator<(const TimedEvent& a, const TimedEvent& b) {
        return a.tick != b.tick ? a.tick > b.tick : a.id > b.id;
    }
};

// Events are not removed when they are overtaken by others: who takes one asks whether it is still wanted.
class EventQueue {
  public:
    void clear() { events_.clear(); }
    std::size_t size() const { return events_.size(); }
    Tick next() const { return events_.empty() ? never : events_.front().tick; }

    // Without order, until make_order() is called.
    void add(Tick tick, std::uint64_t id) { events_.push_back({tick, id}); }
    void make_order() { std::make_heap(events_.begin(), events_.end()); }

    void push(Tick tick, std::uint64_t id) {
        events_.push_back({tick, id});
        std::push_heap(events_.begin(), events_.end());
    }
    std::uint64_t pop() {
        std::pop_heap(events_.begin(), events_.end());
        const std::uint64_t id = events_.back().id;
        events_.pop_back();
        return id;
    }

  private:
    std::vector<TimedEvent> events_;
};

}  // namespace graze::inline v1::detail
