#include "graze/query/relation/relation.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "tests/query/meshes.h"
#include "tests/query/relations.h"
#include "tests/query/solids.h"

namespace graze {

namespace {

using test::block;
using test::both_ways;
using test::four;
using test::hollow_block;
using test::inside_out;
using test::joined;
using test::moved;
using test::prism;
using test::pyramid;
using test::relation_of;
using test::tube;
using test::unit;

// ---- Touching

TEST(Relation, of_blocks_that_share_a_face_is_touching) {
    EXPECT_EQ(relation_of(unit, block({1, 0, 0}, {2, 1, 1})), Relation::touching);
    EXPECT_EQ(relation_of(unit, block({1, -1, -1}, {2, 3, 3})), Relation::touching);
    EXPECT_EQ(relation_of(unit, block({1, 0.25, 0.5}, {2, 0.75, 3})), Relation::touching);
    EXPECT_EQ(relation_of(make_box({2, 2, 2}, 5), make_box({2, 2, 2}, 7), {}, Pose::translation({2, 0, 0})),
              Relation::touching);
}

TEST(Relation, of_blocks_that_share_only_an_edge_or_a_corner_is_touching) {
    EXPECT_EQ(relation_of(unit, block({1, 1, 0}, {2, 2, 1})), Relation::touching);
    EXPECT_EQ(relation_of(unit, block({1, 1, -3}, {2, 2, 3})), Relation::touching);
    EXPECT_EQ(relation_of(unit, block({1, 1, 1}, {2, 2, 2})), Relation::touching);
}

TEST(Relation, of_edges_that_cross_in_a_point_is_touching_and_an_ulp_decides) {
    // Two roofs, one upright and one upside down and turned: ridge on ridge.
    const Mesh roof =
        Mesh({{-2, -1, -1}, {2, -1, -1}, {2, 1, -1}, {-2, 1, -1}, {-2, 0, 0}, {2, 0, 0}},
             {{0, 2, 1}, {0, 3, 2}, {0, 1, 5}, {0, 5, 4}, {2, 3, 4}, {2, 4, 5}, {0, 4, 3}, {1, 2, 5}});
    const Pose over = Pose::rotation_turns({1, 1, 0}, 0.5);
    const Mesh upper = [&] {
        std::vector<Vec3> v;
        for (const Vec3& p : roof.vertices()) v.push_back({p.y, p.x, -p.z});
        return Mesh(std::move(v), {roof.triangles().begin(), roof.triangles().end()});
    }();
    EXPECT_EQ(relation_of(roof, upper), Relation::touching);
    EXPECT_EQ(relation_of(roof, moved(upper, {0, 0, 0x1p-60})), Relation::apart);
    EXPECT_EQ(relation_of(roof, moved(upper, {0, 0, -0x1p-50})), Relation::overlapping);
    EXPECT_EQ(both_ways(Shape(roof), {}, Shape(roof), over), relation(Shape(roof), over, Shape(roof), {}));
}

TEST(Relation, of_an_apex_on_a_face_is_touching_from_outside_and_overlapping_from_within) {
    EXPECT_EQ(relation_of(four, pyramid({1.3, 1.9, 0}, 0.5, 1)), Relation::touching);
    EXPECT_EQ(relation_of(four, pyramid({1.3, 1.9, 4}, 0.5, 1)), Relation::overlapping);
    EXPECT_EQ(relation_of(four, pyramid({1.5, 1.5, 4}, 0.5, 1)), Relation::overlapping) << "on a diagonal";
    EXPECT_EQ(relation_of(four, pyramid({4, 4, 4}, 0.5, 1)), Relation::overlapping) << "in a corner";
    EXPECT_EQ(relation_of(four, pyramid({0, 0, 0}, 0.5, 1)), Relation::touching) << "on a corner";
}

TEST(Relation, of_a_part_that_stands_on_a_face_is_touching) {
    const Mesh plate = block({-10, -10, -1}, {10, 10, 0});
    const std::vector<Vec2> hexagon{{2, 0}, {1, 2}, {-1, 2}, {-2, 0}, {-1, -2}, {1, -2}};
    std::vector<Vec2> inner;
    for (const Vec2& p : hexagon) inner.push_back({p.x / 2, p.y / 2});
    EXPECT_EQ(relation_of(plate, prism(hexagon, 0, 3)), Relation::touching);
    EXPECT_EQ(relation_of(plate, tube(hexagon, inner, 0, 3)), Relation::touching);
    EXPECT_EQ(relation_of(plate, tube(hexagon, inner, -0x1p-40, 3)), Relation::overlapping);
    EXPECT_EQ(relation_of(plate, tube(hexagon, inner, -1, 0)), Relation::overlapping) << "flush in the plate";
}

TEST(Relation, of_a_peg_that_fills_its_hole_is_touching) {
    std::vector<Vec2> round, outside;
    for (int i = 0; i < 24; ++i) {
        const double x[] = {8,  7,  6,  5,  4,  2,  0, -2, -4, -5, -6, -7,
                            -8, -7, -6, -5, -4, -2, 0, 2,  4,  5,  6,  7};
        const double y = std::sqrt(64 - x[i] * x[i]) * (i <= 12 ? 1 : -1);
        round.push_back({x[i], y});
        outside.push_back({2 * x[i], 2 * y});
    }
    const Mesh plate = tube(outside, round, 0, 1);
    EXPECT_EQ(relation_of(plate, prism(round, 0, 1)), Relation::touching);
    EXPECT_EQ(relation_of(plate, prism(round, -1, 2)), Relation::touching);
    EXPECT_EQ(relation_of(plate, prism(round, 0.25, 0.5)), Relation::touching);
    EXPECT_EQ(relation_of(plate, prism(round, 0, 1), {}, Pose::rotation_turns({0, 0, 1}, 0.01)),
              Relation::overlapping);
}

TEST(Relation, of_a_square_peg_on_edge_in_a_square_hole) {
    const std::vector<Vec2> hole{{2, -2}, {2, 2}, {-2, 2}, {-2, -2}},
        outside{{4, -4}, {4, 4}, {-4, 4}, {-4, -4}};
    const std::vector<Vec2> fits{{2, 0}, {0, 2}, {-2, 0}, {0, -2}};
    const std::vector<Vec2> tight{{2.5, 0}, {0, 2.5}, {-2.5, 0}, {0, -2.5}};
    const std::vector<Vec2> loose{{1.5, 0}, {0, 1.5}, {-1.5, 0}, {0, -1.5}};
    const Mesh plate = tube(outside, hole, 0, 1);
    for (const auto& [bottom, top] : {std::pair{0.0, 1.0}, {-1.0, 2.0}, {0.25, 0.75}}) {
        EXPECT_EQ(relation_of(plate, prism(fits, bottom, top)), Relation::touching);
        EXPECT_EQ(relation_of(plate, prism(tight, bottom, top)), Relation::overlapping);
        EXPECT_EQ(relation_of(plate, prism(loose, bottom, top)), Relation::apart);
    }
}

// ---- Overlapping

TEST(Relation, of_one_mesh_with_itself_is_overlapping_wherever_it_is) {
    Random r(81);
    for (const Mesh& m : {unit, make_torus(2, 0.5, 12, 8), make_sphere(1, 200),
                          hollow_block({0, 0, 0}, {4, 4, 4}, {1, 1, 1}, {2, 2, 2})}) {
        for (const double reach : {0.0, 1.0, 1e6, 1e15}) {
            const Pose p(r.rotation(), r.on_sphere() * reach);
            EXPECT_EQ(relation_of(m, m, p, p), Relation::overlapping) << "seed 81, " << reach;
        }
    }
}

TEST(Relation, of_faces_with_equal_normals_is_overlapping) {
    EXPECT_EQ(relation_of(four, block({1, 1, 3}, {2, 2, 4})), Relation::overlapping);
    EXPECT_EQ(relation_of(four, block({0, 0, 0}, {4, 4, 2})), Relation::overlapping);
    EXPECT_EQ(relation_of(four, block({1, 1, 4}, {2, 2, 5})), Relation::touching);
}

TEST(Relation, of_wedges_that_share_an_edge_goes_by_their_angles) {
    const auto wedge = [](const Vec2& p, const Vec2& q, double bottom, double top) {
        return prism({{0, 0}, p, q}, bottom, top);
    };
    const Mesh low = wedge({4, 0}, {3, 3}, 0, 8);  // 0 to 45 degrees
    for (const auto& [bottom, top] : {std::pair{0.0, 8.0}, {-1.0, 9.0}, {2.0, 5.0}, {3.0, 11.0}}) {
        EXPECT_EQ(relation_of(low, wedge({1, 2}, {-1, 2}, bottom, top)), Relation::touching);
        EXPECT_EQ(relation_of(low, wedge({3, 3}, {0, 2}, bottom, top)), Relation::touching) << "face to face";
        EXPECT_EQ(relation_of(low, wedge({2, 1}, {1, 2}, bottom, top)), Relation::overlapping);
        EXPECT_EQ(relation_of(low, wedge({1, 0.25}, {1, 0.5}, bottom, top)), Relation::overlapping)
            << "nested";
        EXPECT_EQ(relation_of(low, wedge({8, 2}, {8, 4}, bottom, top)), Relation::overlapping);
        EXPECT_EQ(relation_of(low, wedge({1, -1}, {1, 2}, bottom, top)), Relation::overlapping) << "around";
    }
}

// ---- One in the other

TEST(Relation, of_a_block_in_a_block) {
    EXPECT_EQ(relation_of(block({1, 1, 1}, {2, 2, 2}), four), Relation::a_in_b);
    EXPECT_EQ(relation_of(four, block({1, 1, 1}, {2, 2, 2})), Relation::b_in_a);
    EXPECT_EQ(relation_of(four, block({1, 1, 0}, {2, 2, 2})), Relation::overlapping) << "touches from within";
    EXPECT_EQ(relation_of(four, block({0, 0, 0}, {2, 2, 2})), Relation::overlapping);
}

TEST(Relation, of_a_part_in_a_void_is_that_of_a_part_outside) {
    const Mesh shell = hollow_block({0, 0, 0}, {10, 10, 10}, {2, 2, 2}, {8, 8, 8});
    EXPECT_EQ(relation_of(shell, block({3, 3, 3}, {5, 5, 5})), Relation::apart);
    EXPECT_EQ(relation_of(shell, block({3, 3, 2}, {5, 5, 5})), Relation::touching);
    EXPECT_EQ(relation_of(shell, block({2, 2, 2}, {8, 8, 8})), Relation::touching) << "fills it";
    EXPECT_EQ(relation_of(shell, block({3, 3, 0.5}, {5, 5, 1})), Relation::b_in_a) << "in the wall";
    EXPECT_EQ(relation_of(shell, block({3, 3, 0.5}, {5, 5, 2})), Relation::overlapping)
        << "in the wall, flush";
    EXPECT_EQ(relation_of(shell, block({1, 1, 1}, {9, 9, 9})), Relation::overlapping) << "around the void";
    EXPECT_EQ(relation_of(shell, hollow_block({1, 1, 1}, {9, 9, 9}, {1.5, 1.5, 1.5}, {8.5, 8.5, 8.5})),
              Relation::b_in_a)
        << "a shell in the wall";
    EXPECT_EQ(relation_of(shell, block({-1, -1, -1}, {11, 11, 11})), Relation::a_in_b);
}

TEST(Relation, of_several_pieces) {
    const Mesh two = joined({block({1, 1, 1}, {2, 2, 2}), block({6, 1, 1}, {7, 2, 2})});
    EXPECT_EQ(relation_of(two, four), Relation::overlapping) << "one in, one out";
    EXPECT_EQ(relation_of(two, block({0, 0, 0}, {9, 9, 9})), Relation::a_in_b);
    EXPECT_EQ(relation_of(two, block({3, 0, 0}, {5, 4, 4})), Relation::apart) << "between";
    EXPECT_EQ(relation_of(two, block({2, 0, 0}, {5, 4, 4})), Relation::touching);
    EXPECT_EQ(relation_of(two, block({2, 0, 0}, {8, 4, 4})), Relation::overlapping)
        << "touches one and holds the other";
    const Mesh both = joined({block({0, 0, 0}, {4, 4, 4}), block({6.25, 1.25, 1.25}, {6.5, 1.5, 1.5})});
    EXPECT_EQ(relation_of(two, both), Relation::overlapping) << "each has a piece of the other";
}

TEST(Relation, of_a_solid_within_a_solid_of_one_mesh) {
    // Wound alike, the inner block adds nothing: its inside has winding number 2.
    const Mesh twice = joined({four, block({1, 1, 1}, {3, 3, 3})});
    EXPECT_EQ(relation_of(twice, block({1.5, 1.5, 1.5}, {2, 2, 2})), Relation::b_in_a);
    EXPECT_EQ(relation_of(twice, block({1.5, 1.5, 1}, {2, 2, 2})), Relation::overlapping);
    EXPECT_EQ(relation_of(twice, block({1.5, 1.5, 0.5}, {2, 2, 1})), Relation::overlapping);
    EXPECT_EQ(relation_of(twice, block({1, 1, 4}, {2, 2, 5})), Relation::touching);
}

TEST(Relation, of_a_part_made_of_bodies_that_run_into_each_other) {
    // A rod through a plate, as one mesh of two closed pieces; the middle of the plate's faces is in the rod.
    const Mesh part = joined({block({-10, -10, -1}, {10, 10, 0}), block({-7, -7, -5}, {7, 7, 5})});
    EXPECT_EQ(relation_of(part, block({7, 7, 0}, {9, 9, 3})), Relation::touching);
    EXPECT_EQ(relation_of(part, block({8, 8, 0}, {9, 9, 3})), Relation::touching);
    EXPECT_EQ(relation_of(part, pyramid({9, 9, -1}, 1, 1)), Relation::touching);
    EXPECT_EQ(relation_of(part, pyramid({9, 9, 0}, 1, 1)), Relation::overlapping);
    EXPECT_EQ(relation_of(part, block({-1, -1, 0}, {1, 1, 3})), Relation::overlapping);
    EXPECT_EQ(relation_of(part, block({8, 8, 1}, {9, 9, 3})), Relation::apart);
}

TEST(Relation, works_across_scales) {
    for (const double s : {0x1p-310, 0x1p-100, 1.0, 0x1p100, 0x1p310}) {
        const Shape cube(make_box(Vec3{1, 1, 1} * (2 * s), 2)), small(make_sphere(0.5 * s, 100));
        const auto at = [&](double x) { return Pose::translation({x * s, 0, 0}); };
        EXPECT_EQ(both_ways(cube, {}, cube, at(2)), Relation::touching) << s;
        EXPECT_EQ(both_ways(cube, {}, small, at(0)), Relation::b_in_a) << s;
        EXPECT_EQ(both_ways(cube, {}, small, at(0.5)), Relation::overlapping) << s;
        EXPECT_EQ(both_ways(cube, {}, small, at(1.5)), Relation::touching) << s;
        EXPECT_EQ(both_ways(cube, {}, small, at(1.75)), Relation::apart) << s;
    }
    const Shape tiny(make_sphere(1e-90, 100)), huge(make_box(Vec3{2e90, 2e90, 2e90}));
    EXPECT_EQ(both_ways(tiny, {}, huge, {}), Relation::a_in_b);
    EXPECT_EQ(both_ways(tiny, {}, huge, Pose::translation({1e90, 0, 0})), Relation::overlapping);
    EXPECT_EQ(both_ways(tiny, {}, huge, Pose::translation({1.1e90, 0, 0})), Relation::apart);
}

// ---- What is not a solid

TEST(Relation, refuses_open_meshes_or_takes_them_as_surfaces) {
    const Mesh sheet({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}});
    const Shape open(sheet), cube(block({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
    EXPECT_EQ(both_ways(open, {}, cube, {}), Relation::not_closed);
    EXPECT_EQ(both_ways(open, {}, cube, Pose::translation({50, 0, 0})), Relation::not_closed)
        << "wherever it is";
    EXPECT_FALSE(open.closed_surface().why_not().empty());

    constexpr OpenMeshes surfaces = OpenMeshes::as_surfaces;
    const auto as_surfaces = [&](const Shape& other, double z) {
        const Pose pose = Pose::translation({0.125, 0, z});
        const Relation r = relation(open, {}, other, pose, surfaces);
        EXPECT_EQ(relation(other, pose, open, {}, surfaces), r);
        return r;
    };
    EXPECT_EQ(as_surfaces(cube, 0), Relation::overlapping);
    EXPECT_EQ(as_surfaces(cube, 0.5), Relation::touching);
    EXPECT_EQ(as_surfaces(cube, 0.75), Relation::apart);
    EXPECT_EQ(as_surfaces(open, 0), Relation::touching) << "sheets in one plane";
    EXPECT_EQ(relation(cube, {}, cube, {}, surfaces), Relation::overlapping) << "both are closed";
    EXPECT_EQ(relation(Shape(make_sphere(0.1, 100)), {}, cube, {}, surfaces), Relation::a_in_b);
}

TEST(Relation, of_nothing_is_apart) {
    EXPECT_EQ(both_ways(Shape(), {}, Shape(unit), {}), Relation::apart);
    EXPECT_EQ(both_ways(Shape(), {}, Shape(), {}), Relation::apart);
}

TEST(Relation, does_not_mind_triangles_without_area) {
    // The top of the block has an extra vertex on one edge, with a flat triangle to close the gap, and a
    // triangle of two equal corners.
    const auto with_flat_triangles = [](double top) {
        const std::vector<Vec3> v{{0, 0, 0},   {4, 0, 0},   {4, 4, 0},   {0, 4, 0},  {0, 0, top},
                                  {4, 0, top}, {4, 4, top}, {0, 4, top}, {2, 0, top}};
        return Mesh(v, {{0, 2, 1},
                        {0, 3, 2},
                        {0, 1, 5},
                        {0, 5, 4},
                        {1, 2, 6},
                        {1, 6, 5},
                        {2, 3, 7},
                        {2, 7, 6},
                        {3, 0, 4},
                        {3, 4, 7},
                        {4, 5, 8},
                        {4, 8, 7},
                        {8, 5, 6},
                        {8, 6, 7},
                        {8, 8, 6}});
    };
    const Mesh m = with_flat_triangles(4);
    ASSERT_TRUE(ClosedSurface(m).closed()) << ClosedSurface(m).why_not();
    EXPECT_EQ(relation_of(m, block({1, 1, 1}, {2, 2, 2})), Relation::b_in_a);
    EXPECT_EQ(relation_of(m, block({1, -1, 4}, {2, 2, 5})), Relation::touching);
    EXPECT_EQ(relation_of(m, block({1, -1, 3}, {2, 0, 4})), Relation::touching);
    EXPECT_EQ(relation_of(m, block({1, 0, 3}, {2, 1, 4})), Relation::overlapping);
    EXPECT_EQ(relation_of(m, block({1, -1, 4}, {3, 0, 5})), Relation::touching) << "only along the flat one";
    EXPECT_EQ(relation_of(m, m), Relation::overlapping);
    EXPECT_EQ(relation_of(m, pyramid({2, 0, 4}, 1, 1)), Relation::overlapping);
}

TEST(Relation, says_undecided_when_the_budget_is_used_up) {
    const Shape big(make_sphere(1, 20000)), small(make_sphere(0.9, 20000)), box(make_box({2, 2, 2}, 20));
    const auto with = [](std::uint64_t tests) { return QueryOptions{.budget = Budget::of_tests(tests)}; };
    EXPECT_EQ(relation(big, {}, small, {}, with(10)), Relation::undecided);
    EXPECT_EQ(relation(big, {}, small, {}, with(100000000)), Relation::b_in_a);
    const Pose beside = Pose::translation({2, 0, 0});
    for (std::uint64_t tests = 1; tests < 100000000; tests *= 2) {
        const Relation r = relation(box, {}, box, beside, with(tests));
        EXPECT_TRUE(r == Relation::undecided || r == Relation::touching) << tests << " " << name_of(r);
    }
    EXPECT_EQ(relation(box, {}, box, beside, with(100000000)), Relation::touching);
    EXPECT_EQ(relation(box, {}, box, beside, {.budget = Budget::of_time(std::chrono::nanoseconds(1))}),
              Relation::undecided);
}

TEST(Relation, has_names) {
    EXPECT_STREQ(name_of(Relation::apart), "apart");
    EXPECT_STREQ(name_of(Relation::a_in_b), "a_in_b");
    EXPECT_STREQ(name_of(Relation::not_closed), "not_closed");
}

}  // namespace
}  // namespace graze
