// How far a solid must be moved: scenes whose answer is known.
#include "graze/query/depth/penetration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/mesh/generate.h"
#include "tests/query/meshes.h"
#include "tests/query/penetrations.h"
#include "tests/query/relations.h"
#include "tests/query/scenes.h"
#include "tests/query/solids.h"

namespace graze {
namespace {

using test::at;
using test::block;
using test::expect_penetration;
using test::expect_separates;
using test::hollow_block;
using test::turned;

const Shape cube(make_box({1, 1, 1}));

// How far the facets of a sphere of radius 1 are from it.
double facets(const Shape& ball) {
    double least = 1;
    for (TriangleId t = 0; t < ball.mesh().triangle_count(); ++t) {
        const Triangle c = ball.mesh().triangle(t);
        least = std::min(least, dot(normalized(cross(c[1] - c[0], c[2] - c[0])), c[0]));
    }
    return 1 - least;
}

TEST(Penetration, of_solids_that_are_apart_or_touch_is_0) {
    for (const Pose& pose : {at(3), at(1), at(1, 1, 1), at(0.5, 1, 0.25)}) {
        const Penetration p = penetration(cube, {}, cube, pose);
        EXPECT_EQ(p.value, 0);
        EXPECT_EQ(p.at_least, 0);
        EXPECT_EQ(p.translation, Vec3());
        EXPECT_EQ(p.status, QueryStatus::complete);
    }
    EXPECT_EQ(penetration(cube, {}, Shape(), {}).value, 0) << "an empty mesh";
}

TEST(Penetration, of_cubes_is_the_way_through_the_nearest_face) {
    const Penetration p = expect_penetration(cube, {}, cube, at(0.3, 0.7, 0.2), 0.3, 1e-9);
    EXPECT_GE(p.at_least, 0.3 * (1 - 1e-9)) << "the bound is tight";
    EXPECT_NEAR(p.translation.y, -0.3, 1e-9);
    EXPECT_NEAR(p.normal.y, 1, 1e-9);
    expect_penetration(cube, {}, cube, at(1 - 1e-7, 0.1, 0.2), 1e-7, 1e-9);
    expect_penetration(cube, {}, cube, at(0.999, 0.1, 0.2), 1e-3, 1e-9);
}

TEST(Penetration, of_two_copies_at_one_place_is_their_least_width) {
    const Penetration p = expect_penetration(cube, {}, cube, {}, 1, 1e-9);
    EXPECT_GE(p.at_least, 0.99);
    const Shape plate(make_box({4, 3, 0.25}, 2));
    expect_penetration(plate, {}, plate, {}, 0.25, 1e-9);
}

TEST(Penetration, of_a_mesh_inside_a_mesh_is_the_way_out) {
    const Shape house(make_box({10, 10, 10}, 3));
    expect_penetration(cube, {}, house, {}, 5.5, 1e-8);
    expect_penetration(house, {}, cube, {}, 5.5, 1e-8);
    const Penetration p = expect_penetration(cube, at(1, -3, 2), house, {}, 2.5, 1e-8);
    EXPECT_NEAR(p.translation.y, -2.5, 1e-8);
    const Shape ball(make_sphere(1, 800)), large(make_sphere(3, 800));
    expect_penetration(ball, at(0.5), large, {}, 3.5, 0.15, 1.02);
}

TEST(Penetration, of_linked_rings_leaves_them_linked) {
    const Shape ring(make_torus(1, 0.3, 32, 16));
    const Pose upright = Pose(Quat::about_turns({1, 0, 0}, 0.25), {1.5, 0, 0});
    ASSERT_EQ(relation(ring, {}, ring, upright), Relation::overlapping);
    expect_penetration(ring, {}, ring, upright, 0.1, 0.03, 1.01);
    ASSERT_EQ(relation(ring, {}, ring, Pose(Quat::about_turns({1, 0, 0}, 0.25), {1, 0, 0})), Relation::apart);
}

TEST(Penetration, of_a_ball_in_a_closed_shell_stays_in_the_cavity) {
    const Shape shell(test::joined({make_sphere(3, 1800), test::inside_out(make_sphere(2, 800))}));
    const Shape ball(make_sphere(0.5, 200));
    const PenetrationOptions little{.effort = 4'000'000};
    const Penetration p = expect_penetration(ball, at(1.8), shell, {}, 0.3, 0.05, 1.01, little);
    EXPECT_LT(p.translation.x, -0.2);
    EXPECT_EQ(relation(ball, p.separated(at(1.8)), shell, {}), Relation::apart);
    // In the middle of the wall both ways are as long: out and in.
    expect_penetration(ball, at(0, 2.5, 0), shell, {}, 1, 0.06, 1.02, little);
    // A ball that has no room in the cavity leaves the shell.
    const Shape full(make_sphere(2.2, 800));
    expect_penetration(full, {}, shell, {}, 5.2, 0.1, 1.02, little);
}

// Radius 3, height 4, with a blind hole of radius 1 from above to 1 over the bottom.
Shape blind_hole() {
    return Shape(turned({{0, 0}, {3, 0}, {3, 4}, {1, 4}, {1, 1}, {0, 1}}, 24));
}
Shape peg(double radius, double bottom, double top) {
    return Shape(turned({{0, bottom}, {radius, bottom}, {radius, top}, {0, top}}, 24));
}

TEST(Penetration, of_a_peg_in_a_blind_hole_is_sideways_where_it_fits_and_out_where_it_does_not) {
    const Shape body = blind_hole();
    ASSERT_EQ(relation(body, {}, peg(0.9, 1.5, 5), {}), Relation::apart);
    expect_penetration(peg(0.9, 1.5, 5), at(0.15), body, {}, 0.05, 0.01, 1.01);
    // Through the bottom by 0.2: upwards.
    const Penetration up = expect_penetration(peg(0.9, 0.8, 5), {}, body, {}, 0.2, 1e-8);
    EXPECT_NEAR(up.translation.z, 0.2, 1e-8);
    // Both at once.
    const Penetration both =
        expect_penetration(peg(0.9, 0.8, 5), at(0.15), body, {}, std::hypot(0.05, 0.2), 0.01, 1.01);
    EXPECT_NEAR(both.translation.z, 0.2, 1e-8);
    // Too thick: out, all the way.
    const Penetration out = expect_penetration(peg(1.1, 1, 5), {}, body, {}, 3, 1e-8);
    EXPECT_NEAR(out.translation.z, 3, 1e-8);
}

TEST(Penetration, finds_the_cavity_of_a_block) {
    const Shape box(hollow_block({-4, -4, -4}, {4, 4, 4}, {-2, -2, -2}, {2, 2, 2}));
    const Penetration p = expect_penetration(cube, at(2.25, 1, -0.5), box, {}, 0.75, 1e-8);
    EXPECT_NEAR(p.translation.x, -0.75, 1e-8);
}

TEST(Penetration, takes_solids_of_any_size_and_place) {
    for (const double size : {1e-6, 1.0, 1e6}) {
        const Shape scaled(make_box({size, size, size}));
        expect_penetration(scaled, {}, scaled, at(0.9 * size, 0.1 * size, 0.3 * size), 0.1 * size,
                           1e-8 * size);
    }
    // A grain in a mountain.
    const Shape grain(make_box({1e-6, 1e-6, 1e-6})), mountain(make_box({1e6, 1e6, 1e6}, 4));
    expect_penetration(grain, at(0, 0, 5e5), mountain, {}, 5e-7, 1e-8);
    // Far from the origin.
    const Vec3 far{1e6, -3e6, 2e6};
    expect_penetration(cube, Pose::translation(far), cube, Pose::translation(far + Vec3{0.75, 0.125, 0.25}),
                       0.25, 1e-7);
}

TEST(Penetration, turns_with_the_solids) {
    const Shape l(test::prism({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}, 0, 1));
    const double straight = expect_penetration(l, {}, l, at(0.6, 0.7, 0.45), 0.5, 1e-8).value;
    for (int i = 1; i < 6; ++i) {
        const Pose turn(Quat::about_turns({1, 2, i - 3.0}, 0.13 * i), {1, 2, 3});
        const Penetration p = penetration(l, turn, l, turn * at(0.6, 0.7, 0.45));
        EXPECT_NEAR(p.value, straight, 1e-8) << i;
    }
}

// ---- Refused, and refused without a throw

TEST(Penetration, of_open_meshes_is_refused) {
    const Mesh box = make_box({1, 1, 1});
    std::vector<std::array<VertexId, 3>> triangles(box.triangles().begin(), box.triangles().end() - 1);
    const Shape open(Mesh({box.vertices().begin(), box.vertices().end()}, std::move(triangles)));
    for (const Penetration& p : {penetration(open, {}, cube, {}), penetration(cube, {}, open, at(9))}) {
        EXPECT_EQ(p.status, QueryStatus::not_closed);
        EXPECT_TRUE(std::isnan(p.value) && std::isnan(p.at_least) && std::isnan(p.translation.x));
    }
}

TEST(Penetration, of_what_it_cannot_answer_is_no_number) {
    QueryOptions filtered;
    filtered.filter = [](FeatureId, FeatureId) { return true; };
    const Penetration with_filter = penetration(cube, {}, cube, {}, {}, filtered);
    EXPECT_EQ(with_filter.status, QueryStatus::unsupported);
    EXPECT_TRUE(std::isnan(with_filter.value));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double error : {-1.0, nan}) {
        const Penetration p = penetration(cube, {}, cube, {}, {.relative_error = error});
        EXPECT_EQ(p.status, QueryStatus::bad_input);
        EXPECT_TRUE(std::isnan(p.value));
    }
    const Shape huge(make_box({1e100, 1e100, 1e100}));
    EXPECT_EQ(penetration(huge, {}, huge, {}).status, QueryStatus::bad_input);
}

// ---- Budgets

TEST(Penetration, holds_its_bounds_within_any_budget) {
    const Shape ring(make_torus(1, 0.3, 32, 16));
    const Pose upright = Pose(Quat::about_turns({1, 0, 0}, 0.25), {1.5, 0, 0});
    const Penetration whole = penetration(ring, {}, ring, upright);
    Penetration last;
    for (std::uint64_t tests = 1; tests < 40'000'000; tests *= 4) {
        QueryOptions options;
        options.budget = Budget::of_tests(tests);
        const Penetration p = penetration(ring, {}, ring, upright, {}, options);
        EXPECT_TRUE(p.status == QueryStatus::undecided || p.status == QueryStatus::complete);
        expect_separates(p, ring, {}, ring, upright);
        EXPECT_LE(p.at_least, whole.value);
        EXPECT_GE(p.value, whole.at_least);
        last = p;
    }
    EXPECT_EQ(last.status, QueryStatus::complete);
    EXPECT_EQ(last, whole) << "a budget that suffices changes nothing";
}

TEST(Penetration, may_be_cancelled) {
    struct Cancelled : Progress {
        void report(std::string_view, std::uint64_t, std::uint64_t) override {}
    } cancelled;
    cancelled.cancel();
    QueryOptions options;
    options.progress = &cancelled;
    const Penetration p = penetration(cube, {}, cube, at(0.5), {}, options);
    EXPECT_EQ(p.status, QueryStatus::undecided);
    expect_separates(p, cube, {}, cube, at(0.5));
}

TEST(Penetration, is_the_same_with_threads_and_when_asked_again) {
    const Shape ring(make_torus(1, 0.3, 24, 12));
    const Pose there(Quat::about_turns({1, 2, 0}, 0.2), {1.2, 0.2, 0});
    QueryOptions threads;
    threads.threads = Threads(2);
    const PenetrationOptions little{.effort = 2'000'000};
    const Penetration p = penetration(ring, {}, ring, there, little);
    EXPECT_EQ(p, penetration(ring, {}, ring, there, little));
    EXPECT_EQ(p, penetration(ring, {}, ring, there, little, threads));
}

// ---- What users of other libraries complain about

TEST(PenetrationComplaints, the_depth_of_two_meshes_is_neither_0_nor_tends_to_0_when_they_are_refined) {
    for (const std::uint32_t divisions : {1u, 2u, 5u, 12u}) {
        const Shape fine(make_box({1, 1, 1}, divisions));
        expect_penetration(fine, {}, cube, at(0.3, 0.7, 0.2), 0.3, 1e-8);
        expect_penetration(fine, {}, fine, Pose(Quat::about_turns({0, 0, 1}, 0.125), {0.9, 0, 0.1}),
                           0.5 + std::sqrt(0.5) - 0.9, 1e-8);
    }
}

TEST(PenetrationComplaints, refining_a_mesh_changes_the_depth_by_no_more_than_the_surface_moves) {
    double before = 0, moved_before = 0;
    for (const std::uint32_t triangles : {200u, 800u, 3200u}) {
        const Shape ball(make_sphere(1, triangles));
        const double moves = 2 * facets(ball);  // both surfaces
        const Penetration p =
            expect_penetration(ball, {}, ball, at(0.8, 0.6, 1.2), 2 - std::sqrt(2.44), moves, 1.001);
        if (before > 0) {
            EXPECT_NEAR(p.value, before, moves + moved_before);
        }
        before = p.value;
        moved_before = moves;
    }
}

TEST(PenetrationComplaints, the_depth_does_not_jump_for_a_mere_edge_contact) {
    // Edge across edge, from touching to deeper.
    const Pose lower = Pose::rotation_turns({1, 0, 0}, 0.125);
    const double half = std::sqrt(0.5);
    for (const double depth : {1e-9, 1e-6, 1e-3, 0.1}) {
        const Pose upper = Pose(Quat::about_turns({0, 1, 0}, 0.125), {0, 0, 2 * half - depth});
        const Penetration p = penetration(cube, upper, cube, lower);
        expect_separates(p, cube, upper, cube, lower);
        EXPECT_NEAR(p.value, depth, 1e-9 + 1e-6 * depth);
        EXPECT_LE(p.at_least, depth * (1 + 1e-12));
    }
}

TEST(PenetrationComplaints, a_mesh_is_not_taken_for_its_hull) {
    // A cube in the notch of an L is apart from it; pushed into a wall it leaves by the way it came.
    const Shape l(test::prism({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}, 0, 2));
    expect_penetration(cube, at(1.4, 2, 1), l, {}, 0.1, 1e-8);
}

TEST(PenetrationComplaints, overlapping_coplanar_walls_have_a_depth) {
    const Shape first(block({0, 0, 0}, {5000, 200, 2700})), second(block({4950, 0, 0}, {9000, 200, 2700}));
    expect_penetration(second, {}, first, {}, 50, 1e-5);
    expect_penetration(second, at(0, 2, 0), first, {}, 50, 1e-5);
    expect_penetration(first, {}, first, {}, 200, 1e-5);
}

}  // namespace
}  // namespace graze
