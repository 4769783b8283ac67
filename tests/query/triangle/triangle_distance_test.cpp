// How far triangles are apart, and where: what tests/exact does not compare with rational numbers.
#include "graze/query/triangle/triangle_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/base/random.h"
#include "graze/query/triangle/triangle_pair.h"
#include "tests/exact/pair_families.h"
#include "tests/query/instruction_sets.h"

namespace graze {
namespace {

Vec3 within(Random& r, double size) {
    return r.in_box({-size, -size, -size}, {size, size, size});
}

Triangle random_triangle(Random& r, double size, const Vec3& at) {
    return {{at + within(r, size), at + within(r, size), at + within(r, size)}};
}

TEST(TriangleDistance, has_the_same_bits_on_every_instruction_set) {
    std::vector<ClosestPoints> first;
    test::on_every_instruction_set([&] {
        Random r(81);
        std::vector<ClosestPoints> found;
        for (int i = 0; i < 2000; ++i) {
            const Triangle a = random_triangle(r, 1, {}), b = random_triangle(r, 1, {r.uniform(0, 3), 0, 0});
            found.push_back(distance(a, b));
            found.push_back(distance(a[0], b));
        }
        if (first.empty()) first = found;
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_EQ(found[i].value, first[i].value);
            EXPECT_EQ(found[i].point_a, first[i].point_a);
            EXPECT_EQ(found[i].point_b, first[i].point_b);
        }
    });
}

// Decided exactly: the point is a triangle of its own.
TEST(TriangleDistance, of_triangles_that_touch_is_at_a_point_of_both) {
    Random r(82);
    int touching = 0;
    for (int i = 0; i < 20000; ++i) {
        SCOPED_TRACE(i);
        const double size = std::ldexp(1.0, static_cast<int>(r.below(40)) - 20);
        const Vec3 at = within(r, i % 3 == 0 ? 0 : 10);
        Triangle a = random_triangle(r, size, at), b = random_triangle(r, size, at);
        if (i % 4 == 1) b = {{a[0], a[1] + within(r, size * 1e-9), b[2]}};  // along a common edge, nearly
        if (i % 4 == 2) b[0] = a[0] + (a[1] - a[0]) * 0.25;                 // a corner on an edge, nearly
        const ClosestPoints found = distance(a, b);
        if (found.value > 0) continue;
        ++touching;
        double largest = 0;
        for (const Triangle& t : {a, b}) {
            for (const Vec3& p : t.corner)
                largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
        }
        EXPECT_EQ(found.point_a, found.point_b);
        const Vec3 p = found.point_a;
        const double error = 8 * 0x1p-52 * largest * std::sqrt(3.0);
        EXPECT_TRUE(distance_at_most(Triangle{{p, p, p}}, a, error));
        EXPECT_TRUE(distance_at_most(Triangle{{p, p, p}}, b, error));
    }
    EXPECT_GT(touching, 2000);
}

TEST(TriangleDistance, of_families_of_hard_pairs_is_zero_only_where_they_touch) {
    Random r(83);
    for (const test::PairFamily family : test::all_pair_families) {
        SCOPED_TRACE(test::name_of(family));
        for (int i = 0; i < 500; ++i) {
            const auto pair = test::make_pair(family, r);
            const ClosestPoints found = distance(pair.a, pair.b);
            EXPECT_EQ(found.value == 0, intersects(pair.a, pair.b));
        }
    }
}

}  // namespace
}  // namespace graze
