// What users of other tools complain about, where it concerns whole assemblies: each as a scene in which
// graze must do better. Those about numbers are in complaints_numbers_test.cpp, those about two meshes in
// tests/query/complaints_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/point/point_distance.h"
#include "tests/clash/two_parts.h"
#include "tests/query/meshes.h"

namespace graze::test {
namespace {

// ---- "Coplanar walls overlapping by 50 mm go unnoticed, moved by 2 mm they are found"

// In millimetres, 200 thick and 2700 high; the second one begins 50 before the first one ends.
Part first_wall() {
    return part("first wall", block({0, 0, 0}, {5000, 200, 2700}));
}
Part second_wall(const Vec3& moved = {}) {
    return part("second wall", block({4950, 0, 0}, {9000, 200, 2700}), Pose::translation(moved));
}

TEST(ClashComplaints, coplanar_walls_50_mm_into_each_other_are_found_and_stay_found_when_moved_by_2_mm) {
    for (const Vec3& moved : {Vec3{}, Vec3{2, 0, 0}, Vec3{-2, 0, 0}, Vec3{0, 2, 0}, Vec3{0, -2, 0},
                              Vec3{0, 0, 2}, Vec3{2, 2, 2}}) {
        SCOPED_TRACE(moved.x + 10 * moved.y + 100 * moved.z);
        const ClashFinding finding = must_find(first_wall(), second_wall(moved));
        EXPECT_EQ(finding.kind, FindingKind::clash);
        const double deep = 50 - moved.x;
        EXPECT_NEAR(volume_of(finding).value, deep * (200 - std::abs(moved.y)) * (2700 - std::abs(moved.z)),
                    volume_of(finding).error);
        EXPECT_LT(volume_of(finding).error, 1);
        expect_depth(finding, deep, 0.1);
    }
    EXPECT_EQ(kind_of(first_wall(), second_wall({50, 0, 0})), FindingKind::touch);
    EXPECT_EQ(kind_of(first_wall(), second_wall({52, 0, 0})), std::nullopt);
}

TEST(ClashComplaints, a_wall_that_is_there_twice_is_a_clash) {
    const ClashFinding finding = must_find(first_wall(), first_wall(), with_touch(10));
    EXPECT_EQ(finding.kind, FindingKind::clash);
    EXPECT_NEAR(volume_of(finding).value, 5000.0 * 200 * 2700, volume_of(finding).error);
}

// ---- "Just touching cannot be told from embedded"

TEST(ClashComplaints, touching_is_told_from_embedded_and_apart_by_a_billionth) {
    const Part table = part("table", make_box({8, 8, 1}, 4));
    const auto kind_at = [&](double height) {
        return kind_of(table, part("cube", make_box({1, 1, 1}, 3), at(0.3, 0.1, height)));
    };
    EXPECT_EQ(kind_at(1), FindingKind::touch);
    for (const double little : {1e-9, 0x1p-44}) {
        EXPECT_EQ(kind_at(1 - little), FindingKind::clash);
        EXPECT_EQ(kind_at(1 + little), std::nullopt);
    }
    EXPECT_EQ(kind_at(1 + 0x1p-50), std::nullopt);
    // As far as volumes and depths are known, that is none.
    EXPECT_EQ(kind_at(1 - 0x1p-50), FindingKind::touch);
}

TEST(ClashComplaints, only_the_tolerance_that_was_given_makes_a_clash_a_touch) {
    const Part table = part("table", make_box({8, 8, 1}, 4)),
               cube = part("cube", make_box({1, 1, 1}, 3), at(0.3, 0.1, 1 - 0.05));
    const ClashFinding found = must_find(table, cube);
    EXPECT_EQ(found.kind, FindingKind::clash);
    EXPECT_EQ(kind_of(table, cube, with_touch(0.0499)), FindingKind::clash);
    EXPECT_EQ(kind_of(table, cube, with_touch(0.0501)), FindingKind::touch);
    EXPECT_EQ(must_find(table, cube, with_touch(0.0501)).relation, Relation::overlapping)
        << "what is true without tolerance is told as well";
}

// ---- "A mesh completely inside another is reported as no collision"

TEST(ClashComplaints, a_part_completely_inside_another_is_reported) {
    const Part house = part("house", make_box({10, 10, 10}, 5));
    for (const double size : {4.9, 1.0, 1e-6}) {
        const ClashFinding finding = must_find(house, part("ball", make_sphere(size, 800)));
        EXPECT_EQ(finding.kind, FindingKind::inside);
        EXPECT_EQ(finding.relation, Relation::b_in_a);
        EXPECT_NEAR(gap_of(finding).distance, 5 - size, 1e-12) << "how thick the wall is";
    }
    EXPECT_EQ(kind_of(house, part("ball", make_sphere(0.5, 800), at(5.51))), std::nullopt);
}

TEST(ClashComplaints, what_is_in_a_part_that_is_in_a_part_is_reported_for_every_pair) {
    const ClashReport report =
        report_of({part("doll", make_box({4, 4, 4}, 1)), part("middle doll", make_sphere(1.5, 400)),
                   part("smallest doll", make_sphere(0.5, 200))});
    EXPECT_EQ(report.counts.inside, 3u);
}

// ---- "Meshes silently replaced by their hulls"

TEST(ClashComplaints, a_ball_in_a_bowl_is_apart_from_it) {
    const Part bowl = part("bowl", test::bowl()), ring = part("ring", make_torus(2, 0.5, 40, 20));
    const Part ball = part("ball", make_sphere(1, 800), at(0, 0, -0.25));
    const ClashReport report = report_of({bowl, ball});
    EXPECT_TRUE(report.findings.empty());
    EXPECT_EQ(report.counts.apart, 1u) << "their boxes overlap, else the scene shows nothing";
    EXPECT_EQ(kind_of(bowl, part("ball", make_sphere(1, 800), at(0, 0, -1))), FindingKind::clash);
    EXPECT_EQ(kind_of(ring, part("axle", make_cylinder(1, 5, 30))), std::nullopt);
    EXPECT_EQ(kind_of(ring, part("link", make_torus(2, 0.5, 40, 20),
                                 Pose(Quat::about_turns({1, 0, 0}, 0.25), {2, 0, 0}))),
              std::nullopt);
}

// ---- "A broad phase that ignores the safety margin"

// All pairs of a row of unit cubes whose gap is below the clearance, by whole numbers.
TEST(ClashComplaints, the_clearance_is_honoured_beyond_boxes_that_do_not_overlap) {
    const auto cube = std::make_shared<const Mesh>(make_box({1, 1, 1}));
    Assembly row;
    constexpr std::size_t count = 40;
    for (std::size_t i = 0; i < count; ++i)
        row.parts.push_back({"cube " + std::to_string(i), cube, at(2.0 * static_cast<double>(i))});
    // Cubes i and j have a gap of 2 (j - i) - 1. A gap as large as what was asked is no violation.
    for (const std::size_t steps : {1u, 2u, 5u, 39u}) {
        const double gap = 2.0 * static_cast<double>(steps) - 1;
        std::size_t expected = 0;
        for (std::size_t k = 1; k <= steps; ++k) expected += count - k;
        EXPECT_EQ(clash(row, with_clearance(std::nextafter(gap, 100))).counts.clearance, expected);
        EXPECT_EQ(clash(row, with_clearance(gap)).counts.clearance, expected - (count - steps));
    }
}

TEST(ClashComplaints, the_clearance_is_honoured_in_every_direction_and_far_from_the_origin) {
    const auto ball = std::make_shared<const Mesh>(make_sphere(1, 200)),
               slab = std::make_shared<const Mesh>(make_box({2, 0.25, 1}));
    for (const double far : {0.0, 1e4, 1e7, 1e12}) {
        SCOPED_TRACE(far);
        Random r(17);
        Assembly heap;
        for (int i = 0; i < 40; ++i)
            heap.parts.push_back(
                {"part " + std::to_string(i), i % 2 == 0 ? ball : slab,
                 Pose(r.rotation(), Vec3{far, -far, far} + r.in_box({-9, -9, -9}, {9, 9, 9}))});
        constexpr double clearance = 2.5;
        const ClashReport report = clash(heap, with_clearance(clearance));
        std::set<std::pair<std::size_t, std::size_t>> found, expected;
        for (const ClashFinding& f : report.findings)
            if (f.kind == FindingKind::clearance) found.emplace(f.a, f.b);
        const Shape shapes[]{Shape(*ball), Shape(*slab)};
        for (std::size_t a = 0; a < heap.parts.size(); ++a)
            for (std::size_t b = a + 1; b < heap.parts.size(); ++b) {
                const Pose &pose_a = heap.parts[a].world_from_part, &pose_b = heap.parts[b].world_from_part;
                if (relation(shapes[a % 2], pose_a, shapes[b % 2], pose_b) == Relation::apart &&
                    within(shapes[a % 2], pose_a, shapes[b % 2], pose_b, std::nextafter(clearance, 0.0)))
                    expected.emplace(a, b);
            }
        EXPECT_EQ(found, expected);
        EXPECT_GT(expected.size(), 20u);
    }
}

// ---- "Names and points of the closest pair wrong while the distance is right"

TEST(ClashComplaints, names_and_points_of_a_clearance_belong_to_its_distance) {
    Random r(23);
    std::vector<Part> parts;
    std::vector<Shape> shapes;
    for (int i = 0; i < 30; ++i) {
        Mesh mesh = i % 3 == 0   ? make_torus(2, 0.5, 30, 12)
                    : i % 3 == 1 ? make_box({1, 2, 3}, 2)
                                 : make_sphere(1, 300);
        shapes.emplace_back(mesh);
        parts.push_back(part("part " + std::to_string(i), std::move(mesh),
                             Pose(r.rotation(), r.in_box({-8, -8, -8}, {8, 8, 8}))));
    }
    const ClashReport report = report_of(parts, with_clearance(3));
    EXPECT_GT(report.counts.clearance, 30u);
    for (const ClashFinding& f : report.findings) {
        if (f.kind != FindingKind::clearance) continue;
        SCOPED_TRACE(report.parts[f.a].path + ", " + report.parts[f.b].path);
        EXPECT_NEAR(length(gap_of(f).point_a - gap_of(f).point_b), gap_of(f).distance, 1e-13);
        EXPECT_LT(distance(shapes[f.a], parts[f.a].world_from_part, gap_of(f).point_a).value, 1e-13);
        EXPECT_LT(distance(shapes[f.b], parts[f.b].world_from_part, gap_of(f).point_b).value, 1e-13);
        EXPECT_EQ(
            gap_of(f).distance,
            distance(shapes[f.a], parts[f.a].world_from_part, shapes[f.b], parts[f.b].world_from_part).value);
        EXPECT_LT(gap_of(f).distance, 3);
        EXPECT_EQ(f.wanted_clearance, 3.0);
    }
}

}  // namespace
}  // namespace graze::test
