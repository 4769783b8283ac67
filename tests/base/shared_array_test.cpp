#include "graze/base/shared_array.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace graze {
namespace {

TEST(SharedArray, copies_share_the_values) {
    const SharedArray<int> a = std::vector{1, 2, 3};
    SharedArray<int> b;
    b = a;
    EXPECT_EQ(a.data(), b.data());
    EXPECT_EQ((std::vector<int>(b.begin(), b.end())), (std::vector{1, 2, 3}));
    EXPECT_EQ(b.size(), 3u);
    EXPECT_EQ(b.back(), 3);
}

TEST(SharedArray, takes_over_a_vector_without_copying_it) {
    std::vector<int> values{1, 2, 3};
    const int* const where = values.data();
    const SharedArray<int> a = std::move(values);
    EXPECT_EQ(a.data(), where);
}

TEST(SharedArray, is_empty_after_a_move) {
    SharedArray<int> a = std::vector{1, 2, 3};
    const SharedArray<int> b = std::move(a);
    EXPECT_TRUE(a.empty());  // NOLINT(bugprone-use-after-move): what the class promises
    EXPECT_EQ(b.size(), 3u);
    a = b;
    EXPECT_EQ(a.size(), 3u);
}

TEST(SharedArray, survives_being_assigned_to_itself) {
    SharedArray<int> a = std::vector{1, 2, 3};
    const SharedArray<int>& same = a;
    a = same;
    EXPECT_EQ(a.size(), 3u);
    EXPECT_EQ(a[1], 2);
}

TEST(SharedArray, keeps_the_owner_alive_as_long_as_any_copy) {
    auto owner = std::make_shared<std::vector<int>>(std::vector{4, 5});
    const std::weak_ptr<std::vector<int>> watch = owner;
    {
        SharedArray<int> copy;
        {
            const SharedArray<int> a(std::span<const int>(*owner), owner);
            owner.reset();
            copy = a;
        }
        EXPECT_FALSE(watch.expired());
        EXPECT_EQ(copy[1], 5);
    }
    EXPECT_TRUE(watch.expired());
}

}  // namespace
}  // namespace graze
