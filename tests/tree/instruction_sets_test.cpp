#include "tests/query/instruction_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace graze {
namespace {

TEST(InstructionSets, of_512_bits_are_among_those_tested_where_the_machine_has_them) {
    if ((HWY_DISABLED_TARGETS & HWY_AVX3) != 0) GTEST_SKIP() << "sanitizers take too long to compile them";
    if ((hwy::SupportedTargets() & HWY_AVX3) == 0) GTEST_SKIP() << "this machine has none";
    std::vector<std::int64_t> met;
    test::on_every_instruction_set([&] { met.push_back(hwy::SupportedTargets()); });
    EXPECT_TRUE(std::ranges::any_of(met, [](std::int64_t target) { return (target & HWY_AVX3) != 0; }));
    EXPECT_GT(met.size(), 1u);
}

}  // namespace
}  // namespace graze
