// The oneTBB back end: a library of its own, and the only file that includes oneTBB.
#include <algorithm>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "graze/base/detail/thread_pool.h"

namespace graze::inline v1::detail {
namespace {

class TbbPool final : public Threads::Pool {
  public:
    explicit TbbPool(unsigned size)
        : Pool(size, ThreadBackend::tbb),
          allowed_(tbb::global_control::max_allowed_parallelism,
                   std::max<std::size_t>(size, static_cast<std::size_t>(tbb::info::default_concurrency()))),
          arena_(static_cast<int>(size)) {}

    void run(std::size_t n, void (*task)(void*, std::size_t), void* context) override {
        FirstError error;
        arena_.execute([&] {
            tbb::parallel_for(
                tbb::blocked_range<std::size_t>(0, n, 1),
                [&](const tbb::blocked_range<std::size_t>& range) {
                    for (std::size_t i = range.begin(); i != range.end(); ++i) {
                        error.guard(i, [&] { task(context, i); });
                    }
                },
                tbb::simple_partitioner());
        });
        error.rethrow();
    }

  private:
    // oneTBB prints a warning about more threads than processors unless they are allowed. The smallest limit
    // of all global_control objects counts: this object does not limit other users of oneTBB, and does not
    // lift their limits.
    tbb::global_control allowed_;
    tbb::task_arena arena_;
};

}  // namespace

}  // namespace graze::inline v1::detail

graze::Threads::Pool* graze_v1_make_tbb_pool(unsigned count) {
    return new graze::detail::TbbPool(count);
}
