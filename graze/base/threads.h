// Parallel loops over a pool that the caller provides. Results never depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "graze/base/platform.h"

namespace graze::inline v1 {

enum class ThreadBackend {
    serial,    // everything on the calling thread
    standard,  // std::thread workers; what the thread sanitizer understands
    tbb,       // oneTBB, where graze was built with it and the program is linked with graze::tbb
    own,       // a TaskPool of the caller's
};

// Derive from this to let graze compute on threads that the program has already.
class TaskPool {
  public:
    virtual ~TaskPool() = default;

    // Calls task(context, i) once for each i below n, in any order and on any threads, the calling one
    // included, and returns when all calls have returned. Tasks do not throw. They may call run() in turn,
    // and several threads may call it at once: a thread that waits must not keep a task waiting that only it
    // could run. (Running tasks on the calling thread until none is left, then waiting for those that others
    // have begun, is always right.) If run() throws before it has called anything, the exception reaches the
    // caller of graze.
    virtual void run(std::size_t n, void (*task)(void* context, std::size_t i), void* context) = 0;
};

// A handle to a pool; copies share it. The default is serial: graze starts threads only when it is given
// some. parallel_for may be called from several threads at once and from inside another parallel_for.
class Threads {
  public:
    Threads() = default;
    // A pool that uses `count` threads, the calling one included; 0 means one per processor (oneTBB uses no
    // more than that). Uses the best back end this program has; name one to choose. Throws Error if the
    // program has not got it.
    explicit Threads(unsigned count);
    Threads(unsigned count, ThreadBackend backend);
    // A pool of the caller's, which lives as long as a copy of this handle. `count` says how many threads it
    // has, so that work is cut accordingly; 0 means one per processor. Throws Error if there is no pool.
    explicit Threads(std::shared_ptr<TaskPool> pool, unsigned count = 0);

    unsigned count() const;
    ThreadBackend backend() const;
    static bool has(ThreadBackend backend);

    class Pool;

  private:
    friend void run_tasks(const Threads&, std::size_t, void (*)(void*, std::size_t), void*);
    std::shared_ptr<Pool> pool_;
};

// Calls task(context, i) for every i below n, on some thread of the pool, and returns when all are done. If
// tasks throw, the exception of the lowest-numbered one is rethrown; later ones may be skipped.
void run_tasks(const Threads& threads, std::size_t n, void (*task)(void* context, std::size_t i),
               void* context);

// Calls body(first, last) for consecutive pieces of at most `grain` indices that cover 0 .. n-1. How the
// range is cut depends on n and grain only.
template <typename Body>
void parallel_for(const Threads& threads, std::size_t n, std::size_t grain, Body&& body) {
    if (n == 0) return;
    grain = std::max<std::size_t>(grain, 1);
    struct Context {
        std::remove_reference_t<Body>* body;
        std::size_t n, grain;
    } context{&body, n, grain};
    run_tasks(
        threads, (n - 1) / grain + 1,
        [](void* p, std::size_t i) {
            const Context& c = *static_cast<Context*>(p);
            (*c.body)(i* c.grain, std::min(c.n, (i + 1) * c.grain));
        },
        &context);
}

// Reduces `map(first, last)` over the pieces of parallel_for with `join(left, right)`, always in the order of
// the pieces, so that even a sum of doubles is the same for any number of threads. `T` must be movable.
template <typename T, typename Map, typename Join>
T parallel_reduce(const Threads& threads, std::size_t n, std::size_t grain, T identity, Map&& map,
                  Join&& join) {
    if (n == 0) return identity;
    grain = std::max<std::size_t>(grain, 1);
    struct Slot {
        T value;
    };  // not vector<T>: a vector<bool> would be a data race
    std::vector<Slot> partial((n - 1) / grain + 1, Slot{identity});
    parallel_for(threads, n, grain, [&](std::size_t first, std::size_t last) {
        partial[first / grain].value = map(first, last);
    });
    T result = std::move(identity);
    for (Slot& p : partial) result = join(std::move(result), std::move(p.value));
    return result;
}

}  // namespace graze::inline v1
