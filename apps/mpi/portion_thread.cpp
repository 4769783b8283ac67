#include "portion_thread.h"

#include <utility>

namespace graze::mpi {

PortionThread::PortionThread(ClashRun& run) : run_(run), thread_([this] { serve(); }) {}

PortionThread::~PortionThread() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void PortionThread::start(std::uint32_t portion) {
    busy_ = true;
    {
        const std::lock_guard lock(mutex_);
        next_ = portion;
    }
    changed_.notify_all();
}

std::optional<PortionResult> PortionThread::take() {
    const std::lock_guard lock(mutex_);
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    if (result_) busy_ = false;
    return std::exchange(result_, std::nullopt);
}

void PortionThread::serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return stop_ || next_; });
        const std::optional<std::uint32_t> portion = std::exchange(next_, std::nullopt);
        if (stop_ || !portion) return;
        lock.unlock();
        std::optional<PortionResult> found;
        std::exception_ptr error;
        try {
            found = run_.compare(*portion);
        } catch (...) {
            error = std::current_exception();
        }
        lock.lock();
        result_ = std::move(found);
        error_ = error;
    }
}

}  // namespace graze::mpi
