#include "graze/base/predicates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graze/base/detail/big.h"
#include "graze/base/detail/determinant.h"
#include "graze/base/detail/expansion.h"
#include "graze/base/random.h"
#include "tests/base/lattice.h"

namespace graze {
namespace {

constexpr double tiny = std::numeric_limits<double>::denorm_min();

// The sign by big integers alone: slow, but nothing in it can round.
int reference_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    using detail::Big;
    const auto diff = [](double p, double q) { return Big::from(p) - Big::from(q); };
    const Big u[3] = {diff(b.x, a.x), diff(b.y, a.y), diff(b.z, a.z)};
    const Big v[3] = {diff(c.x, a.x), diff(c.y, a.y), diff(c.z, a.z)};
    const Big w[3] = {diff(d.x, a.x), diff(d.y, a.y), diff(d.z, a.z)};
    return (u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) +
            u[2] * (v[0] * w[1] - v[1] * w[0]))
        .sign();
}

TEST(Orient3d, is_positive_on_the_side_that_sees_the_triangle_counter_clockwise) {
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}), -1);
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 7, 0}), 0);
}

TEST(Orient3d, sees_one_unit_in_the_last_place) {
    // On the plane x + y + z = 3, far from the origin in two coordinates.
    const Vec3 a{1e8, -1e8, 3}, b{1e8 + 1, -1e8 - 1, 3}, c{1e8, -1e8 - 1, 4}, d{1, 1, 1};
    EXPECT_EQ(orient3d(a, b, c, d), 0);
    const int up = orient3d(a, b, c, {1, 1, std::nextafter(1.0, 2.0)});
    const int down = orient3d(a, b, c, {1, 1, std::nextafter(1.0, 0.0)});
    EXPECT_NE(up, 0);
    EXPECT_EQ(up, -down);
}

TEST(Orient3d, agrees_with_big_integers_at_every_scale) {
    Random r(11);
    for (int exponent = -1074; exponent <= 330; exponent += 13) {
        const double unit = std::ldexp(1.0, exponent);
        for (int i = 0; i < 200; ++i) {
            Vec3 p[4];
            for (Vec3& v : p) v = lattice_point(r, unit);
            if (r.chance(0.3)) p[3].x = std::nextafter(p[3].x, 1e300);
            const int expected = reference_orient3d(p[0], p[1], p[2], p[3]);
            ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), expected)
                << "seed 11, unit 2^" << exponent << ", pair " << i;
            ASSERT_EQ(orient3d(p[1], p[0], p[2], p[3]), -expected);
            ASSERT_EQ(orient3d(p[3], p[0], p[2], p[1]), expected);
        }
    }
}

TEST(Orient3d, agrees_with_big_integers_when_magnitudes_are_mixed) {
    Random r(12);
    for (int i = 0; i < 20000; ++i) {
        Vec3 p[4];
        for (Vec3& v : p) {
            for (std::size_t k = 0; k < 3; ++k) {
                const double magnitude = std::ldexp(1 + r.uniform(), static_cast<int>(r.below(1400)) - 1074);
                v[k] = r.chance(0.3) ? 0 : r.chance(0.5) ? magnitude : -magnitude;
            }
        }
        if (r.chance(0.3)) p[3] = p[0];
        ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), reference_orient3d(p[0], p[1], p[2], p[3]))
            << "seed 12, pair " << i;
    }
}

TEST(Orient3d, works_with_the_smallest_denormals_and_the_largest_coordinates) {
    EXPECT_EQ(orient3d({0, 0, 0}, {tiny, 0, 0}, {0, tiny, 0}, {0, 0, tiny}), 1);
    EXPECT_EQ(orient3d({0, 0, 0}, {1e100, 0, 0}, {0, 1e100, 0}, {0, 0, tiny}), 1);
    EXPECT_EQ(
        orient3d({-1e100, -1e100, -1e100}, {1e100, -1e100, -1e100}, {-1e100, 1e100, -1e100}, {0, 0, 1e100}),
        1);
    EXPECT_EQ(orient3d({1e100, 0, tiny}, {0, 1e100, tiny}, {tiny, tiny, tiny}, {1, 1, tiny}), 0);
}

TEST(Orient2d, agrees_with_exact_arithmetic_on_almost_collinear_points) {
    Random r(13);
    for (int exponent = -1070; exponent <= 330; exponent += 7) {
        const double unit = std::ldexp(1.0, exponent);
        for (int i = 0; i < 300; ++i) {
            const auto c = [&] { return unit * static_cast<double>(r.below(9)); };
            Vec2 p[3];
            for (Vec2& v : p) v.x = c(), v.y = c();
            if (r.chance(0.4)) p[2].y = std::nextafter(p[2].y, r.chance(0.5) ? 1e300 : -1e300);
            // In the plane z = 0 with a fourth point above it, the 3D sign is the 2D one.
            const int expected = reference_orient3d({p[0].x, p[0].y, 0}, {p[1].x, p[1].y, 0},
                                                    {p[2].x, p[2].y, 0}, {p[0].x, p[0].y, 1});
            ASSERT_EQ(orient2d(p[0], p[1], p[2]), expected)
                << "seed 13, unit 2^" << exponent << ", case " << i;
            ASSERT_EQ(orient2d(p[1], p[0], p[2]), -expected);
        }
    }
}

TEST(Drop, keeps_the_orientation_seen_from_the_axis) {
    for (int axis = 0; axis < 3; ++axis) {
        Vec3 normal;
        normal[static_cast<std::size_t>(axis)] = 1;
        const Vec3 u = axis == 0   ? Vec3{0, 1, 0}
                       : axis == 1 ? Vec3{0, 0, 1}
                                   : Vec3{1, 0, 0},
                   v = cross(normal, u);
        EXPECT_EQ(orient2d(drop({}, axis), drop(u, axis), drop(v, axis)), 1) << axis;
    }
}

TEST(Collinear, holds_for_equal_points_and_multiples_but_not_one_ulp_beside) {
    EXPECT_TRUE(collinear({1, 2, 3}, {1, 2, 3}, {7, 7, 7}));
    EXPECT_TRUE(collinear({0, 0, 0}, {1, 2, 3}, {3, 6, 9}));
    EXPECT_FALSE(collinear({0, 0, 0}, {1, 2, 3}, {3, 6, std::nextafter(9.0, 10.0)}));
    EXPECT_FALSE(collinear({0, 0, 0}, {tiny, 0, 0}, {0, tiny, 0}));
}

TEST(OnSegment, includes_the_ends_and_nothing_beyond) {
    const Vec3 a{0, 0, 0}, b{3, 6, 9};
    EXPECT_TRUE(on_segment(a, a, b));
    EXPECT_TRUE(on_segment(b, a, b));
    EXPECT_TRUE(on_segment({1, 2, 3}, a, b));
    EXPECT_TRUE(on_segment({1, 2, 3}, b, a));
    EXPECT_FALSE(on_segment({4, 8, 12}, a, b));
    EXPECT_FALSE(on_segment({-1, -2, -3}, a, b));
    EXPECT_FALSE(on_segment({1, 2, std::nextafter(3.0, 4.0)}, a, b));
    EXPECT_TRUE(on_segment(a, a, a));
    EXPECT_FALSE(on_segment(b, a, a));
}

TEST(InTriangle, includes_the_boundary) {
    const Triangle t{Vec3{0, 0, 0}, {4, 0, 4}, {0, 4, 4}};  // in the plane z = x + y
    EXPECT_TRUE(in_triangle({1, 1, 2}, t));
    EXPECT_TRUE(in_triangle({2, 2, 4}, t));
    EXPECT_TRUE(in_triangle({4, 0, 4}, t));
    EXPECT_FALSE(in_triangle({3, 2, 5}, t));
    EXPECT_FALSE(in_triangle({1, 1, std::nextafter(2.0, 3.0)}, t));
}

TEST(InTriangle, takes_a_degenerate_triangle_as_the_segment_it_is) {
    const Triangle t{Vec3{0, 0, 0}, {4, 4, 4}, {1, 1, 1}};
    EXPECT_TRUE(in_triangle({3, 3, 3}, t));
    EXPECT_FALSE(in_triangle({5, 5, 5}, t));
    EXPECT_FALSE(in_triangle({1, 2, 1}, t));
}

TEST(ProjectionAxis, never_flattens_a_proper_triangle) {
    EXPECT_EQ(projection_axis({Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), 2);
    EXPECT_EQ(projection_axis({Vec3{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}), 0);
    EXPECT_EQ(projection_axis({Vec3{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}), -1);
    // The normal underflows to zero in floating point; only the exact test finds the axis.
    EXPECT_EQ(projection_axis({Vec3{0, 0, 0}, {0, tiny, 0}, {tiny, 0, 0}}), 2);
}

TEST(DeterminantValue, is_right_to_a_few_units_in_the_last_place) {
    Random r(14);
    for (int exponent = -340; exponent <= 320; exponent += 20) {
        const double unit = std::ldexp(1.0, exponent);
        for (int i = 0; i < 100; ++i) {
            // A thin tetrahedron whose volume is known: (1,0,0) (0,1,0) and a height of a few units in the
            // last place.
            const double height = static_cast<double>(1 + r.below(5)) * 0x1p-52;
            const auto v = detail::orient3d_value({0, 0, unit}, {unit, 0, unit}, {0, unit, unit},
                                                  {unit * 0.25, unit * 0.5, unit * (1 + height)});
            const double expected = height;  // in units of unit^3
            EXPECT_NEAR(std::ldexp(v.value, v.exponent - 3 * exponent), expected, expected * 0x1p-50);
        }
    }
}

TEST(DeterminantValue, survives_magnitudes_beyond_the_range_of_double) {
    // 2^-1074 * 2^300 * 2^-1074 is far below the smallest double.
    const auto v = detail::orient3d_value({0, 0, 0}, {tiny, 0, 0}, {0, 0x1p300, 0}, {0, 0, tiny});
    EXPECT_EQ(std::ldexp(v.value, v.exponent + 1848), 1.0);
    EXPECT_EQ(detail::share({0.5, -2000}, {0.5, -2001}), 2.0 / 3);
    EXPECT_EQ(detail::share({0.5, 0}, {0.5, -5000}), 1.0);
}

TEST(Expansion, sums_and_products_are_exact) {
    using E = detail::Expansion<2>;
    const E a = E::difference(1, 0x1p-80), b = E::difference(1, -0x1p-80);  // 1 - e, 1 + e
    const auto p = a * b;                                                   // 1 - e^2
    const auto rest = p - E::difference(1, 0);
    EXPECT_EQ(rest.sign(), -1);
    EXPECT_EQ(rest.estimate(), -0x1p-160);
    EXPECT_EQ((p - p).sign(), 0);
}

TEST(Big, arithmetic_follows_the_rules) {
    using detail::Big;
    Random r(15);
    const auto number = [&] {
        const double m = std::ldexp(r.uniform(), static_cast<int>(r.below(1300)) - 1000);
        return Big::from(r.chance(0.5) ? m : -m);
    };
    for (int i = 0; i < 500; ++i) {
        const Big a = number(), b = number(), c = number();
        ASSERT_EQ(((a + b) * c - (a * c + b * c)).sign(), 0) << i;
        ASSERT_EQ((a - b + (b - a)).sign(), 0) << i;
        ASSERT_EQ((a * b).sign(), a.sign() * b.sign()) << i;
    }
    EXPECT_EQ((Big::from(3) * Big::from(tiny) - Big::from(1.5) * Big::from(2 * tiny)).sign(), 0);
}

TEST(OrientDirections, tells_parallel_from_almost_parallel_at_any_size) {
    for (const double s : {1.0, 0x1p-530, 0x1p-1000, 0x1p300}) {
        const Vec2 a{0.5 * s, 0.25 * s}, b{1.5 * s, 0.75 * s};  // along (2, 1)
        const Vec2 c{-3 * s, 7 * s}, d{-1 * s, 8 * s};
        EXPECT_EQ(detail::orient_directions(a, b, c, d), 0) << s;
        const Vec2 higher{d.x, std::nextafter(d.y, 1e300)}, lower{d.x, std::nextafter(d.y, -1e300)};
        EXPECT_EQ(detail::orient_directions(a, b, c, higher), 1) << s;
        EXPECT_EQ(detail::orient_directions(a, b, c, lower), -1) << s;
        EXPECT_EQ(detail::orient_directions(b, a, c, higher), -1) << s;
        EXPECT_EQ(detail::orient_directions(c, higher, a, b), -1) << s;
        EXPECT_EQ(detail::orient_directions(a, a, c, d), 0) << s;
    }
}

}  // namespace
}  // namespace graze
