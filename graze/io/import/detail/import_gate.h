// Limits for all importers of this process together, however many threads load files.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <set>

#include "graze/base/progress.h"

namespace graze::inline v1::detail {

class ImportGate {
  public:
    // At most `count` programs at a time, with `memory` bytes together; both above 0.
    ImportGate(unsigned count, std::uint64_t memory) : count_(count), memory_(memory) {}

    // While a Place exists, a program may run with its memory.
    class Place {
      public:
        Place(ImportGate& gate, std::uint64_t memory) : gate_(gate), memory_(memory) {}
        ~Place();
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;
        std::uint64_t memory() const { return memory_; }

      private:
        ImportGate& gate_;
        std::uint64_t memory_;
    };

    // Waits in the order of calls until there is a free place with enough memory; a caller that wants more
    // than the total waits until it is alone. Throws Error when cancelled.
    Place enter(std::uint64_t memory, const Progress* progress);

    std::uint64_t memory() const { return memory_; }
    // Memory of each program if all places are taken.
    std::uint64_t share() const { return memory_ / count_; }

  private:
    bool has_room(std::uint64_t memory) const;

    const unsigned count_;
    const std::uint64_t memory_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::set<std::uint64_t> waiting_;  // tickets
    std::uint64_t next_ticket_ = 0, used_ = 0;
    unsigned running_ = 0;
};

// The gate of this process: three quarters of the machine's memory together, and a place per processor, of
// two gigabytes or more each.
ImportGate& import_gate();

}  // namespace graze::inline v1::detail
