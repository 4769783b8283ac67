#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/detail/big.h"
#include "graze/base/detail/determinant.h"
#include "graze/base/predicates.h"
#include "graze/base/random.h"
#include "tests/base/lattice.h"

namespace graze {
namespace {

using detail::Big;

// The determinant by big integers alone: slow, but nothing in it can round.
Big reference(const Vec3& o, const Vec3& d, const Vec3& a, const Vec3& b) {
    const auto diff = [](double p, double q) { return Big::from(p) - Big::from(q); };
    const Big u[3] = {diff(a.x, o.x), diff(a.y, o.y), diff(a.z, o.z)};
    const Big v[3] = {diff(b.x, o.x), diff(b.y, o.y), diff(b.z, o.z)};
    const Big w[3] = {Big::from(d.x), Big::from(d.y), Big::from(d.z)};
    return w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) +
           w[2] * (u[0] * v[1] - u[1] * v[0]);
}

TEST(RaySide, is_positive_where_the_line_sees_the_segment_turn_left) {
    EXPECT_EQ(ray_side({0, 0, 0}, {0, 0, 1}, {1, 0, 5}, {0, 1, -7}), 1);
    EXPECT_EQ(ray_side({0, 0, 0}, {0, 0, 1}, {0, 1, -7}, {1, 0, 5}), -1);
    EXPECT_EQ(ray_side({0, 0, 0}, {0, 0, -1}, {1, 0, 5}, {0, 1, -7}), -1);
    EXPECT_EQ(ray_side({0, 0, 0}, {0, 0, 1}, {1, 1, 5}, {2, 2, -7}), 0);
}

// origin + direction, rounded, would be the origin again.
TEST(RaySide, takes_a_direction_that_is_too_small_to_be_added_to_the_origin) {
    EXPECT_EQ(ray_side({1e20, 1e20, 1e20}, {0, 0, 1}, {2e20, 1e20, 0}, {1e20, 2e20, 0}), 1);
}

TEST(RaySide, agrees_with_big_integers_at_every_scale_of_points_and_directions) {
    Random r(51);
    int zeros = 0;
    for (int exponent = -1074; exponent <= 330; exponent += 39) {
        for (const int direction_exponent : {-1074, -660, -300, 0, 330}) {
            for (int i = 0; i < 40; ++i) {
                const double unit = std::ldexp(1.0, exponent);
                const Vec3 o = lattice_point(r, unit), a = lattice_point(r, unit);
                Vec3 b = lattice_point(r, unit);
                if (r.chance(0.3)) b.x = std::nextafter(b.x, 1e300);
                const Vec3 d = lattice_point(r, std::ldexp(1.0, direction_exponent));
                const int expected = reference(o, d, a, b).sign();
                ASSERT_EQ(ray_side(o, d, a, b), expected) << exponent << " " << direction_exponent;
                ASSERT_EQ(ray_side(o, d, b, a), -expected);
                zeros += expected == 0;
            }
        }
    }
    EXPECT_GT(zeros, 200);
}

TEST(RaySide, agrees_with_big_integers_where_magnitudes_are_mixed) {
    Random r(52);
    const auto any = [&r] {
        const auto c = [&r] { return std::ldexp(r.uniform(-1, 1), static_cast<int>(r.below(1400)) - 1070); };
        const double x = c(), y = c();
        return Vec3{x, y, c()};
    };
    for (int i = 0; i < 3000; ++i) {
        const Vec3 o = any(), d = any(), a = any(), b = any();
        ASSERT_EQ(ray_side(o, d, a, b), reference(o, d, a, b).sign()) << i;
    }
}

TEST(RaySideValue, is_right_to_50_bits_and_zero_only_for_zero) {
    Random r(53);
    for (int i = 0; i < 2000; ++i) {
        const double unit = std::ldexp(1.0, static_cast<int>(r.below(500)) - 250);
        const Vec3 o = r.in_box({-1, -1, -1}, {1, 1, 1}) * unit, d = r.on_sphere();
        const Vec3 a = r.in_box({-1, -1, -1}, {1, 1, 1}) * unit;
        // Almost in one plane with the line, or exactly.
        const Vec3 b = i % 2 == 0 ? o + (a - o) * 2 + d * (unit * r.uniform()) : r.on_sphere() * unit;
        const Big exact = reference(o, d, a, b);
        const detail::Scaled value = detail::ray_side_value(o, d, a, b);
        ASSERT_EQ((value.value > 0) - (value.value < 0), exact.sign());
        if (exact.sign() == 0) continue;
        const double ratio =
            std::ldexp(value.value / exact.mantissa(), value.exponent - (exact.exponent() - 3 * 1074));
        ASSERT_NEAR(ratio, 1, 0x1p-49) << i;
    }
}

TEST(Quotient, keeps_the_sign_of_what_underflows) {
    EXPECT_GT(detail::quotient({0.5, -2000}, {0.5, 0}), 0);
    EXPECT_LT(detail::quotient({0.5, -2000}, {-0.5, 0}), 0);
    EXPECT_EQ(detail::quotient({0, 0}, {-0.5, 0}), 0);
    EXPECT_EQ(detail::quotient({0.75, 3}, {0.5, 1}), 6);
}

}  // namespace
}  // namespace graze
