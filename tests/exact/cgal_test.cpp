// A sample of the differential run (differential.cpp), small enough for every test run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/base/predicates.h"
#include "graze/query/triangle/triangle_pair.h"
#include "tests/exact/cgal_reference.h"
#include "tests/exact/pair_families.h"

namespace graze {
namespace {

using test::PairFamily;

double largest_coordinate(const test::TrianglePair& p) {
    double m = 0;
    for (const Triangle* t : {&p.a, &p.b}) {
        for (const Vec3& v : t->corner) m = std::max({m, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    }
    return m;
}

class AgainstCgal : public testing::TestWithParam<PairFamily> {};

TEST_P(AgainstCgal, yes_and_no_are_the_same) {
    Random r(41);
    const bool extreme = GetParam() >= PairFamily::scaled;
    const int count = extreme ? 2000 : 10000;
    int hits = 0;
    for (int i = 0; i < count; ++i) {
        const test::TrianglePair p = make_pair(GetParam(), r);
        const bool expected =
            extreme ? test::cgal_intersects_rational(p.a, p.b) : test::cgal_intersects(p.a, p.b);
        ASSERT_EQ(intersects(p.a, p.b), expected) << "seed 41, pair " << i;
        hits += expected;
    }
    EXPECT_GT(hits, count / 20);  // a family without hits would test nothing
}

TEST_P(AgainstCgal, the_common_set_has_the_same_corners) {
    Random r(42);
    for (int i = 0; i < 1500; ++i) {
        const test::TrianglePair p = make_pair(GetParam(), r);
        const TriangleIntersection mine = intersection(p.a, p.b);
        const test::CgalIntersection theirs = test::cgal_intersection(p.a, p.b, mine.points());
        ASSERT_EQ(mine.kind, theirs.kind) << "seed 42, pair " << i;
        ASSERT_EQ(mine.points().size(), theirs.corner_count) << "seed 42, pair " << i;
        // The bound that triangle_pair.h states: 8 units in the last place of the largest coordinate.
        for (double e : theirs.errors)
            ASSERT_LE(e, 8 * 0x1p-53 * largest_coordinate(p)) << "seed 42, pair " << i;
    }
}

TEST_P(AgainstCgal, orientations_are_the_same) {
    Random r(43);
    for (int i = 0; i < 1500; ++i) {
        const test::TrianglePair p = make_pair(GetParam(), r);
        ASSERT_EQ(orient3d(p.a[0], p.a[1], p.a[2], p.b[0]),
                  test::cgal_orient3d(p.a[0], p.a[1], p.a[2], p.b[0]))
            << "seed 43, pair " << i;
        for (int axis = 0; axis < 3; ++axis) {
            const Vec2 u = drop(p.a[0], axis), v = drop(p.a[1], axis), w = drop(p.b[0], axis);
            ASSERT_EQ(orient2d(u, v, w), test::cgal_orient2d(u.x, u.y, v.x, v.y, w.x, w.y))
                << "seed 43, pair " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Families, AgainstCgal, testing::ValuesIn(test::all_pair_families),
                         [](const auto& family) { return std::string(test::name_of(family.param)); });

}  // namespace
}  // namespace graze
