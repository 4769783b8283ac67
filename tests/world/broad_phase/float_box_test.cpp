#include "graze/world/broad_phase/float_box.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/random.h"

namespace graze {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

TEST(FloatBox, is_rounded_outwards_to_the_next_float) {
    Random random(1);
    for (int i = 0; i < 100'000; ++i) {
        const double value = std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(340)) - 200);
        const float down = rounded_down(value), up = rounded_up(value);
        EXPECT_LE(static_cast<double>(down), value);
        EXPECT_GE(static_cast<double>(up), value);
        EXPECT_TRUE(down == up || std::nextafter(down, inf) == up) << value;
    }
    for (const double exact : {0.0, -0.0, 1.0, -3.5, 0x1p-149, -0x1p-149}) {
        EXPECT_EQ(rounded_down(exact), static_cast<float>(exact));
        EXPECT_EQ(rounded_up(exact), static_cast<float>(exact));
    }
    EXPECT_EQ(rounded_down(1e100), std::numeric_limits<float>::max());
    EXPECT_EQ(rounded_up(1e100), inf);
    EXPECT_EQ(rounded_up(-1e100), -std::numeric_limits<float>::max());
    EXPECT_EQ(rounded_down(1e-300), 0.0f);
    EXPECT_EQ(rounded_up(1e-300), std::numeric_limits<float>::denorm_min());
    EXPECT_EQ(rounded_down(-1e-300), -std::numeric_limits<float>::denorm_min());
}

TEST(FloatBox, steps_to_neighbours_as_the_standard_library_does) {
    for (const float value :
         {0.0f, -0.0f, 1.0f, -1.0f, 0x1p-149f, -0x1p-149f, 0x1p-126f, inf, 3e38f, -3e38f}) {
        EXPECT_EQ(next_below(value), std::nextafter(value, -inf)) << value;
        EXPECT_EQ(next_above(value), std::nextafter(value, inf)) << value;
    }
    EXPECT_EQ(next_below(-inf), -inf);
}

TEST(FloatBox, empty_ones_stay_empty_and_overlap_nothing) {
    const FloatBox none = rounded_outwards(Box{});
    EXPECT_TRUE(none.empty());
    EXPECT_FALSE(overlap(none, {{-1, -1, -1}, {1, 1, 1}}));
    EXPECT_TRUE(overlap(FloatBox{{0, 0, 0}, {1, 1, 1}}, FloatBox{{1, 0, 0}, {2, 1, 1}}));
}

}  // namespace
}  // namespace graze
