#include "graze/world/comparison/detail/small_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "graze/base/random.h"

namespace graze::test {
namespace {

TEST(SmallLists, hold_what_was_added_and_not_removed) {
    Random random(1);
    detail::SmallLists lists;
    lists.reset(20);
    std::vector<std::set<std::uint32_t>> expected(20);
    for (int i = 0; i < 20'000; ++i) {
        const std::size_t list = random.below(20);
        const auto value = static_cast<std::uint32_t>(random.below(60));
        if (random.chance(0.001)) {
            lists.clear(list);
            expected[list].clear();
        } else if (expected[list].erase(value) > 0) {
            lists.remove(list, value);
        } else {
            lists.add(list, value);
            expected[list].insert(value);
        }
        const auto values = lists[list];
        ASSERT_EQ(values.size(), expected[list].size());
        ASSERT_EQ(std::set<std::uint32_t>(values.begin(), values.end()), expected[list]);
    }
    std::size_t total = 0;
    for (const auto& values : expected) total += values.size();
    EXPECT_EQ(lists.total(), total);
}

TEST(SmallLists, do_not_keep_the_room_of_a_crowd_that_wandered_through_all) {
    detail::SmallLists lists;
    lists.reset(1000);
    for (std::size_t list = 0; list < 1000; ++list) {
        for (std::uint32_t i = 0; i < 1000; ++i) lists.add(list, i);
        for (std::uint32_t i = 0; i < 1000; ++i) lists.remove(list, i);
    }
    EXPECT_LT(lists.memory(), 200'000u);  // a million numbers passed through
    lists.add(5, 7);
    EXPECT_EQ(lists[5].size(), 1u);
}

TEST(SmallLists, crowding_is_the_length_of_the_list_of_an_average_entry) {
    detail::SmallLists lists;
    lists.reset(3);
    EXPECT_EQ(lists.crowding(), 0);
    for (std::uint32_t i = 0; i < 3; ++i) lists.add(0, i);
    lists.add(1, 0);
    EXPECT_EQ(lists.crowding(), (3 * 3 + 1) / 4.0);
}

}  // namespace
}  // namespace graze::test
