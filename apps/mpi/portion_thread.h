// A thread that compares one portion at a time, so that the main thread can go on talking to others.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "graze/clash/distribute/run.h"

namespace graze::mpi {

class PortionThread {
  public:
    explicit PortionThread(ClashRun& run);  // which must outlive it
    ~PortionThread();                       // waits for the portion, which ends at once when cancelled
    PortionThread(const PortionThread&) = delete;
    PortionThread& operator=(const PortionThread&) = delete;

    bool idle() const { return !busy_; }
    void start(std::uint32_t portion);  // when idle

    // What was found, once; none: it is still at work, or has nothing to do. Throws what comparing threw.
    std::optional<PortionResult> take();

  private:
    void serve();

    ClashRun& run_;
    bool busy_ = false;  // of the main thread's view: from start() to take()
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stop_ = false;
    std::optional<std::uint32_t> next_;
    std::optional<PortionResult> result_;
    std::exception_ptr error_;
    std::thread thread_;
};

}  // namespace graze::mpi
