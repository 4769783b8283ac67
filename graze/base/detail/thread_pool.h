// Code that the back ends of Threads share.
#pragma once

#include <atomic>
#include <exception>
#include <limits>
#include <mutex>

#include "graze/base/threads.h"

namespace graze::inline v1 {

class Threads::Pool {
  public:
    Pool(unsigned threads, ThreadBackend kind) : count(threads), backend(kind) {}
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    virtual ~Pool() = default;
    virtual void run(std::size_t n, void (*task)(void*, std::size_t), void* context) = 0;

    const unsigned count;
    const ThreadBackend backend;
};

namespace detail {

// Keeps the exception of the lowest-numbered task that threw, whatever the order of execution.
class FirstError {
  public:
    // Runs f unless a lower-numbered task has failed already.
    template <typename F>
    void guard(std::size_t task, F&& f) {
        if (task > task_.load(std::memory_order_relaxed)) return;
        try {
            f();
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (task < task_) {
                task_ = task;
                error_ = std::current_exception();
            }
        }
    }
    // Call after all tasks are done.
    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

  private:
    std::mutex mutex_;
    std::atomic<std::size_t> task_{std::numeric_limits<std::size_t>::max()};
    std::exception_ptr error_;
};

}  // namespace detail
}  // namespace graze::inline v1

// Of the library graze-tbb, which a program may be linked without; the caller deletes the pool. By a C name,
// so that a linker can be asked for it.
extern "C" graze::Threads::Pool* graze_v1_make_tbb_pool(unsigned count);
