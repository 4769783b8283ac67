#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "graze/base/threads.h"
#include "graze/query/triangle/triangle_batch.h"
#include "tests/exact/pair_families.h"

namespace graze {
namespace {

// Piece i of the work has a seed of its own, so that it is the same whoever does it.
std::vector<std::uint64_t> decide_on(const Threads& threads, FilterCounts& counts) {
    std::vector<std::uint64_t> hits(240);
    counts = parallel_reduce(
        threads, hits.size(), 1, FilterCounts{},
        [&](std::size_t i, std::size_t) {
            Random r(i);
            FilterCounts c;
            TriangleBatch batch;
            while (!batch.full()) {
                const test::TrianglePair p =
                    make_pair(test::all_pair_families[i % test::all_pair_families.size()], r);
                batch.add(p.a, p.b);
            }
            hits[i] = batch.decide(&c);
            return c;
        },
        [](FilterCounts a, const FilterCounts& b) { return a += b; });
    return hits;
}

TEST(TriangleBatch, gives_the_same_answers_and_counts_on_one_thread_and_two) {
    FilterCounts serial, two;
    EXPECT_EQ(decide_on(Threads(), serial), decide_on(Threads(2, ThreadBackend::standard), two));
    EXPECT_EQ(serial, two);
    EXPECT_GT(serial.undecided, 0u);
    if (Threads::has(ThreadBackend::tbb)) {
        EXPECT_EQ(decide_on(Threads(), serial), decide_on(Threads(2, ThreadBackend::tbb), two));
        EXPECT_EQ(serial, two);
    }
}

}  // namespace
}  // namespace graze
