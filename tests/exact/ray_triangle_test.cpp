#include "graze/query/ray/ray_triangle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "graze/base/random.h"
#include "tests/exact/rational_ray.h"
#include "tests/query/rays.h"

namespace graze {
namespace {

// Coordinates of few bits, so that rays meet edges, corners and planes exactly; or of all bits.
Vec3 some_point(Random& r, bool on_grid, double unit) {
    if (!on_grid) return r.in_box({-3, -3, -3}, {3, 3, 3}) * unit;
    const auto c = [&] { return unit * (static_cast<double>(r.below(7)) - 3); };
    const double x = c(), y = c();
    return {x, y, c()};
}

Vec3 nudged(Vec3 v, Random& r) {
    double& c = v[r.below(3)];
    c = std::nextafter(c, r.chance(0.5) ? 1e300 : -1e300);
    return v;
}

struct Case {
    Vec3 origin, direction;
    Triangle triangle;
};

Case some_case(Random& r) {
    const double unit = std::ldexp(1.0, static_cast<int>(r.below(600)) - 300);
    const bool on_grid = r.chance(0.7);
    Case c;
    for (std::size_t i = 0; i < 3; ++i) c.triangle[i] = some_point(r, on_grid, unit);
    c.origin = some_point(r, on_grid, unit);
    const Triangle& t = c.triangle;
    const Vec3 targets[] = {t[0], (t[0] + t[1]) * 0.5, (t[0] + t[1]) * 0.5 + (t[2] - t[0]) * 0.25,
                            some_point(r, on_grid, unit), c.origin + (t[1] - t[0])};
    c.direction = targets[r.below(5)] - c.origin;
    if (r.chance(0.2)) c.origin = targets[r.below(4)];
    if (r.chance(0.2)) c.origin = nudged(c.origin, r);
    if (r.chance(0.2)) c.direction = nudged(c.direction, r);
    if (length(c.direction) < 1e-150) c.direction = {1, 2, 3};
    return c;
}

void expect_close(double t, double expected) {
    EXPECT_EQ((t > 0) - (t < 0), (expected > 0) - (expected < 0));
    EXPECT_LE(std::abs(t - expected), 2e-11 * std::abs(expected));
}

TEST(RayTriangle, agrees_with_rational_numbers) {
    Random r(411);
    int hits = 0, in_plane = 0, behind = 0;
    for (int i = 0; i < 12000; ++i) {
        SCOPED_TRACE("case " + std::to_string(i));
        const Case c = some_case(r);
        const auto expected = test::rational_hit(c.origin, c.direction, c.triangle);
        const auto line = first_hit(Ray(c.origin, c.direction, -Ray::infinity, Ray::infinity), c.triangle);
        ASSERT_EQ(line.has_value(), expected.has_value());
        const auto ray = first_hit(Ray(c.origin, c.direction), c.triangle);
        ASSERT_EQ(ray.has_value(), expected && expected->upper >= 0);
        if (!expected) continue;
        expect_close(test::certain(line).t, expected->lower);
        if (ray) expect_close(ray->t, std::max(expected->lower, 0.0));
        ++hits;
        in_plane += test::certain(line).side == RaySide::edge_on;
        behind += !ray;
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(hits, 3000);
    EXPECT_GT(in_plane, 300);
    EXPECT_GT(behind, 100);
}

TEST(RayTriangle, agrees_with_rational_numbers_for_slivers_and_grazing_rays) {
    Random r(412);
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        SCOPED_TRACE("case " + std::to_string(i));
        const Vec3 a = r.in_box({-1, -1, -1}, {1, 1, 1}), b = r.in_box({-1, -1, -1}, {1, 1, 1});
        const double thin = std::ldexp(1.0, -static_cast<int>(r.below(50)));
        const Triangle t{a, b, a + (b - a) * r.uniform() + r.on_sphere() * thin};
        const Vec3 target = a * 0.3 + b * 0.4 + t[2] * 0.3;
        // Nearly in the plane.
        const Vec3 along = (b - a) * r.uniform(-1, 1) + (t[2] - a) * r.uniform(-1, 1) +
                           r.on_sphere() * std::ldexp(1.0, -static_cast<int>(r.below(50)));
        if (length(along) < 1e-150) continue;
        const Vec3 origin = target - along * std::array{1.0, 100.0, 1e-9}[r.below(3)];
        const auto expected = test::rational_hit(origin, along, t);
        const auto line = first_hit(Ray(origin, along, -Ray::infinity, Ray::infinity), t);
        ASSERT_EQ(line.has_value(), expected.has_value());
        if (!expected) continue;
        expect_close(test::certain(line).t, expected->lower);
        ++hits;
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(hits, 500);
}

}  // namespace
}  // namespace graze
