// Convex solids where rounding decides nothing any more: what is exact, what it takes from the heap, and that
// a cache changes none of it.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/depth/convex_depth.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/relation.h"
#include "tests/query/kinds/convex_oracle.h"
#include "tests/query/kinds/touching_solids.h"

namespace graze::test {
namespace {

TEST(ConvexExact, solids_that_touch_by_one_unit_in_the_last_place_do) {
    for (const Touch& t : touches()) {
        SCOPED_TRACE(t.name);
        EXPECT_TRUE(intersects(t.a, t.pose_a, t.b, t.touching));
        EXPECT_TRUE(intersects(t.b, t.touching, t.a, t.pose_a));
        EXPECT_FALSE(intersects(t.a, t.pose_a, t.b, t.apart));
        EXPECT_EQ(distance(t.a, t.pose_a, t.b, t.touching).value, 0);
        EXPECT_GT(distance(t.a, t.pose_a, t.b, t.apart).value, 0);
        EXPECT_EQ(relation(t.a, t.pose_a, t.b, t.apart), Relation::apart);
    }
}

TEST(ConvexExact, limits_of_distance_are_exact) {
    const Shape cube(OrientedBox({0.5, 0.5, 0.5})), can = prism(20), ball(Sphere{{}, 0.5});
    for (const Shape* b : {&cube, &can}) {
        const double reach = b == &cube ? 0.5 : 1;
        const Pose up = shifted(0.125, 0.0625, 0.75 + 0.5 + reach);
        EXPECT_TRUE(within(cube, {}, *b, up, 0.75));
        EXPECT_FALSE(within(cube, {}, *b, up, std::nextafter(0.75, 0.0)));
        EXPECT_TRUE(within(ball, {}, *b, up, 0.75));
        EXPECT_FALSE(within(ball, {}, *b, up, std::nextafter(0.75, 0.0)));
    }
    EXPECT_TRUE(within(ball, {}, ball, shifted(1.5, 0, 0), 0.5));
    EXPECT_FALSE(within(ball, {}, ball, shifted(1.5, 0, 0), below_half));
}

// The same two hulls, as small and as large as numbers get: only the last bits of what is almost nothing may
// differ.
TEST(ConvexExact, numbers_are_right_at_any_size) {
    constexpr std::uint64_t seed = 273;
    Random r(seed);
    int meet = 0;
    for (int i = 0; i < 300; ++i) {
        SCOPED_TRACE("seed 273, case " + std::to_string(i));
        std::vector<Vec3> a(1 + r.below(9)), b(1 + r.below(9));
        for (Vec3& p : a) p = r.in_box({-1, -1, -1}, {1, 1, 1});
        const Vec3 off = r.on_sphere() * (1.5 * r.uniform());
        for (Vec3& p : b) p = r.in_box({-1, -1, -1}, {1, 1, 1}) + off;
        const Distance known = distance(Shape(ConvexHull(a)), {}, Shape(ConvexHull(b)), {});
        const SignedDistance depth = convex_depth(Shape(ConvexHull(a)), {}, Shape(ConvexHull(b)), {});
        meet += known.value == 0;
        for (const int exponent : {-1000, -700, -540, -300, -200, 200, 300, 328}) {
            SCOPED_TRACE(exponent);
            std::vector<Vec3> scaled_a, scaled_b;
            for (const Vec3& p : a)
                scaled_a.push_back(
                    {std::ldexp(p.x, exponent), std::ldexp(p.y, exponent), std::ldexp(p.z, exponent)});
            for (const Vec3& p : b)
                scaled_b.push_back(
                    {std::ldexp(p.x, exponent), std::ldexp(p.y, exponent), std::ldexp(p.z, exponent)});
            const Shape large_a{ConvexHull(scaled_a)}, large_b{ConvexHull(scaled_b)};
            const Distance d = distance(large_a, {}, large_b, {});
            ASSERT_EQ(d.status, QueryStatus::complete);
            const double tolerance = exponent == -1000 ? 1e-6 : 1e-13;  // 74 bits are left of 1
            ASSERT_NEAR(std::ldexp(d.value, -exponent), known.value, tolerance);
            ASSERT_EQ(d.value == 0, known.value == 0);
            ASSERT_LE(d.at_least, d.value);
            ASSERT_NEAR(std::ldexp(d.at_least, -exponent), known.at_least, tolerance);
            const SignedDistance s = convex_depth(large_a, {}, large_b, {});
            ASSERT_EQ(s.status, QueryStatus::complete);
            ASSERT_NEAR(std::ldexp(s.distance, -exponent), depth.distance, tolerance);
            ASSERT_LE(s.at_least, s.distance);
            ASSERT_GE(s.at_most, s.distance);
            ASSERT_NEAR(std::ldexp(s.at_most - s.at_least, -exponent), 0, 10 * tolerance);
        }
    }
    EXPECT_GT(meet, 50);
}

// Two solids on a way past each other, once with a cache and once without.
TEST(ConvexCacheTest, changes_no_answer) {
    constexpr std::uint64_t seed = 271;
    Random r(seed);
    int meets = 0, parts = 0;
    for (int scene = 0; scene < 120; ++scene) {
        const Shape a = random_solid(r), b = random_solid(r);
        SCOPED_TRACE("seed 271, scene " + std::to_string(scene) + ": " + std::string(a.kind().name()) +
                     " and " + std::string(b.kind().name()));
        QueryCache cache;
        const Vec3 from = r.on_sphere() * 1.5, to = r.on_sphere() * 0.3, axis = r.on_sphere();
        for (int i = 0; i <= 40; ++i) {
            const Pose pose =
                Pose::translation(from + (to - from) * (i / 40.0)) * Pose::rotation_turns(axis, 0.005 * i);
            const Answer yes = intersects(a, {}, b, pose, QueryOptions{});
            ASSERT_EQ(intersects(a, {}, b, pose, {.cache = &cache}), yes);
            ASSERT_EQ(within(a, {}, b, pose, 0.1, {.cache = &cache}),
                      within(a, {}, b, pose, 0.1, QueryOptions{}));
            const Distance cold = distance(a, {}, b, pose), warm = distance(a, {}, b, pose, cache);
            const bool round = a.as<Cylinder>() || a.as<Cone>() || a.as<Ellipsoid>() || b.as<Cylinder>() ||
                               b.as<Cone>() || b.as<Ellipsoid>();
            ASSERT_NEAR(cold.value, warm.value, round ? 1e-7 : 1e-14);
            ASSERT_LE(warm.at_least, warm.value);
            ASSERT_EQ(convex_depth(a, {}, b, pose, {.cache = &cache}).distance > 0,
                      convex_depth(a, {}, b, pose).distance > 0);
            (yes == Answer::yes ? meets : parts) += 1;
        }
    }
    EXPECT_GT(meets, 500);
    EXPECT_GT(parts, 500);
}

TEST(ConvexCacheTest, of_other_solids_is_forgotten) {
    const Shape few(ConvexHull(make_box({1, 1, 1}))), many = ball_hull(400, 3);
    QueryCache cache;
    for (int i = 0; i < 10; ++i) {
        EXPECT_FALSE(intersects(many, {}, many, shifted(2.5, 0.1 * i, 0), cache));
        EXPECT_FALSE(intersects(few, {}, few, shifted(1.5, 0.1 * i, 0), cache));
        EXPECT_TRUE(intersects(few, {}, many, shifted(1.25, 0.1 * i, 0), cache));
        EXPECT_TRUE(intersects(many, {}, few, shifted(1.25, 0.1 * i, 0), cache));
    }
}

// Round solids: inside by a thousandth to a billionth of the size, then not.
TEST(ConvexRelation, tells_round_solids_that_are_inside_by_little) {
    const Shape can(Cylinder{{0, 0, -1}, {0, 0, 1}, 1}),
        egg(Ellipsoid{{}, {1, 0, 0}, {0, 0.8, 0}, {0, 0, 1.5}}), cone(Cone{{0, 0, -1}, {0, 0, 3}, 1}),
        ball(Sphere{{}, 0.25}), small_can(Cylinder{{0, 0, -0.25}, {0, 0, 0.25}, 0.25}),
        cube(OrientedBox({0.25, 0.25, 0.25})), house(OrientedBox({1, 1, 1}));
    const Pose turn = Pose::rotation_turns({1, 2, 3}, 0.1);
    for (const double gap : {1e-3, 1e-6, 1e-9}) {
        SCOPED_TRACE(gap);
        for (const Shape* inner : {&ball, &small_can}) {
            EXPECT_EQ(relation(*inner, turn * shifted(0.75 - gap, 0, 0), can, turn), Relation::a_in_b);
            EXPECT_EQ(relation(can, turn, *inner, turn * shifted(0.75 - gap, 0, 0)), Relation::b_in_a);
            EXPECT_EQ(relation(*inner, turn * shifted(0.75 + gap, 0, 0), can, turn), Relation::overlapping);
            EXPECT_EQ(relation(*inner, turn * shifted(0.3, 0, 0.75 - gap), can, turn), Relation::a_in_b);
            EXPECT_EQ(relation(*inner, turn * shifted(0.3, 0, 0.75 + gap), can, turn), Relation::overlapping);
        }
        EXPECT_EQ(relation(ball, turn * shifted(0, 0, 1.25 - gap), egg, turn), Relation::a_in_b);
        EXPECT_EQ(relation(ball, turn * shifted(0, 0, 1.25 + gap), egg, turn), Relation::overlapping);
        EXPECT_EQ(relation(cube, turn * shifted(0, 0, 0.75 - gap), can, turn), Relation::a_in_b);
        EXPECT_EQ(relation(cube, turn * shifted(0, 0, 0.75 + gap), can, turn), Relation::overlapping);
        EXPECT_EQ(relation(small_can, turn * shifted(0.75 - gap, 0, 0), house, turn), Relation::a_in_b);
        EXPECT_EQ(relation(small_can, turn * shifted(0.75 + gap, 0, 0), house, turn), Relation::overlapping);
        EXPECT_EQ(relation(small_can, turn * shifted(0, 0, -0.75 + gap), cone, turn), Relation::a_in_b);
        EXPECT_EQ(relation(small_can, turn * shifted(0, 0, -0.75 - gap), cone, turn), Relation::overlapping);
    }
    // All along a line or a circle.
    EXPECT_EQ(relation(Shape(Cylinder{{0, 0, -0.5}, {0, 0, 0.5}, 0.999}), {}, can, {}), Relation::a_in_b);
    EXPECT_EQ(relation(Shape(Cylinder{{0, 0, -0.5}, {0, 0, 0.5}, 1.001}), {}, can, {}),
              Relation::overlapping);
    EXPECT_EQ(relation(Shape(Capsule{{0, 0, -0.5}, {0, 0, 0.5}, 0.49}), {}, can, {}), Relation::a_in_b);
    // At the border there is nothing to know, and nothing is said.
    EXPECT_EQ(relation(ball, shifted(0.75, 0, 0), can, {}), Relation::undecided);
    EXPECT_EQ(relation(can, {}, can, {}), Relation::undecided);
}

// Drawn ones, against points of the solids.
TEST(ConvexRelation, of_round_solids_agrees_with_points_drawn_from_them) {
    constexpr std::uint64_t seed = 272;
    Random r(seed);
    int inside = 0, crossing = 0, undecided = 0;
    for (int i = 0; i < 3000; ++i) {
        const Shape a = random_solid(r), b = random_solid(r);
        const Pose pose_a(r.rotation(), r.in_box({-0.2, -0.2, -0.2}, {0.2, 0.2, 0.2}));
        SCOPED_TRACE("seed 272, case " + std::to_string(i));
        const Relation found = relation(a, pose_a, b, {});
        bool some_out = false, some_in = false;
        for (int k = 0; k < 300; ++k) {
            const Vec3 p = r.in_box(a.box().lower, a.box().upper);
            if (!(inside_by(a, p) > 1e-9)) continue;
            const double by = inside_by(b, pose_a(p));
            some_out |= by < -1e-9;
            some_in |= by > 1e-9;
        }
        if (found == Relation::a_in_b) {
            ASSERT_FALSE(some_out);
        }
        if (found == Relation::apart || found == Relation::touching) {
            ASSERT_FALSE(some_in);
        }
        if (some_in && some_out) {
            ASSERT_TRUE(found == Relation::overlapping || found == Relation::b_in_a);
        }
        inside += found == Relation::a_in_b;
        crossing += found == Relation::overlapping;
        undecided += found == Relation::undecided;
    }
    EXPECT_GT(inside, 10);
    EXPECT_GT(crossing, 500);
    EXPECT_EQ(undecided, 0);
}

}  // namespace
}  // namespace graze::test
