#include "graze/spheres/lens.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/base/random.h"

namespace graze {
namespace {

TEST(Lens, has_the_volumes_of_the_closed_form) {
    EXPECT_NEAR(lens_volume(1, 1, 1), 1.30899693899575, 1e-13);
    EXPECT_NEAR(lens_volume(1, 0.5, 1.2), 0.0842340, 1e-7);
    EXPECT_NEAR(lens_volume(2, 1, 1.3), 3.777181, 1e-6);
}

TEST(Lens, is_nothing_for_balls_that_touch_and_the_smaller_ball_where_it_is_contained) {
    EXPECT_EQ(lens_volume(1, 2, 3), 0);
    EXPECT_EQ(lens_volume(1, 2, 4), 0);
    EXPECT_NEAR(lens_volume(1, 2, 1), 4 * std::numbers::pi / 3, 1e-14);
    EXPECT_NEAR(lens_volume(1, 2, 0), 4 * std::numbers::pi / 3, 1e-14);
    EXPECT_EQ(lens_volume(0, 1, 0.5), 0);
}

TEST(Lens, is_continuous_where_its_cases_meet_and_the_same_from_both_sides) {
    Random r(1);
    for (int i = 0; i < 200; ++i) {
        const double a = r.uniform(0.1, 2), b = r.uniform(0.1, 2), d = r.uniform(0, 4);
        EXPECT_DOUBLE_EQ(lens_volume(a, b, d), lens_volume(b, a, d));
        EXPECT_LT(lens_volume(a, b, (a + b) * (1 - 1e-9)), 1e-15);
        const double inside = std::abs(a - b), small = std::min(a, b);
        EXPECT_NEAR(lens_volume(a, b, inside * (1 + 1e-9)), 4 * std::numbers::pi / 3 * small * small * small,
                    1e-7);
    }
}

// The volume changes with the distance as fast as the disc between the balls is large.
TEST(Lens, has_the_disc_as_its_slope_and_its_centre_on_the_line_between_the_balls) {
    Random r(2);
    for (int i = 0; i < 100; ++i) {
        const Sphere a{r.in_box({-1, -1, -1}, {1, 1, 1}), r.uniform(0.3, 1)};
        const Sphere b{r.in_box({-1, -1, -1}, {1, 1, 1}), r.uniform(0.3, 1)};
        const Lens l = lens(a, b);
        const double d = length(b.center - a.center), h = 1e-5;
        const double slope =
            (lens_volume(a.radius, b.radius, d - h) - lens_volume(a.radius, b.radius, d + h)) / (2 * h);
        EXPECT_NEAR(l.area, slope, 1e-4);
        if (l.volume > 0) {
            EXPECT_LE(length(l.center - a.center), a.radius * (1 + 1e-12));
            EXPECT_LE(length(l.center - b.center), b.radius * (1 + 1e-12));
        }
    }
}

}  // namespace
}  // namespace graze
