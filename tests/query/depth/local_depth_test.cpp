#include "graze/query/depth/local_depth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/models/gearbox.h"
#include "graze/query/point/point_distance.h"
#include "tests/query/depths.h"
#include "tests/query/instruction_sets.h"
#include "tests/query/meshes.h"
#include "tests/query/scenes.h"
#include "tests/query/solids.h"

namespace graze {
namespace {

using test::at;
using test::block;
using test::depth_of;
using test::expect_depth;
using test::four;
using test::hollow_block;
using test::inside_out;
using test::joined;
using test::unit;

// ---- Closed forms

TEST(LocalDepth, of_blocks_is_how_far_the_nearest_face_is_passed) {
    expect_depth(Shape(four), {}, Shape(block({3.75, 1, 1}, {6, 3, 3})), {}, 0.25);
    expect_depth(Shape(four), {}, Shape(block({3.5, 3.75, 3.5}, {6, 6, 6})), {}, 0.25);
    // A corner in the pocket of an L: the nearest of its surface is the edge, further than either wall.
    const Mesh l = test::prism({{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}}, 0, 4);
    expect_depth(Shape(l), {}, Shape(block({0.75, 0.75, -1}, {3, 3, 5})), {}, std::sqrt(2) / 4);
}

TEST(LocalDepth, of_a_part_that_was_swallowed_is_that_of_its_innermost_point) {
    expect_depth(Shape(make_box({2, 2, 2})), {}, Shape(make_box({0.2, 0.2, 0.2})), at(0.3, 0.2, 0.1), 0.8);
    // The innermost is in the middle of a face.
    expect_depth(Shape(make_sphere(2, 20000)), {}, Shape(make_box({1, 1, 1})), at(0.75), 1.75, 1e-3);
    const LocalDepth d = depth_of(make_sphere(2, 20000), make_box({1, 1, 1}), {}, at(0.75));
    EXPECT_FALSE(d.point_on_a);
    EXPECT_NEAR(d.point().x, 0.25, 1e-12);
    EXPECT_NEAR(d.point().y, 0, 0.1);
}

TEST(LocalDepth, of_spheres_is_that_of_spheres) {
    const Pose turned(Quat{1, 0.2, 0.3, 0.1}, {1.8, 0, 0});
    for (const std::uint32_t n : {300U, 5000U, 50000U}) {
        const Shape ball(make_sphere(1, n));
        expect_depth(ball, {}, ball, turned, 0.2, 4 * 4.0 / n);
    }
}

TEST(LocalDepth, of_a_press_fit_is_its_interference_however_long_the_pin_is) {
    for (const double length : {2.0, 20.0, 200.0}) {
        const Shape pin(make_cylinder(5.01, length, 96)), bore(make_tube(9, 5, length / 2, 96));
        // Corner over corner: between the flat sides a little less.
        expect_depth(pin, {}, bore, {}, 0.01);
        // Corner over side.
        const double sagitta = 5 * (1 - std::cos(3.14159265358979 / 96));
        expect_depth(pin, Pose::rotation_turns({0, 0, 1}, 0.5 / 96), bore, {}, 0.01 + sagitta);
    }
}

TEST(LocalDepth, of_a_pin_through_a_plate_is_half_the_plate_or_the_radius) {
    const Shape pin(make_cylinder(1, 20, 64));
    expect_depth(pin, {}, Shape(make_box({20, 20, 6})), {}, 3);
    const double flat = std::cos(3.14159265358979 / 64);
    expect_depth(pin, {}, Shape(make_box({20, 20, 1})), {}, flat);
    expect_depth(pin, Pose::rotation_turns({1, 0, 0}, 0.05), Shape(make_box({20, 20, 4}, 20)), {}, 2);
}

TEST(LocalDepth, of_a_wedge_is_that_of_its_edge) {
    // Its edge runs along y, 0.375 below the top of the block.
    const Mesh wedge = test::prism({{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}, 0, 3);
    const Mesh sharp =
        test::mapped(wedge, [](const Vec3& p) { return Vec3{p.z == 0 ? p.x / 1024 : p.x, p.y, p.z}; });
    const Shape body(block({-5, -5, -4}, {5, 5, 0.375}));
    expect_depth(Shape(sharp), {}, body, {}, 0.375);
    // A corner only.
    const Pose tipped(Quat{1, 0.3, 0.2, 0.1}, {0, 0, 0});
    double lowest = 0;
    for (const Vec3& p : sharp.vertices()) lowest = std::min(lowest, tipped(p).z);
    expect_depth(Shape(sharp), tipped, body, {}, 0.375 - lowest);
}

// ---- Nothing in common

TEST(LocalDepth, of_solids_that_touch_or_are_apart_is_zero) {
    for (const Mesh& other : {block({1, 0, 0}, {2, 1, 1}), block({1, 0.25, 0.5}, {2, 0.75, 3}),
                              block({1, 1, 0}, {2, 2, 1}), block({1, 1, 1}, {2, 2, 2}),
                              test::pyramid({0.5, 0.25, 0}, 1, 1), block({0.25, 0.25, 1}, {2, 2, 2})})
        expect_depth(Shape(unit), {}, Shape(other), {}, 0);
    const LocalDepth apart = depth_of(unit, block({3, 0, 0}, {4, 1, 1}));
    EXPECT_EQ(apart.at_most, 0);
    // Boxes overlap, solids do not.
    const LocalDepth beside = depth_of(make_torus(3, 1, 40, 20), make_sphere(1, 500));
    EXPECT_EQ(beside.value, 0);
    EXPECT_LT(beside.at_most, 1e-12);
    EXPECT_EQ(depth_of(unit, Mesh()).at_most, 0);
}

TEST(LocalDepth, of_finely_cut_flush_faces_is_zero) {
    const Shape a(make_box({2, 2, 2}, 8)), b(make_box({2, 2, 2}, 11));
    expect_depth(a, {}, b, at(2, 0.3, 0.2), 0);
    expect_depth(a, {}, a, at(2), 0);
    const Pose turned = Pose::rotation_turns({1, 2, 3}, 0.1);
    const LocalDepth d = local_depth(a, turned, b, turned * at(2, 0.3, 0.2));
    EXPECT_LT(d.at_most, 1e-12);
}

TEST(LocalDepth, of_a_solid_with_itself_is_zero) {
    for (const Mesh& m : {unit, make_sphere(1, 300), make_torus(2, 0.5, 12, 8)})
        expect_depth(Shape(m), {}, Shape(m), {}, 0);
}

TEST(LocalDepth, in_a_void_is_zero_and_counts_from_its_wall) {
    const Mesh hollow = hollow_block({0, 0, 0}, {8, 8, 8}, {2, 2, 2}, {6, 6, 6});
    expect_depth(Shape(hollow), {}, Shape(block({3, 3, 3}, {5, 5, 5})), {}, 0);
    expect_depth(Shape(hollow), {}, Shape(block({2, 2, 2}, {6, 6, 6})), {}, 0);
    expect_depth(Shape(hollow), {}, Shape(block({3, 3, 3}, {6.25, 5, 5})), {}, 0.25);
    // Through the wall: half its thickness.
    expect_depth(Shape(hollow), {}, Shape(block({3.5, 3.5, 3}, {4.5, 4.5, 10})), {}, 1);
}

// ---- What does not matter

TEST(LocalDepth, does_not_depend_on_how_finely_a_mesh_is_cut) {
    for (const std::uint32_t n : {1U, 3U, 10U, 40U}) {
        SCOPED_TRACE(n);
        expect_depth(Shape(make_box({2, 2, 2}, n)), {}, Shape(make_box({2, 2, 2}, 7)), at(1.875, 0.3, 0.2),
                     0.125);
        expect_depth(Shape(make_box({2, 2, 2}, n)), {}, Shape(make_box({20, 1, 1}, n)), at(0.3, 0.2, 0.1),
                     0.7);
    }
}

TEST(LocalDepth, does_not_depend_on_which_way_meshes_are_wound) {
    const Mesh other = block({3.75, 1, 1}, {6, 3, 3}), ball = make_sphere(2, 300);
    for (const Mesh& a : {four, inside_out(four)}) {
        for (const Mesh& b : {other, inside_out(other)}) expect_depth(Shape(a), {}, Shape(b), {}, 0.25);
        const LocalDepth plain = depth_of(four, ball), turned = depth_of(a, inside_out(ball));
        EXPECT_LE(plain.value, turned.at_most);
        EXPECT_LE(turned.value, plain.at_most);
    }
}

TEST(LocalDepth, scales_with_the_meshes) {
    const Mesh ball = make_sphere(1, 200), box = make_box({1, 2, 3}, 2);
    const double plain = depth_of(ball, box, {}, at(1.25, 0.1, 0.2)).value;
    ASSERT_GT(plain, 0.2);
    for (const double s : {0x1p-1000, 0x1p-700, 0x1p-300, 0x1p-20, 0x1p20, 0x1p300}) {
        const LocalDepth d = depth_of(test::scaled(ball, s), test::scaled(box, s), {},
                                      Pose::translation({1.25 * s, 0.1 * s, 0.2 * s}));
        EXPECT_NEAR(d.value / s, plain, 2e-3 * plain);
        EXPECT_LE(d.at_most, 1.0011 * d.value);
    }
}

TEST(LocalDepth, is_the_same_on_every_instruction_set) {
    const Shape a(make_torus(2, 0.5, 24, 12)), b(make_sphere(1, 400));
    const Pose pose(Quat{1, 0.2, 0.3, 0.1}, {1.2, 0.1, 0.3});
    const LocalDepth first = local_depth(a, {}, b, pose);
    EXPECT_GT(first.value, 0.4);
    test::on_every_instruction_set([&] {
        const LocalDepth d = local_depth(a, {}, b, pose);
        EXPECT_EQ(d.value, first.value);
        EXPECT_EQ(d.at_most, first.at_most);
        EXPECT_EQ(d.point(), first.point());
        EXPECT_EQ(d.nearest(), first.nearest());
        EXPECT_EQ(d.feature_a.index, first.feature_a.index);
        EXPECT_EQ(d.feature_b.index, first.feature_b.index);
    });
}

// ---- Options

// A comb whose prongs reach 0.5, 0.25 and 0.125 into a block.
TEST(LocalDepth, of_some_triangles_or_within_a_box_is_that_of_a_region) {
    const Mesh comb = joined(
        {block({0, 0, -0.5}, {1, 1, 3}), block({2, 0, -0.25}, {3, 1, 3}), block({4, 0, -0.125}, {5, 1, 3})});
    const Shape a(comb), b(block({-4, -4, -4}, {9, 5, 0}));
    const double depth[3] = {0.5, 0.25, 0.125};
    const std::vector<TriangleId> none;
    for (std::size_t i = 0; i < 3; ++i) {
        std::vector<TriangleId> prong;
        for (TriangleId t = 0; t < 12; ++t) prong.push_back(static_cast<TriangleId>(12 * i + t));
        LocalDepthOptions of_prong;
        of_prong.triangles_a = prong;
        of_prong.triangles_b = none;
        const LocalDepth d = expect_depth(a, {}, b, {}, depth[i], 0, of_prong);
        EXPECT_TRUE(d.point_on_a);
        EXPECT_EQ(d.feature_a.index / 12, i);
        // The block's surface is inside the prongs as well, and as far from their ends.
        LocalDepthOptions near;
        const double x = 2 * static_cast<double>(i);
        near.within = {{x - 0.5, -2, -2}, {x + 1.5, 3, -0.0625}};
        expect_depth(a, {}, b, {}, depth[i], 0, near);
        near.within = {{x - 0.5, -2, -0.0625}, {x + 1.5, 3, -0.03125}};
        expect_depth(a, {}, b, {}, 0.0625, 0, near);
        near.within = {{x + 0.25, 0.25, -0.03125}, {x + 1.5, 3, 5}};
        expect_depth(a, {}, b, {}, depth[i], 0, near);
    }
    LocalDepthOptions nothing;
    nothing.triangles_a = none;
    nothing.triangles_b = none;
    EXPECT_EQ(local_depth(a, {}, b, {}, nothing).at_most, 0);
}

TEST(LocalDepth, under_a_budget_has_bounds_that_hold) {
    const Shape a(make_torus(2, 0.5, 24, 12)), b(make_sphere(1, 400));
    const Pose pose(Quat{1, 0.2, 0.3, 0.1}, {1.2, 0.1, 0.3});
    const LocalDepth full = local_depth(a, {}, b, pose);
    double last = 0;
    for (const std::uint64_t tests : {0ULL, 10ULL, 100ULL, 300ULL, 1000ULL, 100000ULL}) {
        const LocalDepth d = local_depth(a, {}, b, pose, {}, {.budget = Budget::of_tests(tests)});
        EXPECT_GE(d.at_most, full.value);
        EXPECT_LE(d.value, full.at_most);
        EXPECT_LE(d.value, d.at_most);
        EXPECT_GE(d.value, last);
        last = d.value;
    }
    EXPECT_EQ(last, full.value);
    EXPECT_GT(local_depth(a, {}, b, pose, {}, {.budget = Budget::of_tests(10)}).at_most, full.at_most);
}

TEST(LocalDepth, is_as_precise_as_asked) {
    const Shape a(make_sphere(1, 60)), b(make_sphere(1.5, 80));
    const Pose pose(Quat{1, 0.2, 0.3, 0.1}, {0.6, 0.1, 0.3});
    const double fine = expect_depth(a, {}, b, pose, test::unknown).value;
    for (const double error : {0.3, 1e-2, 1e-5}) {
        LocalDepthOptions options;
        options.relative_error = error;
        const LocalDepth d = local_depth(a, {}, b, pose, options);
        EXPECT_LE(d.at_most, d.value * (1 + error) + 1e-12);
        EXPECT_GE(d.at_most, fine);
        EXPECT_LE(d.value, fine * 1.0011);
        options.relative_error = 0;
        options.absolute_error = error;
        const LocalDepth e = local_depth(a, {}, b, pose, options);
        EXPECT_LE(e.at_most, e.value + error + 1e-12);
        EXPECT_GE(e.at_most, fine);
    }
}

TEST(LocalDepth, refuses_what_has_no_inside_and_numbers_that_mean_nothing) {
    const Shape sheet(Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})), solid(unit);
    const auto expect_refused = [](const LocalDepth& d, QueryStatus why) {
        EXPECT_EQ(d.status, why);
        EXPECT_TRUE(std::isnan(d.value) && std::isnan(d.at_most));
    };
    expect_refused(local_depth(sheet, {}, solid, {}), QueryStatus::not_closed);
    expect_refused(local_depth(solid, {}, sheet, {}), QueryStatus::not_closed);
    LocalDepthOptions bad;
    bad.relative_error = -1;
    expect_refused(local_depth(solid, {}, solid, {}, bad), QueryStatus::bad_input);
    bad = {};
    bad.absolute_error = std::numeric_limits<double>::quiet_NaN();
    expect_refused(local_depth(solid, {}, solid, {}, bad), QueryStatus::bad_input);
    bad = {};
    const std::vector<TriangleId> beyond{12};
    bad.triangles_b = beyond;
    expect_refused(local_depth(solid, {}, solid, {}, bad), QueryStatus::bad_input);
    const Pose far = Pose::translation({1e100, 0, 0});
    const Shape huge(test::scaled(unit, 1e99));
    expect_refused(local_depth(huge, far, huge, far), QueryStatus::bad_input);
    const QueryOptions some{.filter = [](FeatureId, FeatureId) { return true; }};
    expect_refused(local_depth(solid, {}, solid, {}, {}, some), QueryStatus::unsupported);
}

// ---- Planted truth

TEST(LocalDepth, of_a_gearbox_is_what_was_planted) {
    GearboxOptions options;
    options.triangles = 20'000;
    const Gearbox gearbox = make_gearbox(options);
    std::size_t fits = 0, clashes = 0;
    for (const PlantedPair& pair : gearbox.truth) {
        const Part &p = gearbox.assembly.parts[pair.a], &q = gearbox.assembly.parts[pair.b];
        SCOPED_TRACE(pair.what + ": " + p.path + ", " + q.path);
        if (!pair.depth) continue;
        const LocalDepth d =
            local_depth(Shape(*p.mesh), p.world_from_part, Shape(*q.mesh), q.world_from_part);
        EXPECT_LE(d.at_most, d.value * 1.001 + 1e-9);
        // Of two surfaces in one place no point is inside the other.
        EXPECT_EQ(d.value > 0, pair.what != "ball there twice");
        if (pair.kind == PlantedPair::Kind::fit) {
            EXPECT_NEAR(d.value, pair.depth->value, pair.depth->error + 1e-3 * pair.depth->value);
            ++fits;
        } else {
            // What comes free when moved by so much is nowhere deeper.
            EXPECT_LE(d.value, pair.depth->value + pair.depth->error + 1e-9);
            ++clashes;
        }
    }
    EXPECT_GT(fits, 3U);
    EXPECT_GT(clashes, 3U);
}

}  // namespace
}  // namespace graze
