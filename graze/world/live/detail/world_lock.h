// A lock between queries on a world and its updates.
#pragma once

#include <atomic>
#include <shared_mutex>
#include <thread>

#include "graze/world/world.h"

namespace graze::inline v1::detail {

// Many readers at once. A writer goes before readers that come later, so that readers cannot keep it waiting
// forever.
class WorldLock {
  public:
    class Writing {
      public:
        explicit Writing(WorldLock& lock) : lock_(lock) {
            lock_.writers_.fetch_add(1);
            lock_.mutex_.lock();
        }
        ~Writing() {
            lock_.mutex_.unlock();
            lock_.writers_.fetch_sub(1);
        }
        Writing(const Writing&) = delete;
        Writing& operator=(const Writing&) = delete;

      private:
        WorldLock& lock_;
    };

    void begin_reading() {
        while (writers_.load() != 0) std::this_thread::yield();
        mutex_.lock_shared();
    }
    void end_reading() { mutex_.unlock_shared(); }

  private:
    std::shared_mutex mutex_;
    std::atomic<int> writers_{0};
};

// From now on updates of the world hold the lock while they change data that queries read.
void share(World& world, WorldLock* lock);

}  // namespace graze::inline v1::detail
