#include "graze/clash/distribute/merge.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "graze/base/error.h"
#include "graze/clash/clash.h"
#include "graze/clash/files/clash_file.h"
#include "tests/clash/cube_block.h"

namespace graze::test {
namespace {

NamedReport shard(const Assembly& assembly, std::uint32_t number, std::uint32_t count,
                  ClashOptions options = {}) {
    options.shard = ClashShard{number, count};
    const std::string name = "shard" + std::to_string(number) + ".json";
    // As a file, which is where they come from.
    return {name, parse_clashes(format_clashes(clash(assembly, options)), name)};
}

std::string without_run(ClashReport report) {
    report.run = {};
    return format_clashes(report);
}

std::string merging_error_of(std::vector<NamedReport> shards) {
    try {
        merge(std::move(shards));
    } catch (const Error& e) {
        return e.what();
    }
    return {};
}

TEST(Merge, of_all_shards_is_byte_by_byte_what_one_run_writes) {
    const Assembly assembly = cube_block(6);
    for (const std::uint32_t count : {1u, 3u, 8u}) {
        std::vector<NamedReport> shards;
        for (std::uint32_t i = count; i >= 1; --i) shards.push_back(shard(assembly, i, count));
        const MergedClashes merged = merge(std::move(shards));
        EXPECT_TRUE(merged.missing.empty());
        EXPECT_EQ(without_run(merged.report), without_run(clash(assembly)));
    }
}

TEST(Merge, says_exactly_what_is_missing) {
    const Assembly assembly = cube_block(6);
    struct CancelledHalfway : Progress {
        void report(std::string_view stage, std::uint64_t done, std::uint64_t total) override {
            if (stage == "comparing parts" && done > total / 2) cancel();
        }
    } progress;
    ClashOptions cancelled;
    cancelled.progress = &progress;
    const MergedClashes merged =
        merge({shard(assembly, 1, 4), shard(assembly, 2, 4, cancelled), shard(assembly, 4, 4)});
    ASSERT_EQ(merged.missing.size(), 2u);
    EXPECT_TRUE(merged.missing[0].starts_with("shard 2 of 4 has compared ")) << merged.missing[0];
    EXPECT_EQ(merged.missing[1], "shard 3 of 4 is missing");
    EXPECT_FALSE(merged.report.complete());
    EXPECT_GT(merged.report.counts.not_compared, 0u);
}

TEST(Merge, refuses_to_mix) {
    const Assembly assembly = cube_block(3), other = cube_block(4);
    const NamedReport first = shard(assembly, 1, 2);
    EXPECT_NE(merging_error_of({first, shard(other, 2, 2)}).find("not of the same job"), std::string::npos);
    EXPECT_NE(merging_error_of({first, shard(assembly, 2, 3)}).find("another number"), std::string::npos);
    EXPECT_NE(merging_error_of({first, first}).find("as has"), std::string::npos);
    EXPECT_NE(merging_error_of({first, {"whole.json", clash(assembly)}}).find("whole.json"),
              std::string::npos);
    ClashOptions options;
    options.touch = 0.1;
    EXPECT_NE(merging_error_of({first, shard(assembly, 2, 2, options)}).find("not of the same job"),
              std::string::npos);
    NamedReport with_baseline = shard(assembly, 2, 2);
    with_baseline.report.baseline.emplace();
    EXPECT_NE(merging_error_of({first, with_baseline}).find("baseline"), std::string::npos);
    EXPECT_NE(merging_error_of({}), "");
}

}  // namespace
}  // namespace graze::test
