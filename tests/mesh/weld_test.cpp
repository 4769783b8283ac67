#include "graze/mesh/weld.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "graze/base/random.h"
#include "graze/mesh/detail/welder.h"

namespace graze {
namespace {

// What weld() promises, by an ordered map.
Welded weld_by_map(const std::vector<Vec3>& points) {
    Welded result;
    std::map<std::tuple<double, double, double>, std::uint32_t> seen;
    for (const Vec3& p : points) {
        const auto [at, fresh] = seen.try_emplace({p.x, p.y, p.z}, static_cast<std::uint32_t>(seen.size()));
        if (fresh) result.vertices.push_back(p);
        result.index.push_back(at->second);
    }
    return result;
}

TEST(Weld, of_nothing_is_nothing) {
    EXPECT_TRUE(weld({}).vertices.empty());
    EXPECT_TRUE(weld({}).index.empty());
}

TEST(Weld, keeps_the_order_of_first_occurrence) {
    const Welded w = weld(std::vector<Vec3>{{3, 0, 0}, {1, 0, 0}, {3, 0, 0}, {2, 0, 0}, {1, 0, 0}});
    EXPECT_EQ(w.vertices, (std::vector<Vec3>{{3, 0, 0}, {1, 0, 0}, {2, 0, 0}}));
    EXPECT_EQ(w.index, (std::vector<std::uint32_t>{0, 1, 0, 2, 1}));
}

TEST(Weld, makes_minus_zero_zero) {
    const Welded w = weld(std::vector<Vec3>{{-0.0, 1, -0.0}, {0.0, 1, 0.0}});
    ASSERT_EQ(w.vertices.size(), 1u);
    EXPECT_FALSE(std::signbit(w.vertices[0].x));
    EXPECT_FALSE(std::signbit(w.vertices[0].z));
}

TEST(Weld, has_no_tolerance) {
    const double next = std::nextafter(1.0, 2.0), tiny = std::numeric_limits<double>::denorm_min();
    EXPECT_EQ(weld(std::vector<Vec3>{{1, 0, 0}, {next, 0, 0}, {1, tiny, 0}, {1, 0, tiny}}).vertices.size(),
              4u);
}

TEST(Weld, agrees_with_an_ordered_map) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        std::vector<Vec3> points(random.below(5000));
        const std::uint64_t values = 1 + random.below(20);
        const auto coordinate = [&] { return static_cast<double>(random.below(values)) / 7 - 1; };
        for (Vec3& p : points) p = {coordinate(), coordinate(), coordinate()};
        const Welded ours = weld(points), theirs = weld_by_map(points);
        ASSERT_EQ(ours.vertices, theirs.vertices) << "seed " << seed;
        ASSERT_EQ(ours.index, theirs.index) << "seed " << seed;
    }
}

TEST(Weld, of_a_large_grid_finds_every_point_again) {
    // Regular coordinates differ in few bits: a weak hash would put them all in few slots and take for ever.
    constexpr std::uint32_t n = 70;
    std::vector<Vec3> points;
    for (int pass = 0; pass < 2; ++pass)
        for (std::uint32_t i = 0; i < n; ++i)
            for (std::uint32_t j = 0; j < n; ++j)
                for (std::uint32_t k = 0; k < n; ++k)
                    points.push_back(
                        {static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)});
    const Welded w = weld(points);
    ASSERT_EQ(w.vertices.size(), n * n * n);
    for (std::size_t i = 0; i < points.size(); ++i) ASSERT_EQ(w.index[i], i % (n * n * n));
}

TEST(Weld, merges_nans_of_equal_bits_instead_of_probing_for_ever) {
    const std::vector<Vec3> points(100'000, Vec3{std::numeric_limits<double>::quiet_NaN(), 0, 0});
    EXPECT_EQ(weld(points).vertices.size(), 1u);
}

TEST(Welder, gives_the_same_in_pieces_of_any_size) {
    Random random(7);
    std::vector<Vec3> points(3000);
    for (Vec3& p : points)
        p = {static_cast<double>(random.below(9)), static_cast<double>(random.below(9)), 1};
    const Welded whole = weld(points);
    detail::Welder welder;
    std::vector<std::uint32_t> index(points.size());
    for (std::size_t i = 0; i < points.size();) {
        const std::size_t n = std::min<std::size_t>(random.below(70), points.size() - i);
        welder.add(std::span(points).subspan(i, n), index.data() + i);
        i += n;
    }
    EXPECT_EQ(welder.vertices(), whole.vertices);
    EXPECT_EQ(index, whole.index);
}

}  // namespace
}  // namespace graze
