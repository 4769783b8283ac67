#include "graze/query/triangle/triangle_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/base/pose.h"
#include "tests/exact/pair_families.h"

namespace graze {
namespace {

using Kind = Feature::Kind;
using test::TrianglePair;

constexpr Feature corner(int i) {
    return {Kind::corner, static_cast<std::uint8_t>(i)};
}
constexpr Feature edge(int i) {
    return {Kind::edge, static_cast<std::uint8_t>(i)};
}
constexpr Feature face{};

// In the plane z = 0, with corners at 0, (4,0) and (0,4).
const Triangle flat{Vec3{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};

void expect_points(const TriangleIntersection& r, CommonKind kind, const std::vector<CommonPoint>& expected) {
    EXPECT_EQ(r.kind, kind);
    ASSERT_EQ(r.points().size(), expected.size());
    for (const CommonPoint& e : expected) {
        const bool found = std::any_of(r.points().begin(), r.points().end(), [&](const CommonPoint& p) {
            return p.position == e.position && p.on_a == e.on_a && p.on_b == e.on_b;
        });
        EXPECT_TRUE(found) << "(" << e.position.x << ", " << e.position.y << ", " << e.position.z << ")";
    }
}

TEST(TrianglePair, generic_crossing_is_a_segment) {
    const Triangle b{Vec3{1, 1, -1}, {1, 1, 1}, {9, 1, 0}};
    EXPECT_TRUE(intersects(flat, b));
    expect_points(intersection(flat, b), CommonKind::segment,
                  {{{1, 1, 0}, face, edge(2)}, {{3, 1, 0}, edge(0), face}});
}

TEST(TrianglePair, apart_by_one_unit_in_the_last_place_is_apart) {
    const double below = -std::numeric_limits<double>::denorm_min();
    EXPECT_FALSE(intersects(flat, {Vec3{1, 1, below}, {2, 1, below}, {1, 1, -1}}));
    EXPECT_TRUE(intersects(flat, {Vec3{1, 1, 0}, {2, 1, below}, {1, 1, -1}}));
}

TEST(TrianglePair, touching_with_a_corner_on_the_face) {
    expect_points(intersection(flat, {Vec3{1, 1, 5}, {1, 1, 0}, {2, 1, 5}}), CommonKind::point,
                  {{{1, 1, 0}, face, corner(1)}});
}

TEST(TrianglePair, touching_with_a_corner_on_an_edge_or_a_corner) {
    expect_points(intersection(flat, {Vec3{2, 0, 0}, {1, -1, 5}, {2, -1, 5}}), CommonKind::point,
                  {{{2, 0, 0}, edge(2), corner(0)}});
    expect_points(intersection(flat, {Vec3{7, 1, 1}, {4, 0, 0}, {7, 0, 5}}), CommonKind::point,
                  {{{4, 0, 0}, corner(1), corner(1)}});
}

TEST(TrianglePair, touching_where_two_edges_cross) {
    expect_points(intersection(flat, {Vec3{2, 0, -1}, {2, 0, 1}, {2, -5, 0}}), CommonKind::point,
                  {{{2, 0, 0}, edge(2), edge(2)}});
}

TEST(TrianglePair, sharing_an_edge_in_different_planes_is_that_segment) {
    const Triangle b{Vec3{4, 0, 0}, {0, 0, 0}, {0, 0, 4}};
    expect_points(intersection(flat, b), CommonKind::segment,
                  {{{0, 0, 0}, corner(0), corner(1)}, {{4, 0, 0}, corner(1), corner(0)}});
}

TEST(TrianglePair, coplanar_overlap_is_a_polygon_in_order) {
    const Triangle b{Vec3{1, 1, 0}, {5, 1, 0}, {1, 5, 0}};
    const TriangleIntersection r = intersection(flat, b);
    EXPECT_TRUE(r.coplanar);
    expect_points(
        r, CommonKind::polygon,
        {{{1, 1, 0}, face, corner(0)}, {{3, 1, 0}, edge(0), edge(2)}, {{1, 3, 0}, edge(0), edge(1)}});
}

TEST(TrianglePair, coplanar_star_has_six_corners_in_convex_order) {
    const Triangle a{Vec3{0, 0, 1}, {12, 0, 1}, {6, 12, 1}}, b{Vec3{0, 8, 1}, {12, 8, 1}, {6, -4, 1}};
    const TriangleIntersection r = intersection(a, b);
    ASSERT_EQ(r.points().size(), 6u);
    int left = 0, right = 0;
    for (std::size_t i = 0; i < 6; ++i) {
        const Vec3 &p = r.points()[i].position, &q = r.points()[(i + 1) % 6].position,
                   &s = r.points()[(i + 2) % 6].position;
        (cross(q - p, s - q).z > 0 ? left : right)++;
    }
    EXPECT_TRUE(left == 6 || right == 6);
}

TEST(TrianglePair, coplanar_nested_is_the_inner_triangle) {
    const Triangle inner{Vec3{1, 1, 0}, {2, 1, 0}, {1, 2, 0}};
    expect_points(intersection(flat, inner), CommonKind::polygon,
                  {{{1, 1, 0}, face, corner(0)}, {{2, 1, 0}, face, corner(1)}, {{1, 2, 0}, face, corner(2)}});
    EXPECT_TRUE(intersects(inner, flat));
}

TEST(TrianglePair, equal_triangles_share_all_of_themselves) {
    expect_points(intersection(flat, flat), CommonKind::polygon,
                  {{{0, 0, 0}, corner(0), corner(0)},
                   {{4, 0, 0}, corner(1), corner(1)},
                   {{0, 4, 0}, corner(2), corner(2)}});
}

TEST(TrianglePair, coplanar_neighbours_share_an_edge_or_a_corner) {
    expect_points(intersection(flat, {Vec3{4, 0, 0}, {0, 4, 0}, {4, 4, 0}}), CommonKind::segment,
                  {{{4, 0, 0}, corner(1), corner(0)}, {{0, 4, 0}, corner(2), corner(1)}});
    EXPECT_EQ(intersection(flat, {Vec3{4, 0, 0}, {8, 0, 0}, {4, -4, 0}}).kind, CommonKind::point);
    EXPECT_FALSE(intersects(flat, {Vec3{4, 1, 0}, {8, 0, 0}, {4, 4, 0}}));
}

TEST(TrianglePair, degenerate_to_a_segment_is_that_segment) {
    const Triangle needle{Vec3{1, 1, -1}, {1, 1, 1}, {1, 1, 0.5}};
    expect_points(intersection(flat, needle), CommonKind::point, {{{1, 1, 0}, face, edge(2)}});
    const Triangle lying{Vec3{-1, 1, 0}, {9, 1, 0}, {2, 1, 0}};
    expect_points(intersection(flat, lying), CommonKind::segment,
                  {{{0, 1, 0}, edge(1), edge(2)}, {{3, 1, 0}, edge(0), edge(2)}});
    EXPECT_FALSE(intersects(flat, {Vec3{9, 9, 0}, {8, 8, 0}, {7, 7, 0}}));
}

TEST(TrianglePair, degenerate_to_a_point_is_that_point) {
    const Vec3 p{1, 1, 0};
    expect_points(intersection(flat, {p, p, p}), CommonKind::point, {{p, face, corner(0)}});
    expect_points(intersection({p, p, p}, {p, p, p}), CommonKind::point, {{p, corner(0), corner(0)}});
    EXPECT_FALSE(intersects(flat, {Vec3{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}));
}

TEST(TrianglePair, two_segments_cross_touch_or_overlap) {
    const Triangle x{Vec3{-1, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    expect_points(intersection(x, {Vec3{0, -1, 0}, {0, 3, 0}, {0, 1, 0}}), CommonKind::point,
                  {{{0, 0, 0}, edge(2), edge(2)}});
    EXPECT_EQ(intersection(x, {Vec3{0.5, 0, 0}, {3, 0, 0}, {2, 0, 0}}).kind, CommonKind::segment);
    EXPECT_EQ(intersection(x, {Vec3{1, 0, 0}, {3, 0, 0}, {2, 0, 0}}).kind, CommonKind::point);
    EXPECT_FALSE(intersects(x, {Vec3{0, -1, 1}, {0, 3, 1}, {0, 1, 1}}));
}

// What must hold for every pair, however nasty.
class EveryPair : public testing::TestWithParam<test::PairFamily> {
  protected:
    static constexpr int count = 3000;
};

TEST_P(EveryPair, answers_agree_with_each_other_and_with_the_order_of_arguments) {
    Random r(21);
    for (int i = 0; i < count; ++i) {
        const TrianglePair p = make_pair(GetParam(), r);
        const bool yes = intersects(p.a, p.b);
        const TriangleIntersection ab = intersection(p.a, p.b), ba = intersection(p.b, p.a);
        ASSERT_EQ(yes, intersects(p.b, p.a)) << "seed 21, pair " << i;
        ASSERT_EQ(yes, ab.kind != CommonKind::none) << "seed 21, pair " << i;
        ASSERT_EQ(ab.kind, ba.kind) << "seed 21, pair " << i;
        ASSERT_EQ(ab.coplanar, ba.coplanar) << "seed 21, pair " << i;
        ASSERT_EQ(ab.points().size(), ba.points().size());
        for (const CommonPoint& x : ab.points()) {
            const bool found = std::any_of(ba.points().begin(), ba.points().end(), [&](const CommonPoint& y) {
                return x.position == y.position && x.on_a == y.on_b && x.on_b == y.on_a;
            });
            ASSERT_TRUE(found) << "seed 21, pair " << i;
        }
    }
}

TEST_P(EveryPair, answer_does_not_depend_on_the_order_of_corners) {
    Random r(22);
    for (int i = 0; i < count; ++i) {
        const TrianglePair p = make_pair(GetParam(), r);
        const bool yes = intersects(p.a, p.b);
        ASSERT_EQ(yes, intersects({p.a[1], p.a[2], p.a[0]}, p.b)) << "seed 22, pair " << i;
        ASSERT_EQ(yes, intersects({p.a[1], p.a[0], p.a[2]}, {p.b[2], p.b[1], p.b[0]}))
            << "seed 22, pair " << i;
    }
}

TEST_P(EveryPair, instances_at_one_pose_always_touch_where_they_share_a_vertex) {
    Random r(23);
    for (int i = 0; i < count; ++i) {
        TrianglePair p = make_pair(GetParam(), r);
        p.b[r.below(3)] = p.a[r.below(3)];
        const Pose pose(r.rotation(), r.in_box({-1e3, -1e3, -1e3}, {1e3, 1e3, 1e3}));
        ASSERT_TRUE(intersects(p.a, p.b)) << "seed 23, pair " << i;
        ASSERT_TRUE(intersects(pose(p.a), pose(p.b))) << "seed 23, pair " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Families, EveryPair, testing::ValuesIn(test::all_pair_families),
                         [](const auto& family) { return std::string(test::name_of(family.param)); });

}  // namespace
}  // namespace graze
