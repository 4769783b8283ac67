#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "graze/mesh/generate.h"
#include "graze/query/solid/volume.h"

namespace graze {
namespace {

TEST(Volume, may_be_asked_for_by_many_threads_at_once_from_the_first_question_on) {
    const Shape box(make_box({2, 2, 2}, 6)), ball(make_sphere(1, 500));
    std::vector<double> volume(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 4; ++i) {
        threads.emplace_back(
            [&, i] { volume[i] = overlap_volume(box, {}, ball, Pose::translation({1, 0.5, 0})).volume; });
    }
    for (std::thread& t : threads) t.join();
    EXPECT_GT(volume[0], 1);
    EXPECT_EQ(volume, std::vector<double>(4, volume[0]));
}

}  // namespace
}  // namespace graze
