#include "graze/base/time_left.h"

#include <gtest/gtest.h>

namespace graze::test {
namespace {

TEST(TimeLeft, of_steady_work_is_right) {
    TimeLeft left;
    for (std::uint64_t i = 0; i <= 40; ++i) left.report(100 + static_cast<double>(i), 5 * i, 1000);
    ASSERT_TRUE(left.seconds());
    EXPECT_NEAR(*left.seconds(), 160, 1e-9);
}

TEST(TimeLeft, is_not_known_before_something_was_seen) {
    TimeLeft left;
    EXPECT_FALSE(left.seconds());
    left.report(0, 0, 1000);
    EXPECT_FALSE(left.seconds());
    left.report(0.5, 100, 1000);
    EXPECT_FALSE(left.seconds());
    left.report(2, 100, 1000);
    EXPECT_TRUE(left.seconds());
}

TEST(TimeLeft, does_not_count_what_was_done_before) {
    TimeLeft left;
    left.report(0, 500, 1000);
    left.report(10, 600, 1000);
    ASSERT_TRUE(left.seconds());
    EXPECT_NEAR(*left.seconds(), 40, 1e-9);
}

TEST(TimeLeft, follows_work_that_slows_down) {
    TimeLeft left;
    double now = 0;
    for (std::uint64_t done = 0; done < 500; done += 10) left.report(now += 0.1, done, 1000);
    for (std::uint64_t done = 500; done <= 600; done += 10) left.report(now += 2, done, 1000);
    ASSERT_TRUE(left.seconds());
    EXPECT_NEAR(*left.seconds(), 80, 8);  // at the average speed it would be 18
}

TEST(TimeLeft, starts_again_with_other_work) {
    TimeLeft left;
    left.report(0, 0, 100);
    left.report(10, 90, 100);
    left.report(11, 0, 5000);
    EXPECT_FALSE(left.seconds());
}

}  // namespace
}  // namespace graze::test
