#include "graze/spheres/packing/validate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"

namespace graze {
namespace {

double below(double x) {
    return std::nextafter(x, 0.0);
}
double above(double x) {
    return std::nextafter(x, 2 * x);
}

TEST(Validate, a_ball_that_touches_the_surface_is_not_inside_and_a_hair_less_is) {
    const Shape cube(make_box({1, 1, 1}));
    const Sphere touching{{}, 0.5}, inside{{}, below(0.5)};
    EXPECT_EQ(validate(std::span(&touching, 1), cube).not_inside, 1u);
    const PackingCheck check = validate(std::span(&inside, 1), cube);
    EXPECT_TRUE(check.feasible()) << check.why_not();
    EXPECT_NEAR(check.fill_rate, std::numbers::pi / 6, check.fill_rate_error + 1e-15);
    EXPECT_LT(check.fill_rate_error, 1e-13);
}

TEST(Validate, balls_outside_are_found_though_they_touch_nothing) {
    const Shape cube(make_box({1, 1, 1}));
    const std::vector<Sphere> spheres{{{0.2, 0, 0}, 0.1}, {{2, 0, 0}, 0.1}, {{0.5, 0, 0}, 0.1}};
    const PackingCheck check = validate(spheres, cube);
    EXPECT_EQ(check.not_inside, 2u);
    EXPECT_EQ(check.first_not_inside, 1u);
    EXPECT_EQ(check.why_not(), "2 spheres are not inside, the first is sphere 1");
}

TEST(Validate, balls_that_touch_overlap_and_a_hair_less_do_not) {
    EXPECT_TRUE(balls_meet({{0, 0, 0}, 1}, {{3, 0, 0}, 2}));
    EXPECT_FALSE(balls_meet({{0, 0, 0}, below(1)}, {{3, 0, 0}, 2}));
    EXPECT_TRUE(balls_meet({{0, 0, 0}, 2}, {{1, 2, 2}, 1}));  // 3 apart
    EXPECT_FALSE(balls_meet({{0, 0, 0}, 2}, {{1, 2, above(2)}, 1}));
    EXPECT_TRUE(balls_meet({{0, 0, 0}, 2}, {{1, 2, below(2)}, 1}));
    // The sum of the radii, rounded, is the distance; the true one is less.
    EXPECT_FALSE(balls_meet({{0, 0, 0}, 1}, {{1, 0, 0}, -0x1p-60}));
    EXPECT_TRUE(balls_meet({{0, 0, 0}, 1}, {{1, 0, 0}, 0x1p-60}));
}

TEST(Validate, exact_decisions_hold_for_the_smallest_and_largest_coordinates) {
    for (const double scale : {0x1p-1060, 0x1p-600, 0x1p-300, 1.0, 0x1p+300}) {
        EXPECT_TRUE(balls_meet({{0, 0, 0}, 2 * scale}, {{scale, 2 * scale, 2 * scale}, scale})) << scale;
        EXPECT_FALSE(balls_meet({{0, 0, 0}, 2 * scale}, {{scale, 2 * scale, above(2 * scale)}, scale}))
            << scale;
    }
}

TEST(Validate, all_overlapping_pairs_are_found) {
    Random random(7);
    const Shape cube(make_box({2, 2, 2}));
    std::vector<Sphere> spheres;
    for (int i = 0; i < 400; ++i) {
        const Vec3 center = random.in_box({-0.9, -0.9, -0.9}, {0.9, 0.9, 0.9});
        spheres.push_back({center, i % 7 == 0 ? random.uniform(0.05, 0.09) : random.uniform(0.001, 0.04)});
    }
    std::uint64_t pairs = 0;
    for (std::size_t i = 0; i < spheres.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            pairs += length(spheres[i].center - spheres[j].center) <= spheres[i].radius + spheres[j].radius
                         ? 1
                         : 0;
    const PackingCheck check = validate(spheres, cube);
    EXPECT_GT(pairs, 20u);
    EXPECT_EQ(check.overlapping_pairs, pairs);
    EXPECT_EQ(check.not_inside, 0u);
}

TEST(Validate, spheres_that_are_none_are_counted) {
    const Shape cube(make_box({1, 1, 1}));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Sphere> spheres{{{}, 0.1}, {{}, 0}, {{0.3, nan, 0}, 0.1}, {{0.3, 0, 0}, nan}};
    const PackingCheck check = validate(spheres, cube);
    EXPECT_EQ(check.bad_radii, 3u);
    EXPECT_EQ(check.first_bad_radius, 1u);
    EXPECT_EQ(check.overlapping_pairs, 0u);
}

}  // namespace
}  // namespace graze
