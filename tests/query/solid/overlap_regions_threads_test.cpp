#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "graze/mesh/generate.h"
#include "graze/query/solid/overlap_regions.h"

namespace graze {
namespace {

TEST(OverlapRegions, may_be_asked_for_by_many_threads_at_once_from_the_first_question_on) {
    const Shape box(make_box({4, 1, 0.5}, 6)), ring(make_torus(1, 0.3, 30, 12));
    std::vector<std::vector<OverlapRegion>> regions(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 4; ++i)
        threads.emplace_back([&, i] { regions[i] = overlap_regions(box, {}, ring, {}); });
    for (std::thread& t : threads) t.join();
    for (const auto& r : regions) {
        ASSERT_EQ(r.size(), 2u);
        for (std::size_t k = 0; k < 2; ++k) {
            EXPECT_EQ(r[k].volume, regions[0][k].volume);
            EXPECT_EQ(r[k].curves, regions[0][k].curves);
        }
    }
}

}  // namespace
}  // namespace graze
