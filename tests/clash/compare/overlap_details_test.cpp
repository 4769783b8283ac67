#include <gtest/gtest.h>

#include <memory>

#include "graze/base/pose.h"
#include "graze/clash/clash.h"
#include "graze/mesh/generate.h"
#include "graze/query/point/point_distance.h"

namespace graze::test {
namespace {

using MeshPointer = std::shared_ptr<const Mesh>;

MeshPointer box(const Vec3& size) {
    return std::make_shared<const Mesh>(make_box(size));
}

ClashReport check(const Part& a, const Part& b, double touch = 0) {
    ClashOptions options;
    options.touch = touch;
    return clash({{a, b}, {}, {}}, options);
}

TEST(OverlapDetails, of_boxes_are_their_common_box) {
    // Boxes stand around their middle: the common part is 1 x 4 x 6 at the side of a.
    const ClashReport report =
        check({"a", box({10, 10, 10}), Pose()}, {"b", box({8, 4, 6}), Pose::translation({8, 0, 0})});
    ASSERT_EQ(report.findings.size(), 1u);
    const ClashFinding& f = report.findings[0];
    EXPECT_EQ(f.kind, FindingKind::clash);
    ASSERT_TRUE(f.depth && f.volume && f.thickness);
    EXPECT_NEAR(f.depth->value, 1, 1e-3);
    EXPECT_GE(f.depth->at_most, 1);
    EXPECT_NEAR(f.volume->value, 24, f.volume->error);
    ASSERT_EQ(f.regions.size(), 1u);
    const FoundRegion& region = f.regions[0];
    EXPECT_EQ(region.box, (Box{{4, -2, -3}, {5, 2, 3}}));
    ASSERT_EQ(region.curves.size(), 1u);
    EXPECT_TRUE(region.curves[0].closed);
    for (const Vec3& p : region.curves[0].points) EXPECT_EQ(p.x, 5);
    EXPECT_NEAR(length(region.point - region.nearest), region.depth->value, 1e-12);
    EXPECT_EQ(f.point, region.point);
}

TEST(OverlapDetails, name_every_place_where_parts_overlap_the_deepest_first) {
    // A bridge that stands with two feet in a plate, one deeper than the other.
    Mesh plate = make_box({20, 20, 2});
    const auto feet =
        std::make_shared<const Mesh>(merged({{{"left", box({2, 2, 4}), Pose::translation({-5, 0, 2.5})},
                                              {"right", box({2, 2, 4}), Pose::translation({5, 0, 2.25})}},
                                             {},
                                             {}}));
    const ClashReport report =
        check({"plate", std::make_shared<const Mesh>(std::move(plate)), Pose()}, {"feet", feet, Pose()});
    ASSERT_EQ(report.findings.size(), 1u);
    const ClashFinding& f = report.findings[0];
    ASSERT_EQ(f.regions.size(), 2u);
    EXPECT_EQ(f.regions[0].box, (Box{{4, -1, 0.25}, {6, 1, 1}}));
    EXPECT_EQ(f.regions[1].box, (Box{{-6, -1, 0.5}, {-4, 1, 1}}));
    EXPECT_NEAR(f.regions[0].depth->value, 0.75, 0.75e-3);
    EXPECT_NEAR(f.regions[1].depth->value, 0.5, 0.5e-3);
    EXPECT_EQ(f.depth, f.regions[0].depth);
    EXPECT_NEAR(f.volume->value, 3 + 2, f.volume->error);
}

TEST(OverlapDetails, do_not_take_the_depth_of_a_pin_for_that_of_the_ring_around_it) {
    // Both border the same two large triangles of the plate; the ring is a hair deep, the pin five.
    const auto plate = box({60, 60, 20});
    const auto tool = std::make_shared<const Mesh>(merged(
        {{{"pin", box({6, 6, 20}), Pose::translation({0, 0, 15})},
          {"ring", std::make_shared<const Mesh>(make_tube(20, 15, 10, 4)), Pose::translation({0, 0, 14.99})}},
         {},
         {}}));
    const ClashReport report = check({"plate", plate, Pose()}, {"tool", tool, Pose()});
    ASSERT_EQ(report.findings.size(), 1u);
    const ClashFinding& f = report.findings[0];
    ASSERT_EQ(f.regions.size(), 2u);
    EXPECT_GT(f.regions[0].depth->value, 2.9);
    EXPECT_NEAR(f.regions[1].depth->value, 0.01, 1e-4);
    EXPECT_GE(f.regions[1].depth->at_most, f.regions[1].depth->value);
    EXPECT_LE(f.regions[1].depth->at_most, 1.001 * f.regions[1].depth->value + 1e-9);
    EXPECT_NEAR(f.depth->value, f.regions[0].depth->value, 1e-12);
}

TEST(OverlapDetails, do_not_lose_the_depth_of_a_small_part_in_a_large_one) {
    for (const double size : {1000.0, 3000.0, 10000.0}) {
        SCOPED_TRACE(size);
        const auto ball = std::make_shared<const Mesh>(make_sphere(1, 2000));
        const ClashReport report = check({"plate", box({size, size, 100}), Pose()},
                                         {"ball", ball, Pose::translation({0, 0, 50.001})}, 0.1);
        ASSERT_EQ(report.findings.size(), 1u);
        const ClashFinding& f = report.findings[0];
        EXPECT_EQ(f.kind, FindingKind::clash);
        const double lowest = -ball->box().lower.z - 0.001;
        EXPECT_NEAR(f.depth->value, lowest, 1e-3);
        EXPECT_GE(f.depth->at_most, lowest - 1e-12);
        ASSERT_EQ(f.regions.size(), 1u);
        EXPECT_NEAR(f.regions[0].box.lower.z, 50 - lowest, 1e-9);
        EXPECT_TRUE(f.regions[0].curves.at(0).closed);
    }
}

// A needle in a plate a million times as wide: its volume is within the rounding of the plate's, its depth is
// not.
TEST(OverlapDetails, include_the_depth_of_what_is_too_slight_to_be_a_region) {
    const auto plate = box({10000, 10000, 100});
    const auto tool = std::make_shared<const Mesh>(
        merged({{{"foot", box({100, 100, 100}), Pose::translation({0, 0, 99.999})},
                 {"needle", box({0.01, 0.01, 100}), Pose::translation({3000, 0, 99.95})}},
                {},
                {}}));
    const auto finding = [&](double touch) {
        return check({"plate", plate, Pose()}, {"tool", tool, Pose()}, touch).findings.at(0);
    };
    const ClashFinding f = finding(0.01);
    ASSERT_EQ(f.regions.size(), 1u) << "the foot";
    EXPECT_NEAR(f.regions[0].depth->value, 0.001, 1e-6);
    EXPECT_LE(f.regions[0].depth->at_most, 0.00101);
    EXPECT_NEAR(f.depth->value, 0.05, 1e-4);
    EXPECT_EQ(f.kind, FindingKind::clash);
    EXPECT_EQ(finding(0.06).kind, FindingKind::touch);
}

TEST(OverlapDetails, tell_a_press_fit_from_a_clash_by_its_depth_however_long_it_is) {
    const auto pin = std::make_shared<const Mesh>(make_cylinder(5.01, 100, 48));
    const auto sleeve = std::make_shared<const Mesh>(make_tube(8, 5, 60, 48));
    const auto kind = [&](double touch) {
        const ClashReport report = check({"pin", pin, Pose()}, {"sleeve", sleeve, Pose()}, touch);
        return report.findings.at(0).kind;
    };
    const ClashReport report = check({"pin", pin, Pose()}, {"sleeve", sleeve, Pose()});
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_NEAR(report.findings[0].depth->value, 0.01, 2e-5);
    EXPECT_EQ(kind(0), FindingKind::clash);
    EXPECT_EQ(kind(0.009), FindingKind::clash);
    EXPECT_EQ(kind(0.0101), FindingKind::touch);
}

TEST(OverlapDetails, take_a_tolerance_as_it_is) {
    // Exactly 0.5 deep, which no bound may push over the tolerance.
    const Part a{"a", box({10, 10, 10}), Pose()}, b{"b", box({8, 4, 6}), Pose::translation({8.5, 0, 0})};
    EXPECT_EQ(check(a, b, 0.5).findings.at(0).kind, FindingKind::touch);
    EXPECT_EQ(check(a, b, 0.4999).findings.at(0).kind, FindingKind::clash);
}

// No point of either surface is inside the other, and yet all of both is common.
TEST(OverlapDetails, do_not_take_a_part_that_is_there_twice_for_a_touch) {
    const auto ball = std::make_shared<const Mesh>(make_sphere(3, 500));
    for (const double shift : {0.0, 1e-6}) {
        const ClashReport report =
            check({"ball", ball, Pose()}, {"again", ball, Pose::translation({shift, 0, 0})}, 0.05);
        ASSERT_EQ(report.findings.size(), 1u);
        const ClashFinding& f = report.findings[0];
        EXPECT_EQ(f.kind, FindingKind::clash);
        EXPECT_LE(f.depth->at_most, 1e-5);
        EXPECT_GT(*f.thickness, 0.9);
        EXPECT_LT(length(f.point), 3.1);
    }
}

TEST(OverlapDetails, of_a_swallowed_part_are_all_of_it) {
    const ClashReport report = check({"block", box({10, 10, 10}), Pose()},
                                     {"core", box({2, 2, 2}), Pose::translation({1, 0, 0})}, 100);
    ASSERT_EQ(report.findings.size(), 1u);
    const ClashFinding& f = report.findings[0];
    EXPECT_EQ(f.kind, FindingKind::inside) << "whatever the tolerance";
    EXPECT_EQ(f.relation, Relation::b_in_a);
    EXPECT_NEAR(f.volume->value, 8, f.volume->error);
    EXPECT_EQ(f.gap->distance, 3);
    ASSERT_EQ(f.regions.size(), 1u);
    EXPECT_TRUE(f.regions[0].curves.empty());
}

TEST(OverlapDetails, of_open_parts_are_curves_and_say_so) {
    const auto sheet = std::make_shared<const Mesh>(
        Mesh({{-3, -3, 0.25}, {3, -3, 0.25}, {3, 3, 0.25}, {-3, 3, 0.25}}, {{0, 1, 2}, {0, 2, 3}}));
    const ClashReport report = check({"box", box({2, 2, 2}), Pose()}, {"sheet", sheet, Pose()}, 0.5);
    ASSERT_EQ(report.findings.size(), 1u);
    const ClashFinding& f = report.findings[0];
    EXPECT_EQ(f.kind, FindingKind::clash) << "depth is unknown, so no tolerance hides it";
    EXPECT_TRUE(f.as_surfaces);
    EXPECT_FALSE(f.depth || f.volume || f.thickness);
    ASSERT_EQ(f.regions.size(), 1u);
    EXPECT_EQ(f.regions[0].box, (Box{{-1, -1, 0.25}, {1, 1, 0.25}}));
    EXPECT_FALSE(f.regions[0].curves.empty());
}

}  // namespace
}  // namespace graze::test
