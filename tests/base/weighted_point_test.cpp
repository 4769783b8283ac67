#include "graze/base/detail/weighted_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "graze/base/predicates.h"
#include "graze/base/random.h"

namespace graze {
namespace {

using detail::WeightedPoint;

// A triangle of whole numbers such that the weighted point is one of whole numbers too.
struct WholePoint {
    WeightedPoint x;
    Vec3 p;
};

WholePoint whole_point(Random& r, std::uint64_t size) {
    WholePoint w;
    double all = 0;
    for (auto& weight : w.x.weight) {
        weight = static_cast<std::uint32_t>(r.below(1000));
        all += weight;
    }
    w.x.weight[0] += all == 0 ? 1 : 0;
    all += all == 0 ? 1 : 0;
    for (Vec3& corner : w.x.t.corner) {
        for (std::size_t k = 0; k < 3; ++k) corner[k] = all * (static_cast<double>(r.below(size)) - 5);
    }
    for (std::size_t i = 0; i < 3; ++i) w.p += w.x.t[i] * (w.x.weight[i] / all);
    w.p = {std::round(w.p.x), std::round(w.p.y), std::round(w.p.z)};
    return w;
}

TEST(WeightedPoint, has_the_orientation_of_the_point_where_that_is_one_of_doubles) {
    Random r(31);
    int zeros = 0;
    for (int i = 0; i < 20000; ++i) {
        const WholePoint w = whole_point(r, i % 2 == 0 ? 10 : 100000);
        const auto near = [&] {
            const auto step = [&] { return static_cast<double>(r.below(5)) - 2; };
            const double x = step(), y = step();
            return w.p + Vec3{x, y, step()};
        };
        // Small steps round the point: planes through it are common.
        const Vec3 b = near(), c = near(), d = near();
        const int expected = orient3d(w.p, b, c, d);
        zeros += expected == 0 ? 1 : 0;
        ASSERT_EQ(detail::orient3d(w.x, b, c, d), expected) << "seed 31, " << i;
    }
    EXPECT_GT(zeros, 1000);
}

TEST(WeightedPoint, is_told_from_its_rounding) {
    // The centre of a triangle with corners that are thirds off; a plane through its rounding, and through
    // the neighbours of that.
    const Triangle t{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}}};
    const WeightedPoint center{t, {1, 1, 1}};
    const double third = 1.0 / 3;  // below 1/3
    EXPECT_EQ(detail::orient3d(center, {third, 0, 0}, {third, 1, 0}, {third, 0, 1}),
              orient3d({1, 0, 0}, {third, 0, 0}, {third, 1, 0}, {third, 0, 1}));
    const double above = std::nextafter(third, 1);
    EXPECT_EQ(detail::orient3d(center, {above, 0, 0}, {above, 1, 0}, {above, 0, 1}),
              orient3d({0, 0, 0}, {above, 0, 0}, {above, 1, 0}, {above, 0, 1}));
    // x = y holds for it exactly.
    EXPECT_EQ(detail::orient3d(center, {0, 0, 0}, {1, 1, 0}, {0, 0, 1}), 0);
}

TEST(WeightedPoint, is_exact_at_all_magnitudes) {
    for (const int exponent : {-1060, -700, -300, 0, 300, 330}) {
        const double s = std::ldexp(1.0, exponent);
        const Triangle t{{{{3 * s, 0, 0}, {0, 3 * s, 0}, {0, 0, 3 * s}}}};
        const WeightedPoint center{t, {7, 7, 7}};  // (s, s, s)
        const auto side = [&](double offset) {
            return detail::orient3d(center, {s * offset, 0, 0}, {s * offset, s, 0}, {s * offset, 0, s});
        };
        EXPECT_EQ(side(1), 0) << exponent;
        EXPECT_EQ(side(0.5), -side(1.5)) << exponent;
        EXPECT_NE(side(0.5), 0) << exponent;
        const Vec3 r = rounded(center);
        EXPECT_NEAR(r.x / s, 1, 1e-14) << exponent;
    }
    // Magnitudes too far apart for anything but big integers.
    const WeightedPoint wide{{{{{1e100, 0, 0}, {-1e100, 1e-300, 0}, {0, 0, 0}}}}, {1, 1, 1}};
    EXPECT_EQ(detail::orient3d(wide, {-1, 0, 0}, {1, 0, 0}, {0, 0, 1}),
              orient3d({0, 1e-300, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 0, 1}));
}

}  // namespace
}  // namespace graze
