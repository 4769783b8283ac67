// Distances of shapes against all pairs of triangles. Those of two triangles are tested against rational
// numbers in tests/exact.
#include "graze/query/distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/query/instruction_sets.h"
#include "tests/query/scenes.h"

namespace graze {
namespace {

using test::Scene;

constexpr std::size_t most_pairs = 60'000;

double largest_coordinate(const Scene& s) {
    double m = 0;
    for (const Box& box : {s.pose_a(s.a.mesh().box()), s.pose_b(s.b.mesh().box())}) {
        for (const Vec3& v : {box.lower, box.upper})
            m = std::max({m, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    }
    return m;
}

double error_allowed(const Scene& s, double value) {
    const double m = largest_coordinate(s);
    return std::max(1e-12 * value, 8 * (std::nextafter(m, 2 * m) - m));
}

double brute_force_distance(const Scene& s) {
    double best = std::numeric_limits<double>::infinity();
    for (TriangleId i = 0; i < s.a.mesh().triangle_count(); ++i) {
        const Triangle a = s.pose_a(s.a.mesh().triangle(i));
        for (TriangleId j = 0; j < s.b.mesh().triangle_count(); ++j)
            best = std::min(best, distance(a, s.pose_b(s.b.mesh().triangle(j))).value);
    }
    return best;
}

void expect_names_belong_to_the_value(const Scene& s, const Distance& d) {
    const ClosestPoints of_named =
        distance(s.pose_a(s.a.mesh().triangle(d.triangle_a)), s.pose_b(s.b.mesh().triangle(d.triangle_b)));
    EXPECT_EQ(d.value, of_named.value);
    EXPECT_EQ(d.point_a, of_named.point_a);
    EXPECT_EQ(d.point_b, of_named.point_b);
}

// Every scene that all pairs of triangles can be tried for, as it is and with some air in between.
test::Scenes scenes() {
    test::Scenes chosen;
    Random r(61);
    const test::Scenes all = test::all_scenes();
    for (std::size_t i = 0; i < all.size(); i += 10) {
        const Scene& s = all[i];
        if (s.a.mesh().triangle_count() * s.b.mesh().triangle_count() > most_pairs) continue;
        chosen.push_back(s);
        Scene apart = s;
        const Box box = s.pose_a(s.a.mesh().box());
        apart.name += ", apart";
        apart.pose_b = Pose::translation(r.on_sphere() * (length(box.size()) * r.uniform(0, 2))) * s.pose_b;
        apart.touching.reset();
        chosen.push_back(apart);
    }
    return chosen;
}

TEST(DistanceOfShapes, is_that_of_the_closest_triangles) {
    std::size_t apart = 0, touching = 0;
    for (const Scene& s : scenes()) {
        SCOPED_TRACE(s.name);
        const Distance d = distance(s.a, s.pose_a, s.b, s.pose_b);
        const double truth = brute_force_distance(s);
        EXPECT_LE(std::abs(d.value - truth), error_allowed(s, truth));
        EXPECT_EQ(d.value == 0, intersects(s.a, s.pose_a, s.b, s.pose_b));
        expect_names_belong_to_the_value(s, d);
        ++(d.value == 0 ? touching : apart);
    }
    EXPECT_GT(apart, 20U);
    EXPECT_GT(touching, 20U);
}

TEST(DistanceOfShapes, is_the_same_both_ways_up_to_its_error) {
    for (const Scene& s : scenes()) {
        SCOPED_TRACE(s.name);
        const Distance d = distance(s.a, s.pose_a, s.b, s.pose_b),
                       back = distance(s.b, s.pose_b, s.a, s.pose_a);
        EXPECT_LE(std::abs(d.value - back.value), 2 * error_allowed(s, d.value));
    }
}

TEST(DistanceOfShapes, has_the_same_bits_on_every_instruction_set) {
    for (const Scene& s : scenes()) {
        SCOPED_TRACE(s.name);
        IntersectCounts counts;
        const Distance here = distance(s.a, s.pose_a, s.b, s.pose_b, counts);
        test::on_every_instruction_set([&] {
            IntersectCounts again;
            const Distance d = distance(s.a, s.pose_a, s.b, s.pose_b, again);
            EXPECT_EQ(d.value, here.value);
            EXPECT_EQ(d.triangle_a, here.triangle_a);
            EXPECT_EQ(d.triangle_b, here.triangle_b);
            EXPECT_EQ(again, counts);
        });
    }
}

TEST(DistanceOfShapes, between_balls_is_that_of_their_middles_up_to_their_facets) {
    const Shape ball(make_sphere(1, 20'000));
    for (const double gap : {1e-3, 0.1, 2.0, 50.0}) {
        const Distance d = distance(ball, Pose(), ball, Pose::translation({2 + gap, 0, 0}));
        EXPECT_GE(d.value, gap - 1e-14);
        EXPECT_LE(d.value, gap + 1e-3);
        EXPECT_NEAR(d.point_a.x, 1, 1e-2);
        EXPECT_NEAR(d.point_b.x, 1 + gap, 1e-2);
    }
}

TEST(DistanceOfShapes, of_a_shape_inside_another_is_that_of_the_surfaces) {
    const Shape outer(make_box({4, 4, 4}, 3)), inner(make_box({1, 1, 1}, 2));
    EXPECT_EQ(distance(outer, Pose(), inner, Pose()).value, 1.5);
}

TEST(DistanceOfShapes, from_an_empty_shape_is_infinite) {
    const Shape nothing{Mesh()}, box(make_box({1, 1, 1}, 1));
    EXPECT_EQ(distance(nothing, Pose(), box, Pose()).value, std::numeric_limits<double>::infinity());
    EXPECT_EQ(distance(box, Pose(), nothing, Pose()).value, std::numeric_limits<double>::infinity());
}

// A part in millimetres and one of the size of a planet.
TEST(DistanceOfShapes, holds_where_floats_cannot_hold_both_sizes) {
    const Shape large(make_box({1e30, 1e30, 1e30}, 1)), small(make_box({1e-3, 1e-3, 1e-3}, 1));
    const Distance d = distance(large, Pose(), small, Pose::translation({1e30, 0, 0}));
    EXPECT_NEAR(d.value / 5e29, 1, 1e-12);
}

}  // namespace
}  // namespace graze
