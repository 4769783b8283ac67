// Contacts of solids that are not meshes, by formula.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/contact/contacts.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "tests/query/contact/contact_scenes.h"

namespace graze::test {
namespace {

std::array<Shape, 8> one_of_each_solid() {
    return {Shape(OrientedBox({0.5, 0.4, 0.3})),
            Shape(ConvexHull(make_sphere(0.5, 72))),
            Shape(Sphere{{}, 0.5}),
            Shape(Capsule{{-0.3, 0, 0}, {0.3, 0, 0}, 0.3}),
            Shape(Cylinder{{0, 0, -0.4}, {0, 0, 0.4}, 0.3}),
            Shape(Cone{{0, 0, -0.3}, {0, 0, 0.5}, 0.4}),
            Shape(Ellipsoid{{}, {0.5, 0, 0}, {0, 0.4, 0}, {0, 0, 0.3}}),
            Shape(HalfSpace{{0, 0, 1}, {0, 0, 0}})};
}

TEST(ContactKinds, of_two_boxes_are_those_of_two_meshes) {
    const Shape table(OrientedBox({5, 5, 0.5})), cube(OrientedBox({0.5, 0.5, 0.5}));
    const Shape mesh_table(make_box({10, 10, 1})), mesh_cube(make_box({1, 1, 1}));
    const Pose poses[] = {moved_to(0.1, 0.2, 1.02),
                          Pose(Pose::rotation_radians({1, 0.3, 0}, 0.03).rotation(), {0, 0, 1.02}),
                          moved_to(0.1, 0.2, 0.98)};
    for (const Pose& pose : poses) {
        const auto boxes = contacts(table, unmoved, cube, pose, 0.05);
        const auto meshes = contacts(mesh_table, unmoved, mesh_cube, pose, 0.05);
        ASSERT_FALSE(boxes.empty());
        const ContactSum one = sum_of(boxes, {}), other = sum_of(meshes, {});
        EXPECT_NEAR(length(one.force - other.force), 0, 1e-9);
        EXPECT_NEAR(length(one.moment - other.moment), 0, 1e-9);
        for (const ContactPoint& c : boxes) {
            if (c.kind == ContactKind::region) continue;
            EXPECT_EQ(c.feature_a, FeatureId::face(5));  // the upper face
            ASSERT_EQ(c.feature_b.kind, FeatureId::Kind::vertex);
            const Vec3 corner = pose(cube.oriented_box()->corners()[c.feature_b.index]);
            EXPECT_NEAR(length(corner - c.point_b), 0, 2e-3);
        }
    }
}

TEST(ContactKinds, of_a_ball_follow_the_formula) {
    const Shape ball(Sphere{{0, 0, 0}, 0.5}), other(Sphere{{0, 0, 0}, 0.25});
    const Shape floor(HalfSpace{{0, 0, 2}, {1, 2, 0}}), table(make_box({4, 4, 1})),
        box(OrientedBox({2, 2, 0.5}));
    for (const double gap : {0.03, 0.0, -0.02, -0.2}) {
        SCOPED_TRACE(gap);
        const Pose above_floor = moved_to(0.1, 0.2, 0.5 + gap), above_table = moved_to(0.1, 0.2, 1 + gap);
        const std::array<Listed<ContactPoint>, 4> found = {
            contacts(floor, unmoved, ball, above_floor, 0.05),
            contacts(table, unmoved, ball, above_table, 0.05),
            contacts(box, unmoved, ball, above_table, 0.05),
            contacts(other, unmoved, ball, moved_to(0, 0, 0.75 + gap), 0.05)};
        for (const auto& list : found) {
            ASSERT_EQ(list.size(), 1u);
            EXPECT_NEAR(list[0].distance, gap, 1e-12);
            EXPECT_NEAR(list[0].normal.z, 1, 1e-12);
            EXPECT_NEAR(list[0].weight, 0.05 * 0.05 * std::min(1.0, 1 - gap / 0.05), 1e-12);
            EXPECT_NEAR(list[0].point_b.z - list[0].point_a.z, gap, 1e-12);
            EXPECT_EQ(list[0].certainty, NormalCertainty::certain);
        }
    }
}

TEST(ContactKinds, of_a_ball_deep_inside_a_mesh_is_the_way_out) {
    const Shape block(make_box({4, 4, 4})), ball(Sphere{{}, 0.1});
    const auto found = contacts(block, unmoved, ball, moved_to(0.1, 0.2, 1.2), 0.05);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, ContactKind::closest);
    EXPECT_NEAR(found[0].distance, -0.9, 1e-12);
    EXPECT_NEAR(found[0].normal.z, 1, 1e-12);
    EXPECT_TRUE(contacts(block, unmoved, ball, moved_to(0, 0, 3), 0.05).empty());
}

TEST(ContactKinds, of_a_capsule_that_lies_are_its_ends) {
    const Shape capsule(Capsule{{-1, 0, 0}, {1, 0, 0}, 0.2}), table(make_box({6, 6, 1}, 3)),
        floor(HalfSpace{});
    for (const double gap : {0.01, -0.05}) {
        const auto on_table = contacts(table, unmoved, capsule, moved_to(0, 0, 0.7 + gap), 0.05);
        const auto on_floor = contacts(floor, unmoved, capsule, moved_to(0, 0, 0.2 + gap), 0.05);
        for (const auto* list : {&on_table, &on_floor}) {
            ASSERT_EQ(list->size(), 2u);
            for (const ContactPoint& c : *list) {
                EXPECT_NEAR(c.distance, gap, 1e-12);
                EXPECT_NEAR(std::abs(c.point_b.x), 1, 1e-12);
                EXPECT_NEAR(c.normal.z, 1, 1e-12);
            }
        }
    }
    // Across each other: one, between the axes.
    const Pose across(Pose::rotation_turns({0, 0, 1}, 0.25).rotation(), {0.3, 0.1, 0.39});
    const auto crossed = contacts(capsule, unmoved, capsule, across, 0.05);
    ASSERT_EQ(crossed.size(), 1u);
    EXPECT_EQ(crossed[0].kind, ContactKind::edge_edge);
    EXPECT_NEAR(crossed[0].distance, -0.01, 1e-12);
    EXPECT_NEAR(crossed[0].normal.z, 1, 1e-12);
}

TEST(ContactKinds, of_a_box_deep_in_a_floor_are_its_lower_corners) {
    const Shape floor(HalfSpace{}), box(OrientedBox({0.5, 0.5, 0.5}));
    for (const double depth : {-0.03, 0.0, 0.02, 0.3}) {
        const auto found = contacts(floor, unmoved, box, moved_to(0.1, 0.2, 0.5 - depth), 0.05);
        ASSERT_EQ(found.size(), 4u) << depth;
        for (const ContactPoint& c : found) {
            EXPECT_NEAR(c.distance, -depth, 1e-12);
            EXPECT_NEAR(c.normal.z, 1, 1e-12);
        }
    }
}

// Every pair of kinds is answered, and where shapes are apart, the lowest distance is the distance.
TEST(ContactKinds, of_all_kinds_are_known) {
    Random r(41);
    const auto solids = one_of_each_solid();
    std::vector<Shape> shapes(solids.begin(), solids.end());
    shapes.emplace_back(make_torus(0.4, 0.2, 12, 8));
    int compared = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        for (std::size_t j = 0; j < shapes.size(); ++j) {
            for (int k = 0; k < 10; ++k) {
                SCOPED_TRACE(testing::Message()
                             << shapes[i].kind().name() << " " << shapes[j].kind().name() << " " << k);
                const Pose pa(r.rotation(), {}), pb(r.rotation(), r.on_sphere() * 1.3);
                const double margin = 0.3;
                const auto found = contacts(shapes[i], pa, shapes[j], pb, margin);
                const bool both_planes =
                    shapes[i].as<HalfSpace>() != nullptr && shapes[j].as<HalfSpace>() != nullptr;
                EXPECT_EQ(found.status, QueryStatus::complete);
                const Distance d = distance(shapes[i], pa, shapes[j], pb);
                if (both_planes || !(d.value > 1e-6)) continue;
                double lowest = 1e300;
                for (const ContactPoint& c : found) lowest = std::min(lowest, c.distance);
                if (d.value < 0.99 * margin) {
                    EXPECT_NEAR(lowest, d.value, 1e-3 * d.value + 1e-8);
                    ++compared;
                } else if (d.value > margin) {
                    EXPECT_TRUE(found.empty());
                }
            }
        }
    }
    EXPECT_GT(compared, 60);
}

}  // namespace
}  // namespace graze::test
