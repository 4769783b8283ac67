// Distances of shapes against all pairs of triangles. Those of two triangles are tested against rational
// numbers in tests/exact.
#include "graze/query/distance/distance.h"
#include "graze/query/triangle/triangle_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
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
    const ClosestPoints of_named = distance(s.pose_a(s.a.mesh().triangle(d.feature_a.index)),
                                            s.pose_b(s.b.mesh().triangle(d.feature_b.index)));
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
        QueryCounts counts;
        const Distance here = distance(s.a, s.pose_a, s.b, s.pose_b, {.counts = &counts});
        test::on_every_instruction_set([&] {
            QueryCounts again;
            const Distance d = distance(s.a, s.pose_a, s.b, s.pose_b, {.counts = &again});
            EXPECT_EQ(d.value, here.value);
            EXPECT_EQ(d.feature_a.index, here.feature_a.index);
            EXPECT_EQ(d.feature_b.index, here.feature_b.index);
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

// Axes of boxes are a little longer or shorter than 1, which matters from afar.
// Their boxes are further apart, in sizes of the shapes, than the queue of the nearest tells apart.
TEST(DistanceOfShapes, holds_however_far_shapes_are_apart) {
    const Shape ball(make_sphere(1e-6, 200));
    for (const double far : {1e18, 1e24, 1e30, 1e40, 1e90}) {
        SCOPED_TRACE(far);
        const Distance d = distance(ball, Pose(), ball, Pose::translation({far, 0, 0}));
        EXPECT_NEAR(d.value, far, 1e-12 * far);
        QueryCache cache;
        for (int step = 0; step < 3; ++step)
            EXPECT_NEAR(distance(ball, Pose(), ball, Pose::translation({far, 0, 0}), cache).value, far,
                        1e-12 * far);
    }
}

TEST(DistanceOfShapes, is_the_same_both_ways_far_from_small_triangles) {
    Random r(71);
    const Shape small(make_sphere(1, 20000));
    for (const double size : {10.0, 30.0, 60.0}) {
        const Shape large(make_box({size, size, size}, 1));
        for (int i = 0; i < 4000; ++i) {
            const Quat rotation = r.rotation();
            const Vec3 way = r.on_sphere();
            const Pose pose(rotation, way * (r.uniform(1, 3) * size));
            EXPECT_NEAR(distance(small, Pose(), large, pose).value,
                        distance(large, pose, small, Pose()).value, 1e-11 * size);
        }
    }
}

// All facets are equally near, up to the last bits; what is measured in doubles grows with them and not with
// the pairs of triangles.
TEST(DistanceOfShapes, of_a_bolt_in_a_hole_measures_few_pairs) {
    constexpr std::uint32_t facets = 64;
    const Shape bolt(make_cylinder(0.99, 3, facets)), hole(make_tube(2, 1, 1, facets));
    for (const double turned : {0.0, 0.3 / facets}) {
        const Pose pose(Quat::about_turns({0, 0, 1}, turned), {0, 0, 0.1});
        QueryCounts counts;
        const Distance d = distance(bolt, pose, hole, Pose(), {.counts = &counts});
        EXPECT_NEAR(d.value, brute_force_distance({"", bolt, pose, hole, Pose()}), 1e-14);
        EXPECT_LT(counts.exact_pairs, 5 * facets);
        EXPECT_GT(counts.triangle_pairs, 20 * facets);
    }
}

TEST(DistanceOfShapes, under_a_budget_lies_between_its_bounds) {
    std::size_t decided = 0, undecided = 0;
    for (const Scene& s : scenes()) {
        SCOPED_TRACE(s.name);
        const double truth = distance(s.a, s.pose_a, s.b, s.pose_b).value, error = error_allowed(s, truth);
        double lower = 0, upper = std::numeric_limits<double>::infinity();
        for (const std::uint64_t tests : {0U, 8U, 32U, 128U, 512U, 1'000'000U}) {
            const Distance d = distance(s.a, s.pose_a, s.b, s.pose_b, {.budget = Budget::of_tests(tests)});
            EXPECT_LE(d.at_least, truth + error);
            EXPECT_GE(d.value, truth - error);
            EXPECT_GE(d.at_least, lower);
            EXPECT_LE(d.value, upper + error);
            lower = d.at_least, upper = d.value;
            ++(d.status == QueryStatus::complete ? decided : undecided);
        }
        EXPECT_EQ(lower, upper);
    }
    EXPECT_GT(decided, 200U);
    EXPECT_GT(undecided, 200U);
}

bool brute_force_within(const Scene& s, double limit) {
    for (TriangleId i = 0; i < s.a.mesh().triangle_count(); ++i) {
        const Triangle a = s.pose_a(s.a.mesh().triangle(i));
        for (TriangleId j = 0; j < s.b.mesh().triangle_count(); ++j)
            if (distance_at_most(a, s.pose_b(s.b.mesh().triangle(j)), limit)) return true;
    }
    return false;
}

TEST(Within, is_decided_by_the_last_bit) {
    for (const Scene& s : scenes()) {
        SCOPED_TRACE(s.name);
        const double value = distance(s.a, s.pose_a, s.b, s.pose_b).value;
        EXPECT_EQ(within(s.a, s.pose_a, s.b, s.pose_b, 0), value == 0);
        EXPECT_FALSE(within(s.a, s.pose_a, s.b, s.pose_b, -1));
        EXPECT_TRUE(within(s.a, s.pose_a, s.b, s.pose_b, std::numeric_limits<double>::infinity()));
        const double error = error_allowed(s, value);
        EXPECT_TRUE(within(s.a, s.pose_a, s.b, s.pose_b, value + 2 * error));
        EXPECT_FALSE(within(s.a, s.pose_a, s.b, s.pose_b, value > 2 * error ? value - 2 * error : -0.5));
        for (const double limit : {value, std::nextafter(value, 0)})
            EXPECT_EQ(within(s.a, s.pose_a, s.b, s.pose_b, limit), brute_force_within(s, limit)) << limit;
    }
}

// Walls of boxes on a grid: every pair is a round distance apart, one bit more or less is another answer.
TEST(Within, of_boxes_on_a_grid_is_exact) {
    const Shape box(make_box({1, 1, 1}, 4));
    const Pose above = Pose::translation({0.125, -0.25, 3});
    EXPECT_TRUE(within(box, Pose(), box, above, 2));
    EXPECT_FALSE(within(box, Pose(), box, above, std::nextafter(2.0, 0)));
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(within(box, Pose(), box, above, nan)) << "false would be a certain no";
    EXPECT_EQ(within(box, Pose(), box, above, nan, {}), Answer::bad_input);
    EXPECT_EQ(close_triangles(box, Pose(), box, above, nan).status, QueryStatus::bad_input);
    EXPECT_FALSE(within(box, Pose(), Shape(), Pose(), 1e300));
}

// How parts are designed: the gap is the clearance that is asked for, all along two walls of many triangles,
// of which each pair is that far apart.
TEST(Within, of_finely_cut_walls_is_exact_where_they_face_each_other) {
    const Shape box(make_box({1, 1, 1}, 32));
    const Pose turned(Quat{0.6, 0, 0, 0.8}, Vec3{0, 0, 3});
    for (const Pose& pose : {Pose::translation({0, 0, 3}), Pose::translation({0.01, 0.37, 3}), turned}) {
        EXPECT_TRUE(within(box, Pose(), box, pose, 2));
        EXPECT_FALSE(within(box, Pose(), box, pose, std::nextafter(2.0, 0)));
    }
}

TEST(CloseTriangles, are_all_that_are_no_further_apart) {
    std::size_t pairs = 0;
    for (const Scene& s : scenes()) {
        SCOPED_TRACE(s.name);
        const double value = distance(s.a, s.pose_a, s.b, s.pose_b).value;
        const double limit = value + 0.1 * length(s.pose_a(s.a.mesh().box()).size());
        std::vector<std::pair<TriangleId, TriangleId>> expected, found;
        for (TriangleId i = 0; i < s.a.mesh().triangle_count(); ++i) {
            const Triangle a = s.pose_a(s.a.mesh().triangle(i));
            for (TriangleId j = 0; j < s.b.mesh().triangle_count(); ++j)
                if (distance_at_most(a, s.pose_b(s.b.mesh().triangle(j)), limit)) expected.emplace_back(i, j);
        }
        for (const Contact& p : close_triangles(s.a, s.pose_a, s.b, s.pose_b, limit)) {
            const TriangleId i = p.feature_a.index, j = p.feature_b.index;
            found.emplace_back(i, j);
            EXPECT_EQ(p.distance,
                      distance(s.pose_a(s.a.mesh().triangle(i)), s.pose_b(s.b.mesh().triangle(j))).value);
        }
        EXPECT_EQ(found, expected);
        pairs += found.size();
        EXPECT_EQ(
            visit_close_triangles(s.a, s.pose_a, s.b, s.pose_b, limit, [](const Contact&) { return false; }),
            Answer::yes);
    }
    EXPECT_GT(pairs, 1000U);
}

}  // namespace
}  // namespace graze
