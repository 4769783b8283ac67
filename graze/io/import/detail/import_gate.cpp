#include "graze/io/import/detail/import_gate.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "graze/base/error.h"
#include "graze/io/import/detail/import_child.h"

namespace graze::inline v1::detail {

ImportGate::Place::~Place() {
    {
        const std::lock_guard lock(gate_.mutex_);
        --gate_.running_;
        gate_.used_ -= memory_;
    }
    gate_.changed_.notify_all();
}

bool ImportGate::has_room(std::uint64_t memory) const {
    if (running_ == 0) return true;
    return running_ < count_ && used_ <= memory_ && memory <= memory_ - used_;
}

ImportGate::Place ImportGate::enter(std::uint64_t memory, const Progress* progress) {
    constexpr std::chrono::milliseconds look_up{20};  // interval for checking for cancellation
    {
        std::unique_lock lock(mutex_);
        const std::uint64_t ticket = next_ticket_++;
        waiting_.insert(ticket);
        while (*waiting_.begin() != ticket || !has_room(memory)) {
            lock.unlock();
            const bool cancelled = progress && progress->cancelled();
            lock.lock();
            if (cancelled) {
                waiting_.erase(ticket);
                changed_.notify_all();
                throw Error("cancelled");
            }
            if (*waiting_.begin() != ticket || !has_room(memory)) changed_.wait_for(lock, look_up);
        }
        waiting_.erase(ticket);
        ++running_;
        used_ += memory;
    }
    changed_.notify_all();
    return {*this, memory};
}

ImportGate& import_gate() {
    static ImportGate gate = [] {
        const std::uint64_t memory = default_import_memory();
        const std::uint64_t threads = std::max(std::thread::hardware_concurrency(), 1U);
        return ImportGate(static_cast<unsigned>(std::clamp<std::uint64_t>(memory >> 31, 1, threads)), memory);
    }();
    return gate;
}

}  // namespace graze::inline v1::detail
