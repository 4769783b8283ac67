#include "graze/query/triangle/triangle_batch.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <vector>

#include "graze/query/triangle/triangle_pair.h"
#include "tests/exact/pair_families.h"
#include "tests/query/instruction_sets.h"

namespace graze {
namespace {

struct BatchAnswers {
    std::vector<std::uint64_t> hits, apart, intersecting;
    FilterCounts counts;
    friend bool operator==(const BatchAnswers&, const BatchAnswers&) = default;
};

// All families, in batches of every size.
BatchAnswers decide_all() {
    BatchAnswers out;
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
    const BatchAnswers expected = decide_all();
    EXPECT_EQ(expected.counts.pairs,
              expected.counts.apart + expected.counts.intersecting + expected.counts.undecided);
    EXPECT_GE(hwy::SupportedAndGeneratedTargets().size(), 2u);
    test::on_every_instruction_set([&] { EXPECT_TRUE(decide_all() == expected); });
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

// Found by the differential run: x underflows in floats while y and z are large.
TEST(TriangleBatch, is_right_where_one_axis_underflows_in_floats) {
    const Triangle a{Vec3{0x1.670ac05c6c4cfp-143, 0x1.80858p+15, 0x1.8ea2c8p+20},
                     {0x1.64cfda3281e39p-144, 0x1.06738p+16, 0x1.4fb18p+19},
                     {0x1.f38964ad1c3eap-145, -0x1.b774p+15, 0x1.8cba8p+19}};
    const Triangle b{Vec3{0x1.81cd8a53693e2p-143, 0x1.437c8p+15, 0x1.b4c868p+20},
                     {0x1.21e8e1490988fp-144, -0x1.ab3fp+14, 0x1.908b1p+19},
                     {0x1.2f4a464488017p-146, 0x1.e848p+11, 0x1.7d784p+17}};
    TriangleBatch batch;
    batch.add(a, b);
    EXPECT_EQ(batch.decide() == 1, intersects(a, b));
    // The same at every scale of that axis, and with the axes exchanged.
    Random r(33);
    for (int exponent = -160; exponent < 20; ++exponent) {
        for (int i = 0; i < 100; ++i) {
            test::TrianglePair p =
                make_pair(i % 2 ? test::PairFamily::near : test::PairFamily::almost_coplanar, r);
            const std::size_t axis = r.below(3);
            for (Triangle* t : {&p.a, &p.b}) {
                for (Vec3& c : t->corner) {
                    c *= 0x1p20;
                    c[axis] = std::ldexp(c[axis], exponent - 20);
                }
            }
            TriangleBatch one;
            one.add(p.a, p.b);
            ASSERT_EQ(one.decide() == 1, intersects(p.a, p.b))
                << "seed 33, exponent " << exponent << ", pair " << i;
        }
    }
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
