// A queue of sleepers ordered by the time at which they are woken, without searches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze::inline v1::detail {

// Each sleeper has at most one time at which it is woken. Setting a new time leaves the old entry in the
// queue; its version number shows that it is outdated when it comes up.
class WakeQueue {
  public:
    // Infinity: never wake.
    void set(std::uint32_t sleeper, double due);
    void cancel(std::uint32_t sleeper);

    // Appends all sleepers that are due at `now`; they have no time until set() is called again. Order: time,
    // then number.
    void take_due(double now, std::vector<std::uint32_t>& sleepers);

    std::uint64_t stale() const { return stale_met_; }
    std::size_t entries() const { return heap_.size(); }

  private:
    struct Entry {
        double due;
        std::uint32_t sleeper, version;

        bool operator>(const Entry& e) const { return due != e.due ? due > e.due : sleeper > e.sleeper; }
    };
    struct Sleeper {
        std::uint32_t version = 0;
        bool queued = false;
    };
    bool is_stale(const Entry& entry) const {
        const Sleeper& s = sleepers_[entry.sleeper];
        return !s.queued || s.version != entry.version;
    }
    void drop_stale();

    std::vector<Entry> heap_;
    std::vector<Sleeper> sleepers_;
    std::size_t stale_ = 0;  // outdated entries in the heap
    std::uint64_t stale_met_ = 0;
};

}  // namespace graze::inline v1::detail
