#include "bench/intersect_report.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::bench {
namespace {

Growth growth_of(double factor, double power) {
    Growth growth;
    for (const double n : {1000.0, 8000.0, 64000.0, 512000.0})
        growth.microseconds_by_triangles.emplace_back(static_cast<std::size_t>(n),
                                                      factor * std::pow(n, power));
    return growth;
}

TEST(Growth, exponent_is_that_of_a_power_whatever_its_factor) {
    for (const double power : {-0.5, 0.0, 0.25, 0.5, 1.0, 2.0}) {
        for (const double factor : {0.003, 1.0, 70.0})
            EXPECT_NEAR(growth_of(factor, power).exponent(), power, 1e-9) << factor;
    }
}

TEST(Growth, exponent_of_disturbed_points_is_that_of_the_line_between_them) {
    Growth growth = growth_of(1, 0.5);
    // Up and down by the same factor, symmetric about the middle: the slope stays.
    for (const std::size_t i : {0U, 3U}) growth.microseconds_by_triangles[i].second *= 1.5;
    for (const std::size_t i : {1U, 2U}) growth.microseconds_by_triangles[i].second /= 1.5;
    EXPECT_NEAR(growth.exponent(), 0.5, 1e-9);
    growth.microseconds_by_triangles[3].second *= 2;
    EXPECT_GT(growth.exponent(), 0.55);
}

TEST(Growth, exponent_of_less_than_two_points_is_zero) {
    EXPECT_EQ(Growth{}.exponent(), 0);
    Growth one;
    one.microseconds_by_triangles = {{1000, 3.0}};
    EXPECT_EQ(one.exponent(), 0);
}

TEST(IntersectRow, takes_the_lowest_of_the_peers_and_leaves_graze_out) {
    IntersectRow row;
    row.methods = {{{1, 2, 3}}, {{8, 4, 6}}, {{5, 5, 9.5}}};
    EXPECT_DOUBLE_EQ(row.methods[0].mean(), 2);
    EXPECT_DOUBLE_EQ(row.methods[0].worst(), 3);
    EXPECT_DOUBLE_EQ(row.fastest_peer_mean(), 6);
    EXPECT_DOUBLE_EQ(row.fastest_peer_worst(), 8);
    row.methods.resize(1);
    EXPECT_EQ(row.fastest_peer_mean(), 0) << "without peers";
}

TEST(WordsForDistance, say_apart_or_penetrating) {
    EXPECT_EQ(words_for_distance(0.01), "0.01 apart");
    EXPECT_EQ(words_for_distance(-0.01), "0.01 penetrating");
}

}  // namespace
}  // namespace graze::bench
