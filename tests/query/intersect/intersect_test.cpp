#include "graze/query/intersect/intersect.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/intersect/brute_force.h"
#include "tests/query/answers.h"
#include "tests/query/instruction_sets.h"
#include "tests/query/meshes.h"

namespace graze {
namespace {

using test::expect_right_answers;
using test::moved;
using test::scaled;
using test::soup;

TEST(Intersect, agrees_with_brute_force_on_random_soups) {
    Random r(51);
    for (int i = 0; i < 60; ++i) {
        const Shape a(soup(200, r.bits(), 0.05, false)), b(soup(150, r.bits(), 0.05, false));
        for (int k = 0; k < 10; ++k) {
            const Pose pa(r.rotation(), r.in_box({-1, -1, -1}, {1, 1, 1})),
                pb(r.rotation(), r.in_box({-2, -2, -2}, {2, 2, 2}));
            SCOPED_TRACE("seed 51, soup " + std::to_string(i) + ", pose " + std::to_string(k));
            expect_right_answers(a, pa, b, pb);
        }
    }
}

TEST(Intersect, agrees_with_brute_force_on_grid_soups_full_of_coplanar_and_flat_triangles) {
    Random r(52);
    for (int i = 0; i < 60; ++i) {
        const Shape a(soup(60, r.bits(), 0.2, true)), b(soup(60, r.bits(), 0.2, true));
        for (int k = 0; k < 10; ++k) {
            const auto c = [&] { return static_cast<double>(r.below(33)) / 8 - 2; };
            const double x = c(), y = c();
            SCOPED_TRACE("seed 52, soup " + std::to_string(i) + ", pose " + std::to_string(k));
            expect_right_answers(a, {}, b, Pose::translation({x, y, c()}));
        }
    }
}

TEST(Intersect, finds_the_last_touching_position_of_two_spheres_to_the_last_bit) {
    Random r(53);
    const Shape s(make_sphere(1, 2000));
    for (int i = 0; i < 8; ++i) {
        const Vec3 direction = r.on_sphere();
        const Pose a(r.rotation(), {});
        const Quat turn = r.rotation();
        double touching = 0, apart = 3;
        for (int k = 0; k < 60; ++k) {
            const double middle = 0.5 * (touching + apart);
            (intersects(s, a, s, Pose(turn, direction * middle)) ? touching : apart) = middle;
        }
        SCOPED_TRACE("seed 53, direction " + std::to_string(i));
        expect_right_answers(s, a, s, Pose(turn, direction * touching));
        expect_right_answers(s, a, s, Pose(turn, direction * apart));
    }
}

TEST(Intersect, identical_meshes_at_one_pose_touch_wherever_it_is) {
    Random r(54);
    const Shape s(make_torus(2, 0.5, 30, 20));
    for (double reach : {0.0, 1.0, 1e6, 1e15, 1e99}) {
        const Pose p(r.rotation(), r.on_sphere() * reach);
        EXPECT_TRUE(intersects(s, p, s, p)) << reach;
    }
}

TEST(Intersect, boxes_face_to_face_touch_at_every_multiple_of_15_degrees) {
    const Shape box(make_box({2, 2, 2}, 4));
    for (int step = 0; step < 24; ++step) {
        const Pose turned = Pose::rotation_turns({1, 2, 3}, step / 24.0);
        // The neighbour is built into the mesh, so that both share vertices exactly.
        const Shape beside(moved(box.mesh(), {2, 0, 0})), off(moved(box.mesh(), {2 + 0x1p-40, 0, 0}));
        EXPECT_TRUE(intersects(box, turned, beside, turned)) << 15 * step << " degrees";
        EXPECT_FALSE(intersects(box, {}, off, {}));
        SCOPED_TRACE(15 * step);
        expect_right_answers(box, turned, off, turned);
        expect_right_answers(box, {}, box, Pose(Quat::about_turns({0, 0, 1}, step / 24.0), {2, 0, 0}));
    }
}

TEST(Intersect, works_across_scales) {
    Random r(55);
    const Mesh ball = make_sphere(1, 72);  // so far apart in scale, all pairs are left to exact arithmetic
    for (double small : {1e-90, 1e-6, 1e-3}) {
        for (double big : {1.0, 1e6, 1e90}) {
            const Shape a(scaled(ball, small)), b(scaled(ball, big));
            SCOPED_TRACE(std::to_string(small) + " " + std::to_string(big));
            for (int i = 0; i < 5; ++i) {
                const Vec3 at = r.on_sphere() * big;
                expect_right_answers(a, {}, b, Pose(r.rotation(), at));
                expect_right_answers(a, {}, b, Pose(r.rotation(), at * 1.2));
            }
        }
    }
}

TEST(Intersect, works_for_single_triangles_and_for_nothing) {
    Random r(56);
    const auto one = [&] {
        return Shape(
            Mesh({r.in_box({}, {1, 1, 1}), r.in_box({}, {1, 1, 1}), r.in_box({}, {1, 1, 1})}, {{0, 1, 2}}));
    };
    for (int i = 0; i < 500; ++i) expect_right_answers(one(), {}, one(), {});
    EXPECT_FALSE(intersects(Shape(), {}, one(), {}));
    EXPECT_FALSE(intersects(one(), {}, Shape(), {}));
}

TEST(Intersect, is_right_for_poses_that_are_only_rigid_to_1e_6) {
    Random r(57);
    const Shape s(make_sphere(1, 1000));
    for (int i = 0; i < 50; ++i) {
        const Pose beside = test::slightly_skewed(Pose(r.rotation(), r.on_sphere() * 1.99), r);
        expect_right_answers(s, Pose(r.rotation(), {}), s, beside);
    }
}

TEST(Intersect, takes_the_same_way_on_every_instruction_set) {
    Random r(58);
    const Shape a(make_torus(2, 0.5, 60, 40)), b(make_sphere(0.7, 3000));
    std::vector<Pose> poses;
    for (int i = 0; i < 100; ++i) poses.emplace_back(r.rotation(), r.in_box({-3, -3, -2}, {3, 3, 2}));
    struct Outcome {
        std::vector<TriangleId> pairs;
        QueryCounts counts;
        bool operator==(const Outcome&) const = default;
    };
    const auto run = [&] {
        Outcome o;
        for (const Pose& p : poses) {
            intersects(a, {}, b, p, {.counts = &o.counts});
            if (const Witness w = witness(a, {}, b, p); w.found())
                o.pairs.insert(o.pairs.end(), {w.feature_a.index, w.feature_b.index});
        }
        return o;
    };
    const Outcome expected = run();
    EXPECT_GT(expected.pairs.size(), 20u);
    test::on_every_instruction_set([&] { EXPECT_TRUE(run() == expected); });
}

std::vector<TrianglePair> pairs_of(const std::vector<IntersectingPair>& found) {
    std::vector<TrianglePair> pairs;
    for (const IntersectingPair& p : found) pairs.push_back({p.a, p.b});
    return pairs;
}

TEST(IntersectingTriangles, are_those_that_brute_force_finds) {
    Random r(60);
    for (int i = 0; i < 40; ++i) {
        const bool snapped = i % 2 == 0;
        const Shape a(soup(200, r.bits(), 0.2, snapped)), b(soup(200, r.bits(), 0.2, snapped));
        const Pose pose = snapped ? Pose::translation({0.25, 0.5, 0}) : Pose(r.rotation(), {});
        const auto found = intersecting_triangles(a, {}, b, pose);
        EXPECT_EQ(pairs_of(found), find_intersections_brute_force(a.mesh(), {}, b.mesh(), pose).pairs)
            << "seed 60, " << i;
        for (const IntersectingPair& p : found) ASSERT_NE(p.common.kind, CommonKind::none);
    }
}

TEST(IntersectingTriangles, of_two_tori_are_those_that_brute_force_finds) {
    const Shape torus(make_torus(2, 0.5, 60, 40));
    const Pose pose(Quat::about_turns({1, 0, 0}, 0.25), {0.3, 0, 0});
    const auto found = intersecting_triangles(torus, {}, torus, pose);
    EXPECT_GT(found.size(), 100u);
    EXPECT_EQ(pairs_of(found), find_intersections_brute_force(torus.mesh(), {}, torus.mesh(), pose).pairs);
    EXPECT_EQ(found.size(), intersecting_triangles(torus, pose, torus, {}).size());
}

TEST(IntersectingTriangles, stop_when_the_collector_has_enough) {
    const Shape s(make_sphere(1, 1000));
    int seen = 0;
    const auto three = [&](TriangleId, TriangleId) { return ++seen < 3; };
    EXPECT_EQ(visit_intersecting_triangles(s, {}, s, Pose::translation({1, 0, 0}), three), Answer::yes);
    EXPECT_EQ(seen, 3);
}

TEST(Intersect, leaves_out_pairs_that_the_filter_rejects) {
    const Shape s(make_sphere(1, 1000));
    const Pose pose = Pose::translation({1, 0, 0});
    EXPECT_EQ(intersects(s, {}, s, pose, {.filter = [](FeatureId, FeatureId) { return false; }}), Answer::no);
    const Witness w = witness(s, {}, s, pose);
    ASSERT_TRUE(w.found());
    const auto only = [&](FeatureId a, FeatureId b) {
        return a == FeatureId::face(w.feature_a.index) && b == FeatureId::face(w.feature_b.index);
    };
    EXPECT_EQ(intersects(s, {}, s, pose, {.filter = only}), Answer::yes);
}

TEST(Intersect, says_undecided_when_the_budget_is_used_up) {
    const Shape s(make_sphere(1, 20000));
    const Pose apart = Pose::translation(Vec3{1, 1, 1} * (2.001 / std::sqrt(3.0)));
    EXPECT_EQ(intersects(s, {}, s, apart, {.budget = Budget::of_tests(50)}), Answer::undecided);
    QueryCounts counts;
    EXPECT_EQ(intersects(s, {}, s, apart, {.budget = Budget::of_tests(1000000), .counts = &counts}),
              Answer::no);
    EXPECT_GT(counts.box_pairs, 50u);
    EXPECT_EQ(intersects(s, {}, s, {}, {.budget = Budget::of_tests(0)}), Answer::undecided);
    EXPECT_EQ(intersects(s, {}, s, Pose::translation({9, 0, 0}), {.budget = Budget::of_tests(1)}),
              Answer::no);
}

TEST(Intersect, boxes_overlap_whenever_the_shapes_do) {
    Random r(61);
    const Shape a(make_torus(2, 0.5, 30, 20)), b(make_sphere(0.7, 500));
    int apart = 0;
    for (int i = 0; i < 300; ++i) {
        const Pose pose(r.rotation(), r.in_box({-4, -4, -4}, {4, 4, 4}));
        const bool boxes = boxes_overlap(a, {}, b, pose);
        EXPECT_TRUE(boxes || !intersects(a, {}, b, pose));
        apart += !boxes;
    }
    EXPECT_GT(apart, 50);
}

TEST(Intersect, a_shape_inside_another_without_touching_does_not) {
    EXPECT_FALSE(intersects(Shape(make_sphere(1, 500)), {}, Shape(make_sphere(2, 500)), {}));
}

// Where floats cannot hold the distance.
TEST(Intersect, does_not_ask_all_pairs_of_meshes_that_are_a_vast_distance_apart) {
    const Shape ball(make_sphere(1, 800)), ring(make_torus(2, 0.5, 30, 16));
    for (const double far : {1e15, 1e30, 1e90}) {
        QueryCounts counts;
        EXPECT_EQ(intersects(ball, {}, ring, Pose::translation({far, 0, 0}), {.counts = &counts}),
                  Answer::no);
        EXPECT_EQ(counts.exact_pairs, 0u) << far;
    }
}

}  // namespace
}  // namespace graze
