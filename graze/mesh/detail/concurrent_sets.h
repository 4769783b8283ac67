// Sets that many threads merge at once (Anderson and Woll 1991: links by compare-and-swap, with path
// halving).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/base/threads.h"

namespace graze::inline v1::detail {

// Sets of the numbers 0 .. count-1, each alone at first. The lowest member represents its set, so that the
// result does not depend on the order of the merges.
class ConcurrentSets {
  public:
    ConcurrentSets(std::size_t count, const Threads& threads) : parent_(count) {
        parallel_for(threads, count, std::size_t{1} << 16, [&](std::size_t first, std::size_t last) {
            for (; first < last; ++first)
                parent_[first].store(static_cast<std::uint32_t>(first), std::memory_order_relaxed);
        });
    }

    std::uint32_t find(std::uint32_t i) {
        for (;;) {
            const std::uint32_t parent = parent_[i].load(std::memory_order_relaxed);
            if (parent == i) return i;
            const std::uint32_t above = parent_[parent].load(std::memory_order_relaxed);
            // May overwrite the store of another thread, but any ancestor is right: i is no root any more.
            if (above != parent) parent_[i].store(above, std::memory_order_relaxed);
            i = above;
        }
    }

    void merge(std::uint32_t i, std::uint32_t j) {
        for (;;) {
            i = find(i), j = find(j);
            if (i == j) return;
            std::uint32_t higher = std::max(i, j);
            const std::uint32_t lower = std::min(i, j);
            if (parent_[higher].compare_exchange_strong(higher, lower, std::memory_order_relaxed)) return;
        }
    }

    void prefetch(std::uint32_t i) const { __builtin_prefetch(&parent_[i]); }

  private:
    std::vector<std::atomic<std::uint32_t>> parent_;  // parents are lower than their children
};

}  // namespace graze::inline v1::detail
