#include "graze/base/float_rounding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/random.h"

namespace graze {
namespace {

// As the release is compiled, whatever tests are.
#if defined(__GNUC__) && !defined(__clang__)
#define LIKE_THE_RELEASE __attribute__((noinline, optimize("O3")))
#else
#define LIKE_THE_RELEASE __attribute__((noinline))
#endif

// Two neighbours that are rounded, stored and widened again, which GCC 12 turns into vectors.
LIKE_THE_RELEASE void round_two(const double* values, float* nearest, double* wide) {
    const float a = nearest_float(values[0]), b = nearest_float(values[1]);
    nearest[0] = a;
    nearest[8] = b;
    wide[0] = static_cast<double>(a);
    wide[1] = static_cast<double>(b);
}

LIKE_THE_RELEASE void round_six(const double* values, float* down, float* up) {
    for (int i = 0; i < 6; ++i) {
        down[i] = rounded_down(values[i]);
        up[i] = rounded_up(values[i]);
    }
}

TEST(NearestFloat, is_rounded_when_it_becomes_a_double_again) {
    Random random(3);
    for (int i = 0; i < 1000; ++i) {
        const double values[2] = {random.uniform(-1, 1), random.uniform(-1, 1)};
        float nearest[9];
        double wide[2];
        round_two(values, nearest, wide);
        EXPECT_EQ(wide[0], static_cast<double>(nearest[0]));
        EXPECT_EQ(wide[1], static_cast<double>(nearest[8]));
        for (int k = 0; k < 2; ++k) EXPECT_NEAR(wide[k], values[k], 0x1p-25);
    }
}

TEST(RoundedOutwards, are_the_neighbours_of_the_double) {
    Random random(4);
    for (int i = 0; i < 1000; ++i) {
        double values[6];
        for (double& v : values)
            v = std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(340)) - 200);
        float down[6], up[6];
        round_six(values, down, up);
        for (int k = 0; k < 6; ++k) {
            EXPECT_LE(static_cast<double>(down[k]), values[k]);
            EXPECT_GE(static_cast<double>(up[k]), values[k]);
            EXPECT_TRUE(down[k] == up[k] || next_above(down[k]) == up[k]) << values[k];
        }
    }
}

}  // namespace
}  // namespace graze
