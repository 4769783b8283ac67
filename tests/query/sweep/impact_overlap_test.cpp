// Shapes that touch at the start: the question is when they overlap.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/relation/relation.h"
#include "graze/query/sweep/time_of_impact.h"
#include "tests/query/meshes.h"
#include "tests/query/solids.h"
#include "tests/query/sweep/sweep_checks.h"

namespace graze {
namespace {

const Shape& large_table() {
    static const Shape shape(make_box({10, 10, 1}, 4));
    return shape;
}
const Shape& small_cube() {
    static const Shape shape(make_box({1, 1, 1}, 2));
    return shape;
}

TimeOfImpact time_of(const Motion& motion, const Shape& a = small_cube(), const Shape& b = large_table(),
                     const Pose& pose_b = {}) {
    return time_of_impact(a, motion, b, pose_b);
}

TEST(ImpactOverlap, sliding_on_a_table_is_no_impact) {
    const TimeOfImpact found = time_of({test::shifted_by(-3, 0.1, 1), test::shifted_by(3, 0.7, 1)});
    EXPECT_EQ(found.question, ImpactQuestion::overlap);
    EXPECT_EQ(found.answer, Answer::no);
}

TEST(ImpactOverlap, turning_on_a_table_is_no_impact) {
    EXPECT_EQ(time_of(Motion::flight(test::shifted_by(0, 0, 1), {1, 0, 0}, {0, 0, 40}, {0, 0, 1})).answer,
              Answer::no);
}

TEST(ImpactOverlap, lifting_and_tilting_are_no_impact) {
    EXPECT_EQ(time_of({test::shifted_by(0, 0, 1), test::shifted_by(1, 0, 4)}).answer, Answer::no);
    // About an edge that stays on the table.
    EXPECT_EQ(time_of(Motion::flight(test::shifted_by(0, 0, 1), {}, {0, 0.7, 0}, {0.5, 0, 0.5})).answer,
              Answer::no);
}

TEST(ImpactOverlap, pressing_into_the_table_is_an_impact_at_once) {
    const TimeOfImpact found = time_of({test::shifted_by(0, 0, 1), test::shifted_by(0, 0, 0.5)});
    ASSERT_EQ(found.answer, Answer::yes);
    EXPECT_LT(found.at_most, 1e-6);
    EXPECT_NEAR(found.normal.z, -1, 1e-9);
}

TEST(ImpactOverlap, turning_about_an_edge_into_the_table_is_an_impact_at_once) {
    const TimeOfImpact found =
        time_of(Motion::flight(test::shifted_by(0, 0, 1), {}, {0, -0.7, 0}, {0.5, 0, 0.5}));
    ASSERT_EQ(found.answer, Answer::yes);
    EXPECT_LT(found.at_most, 1e-6);
}

// No triangle of one passes through a triangle of the other: all walls are flush.
TEST(ImpactOverlap, is_seen_where_outlines_are_the_same) {
    for (const bool inside_out : {false, true}) {
        const Mesh plain = make_box({1, 1, 1}, 2);
        const Shape other(inside_out ? test::inside_out(plain) : plain);
        const TimeOfImpact found =
            time_of({test::shifted_by(0, 0, 1), test::shifted_by(0, 0, 0.5)}, small_cube(), other);
        ASSERT_EQ(found.answer, Answer::yes) << inside_out;
        EXPECT_LT(found.at_least, 1e-6) << inside_out;
        EXPECT_EQ(
            time_of({test::shifted_by(0, 0, 1), test::shifted_by(0, 0, 1.5)}, small_cube(), other).answer,
            Answer::no)
            << inside_out;
        EXPECT_EQ(
            time_of({test::shifted_by(0, 0, 1), test::shifted_by(0.3, 0.6, 1)}, small_cube(), other).answer,
            Answer::no)
            << inside_out;
    }
}

TEST(ImpactOverlap, sliding_into_a_wall_is_met_there) {
    const Mesh floor = make_box({10, 10, 1}, 4);
    const Mesh wall = test::moved(make_box({1, 10, 3}, 3), {2, 0, 2});
    const Shape corner(test::joined({floor, wall}));
    const TimeOfImpact found =
        time_of({test::shifted_by(-3, 0.1, 1), test::shifted_by(3, 0.1, 1)}, small_cube(), corner);
    ASSERT_EQ(found.answer, Answer::yes);
    EXPECT_NEAR(found.at_least, 4.0 / 6, 1e-6);
    EXPECT_NEAR(found.at_most, 4.0 / 6, 1e-6);
    EXPECT_NEAR(found.normal.x, 1, 1e-6);
}

// Rounding makes the faces of these overlap or part by a few units in the last place.
TEST(ImpactOverlap, sliding_on_a_slope_is_no_impact) {
    for (int i = 0; i < 40; ++i) {
        Random r(static_cast<std::uint64_t>(i) + 1);
        const Pose slope = test::random_pose(r, 5);
        const Vec3 from{r.uniform(-3, 3), r.uniform(-3, 3), 1}, to{r.uniform(-3, 3), r.uniform(-3, 3), 1};
        const Pose first = slope * Pose::translation(from), last = slope * Pose::translation(to);
        EXPECT_EQ(time_of({first, last}, small_cube(), large_table(), slope).answer, Answer::no)
            << "seed " << i + 1;
        const Pose up = slope * Pose::translation(to + Vec3{0, 0, 1}),
                   down = slope * Pose::translation(to - Vec3{0, 0, 0.5});
        EXPECT_EQ(time_of({first, up}, small_cube(), large_table(), slope).answer, Answer::no)
            << "seed " << i + 1;
        const TimeOfImpact pressed = time_of({first, down}, small_cube(), large_table(), slope);
        EXPECT_EQ(pressed.answer, Answer::yes) << "seed " << i + 1;
        EXPECT_LT(pressed.at_most, 1e-5) << "seed " << i + 1;
    }
}

TEST(ImpactOverlap, at_the_start_is_an_impact_at_the_start) {
    const TimeOfImpact found = time_of({test::shifted_by(0, 0, 0.9), test::shifted_by(0, 0, 4)});
    EXPECT_EQ(found.answer, Answer::yes);
    EXPECT_EQ(found.at_least, 0);
    EXPECT_EQ(found.at_most, 0);
}

// Against dense samples of `relation`: a peg in its hole and a box on a step, moved at random.
TEST(ImpactOverlap, of_random_motions_agrees_with_relations) {
    const Shape tube(make_tube(2, 1, 2, 4)), peg(make_cylinder(1, 1, 4));
    int hits = 0, free = 0;
    for (int i = 0; i < 60; ++i) {
        Random r(static_cast<std::uint64_t>(i) + 1);
        Vec3 way{r.uniform(-1, 1) * (i % 3 == 0), r.uniform(-1, 1) * (i % 3 == 1), r.uniform(-4, 4)};
        const Motion motion(test::shifted_by(0, 0, 0.2), test::shifted_by(way.x, way.y, way.z));
        const TimeOfImpact found = time_of_impact(peg, motion, tube, Pose{});
        ASSERT_EQ(found.question, ImpactQuestion::overlap);
        double first = 2;
        for (int k = 0; k <= 100 && first > 1; ++k)
            if (relation(peg, motion.at(k / 100.0), tube, Pose{}) == Relation::overlapping) first = k / 100.0;
        if (first <= 1) {
            ++hits;
            ASSERT_EQ(found.answer, Answer::yes) << "seed " << i + 1;
            EXPECT_LE(found.at_least, first + 1e-6) << "seed " << i + 1;
            EXPECT_GE(found.at_most, first - 0.0101) << "seed " << i + 1;
        } else {
            ++free;
            EXPECT_EQ(found.answer, Answer::no) << "seed " << i + 1 << " at " << found.at_least;
        }
    }
    EXPECT_GT(hits, 10);
    EXPECT_GT(free, 10);
}

}  // namespace
}  // namespace graze
