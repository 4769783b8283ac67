#include "graze/base/threads.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

#include "graze/base/detail/thread_pool.h"
#include "graze/base/error.h"

// Null in a program that is linked without the library graze-tbb.
extern "C" [[gnu::weak]] graze::Threads::Pool* graze_v1_make_tbb_pool(unsigned count);

namespace graze::inline v1 {
namespace {

// One call of run_tasks: any idle thread takes its next task from a counter.
struct Job {
    std::size_t n;
    void (*task)(void*, std::size_t);
    void* context;
    std::atomic<std::size_t> next{0};
    std::condition_variable idle;
    std::size_t workers = 0;  // other than the caller, inside work(); guarded by the pool's mutex
    detail::FirstError error;

    void work() {
        for (std::size_t i = next++; i < n; i = next++) error.guard(i, [&] { task(context, i); });
    }
};

class StandardPool final : public Threads::Pool {
  public:
    explicit StandardPool(unsigned size) : Pool(size, ThreadBackend::standard) {
        workers_.reserve(size - 1);
        for (unsigned i = 1; i < size; ++i) workers_.emplace_back([this] { serve(); });
    }

    ~StandardPool() override {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
        }
        wake_.notify_all();
        for (std::thread& t : workers_) t.join();
    }

    void run(std::size_t n, void (*task)(void*, std::size_t), void* context) override {
        Job job{.n = n, .task = task, .context = context, .next = 0, .idle = {}, .error = {}};
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(&job);
        }
        wake_.notify_all();
        job.work();
        {
            std::unique_lock lock(mutex_);
            std::erase(jobs_, &job);
            job.idle.wait(lock, [&] { return job.workers == 0; });
        }
        job.error.rethrow();
    }

  private:
    void serve() {
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [&] { return stop_ || !jobs_.empty(); });
            if (stop_) return;
            // The newest job first: it is the innermost of nested loops, which others wait for.
            Job& job = *jobs_.back();
            ++job.workers;
            lock.unlock();
            job.work();
            lock.lock();
            std::erase(jobs_, &job);  // no task left; do not visit this job again
            if (--job.workers == 0) job.idle.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Job*> jobs_;
    bool stop_ = false;
    std::vector<std::thread> workers_;
};

// Tasks that throw are caught here, so that a caller's pool need not know of exceptions.
class OwnPool final : public Threads::Pool {
  public:
    OwnPool(std::shared_ptr<TaskPool> pool, unsigned size)
        : Pool(size, ThreadBackend::own), pool_(std::move(pool)) {}

    void run(std::size_t n, void (*task)(void*, std::size_t), void* context) override {
        struct Guarded {
            void (*task)(void*, std::size_t);
            void* context;
            detail::FirstError error;
        } guarded{.task = task, .context = context, .error = {}};
        pool_->run(
            n,
            [](void* p, std::size_t i) {
                auto& g = *static_cast<Guarded*>(p);
                g.error.guard(i, [&] { g.task(g.context, i); });
            },
            &guarded);
        guarded.error.rethrow();
    }

  private:
    std::shared_ptr<TaskPool> pool_;
};

unsigned number_of_threads(unsigned count) {
    return count != 0 ? count : std::max(1u, std::thread::hardware_concurrency());
}

std::shared_ptr<Threads::Pool> make_pool(unsigned count, ThreadBackend backend) {
    count = number_of_threads(count);
    if (backend == ThreadBackend::own)
        throw Error("the caller's own back end needs a pool", {}, "give a TaskPool");
    if (!Threads::has(backend))
        throw Error("this program has no oneTBB", {}, "link graze::tbb, or use the standard back end");
    if (count == 1 || backend == ThreadBackend::serial) return nullptr;
    if (backend == ThreadBackend::standard) return std::make_shared<StandardPool>(count);
    return std::shared_ptr<Threads::Pool>(graze_v1_make_tbb_pool(count));
}

}  // namespace

Threads::Threads(unsigned count)
    : Threads(count, has(ThreadBackend::tbb) ? ThreadBackend::tbb : ThreadBackend::standard) {}

Threads::Threads(unsigned count, ThreadBackend backend) : pool_(make_pool(count, backend)) {}

Threads::Threads(std::shared_ptr<TaskPool> pool, unsigned count) {
    if (!pool) throw Error("there is no pool of threads (the pointer is null)");
    pool_ = std::make_shared<OwnPool>(std::move(pool), number_of_threads(count));
}

unsigned Threads::count() const {
    return pool_ ? pool_->count : 1;
}

ThreadBackend Threads::backend() const {
    return pool_ ? pool_->backend : ThreadBackend::serial;
}

bool Threads::has(ThreadBackend backend) {
    return backend != ThreadBackend::tbb || &graze_v1_make_tbb_pool != nullptr;
}

void run_tasks(const Threads& threads, std::size_t n, void (*task)(void*, std::size_t), void* context) {
    if (threads.pool_ && n > 1) {
        threads.pool_->run(n, task, context);
    } else {
        for (std::size_t i = 0; i < n; ++i) task(context, i);
    }
}

}  // namespace graze::inline v1
