#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <thread>

#include "graze/base/error.h"
#include "graze/base/log.h"
#include "graze/base/threads.h"
#include "tests/base/task_pools.h"

namespace graze {
namespace {

std::vector<Threads> all_pools() {
    std::vector<Threads> pools{Threads(), Threads(1), Threads(2, ThreadBackend::standard),
                               Threads(5, ThreadBackend::standard), Threads(4, ThreadBackend::serial)};
    pools.emplace_back(std::make_shared<test::BackwardPool>(), 3);
    pools.emplace_back(std::make_shared<test::FreshThreadsPool>());
    if (Threads::has(ThreadBackend::tbb)) {
        pools.emplace_back(2, ThreadBackend::tbb);
        pools.emplace_back(3, ThreadBackend::tbb);
    }
    return pools;
}

TEST(Threads, default_is_serial_and_zero_means_all_processors) {
    EXPECT_EQ(Threads().count(), 1u);
    EXPECT_EQ(Threads().backend(), ThreadBackend::serial);
    EXPECT_EQ(Threads(0, ThreadBackend::standard).count(), std::max(1u, std::thread::hardware_concurrency()));
    EXPECT_EQ(Threads(3, ThreadBackend::standard).count(), 3u);
}

TEST(Threads, refuses_a_back_end_that_was_not_built) {
    if (Threads::has(ThreadBackend::tbb)) GTEST_SKIP() << "this build has them all";
    EXPECT_THROW(Threads(2, ThreadBackend::tbb), Error);
}

TEST(ParallelFor, visits_every_index_once_in_pieces_that_do_not_depend_on_the_pool) {
    for (const Threads& pool : all_pools()) {
        for (std::size_t n : {0u, 1u, 7u, 8u, 1000u}) {
            std::vector<std::atomic<int>> visits(n);
            std::atomic<bool> pieces_right{true};
            parallel_for(pool, n, 8, [&](std::size_t first, std::size_t last) {
                if (first % 8 != 0 || last != std::min(n, first + 8)) pieces_right = false;
                for (std::size_t i = first; i < last; ++i) ++visits[i];
            });
            EXPECT_TRUE(pieces_right);
            for (const auto& v : visits) ASSERT_EQ(v, 1);
        }
    }
}

TEST(ParallelReduce, sums_doubles_to_the_same_bits_on_every_pool) {
    const std::size_t n = 12345;
    const auto term = [](std::size_t i) { return std::sqrt(static_cast<double>(i)) * (i % 2 ? -1 : 1); };
    std::set<double> results;
    for (const Threads& pool : all_pools()) {
        results.insert(parallel_reduce(
            pool, n, 100, 0.0,
            [&](std::size_t first, std::size_t last) {
                double s = 0;
                for (std::size_t i = first; i < last; ++i) s += term(i);
                return s;
            },
            [](double a, double b) { return a + b; }));
    }
    EXPECT_EQ(results.size(), 1u);
}

TEST(ParallelReduce, keeps_the_order_of_the_pieces) {
    for (const Threads& pool : all_pools()) {
        const std::string s = parallel_reduce(
            pool, 10, 3, std::string(),
            [](std::size_t a, std::size_t b) { return std::to_string(a) + "-" + std::to_string(b) + " "; },
            [](std::string a, std::string b) { return a + b; });
        EXPECT_EQ(s, "0-3 3-6 6-9 9-10 ");
    }
}

TEST(ParallelFor, rethrows_the_error_of_the_lowest_index) {
    for (const Threads& pool : all_pools()) {
        for (int round = 0; round < 20; ++round) {
            try {
                parallel_for(pool, 100, 1, [](std::size_t i, std::size_t) {
                    if (i >= 37) throw Error("at " + std::to_string(i));
                });
                FAIL();
            } catch (const Error& e) {
                EXPECT_STREQ(e.what(), "at 37");
            }
        }
    }
}

TEST(ParallelFor, can_be_nested_and_called_from_several_threads) {
    for (const Threads& pool : all_pools()) {
        std::atomic<int> sum{0};
        const auto work = [&] {
            parallel_for(pool, 20, 1, [&](std::size_t, std::size_t) {
                parallel_for(pool, 50, 7, [&](std::size_t first, std::size_t last) {
                    sum += static_cast<int>(last - first);
                });
            });
        };
        std::thread other(work);
        work();
        other.join();
        EXPECT_EQ(sum, 2 * 20 * 50);
    }
}

TEST(TaskPool, of_the_caller_runs_the_tasks_and_lives_as_long_as_the_handle) {
    auto pool = std::make_shared<test::BackwardPool>();
    std::vector<std::size_t> order;
    {
        const Threads threads(pool, 7);
        EXPECT_EQ(threads.count(), 7u);
        EXPECT_EQ(threads.backend(), ThreadBackend::own);
        EXPECT_EQ(pool.use_count(), 2);
        parallel_for(threads, 5, 1, [&](std::size_t first, std::size_t) { order.push_back(first); });
    }
    EXPECT_EQ(order, (std::vector<std::size_t>{4, 3, 2, 1, 0}));
    EXPECT_EQ(pool->calls, 1);
    EXPECT_EQ(pool.use_count(), 1);
    EXPECT_EQ(Threads(pool).count(), std::max(1u, std::thread::hardware_concurrency()));
}

TEST(TaskPool, that_is_missing_is_refused) {
    EXPECT_THROW(Threads(std::shared_ptr<TaskPool>()), Error);
    EXPECT_THROW(Threads(2, ThreadBackend::own), Error);
}

TEST(TaskPool, that_throws_before_it_begins_tells_the_caller) {
    class BrokenPool final : public TaskPool {
        void run(std::size_t, void (*)(void*, std::size_t), void*) override {
            throw Error("no threads left");
        }
    };
    const Threads threads(std::make_shared<BrokenPool>(), 2);
    EXPECT_THROW(parallel_for(threads, 5, 1, [](std::size_t, std::size_t) {}), Error);
}

TEST(Log, may_be_used_and_redirected_from_all_threads) {
    std::atomic<int> heard{0};
    parallel_for(Threads(4, ThreadBackend::standard), 200, 1, [&](std::size_t i, std::size_t) {
        if (i % 10 == 0) set_log_sink([&](LogLevel, std::string_view) { ++heard; });
        log(LogLevel::debug, "message");
    });
    set_log_sink({});
    EXPECT_GT(heard, 0);
}

}  // namespace
}  // namespace graze
