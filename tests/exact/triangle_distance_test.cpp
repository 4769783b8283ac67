// Distances of triangles against rational arithmetic.
#include "graze/query/triangle/triangle_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "graze/query/triangle/detail/separating_planes.h"
#include "graze/query/triangle/triangle_pair.h"
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

// For limits that doubles cannot tell from the distance.
void expect_compared_right(const Triangle& a, const Triangle& b) {
    const double value = distance(a, b).value;
    for (const double limit : {value, std::nextafter(value, 0), std::nextafter(value, 2 * value),
                               test::rational_distance(a, b), value * (1 - 1e-13), value * (1 + 1e-13)}) {
        EXPECT_EQ(distance_at_most(a, b, limit), test::rational_distance_at_most(a, b, limit)) << limit;
    }
    EXPECT_TRUE(distance_at_most(a, b, value * (1 + 1e-9) + 16 * unit_of(a, b)));
    EXPECT_EQ(distance_at_most(a, b, 0), intersects(a, b));
    EXPECT_FALSE(distance_at_most(a, b, -1));
}

void expect_right_from_corners(const Triangle& a, const Triangle& b) {
    for (const Vec3& p : a.corner) {
        const ClosestPoints mine = distance(p, b);
        const double truth = test::rational_distance(p, b), unit = unit_of(a, b);
        EXPECT_EQ(mine.value == 0, intersects(Triangle{{p, p, p}}, b));
        EXPECT_EQ(mine.point_a, p);
        EXPECT_LE(std::abs(mine.value - truth), std::max(1e-12 * truth, 8 * unit));
        EXPECT_LE(test::rational_distance(mine.point_b, b), 8 * std::sqrt(3.0) * unit);
    }
}

class TriangleDistance : public testing::TestWithParam<PairFamily> {};

TEST_P(TriangleDistance, is_that_of_rational_numbers) {
    Random r(51);
    for (int i = 0; i < 400; ++i) {
        SCOPED_TRACE("seed 51, pair " + std::to_string(i));
        const test::TrianglePair p = make_pair(GetParam(), r);
        expect_right(p.a, p.b);
        expect_right_from_corners(p.a, p.b);
        if (i % 8 == 0) expect_compared_right(p.a, p.b);
        // And with some air between them, in the order of their size.
        Triangle moved = p.b;
        const Vec3 way = r.on_sphere() * (length(p.b[1] - p.b[0]) + length(p.a[2] - p.a[0]));
        for (Vec3& v : moved.corner) v = v + way;
        if (std::ranges::all_of(moved.corner, [](const Vec3& v) { return is_in_range(v); }))
            expect_right(p.a, moved);
        if (i % 8 == 0) expect_compared_right(p.a, moved);
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Families, TriangleDistance, testing::ValuesIn(test::all_pair_families),
                         [](const auto& family) { return std::string(test::name_of(family.param)); });

// Distances that are whole numbers: to be at most that far apart is a matter of the last bit.
TEST(TriangleDistanceOf, corners_edges_and_faces_at_a_round_distance_is_at_most_that) {
    const Triangle face{{{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}}}};
    const Triangle above{{{{2, 2, 3}, {2, 3, 9}, {3, 2, 9}}}};      // a corner over the inside
    const Triangle beside{{{{4, -3, 4}, {5, -9, 9}, {3, -9, 9}}}};  // a corner off an edge: 3, 4, 5
    const Triangle across{{{{4, -1, -2}, {4, 1, -2}, {4, 0, -9}}}};
    for (const auto& [other, value] :
         {std::pair(above, 3.0), std::pair(beside, 5.0), std::pair(across, 2.0)}) {
        for (const double scale : {1.0, 0x1p-300, 0x1p300, 1e-7}) {
            Triangle a = face, b = other;
            for (std::size_t i = 0; i < 3; ++i) a[i] = a[i] * scale, b[i] = b[i] * scale;
            expect_compared_right(a, b);
            if (scale == 1e-7) continue;  // nothing is round any more
            EXPECT_TRUE(distance_at_most(a, b, value * scale));
            EXPECT_FALSE(distance_at_most(a, b, std::nextafter(value * scale, 0)));
        }
    }
}

bool has_parting_plane(const Triangle& a, const Triangle& b, double limit) {
    const ClosestPoints closest = distance(a, b);
    std::optional<detail::SeparatingDirection> seen_along;
    return detail::certainly_beyond(a, b, closest.point_a - closest.point_b, limit, seen_along);
}

class PartingPlanes : public testing::TestWithParam<PairFamily> {};

// They may leave a pair open, but hardly ever do.
TEST_P(PartingPlanes, tell_triangles_apart_only_if_they_are) {
    Random r(57);
    int beyond = 0, told = 0;
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE("seed 57, pair " + std::to_string(i));
        test::TrianglePair p = make_pair(GetParam(), r);
        const Vec3 way = r.on_sphere() * (length(p.b[1] - p.b[0]) + length(p.a[2] - p.a[0]));
        for (Vec3& v : p.b.corner) v = v + way;
        if (!std::ranges::all_of(p.b.corner, [](const Vec3& v) { return is_in_range(v); })) continue;
        const double value = distance(p.a, p.b).value;
        if (!(value > 0)) continue;
        for (const double limit : {value, std::nextafter(value, 0), std::nextafter(value, 2 * value)}) {
            const bool truth = !test::rational_distance_at_most(p.a, p.b, limit);
            const bool mine = has_parting_plane(p.a, p.b, limit);
            EXPECT_TRUE(truth || !mine) << limit;
            beyond += truth ? 1 : 0;
            told += mine ? 1 : 0;
        }
    }
    EXPECT_GT(beyond, 0);
    EXPECT_GT(told, beyond * 3 / 4) << "of " << beyond;
}

INSTANTIATE_TEST_SUITE_P(Families, PartingPlanes, testing::ValuesIn(test::all_pair_families),
                         [](const auto& family) { return std::string(test::name_of(family.param)); });

TEST(PartingPlanesOf, walls_tell_when_they_are_just_as_far_apart_as_is_allowed) {
    const Triangle wall{{{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}}}};
    for (const Triangle& other :
         {Triangle{{{{1, 1, 3}, {3, 1, 3}, {1, 3, 3}}}},           // face to face
          Triangle{{{{4, -3, 4}, {5, -9, 9}, {3, -9, 9}}}},        // a corner and an edge, 5 apart
          Triangle{{{{-3, -4, 0}, {-9, -9, 1}, {-9, -8, 1}}}}}) {  // two corners
        const double value = distance(wall, other).value;
        EXPECT_EQ(value, std::round(value));
        EXPECT_TRUE(has_parting_plane(wall, other, std::nextafter(value, 0)));
        EXPECT_FALSE(has_parting_plane(wall, other, value));
        EXPECT_FALSE(has_parting_plane(wall, other, 2 * value));
    }
}

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
