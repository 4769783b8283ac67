// Pools of threads as users of graze might bring them.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>

#include "graze/base/threads.h"

namespace graze::test {

// Everything on the calling thread, the last task first.
class BackwardPool final : public TaskPool {
  public:
    void run(std::size_t n, void (*task)(void*, std::size_t), void* context) override {
        ++calls;
        while (n > 0) task(context, --n);
    }
    std::atomic<int> calls{0};
};

// Two more threads for each call, which take whatever comes next.
class FreshThreadsPool final : public TaskPool {
  public:
    void run(std::size_t n, void (*task)(void*, std::size_t), void* context) override {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t i = next++; i < n; i = next++) task(context, i);
        };
        std::jthread one(work), two(work);
        work();
    }
};

}  // namespace graze::test
