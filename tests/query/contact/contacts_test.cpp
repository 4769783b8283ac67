#include "graze/query/contact/contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "tests/query/contact/contact_scenes.h"

namespace graze::test {
namespace {

double lowest_distance(const std::vector<ContactPoint>& all) {
    double lowest = 1e300;
    for (const ContactPoint& c : all) lowest = std::min(lowest, c.distance);
    return lowest;
}

TEST(Contacts, of_a_cube_above_a_table_are_its_four_corners) {
    const Shape table(make_box({10, 10, 1})), cube(make_box({1, 1, 1}));
    const double gap = 0.02, margin = 0.1;
    const auto found = contacts(table, unmoved, cube, moved_to(0.3, 0.2, 1 + gap), margin);
    EXPECT_EQ(found.status, QueryStatus::complete);
    ASSERT_EQ(found.size(), 4u);
    double weight = 0;
    for (const ContactPoint& c : found) {
        EXPECT_EQ(c.kind, ContactKind::face_face);
        EXPECT_EQ(c.feature_b.kind, FeatureId::Kind::vertex);
        EXPECT_EQ(c.feature_a.kind, FeatureId::Kind::face);
        EXPECT_NEAR(c.distance, gap, 1e-12);
        EXPECT_NEAR(c.normal.z, 1, 1e-12);
        EXPECT_EQ(c.certainty, NormalCertainty::certain);
        EXPECT_NEAR(std::abs(c.point_b.x - 0.3), 0.5, 1e-12);
        EXPECT_NEAR(std::abs(c.point_b.y - 0.2), 0.5, 1e-12);
        weight += c.weight;
    }
    EXPECT_NEAR(weight, 1 * (1 - gap / margin), 1e-9);
}

TEST(Contacts, beyond_the_margin_there_are_none_and_at_the_margin_they_weigh_nothing) {
    const Shape table(make_box({10, 10, 1})), cube(make_box({1, 1, 1}));
    EXPECT_TRUE(contacts(table, unmoved, cube, moved_to(0, 0, 1.11), 0.1).empty());
    double weight = 0;
    for (const ContactPoint& c : contacts(table, unmoved, cube, moved_to(0, 0, 1.0999999), 0.1))
        weight += c.weight;
    EXPECT_LT(weight, 2e-6);
}

TEST(Contacts, of_touching_boxes_have_distance_zero) {
    const Shape table(make_box({10, 10, 1})), cube(make_box({1, 1, 1}));
    const auto found = contacts(table, unmoved, cube, moved_to(0.25, 0.5, 1), 0.01);
    ASSERT_EQ(found.size(), 4u);
    for (const ContactPoint& c : found) {
        EXPECT_NEAR(c.distance, 0, 1e-15);
        EXPECT_EQ(c.normal, (Vec3{0, 0, 1}));
    }
}

TEST(Contacts, of_equal_boxes_flush_on_each_other_are_their_corners) {
    const Shape cube(make_box({1, 1, 1}));
    const auto found = contacts(cube, unmoved, cube, moved_to(0, 0, 1), 0.01);
    ASSERT_EQ(found.size(), 4u);
    for (const ContactPoint& c : found) {
        EXPECT_EQ(c.certainty, NormalCertainty::certain);
        EXPECT_NEAR(std::abs(c.point_a.x), 0.5, 1e-12);
        EXPECT_NEAR(std::abs(c.point_a.y), 0.5, 1e-12);
    }
}

TEST(Contacts, of_crossed_beams_are_where_their_edges_cross) {
    const Shape beam(make_box({6, 1, 1}));
    const Pose across(Pose::rotation_turns({0, 0, 1}, 0.25).rotation(), {0, 0, 1.001});
    const auto found = contacts(beam, unmoved, beam, across, 0.01);
    ASSERT_EQ(found.size(), 4u);
    for (const ContactPoint& c : found) {
        EXPECT_EQ(c.kind, ContactKind::face_face);
        EXPECT_EQ(c.feature_a.kind, FeatureId::Kind::edge);
        EXPECT_EQ(c.feature_b.kind, FeatureId::Kind::edge);
        EXPECT_NEAR(std::abs(c.point_a.x), 0.5, 1e-9);
        EXPECT_NEAR(std::abs(c.point_a.y), 0.5, 1e-9);
    }
}

TEST(Contacts, of_ridges_that_cross_is_one_of_edges) {
    const Shape cube(make_box({1, 1, 1}));
    const Pose ridge(Pose::rotation_turns({1, 0, 0}, 0.125).rotation(), {0, 0, 0});
    const double half = std::sqrt(0.5);
    const Pose over(Pose::rotation_turns({0, 1, 0}, 0.125).rotation(), {0.1, 0.05, 2 * half + 0.01});
    const auto found = contacts(cube, ridge, cube, over, 0.1);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, ContactKind::edge_edge);
    EXPECT_NEAR(found[0].distance, 0.01, 1e-12);
    EXPECT_NEAR(found[0].normal.z, 1, 1e-12);
    EXPECT_NEAR(found[0].point_a.x, 0.1, 1e-12);
    EXPECT_NEAR(found[0].point_a.y, 0, 1e-12);
    EXPECT_NEAR(found[0].point_b.x, 0.1, 1e-12);
}

TEST(Contacts, of_a_corner_on_a_face_have_the_normal_of_the_face) {
    const Shape table(make_box({10, 10, 1})), cube(make_box({1, 1, 1}));
    const Pose on_corner = standing_on_a_corner({0.2, 0.1, 0.5 + 0.03});
    for (const bool reduce : {false, true}) {
        const auto found = contacts(table, unmoved, cube, on_corner, 0.1, {.reduce = reduce});
        ASSERT_EQ(found.size(), 1u) << reduce;
        EXPECT_EQ(found[0].kind, ContactKind::vertex_face);
        EXPECT_EQ(found[0].normal, (Vec3{0, 0, 1}));
        EXPECT_NEAR(found[0].distance, 0.03, 1e-12);
        EXPECT_NEAR(found[0].point_b.x, 0.2, 1e-12);
    }
}

TEST(Contacts, exchanged_are_the_same_the_other_way_round) {
    const Shape table(make_box({10, 10, 1}, 3)), ball(make_sphere(1, 200));
    const Pose b = moved_to(0.1, 0.2, 1.52);
    auto one = contacts(table, unmoved, ball, b, 0.1, {.reduce = false});
    auto other = contacts(ball, b, table, unmoved, 0.1, {.reduce = false});
    ASSERT_EQ(one.size(), other.size());
    ASSERT_FALSE(one.empty());
    const ContactSum sum = sum_of(one, {}), back = sum_of(other, {});
    EXPECT_NEAR(length(sum.force + back.force), 0, 1e-12);
    EXPECT_NEAR(length(sum.moment + back.moment), 0, 1e-12);
}

TEST(Contacts, refuse_margins_that_are_none) {
    const Shape cube(make_box({1, 1, 1}));
    for (const double margin : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
        const auto found = contacts(cube, unmoved, cube, moved_to(0, 0, 1), margin);
        EXPECT_EQ(found.status, QueryStatus::bad_input);
        EXPECT_TRUE(found.empty());
    }
    EXPECT_TRUE(contacts(cube, unmoved, Shape{}, unmoved, 1).empty());
}

// The closest pair of points is always one of the contacts.
TEST(Contacts, contain_the_closest_points) {
    Random r(20);
    const Shape shapes[] = {Shape(make_box({1, 0.6, 0.4})), Shape(make_sphere(0.6, 300)),
                            Shape(make_torus(0.6, 0.2, 16, 9)), Shape(make_cylinder(0.3, 1.2, 20)),
                            Shape(make_tube(0.6, 0.3, 0.5, 12))};
    int compared = 0;
    for (int i = 0; i < 2000; ++i) {
        SCOPED_TRACE(i);
        const Shape &a = shapes[r.below(5)], &b = shapes[r.below(5)];
        const Pose pa(r.rotation(), {}), pb(r.rotation(), r.in_box({-1.2, -1.2, -1.2}, {1.2, 1.2, 1.2}));
        const Distance d = distance(a, pa, b, pb);
        if (!(d.value > 1e-6 && d.value < 0.3)) continue;
        const auto all = contacts(a, pa, b, pb, 1.05 * d.value, {.reduce = false, .regions = false});
        ASSERT_FALSE(all.empty());
        // Nearly parallel faces are measured along the direction between them.
        EXPECT_NEAR(lowest_distance(all), d.value, 1e-3 * d.value);
        double nearest = 1e300;
        for (const ContactPoint& c : all) {
            EXPECT_GT(c.distance, 0);
            EXPECT_EQ(c.certainty == NormalCertainty::none, false);
            EXPECT_NEAR(length(c.normal), 1, 1e-12);
            EXPECT_NEAR(length(c.point_a + c.normal * c.distance - c.point_b), 0, 1e-2 * c.distance);
            nearest = std::min(nearest, length(c.point_a - d.point_a) + length(c.point_b - d.point_b));
        }
        EXPECT_LT(nearest, 1.5);
        ++compared;
    }
    EXPECT_GT(compared, 200);
}

TEST(Contacts, reduced_have_the_sums_of_all) {
    Random r(21);
    const Shape table(make_box({4, 4, 1}, 5)), cube(make_box({1, 1, 1}, 4));
    for (int i = 0; i < 100; ++i) {
        SCOPED_TRACE(i);
        const Pose turned(Pose::rotation_turns({0, 0, 1}, r.uniform()).rotation(),
                          {r.uniform(-2, 2), r.uniform(-2, 2), r.uniform(1, 1.05)});
        const auto all = contacts(table, unmoved, cube, turned, 0.1, {.reduce = false});
        const auto few = contacts(table, unmoved, cube, turned, 0.1);
        EXPECT_LE(few.size(), 8u);
        const ContactSum sum = sum_of(all, {}), same = sum_of(few, {});
        EXPECT_NEAR(length(sum.force - same.force), 0, 1e-9);
        // Corners beyond the border of the table have normals that are not quite upright.
        const bool upright =
            std::ranges::all_of(all, [](const ContactPoint& c) { return c.normal.z > 1 - 1e-12; });
        EXPECT_NEAR(length(sum.moment - same.moment), 0, upright ? 1e-9 : 1e-4);
        for (const ContactPoint& c : few) EXPECT_GT(c.weight, 0);
    }
}

TEST(Contacts, written_to_memory_of_the_caller_are_those_of_the_list) {
    const Shape table(make_box({10, 10, 1})), cube(make_box({1, 1, 1}));
    const auto list = contacts(table, unmoved, cube, moved_to(0, 0, 1.01), 0.1);
    std::vector<ContactPoint> out(10);
    const Filled filled = contacts(table, unmoved, cube, moved_to(0, 0, 1.01), 0.1, out);
    ASSERT_EQ(filled.count, list.size());
    for (std::size_t i = 0; i < list.size(); ++i) EXPECT_EQ(out[i], list[i]);
    std::vector<ContactPoint> small(2);
    EXPECT_EQ(contacts(table, unmoved, cube, moved_to(0, 0, 1.01), 0.1, small).count, list.size());
    EXPECT_EQ(small[1], list[1]);
}

TEST(Contacts, end_when_the_budget_does) {
    const Shape ball(make_sphere(1, 5000));
    const auto found =
        contacts(ball, unmoved, ball, moved_to(0, 0, 1.9), 0.1, {}, {.budget = Budget::of_tests(50)});
    EXPECT_EQ(found.status, QueryStatus::undecided);
}

}  // namespace
}  // namespace graze::test
