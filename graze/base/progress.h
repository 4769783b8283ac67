// How long-running work reports its progress, and how it is cancelled.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "graze/base/platform.h"

namespace graze::inline v1 {

// Passed by pointer to work that may take long; null means no reports. The work calls report() a few hundred
// times at most, from any of its threads, and checks cancelled() often.
class Progress {
  public:
    virtual ~Progress() = default;

    // `stage` is a short verb phrase ("reading"); `done` never decreases within a stage; `total` 0 means
    // unknown.
    virtual void report(std::string_view stage, std::uint64_t done, std::uint64_t total) = 0;

    // May be called from any thread and from a signal handler.
    void cancel() noexcept { cancelled_.store(true, std::memory_order_relaxed); }
    bool cancelled() const noexcept { return cancelled_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> cancelled_{false};
    static_assert(std::atomic<bool>::is_always_lock_free);
};

}  // namespace graze::inline v1
