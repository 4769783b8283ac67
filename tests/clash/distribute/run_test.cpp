#include "graze/clash/distribute/run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "graze/base/error.h"
#include "tests/clash/cube_block.h"
#include "tests/clash/same_reports.h"

namespace graze::test {
namespace {

TEST(ClashRun, gives_the_same_report_in_whatever_order_others_compare) {
    const Assembly assembly = cube_block(6);
    const ClashReport whole = clash(assembly);
    ClashRun run(assembly, {}), other(assembly, {});
    EXPECT_EQ(run.key(), other.key());
    std::vector<std::uint32_t> portions = run.to_do();
    ASSERT_GT(portions.size(), 3u);
    std::ranges::reverse(portions);
    for (const std::uint32_t p : portions) {
        const std::string sent = to_bytes(other.compare(p));
        ASSERT_TRUE(run.add(portion_from_bytes(std::as_bytes(std::span(sent)))));
    }
    EXPECT_TRUE(run.to_do().empty());
    expect_same_but_run(run.finish(), whole);
}

TEST(ClashRun, counts_what_nobody_compared) {
    const Assembly assembly = cube_block(6);
    ClashRun run(assembly, {});
    const std::uint32_t portion = run.to_do().front();
    ASSERT_TRUE(run.add(run.compare(portion)));
    const PairPortion& range = run.plan().portions()[portion];
    const std::size_t pairs = run.plan().pairs().size();
    const ClashReport report = run.finish();
    EXPECT_FALSE(report.complete());
    EXPECT_EQ(report.counts.not_compared, pairs - (range.last - range.first));
}

TEST(ClashRun, takes_no_result_twice_and_none_that_cannot_be) {
    const Assembly assembly = cube_block(6);
    ClashRun run(assembly, {});
    const PortionResult good = run.compare(run.to_do().front());
    ASSERT_FALSE(good.findings.empty());
    PortionResult bad = good;
    bad.portion = 100'000;
    EXPECT_FALSE(run.add(bad));
    bad = good;
    --bad.compared;
    EXPECT_FALSE(run.add(bad));
    bad = good;
    bad.findings[0].b = 99'999;
    EXPECT_FALSE(run.add(bad));
    bad = good;
    bad.findings.push_back(bad.findings.back());
    EXPECT_FALSE(run.add(bad));
    EXPECT_TRUE(run.add(good));
    EXPECT_FALSE(run.add(good));
}

TEST(ClashRun, has_another_key_for_another_job) {
    const Assembly assembly = cube_block(3);
    const ContentHash key = ClashRun(assembly, {}).key();
    ClashOptions options;
    options.threads = Threads(2);
    EXPECT_EQ(ClashRun(assembly, options).key(), key);
    options.clearance = 1e-6;
    EXPECT_NE(ClashRun(assembly, options).key(), key);
    options = {};
    options.touch = 1e-6;
    EXPECT_NE(ClashRun(assembly, options).key(), key);
    options = {};
    options.open_parts = OpenMeshes::refuse;
    EXPECT_NE(ClashRun(assembly, options).key(), key);
    Assembly other = assembly;
    other.parts[3].path = "another name";
    EXPECT_NE(ClashRun(other, {}).key(), key);
    other = assembly;
    other.parts[3].world_from_part = Pose::translation({1e-9, 0, 0}) * other.parts[3].world_from_part;
    EXPECT_NE(ClashRun(other, {}).key(), key);
    other = assembly;
    other.parts[3].mesh = std::make_shared<const Mesh>(make_sphere(0.7, 64));
    EXPECT_NE(ClashRun(other, {}).key(), key);
}

TEST(ClashShards, together_compare_each_pair_once) {
    const Assembly assembly = cube_block(6);
    const ClashReport whole = clash(assembly);
    for (const std::uint32_t count : {1u, 3u, 50u}) {
        SCOPED_TRACE(count);
        std::uint64_t share = 0, apart = 0;
        std::vector<ClashFinding> findings;
        for (std::uint32_t i = 1; i <= count; ++i) {
            ClashOptions options;
            options.shard = ClashShard{i, count};
            ClashReport report = clash(assembly, options);
            share += report.run.share;
            apart += report.counts.apart;
            EXPECT_EQ(report.counts.pairs - report.counts.apart_by_boxes - report.counts.not_compared,
                      report.run.share);
            std::ranges::move(report.findings, std::back_inserter(findings));
        }
        std::ranges::sort(findings, worse);
        EXPECT_EQ(share, whole.run.share);
        EXPECT_EQ(apart, whole.counts.apart);
        EXPECT_EQ(findings, whole.findings);
    }
}

TEST(ClashShards, are_balanced_by_cost) {
    const Assembly assembly = cube_block(6);
    const ClashRun run(assembly, {});
    double total = 0, largest = 0;
    for (const PairPortion& p : run.plan().portions()) {
        total += p.cost;
        largest = std::max(largest, p.cost);
    }
    for (std::uint32_t i = 1; i <= 4; ++i) {
        ClashOptions options;
        options.shard = ClashShard{i, 4};
        double cost = 0;
        for (const std::uint32_t p : ClashRun(assembly, options).to_do())
            cost += run.plan().portions()[p].cost;
        EXPECT_NEAR(cost, total / 4, largest);
    }
}

TEST(ClashShards, that_do_not_exist_are_refused) {
    ClashOptions options;
    for (const ClashShard shard : {ClashShard{0, 3}, ClashShard{4, 3}, ClashShard{1, 0}}) {
        options.shard = shard;
        EXPECT_THROW(clash(cube_block(2), options), Error);
    }
}

}  // namespace
}  // namespace graze::test
