// Distances of triangles against rational arithmetic.
#include "graze/query/triangle_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "graze/query/triangle_pair.h"
#include "tests/exact/pair_families.h"
#include "tests/exact/rational_distance.h"

namespace graze {
namespace {

using test::PairFamily;

double unit_of(const Triangle& a, const Triangle& b) {
    double m = 0;
    for (const Triangle* t : {&a, &b}) {
        for (const Vec3& v : t->corner) m = std::max({m, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    }
    return std::nextafter(m, 2 * m) - m;
}

// What triangle_distance.h states.
void expect_right(const Triangle& a, const Triangle& b) {
    const ClosestPoints mine = distance(a, b);
    const double truth = test::rational_distance(a, b), unit = unit_of(a, b);
    EXPECT_EQ(mine.value == 0, intersects(a, b));
    EXPECT_LE(std::abs(mine.value - truth), std::max(1e-12 * truth, 8 * unit)) << mine.value << ' ' << truth;
    EXPECT_LE(test::rational_distance(mine.point_a, a), 8 * std::sqrt(3.0) * unit);
    EXPECT_LE(test::rational_distance(mine.point_b, b), 8 * std::sqrt(3.0) * unit);
    const ClosestPoints other_way = distance(b, a);
    EXPECT_LE(std::abs(mine.value - other_way.value), std::max(2e-12 * truth, 16 * unit));
}

class TriangleDistance : public testing::TestWithParam<PairFamily> {};

TEST_P(TriangleDistance, is_that_of_rational_numbers) {
    Random r(51);
    for (int i = 0; i < 400; ++i) {
        SCOPED_TRACE("seed 51, pair " + std::to_string(i));
        const test::TrianglePair p = make_pair(GetParam(), r);
        expect_right(p.a, p.b);
        // And with some air between them, in the order of their size.
        Triangle moved = p.b;
        const Vec3 way = r.on_sphere() * (length(p.b[1] - p.b[0]) + length(p.a[2] - p.a[0]));
        for (Vec3& v : moved.corner) v = v + way;
        if (std::ranges::all_of(moved.corner, [](const Vec3& v) { return is_in_range(v); }))
            expect_right(p.a, moved);
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Families, TriangleDistance, testing::ValuesIn(test::all_pair_families),
                         [](const auto& family) { return std::string(test::name_of(family.param)); });

// Edges that are parallel up to a given angle, next to each other at a given distance.
TEST(TriangleDistanceOf, edges_that_are_almost_parallel) {
    Random r(52);
    for (int i = 0; i < 1000; ++i) {
        SCOPED_TRACE("seed 52, pair " + std::to_string(i));
        const double angle = std::ldexp(r.uniform(-1, 1), -static_cast<int>(r.below(60))),
                     height = std::ldexp(r.uniform(0, 1), -static_cast<int>(r.below(50)));
        const double from = r.uniform(-1, 1), far = r.uniform(1, 3);
        const Triangle a{{{{-1, 0, 0}, {1, 0, 0}, {r.uniform(-1, 1), 0, -far}}}};
        const Triangle b{{{{from - 1, -angle + r.uniform(0, 1) * angle, height},
                           {from + 1, angle, height},
                           {r.uniform(-1, 1), 0, height + far}}}};
        expect_right(a, b);
        expect_right(b, a);
        if (HasFailure()) return;
    }
}

// Corners above triangles that are almost segments.
TEST(TriangleDistanceOf, slivers) {
    Random r(53);
    for (int i = 0; i < 1000; ++i) {
        SCOPED_TRACE("seed 53, pair " + std::to_string(i));
        const double width = std::ldexp(r.uniform(-1, 1), -static_cast<int>(r.below(60))),
                     height = std::ldexp(r.uniform(0.5, 1), -static_cast<int>(r.below(50)));
        const Vec3 u = r.on_sphere(), v = normalized(cross(u, r.on_sphere())), w = cross(u, v);
        const double at = r.uniform(0, 1);
        const Triangle a{{{Vec3{}, u, u * at + v * width}}};
        const Vec3 foot = u * r.uniform(-0.2, 1.2) + v * (width * r.uniform(-1, 2)) + w * height;
        const Triangle b{{{foot, foot + w + v * r.uniform(-1, 1), foot + w + u * r.uniform(-1, 1)}}};
        expect_right(a, b);
        expect_right(b, a);
        if (HasFailure()) return;
    }
}

}  // namespace
}  // namespace graze
