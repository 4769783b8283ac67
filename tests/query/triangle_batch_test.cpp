#include "graze/query/triangle_batch.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

#include <vector>

#include "graze/query/triangle_pair.h"
#include "tests/exact/pair_families.h"

namespace graze {
namespace {

struct Answers {
    std::vector<std::uint64_t> hits, apart, intersecting;
    FilterCounts counts;
    friend bool operator==(const Answers&, const Answers&) = default;
};

// All families, in batches of every size.
Answers decide_all() {
    Answers out;
    Random r(31);
    for (const auto family : test::all_pair_families) {
        for (std::size_t size = 0; size <= TriangleBatch::capacity; ++size) {
            TriangleBatch batch;
            for (std::size_t i = 0; i < size; ++i) {
                const test::TrianglePair p = make_pair(family, r);
                batch.add(p.a, p.b);
            }
            out.hits.push_back(batch.decide(&out.counts));
            const auto f = batch.filter();
            out.apart.push_back(f.apart);
            out.intersecting.push_back(f.intersecting);
            for (std::size_t i = 0; i < size; ++i) {
                EXPECT_EQ(out.hits.back() >> i & 1, intersects(batch.a(i), batch.b(i)) ? 1u : 0u)
                    << "seed 31, " << test::name_of(family) << ", size " << size << ", pair " << i;
            }
        }
    }
    return out;
}

TEST(TriangleBatch, decides_like_the_single_pair_on_every_instruction_set) {
    const Answers expected = decide_all();
    EXPECT_EQ(expected.counts.pairs,
              expected.counts.apart + expected.counts.intersecting + expected.counts.undecided);
    const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
    EXPECT_GE(targets.size(), 2u);
    for (const std::int64_t target : targets) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        EXPECT_TRUE(decide_all() == expected) << hwy::TargetName(target);
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

TEST(TriangleBatch, leaves_hardly_anything_open_on_random_pairs) {
    Random r(32);
    FilterCounts counts;
    for (int round = 0; round < 1000; ++round) {
        TriangleBatch batch;
        while (!batch.full()) {
            const test::TrianglePair p = make_pair(test::PairFamily::random, r);
            batch.add(p.a, p.b);
        }
        batch.decide(&counts);
    }
    EXPECT_EQ(counts.pairs, 64000u);
    EXPECT_LE(counts.undecided, 1u);
}

TEST(TriangleBatch, an_empty_batch_has_no_hits) {
    FilterCounts counts;
    EXPECT_EQ(TriangleBatch().decide(&counts), 0u);
    EXPECT_EQ(counts, FilterCounts{});
}

TEST(TriangleBatch, gives_back_what_was_put_in) {
    TriangleBatch batch;
    const Triangle a{Vec3{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, b{Vec3{-1, -2, -3}, {-4, -5, -6}, {-7, -8, -9}};
    for (int i = 0; i < 20; ++i) batch.add(a, b);
    EXPECT_EQ(batch.size(), 20u);
    EXPECT_EQ(batch.a(19).corner, a.corner);
    EXPECT_EQ(batch.b(16).corner, b.corner);
    batch.clear();
    EXPECT_EQ(batch.size(), 0u);
}

}  // namespace
}  // namespace graze
