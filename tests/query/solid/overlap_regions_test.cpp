#include "graze/query/solid/overlap_regions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"
#include "tests/query/instruction_sets.h"
#include "tests/query/meshes.h"
#include "tests/query/region_checks.h"
#include "tests/query/solids.h"

namespace graze {
namespace {

using test::block;
using test::checked_regions;
using test::four;
using test::joined;
using test::moved;

const Mesh wide_plate = block({-10, -10, 0}, {10, 10, 1});  // two triangles on each side

Mesh at(const Mesh& m, const Vec3& place) {
    return moved(m, place);
}

TEST(OverlapRegions, of_two_pins_through_one_triangle_are_two) {
    const Mesh pins = joined({block({-2, -8, -1}, {-1, -7, 2}), block({1, -8, -1}, {2.5, -7, 2})});
    const auto regions = checked_regions(wide_plate, pins);
    ASSERT_EQ(regions.size(), 2u);
    EXPECT_EQ(regions[0].box, (Box{{1, -8, 0}, {2.5, -7, 1}}));
    EXPECT_EQ(regions[1].box, (Box{{-2, -8, 0}, {-1, -7, 1}}));
    EXPECT_NEAR(regions[0].volume, 1.5, 1e-12);
    EXPECT_NEAR(regions[1].volume, 1, 1e-12);
    EXPECT_EQ(regions[0].triangles_a.size(), 2u);  // one above, one below
    EXPECT_EQ(regions[0].triangles_a, regions[1].triangles_a);
    EXPECT_EQ(regions[0].triangles_b.size(), 8u);
    for (const OverlapRegion& r : regions) {
        EXPECT_EQ(r.curves.size(), 2u);
        // The part of the two triangles that is inside the pin, which is as high as the plate is thick.
        ASSERT_EQ(r.faces_a.size(), 2u);
        EXPECT_TRUE(r.faces_b.empty());
        for (const RegionFace& face : r.faces_a) {
            Vec3 twice;
            for (const Triangle& t : face.sum) twice += cross(t[1] - t[0], t[2] - t[0]);
            EXPECT_NEAR(length(twice) / 2, r.volume, 1e-12);
        }
    }
}

TEST(OverlapRegions, of_a_tube_through_one_triangle_are_one_with_a_hole) {
    const Mesh tube = at(make_tube(1, 0.7, 4, 24), {0, -6.5, 0.5});
    const auto regions = checked_regions(wide_plate, tube);
    ASSERT_EQ(regions.size(), 1u);
    EXPECT_EQ(regions[0].curves.size(), 4u);
    EXPECT_EQ(regions[0].triangles_a.size(), 2u);
    EXPECT_NEAR(regions[0].volume, solid_measures(tube).volume / 4, 1e-12);
}

TEST(OverlapRegions, of_tubes_and_pins_in_each_other_are_one_each) {
    const Mesh nest = joined({make_tube(3, 2.5, 4, 40), make_tube(2, 1.5, 4, 30), make_cylinder(1, 4, 20)});
    for (const Vec3& place : {Vec3{5.5, -6, 0.5}, Vec3{0, 0, 0.5}, Vec3{9, 3, 0.5}, Vec3{0.3, -9, 1.5}}) {
        const auto regions = checked_regions(wide_plate, at(nest, place));
        EXPECT_GE(regions.size(), 3u);
        EXPECT_LE(regions.size(), 4u);  // a tube over the rim of the plate may be cut in two
    }
    EXPECT_EQ(checked_regions(wide_plate, at(nest, {5.5, -6, 0.5})).size(), 3u);
    EXPECT_EQ(checked_regions(wide_plate, at(nest, {0, 0, 0.5})).size(), 3u);
}

TEST(OverlapRegions, of_a_comb_are_as_many_as_it_has_teeth) {
    // Teeth cross the edges between the plate's triangles, lie within them, and stick out of its rim.
    Mesh comb = block({-9.5, -0.25, -3}, {9.5, 0.25, -2});
    std::size_t teeth = 0;
    for (double x = -9; x <= 9; x += 1.5, ++teeth)
        comb = joined({comb, block({x, -0.25, -2}, {x + 0.5, 0.25, 3})});
    const Pose turned = Pose::rotation_turns({0, 0, 1}, 0.07);
    EXPECT_EQ(checked_regions(wide_plate, comb, {}, turned).size(), teeth);
    EXPECT_EQ(checked_regions(wide_plate, comb).size(), teeth);
    EXPECT_EQ(checked_regions(make_box({20, 20, 1}, 9), comb, Pose::translation({0, 0, 0.5}), turned).size(),
              teeth);
}

TEST(OverlapRegions, of_boxes_at_a_corner_are_one_with_one_curve) {
    const auto regions = checked_regions(four, block({3, 2, 1}, {5, 5, 3}));
    ASSERT_EQ(regions.size(), 1u);
    EXPECT_EQ(regions[0].box, (Box{{3, 2, 1}, {4, 4, 3}}));
    EXPECT_NEAR(regions[0].volume, 4, regions[0].error);
    EXPECT_LT(length(regions[0].centroid - Vec3{3.5, 3, 2}), 1e-12);
    EXPECT_EQ(regions[0].curves.size(), 1u);
}

TEST(OverlapRegions, of_walls_that_run_into_each_other_flush_is_one) {
    const auto regions =
        checked_regions(block({0, 0, 0}, {1000, 200, 2500}), block({950, 0, 0}, {1900, 200, 2500}));
    ASSERT_EQ(regions.size(), 1u);
    EXPECT_EQ(regions[0].box, (Box{{950, 0, 0}, {1000, 200, 2500}}));
    EXPECT_NEAR(regions[0].volume, 50.0 * 200 * 2500, regions[0].error);
    ASSERT_EQ(regions[0].curves.size(), 1u);
    EXPECT_GE(regions[0].curves[0].points.size(), 6u);
}

TEST(OverlapRegions, of_solids_that_touch_are_none) {
    for (const Mesh& other :
         {block({4, 0, 0}, {6, 4, 4}), block({4, 1, 1}, {6, 3, 3}), block({-1, -1, -3}, {5, 5, 0}),
          block({4, 4, 0}, {6, 6, 4}), block({4, 4, 4}, {5, 5, 5}), test::pyramid({2, 2, 0}, 1, 1)})
        EXPECT_TRUE(checked_regions(four, other).empty());
    EXPECT_TRUE(checked_regions(make_tube(2, 1, 3, 32), make_cylinder(1, 3, 32)).empty());
    EXPECT_TRUE(checked_regions(four, four, {}, Pose::translation({9, 0, 0})).empty());
}

TEST(OverlapRegions, of_a_solid_that_is_swallowed_is_the_solid_itself) {
    const Mesh ball = at(make_sphere(1, 700), {2, 2, 2});
    const auto regions = checked_regions(four, ball);
    ASSERT_EQ(regions.size(), 1u);
    EXPECT_TRUE(regions[0].curves.empty());
    EXPECT_TRUE(regions[0].triangles_a.empty());
    EXPECT_EQ(regions[0].triangles_b.size(), ball.triangle_count());
    EXPECT_EQ(regions[0].box, ball.box());
    const Mesh two = joined({ball, at(make_sphere(0.5, 100), {0.6, 0.6, 0.6})});
    EXPECT_EQ(checked_regions(four, two).size(), 2u);
}

TEST(OverlapRegions, of_a_press_fit_with_flush_ends_are_the_ring_between) {
    const Mesh bush = make_tube(2, 1, 3, 32), pin = make_cylinder(1.01, 3, 32);
    const auto regions = checked_regions(bush, pin);
    ASSERT_EQ(regions.size(), 1u);
    const double ring = solid_measures(pin).volume - solid_measures(make_cylinder(1, 3, 32)).volume;
    EXPECT_NEAR(regions[0].volume, ring, 1e-12);
    EXPECT_EQ(regions[0].box, pin.box());
}

TEST(OverlapRegions, of_two_arms_that_reach_into_each_other_are_two) {
    const auto ell = [](double x, double y, double way) {
        return test::prism({{x, y},
                            {x + way * 4, y},
                            {x + way * 4, y + way},
                            {x + way, y + way},
                            {x + way, y + way * 4},
                            {x, y + way * 4}},
                           0, 1);
    };
    // The second one is turned by half a turn: each one's arms end in the other's.
    const auto regions = checked_regions(ell(0, 0, 1), moved(ell(4.5, 4.5, -1), {0, 0, 0.5}));
    ASSERT_EQ(regions.size(), 2u);
    EXPECT_NEAR(regions[0].volume, 0.125, 1e-12);
    EXPECT_NEAR(regions[1].volume, 0.125, 1e-12);
    EXPECT_LT(regions[0].box.lower.x, regions[1].box.lower.x);
}

TEST(OverlapRegions, are_not_joined_by_a_face_that_is_flush_between_them) {
    // A bracket on a plate, from above and from below, with two dowels that are too long.
    for (const double side : {1.0, -1.0}) {
        const auto dowel = [&](double x) {
            return test::prism({{x, -8}, {x + 1, -8}, {x + 1, -7}, {x, -7}}, 0.5, 1.5);
        };
        const Mesh bracket = joined({block({0, -9, 1}, {6, -6, 3}), dowel(1), dowel(4)});
        const Pose turned =
            side > 0 ? Pose{} : Pose::translation({0, 0, 1}) * Pose::rotation_turns({1, 0, 0}, 0.5);
        const auto regions = checked_regions(wide_plate, bracket, turned, turned);
        ASSERT_EQ(regions.size(), 2u) << side;
        for (const OverlapRegion& r : regions) EXPECT_NEAR(r.volume, 0.5, 1e-10);
    }
}

// A key that is too high for its keyway, and flush with the walls of it: what they share is above the walls.
TEST(OverlapRegions, end_where_walls_go_on_flush) {
    const Mesh hub = test::prism({{-9, 0}, {-1, 0}, {-1, 5}, {1, 5}, {1, 0}, {9, 0}, {9, 9}, {-9, 9}}, -4, 4);
    for (const double to : {3.0, 4.0, 5.0}) {
        const Mesh key = block({-1, -2, -3}, {1, 5.25, to});
        const auto regions = checked_regions(hub, key);
        ASSERT_EQ(regions.size(), 1u);
        EXPECT_EQ(regions[0].box, (Box{{-1, 5, -3}, {1, 5.25, std::min(to, 4.0)}}));
        EXPECT_FALSE(regions[0].curves.empty());
    }
    // Turned, the walls are flush but for rounding, and cross here and there.
    Random r(29);
    for (int i = 0; i < 40; ++i) {
        SCOPED_TRACE(i);
        const Vec3 axis = r.on_sphere();
        const Pose turned = Pose::rotation_turns(axis, r.uniform(0, 1));
        const Mesh key = moved(block({-1, -2, -3}, {1, 5.25, 3}), {7, 8, 9});
        const auto regions = checked_regions(hub, key, turned, turned * Pose::translation({-7, -8, -9}));
        ASSERT_EQ(regions.size(), 1u);
        Box box;
        for (const double x : {-1.0, 1.0})
            for (const double y : {5.0, 5.25})
                for (const double z : {-3.0, 3.0}) box.grow(turned(Vec3{x, y, z}));
        EXPECT_LT(length(regions[0].box.lower - box.lower), 1e-12);
        EXPECT_LT(length(regions[0].box.upper - box.upper), 1e-12);
    }
}

TEST(OverlapRegions, end_where_walls_go_on_flush_all_round) {
    // A stud in a blind hole of as many corners, too long by a tenth.
    const Mesh hole = joined({make_tube(2, 1, 4, 32), at(make_cylinder(2, 1, 32), {0, 0, 2.5})});
    const auto regions = checked_regions(hole, at(make_cylinder(1, 4, 32), {0, 0, 0.1}));
    ASSERT_EQ(regions.size(), 1u);
    EXPECT_EQ(regions[0].box.lower.z, 2);
    EXPECT_EQ(regions[0].box.upper.z, 2.1);
}

// The bound on the error grows with the triangles, and says little of a small part in large ones.
TEST(OverlapRegions, of_a_small_part_in_large_triangles_are_whole) {
    for (const double size : {300.0, 3000.0, 10000.0, 50000.0}) {
        SCOPED_TRACE(size);
        const Mesh floor = block({-size, -0.4 * size, -100}, {size, 0.3 * size, 0});
        for (const Mesh& part :
             {at(make_sphere(1, 2000), {3, 4, 0.001}), at(make_cylinder(1, 4, 24), {3, 4, 0}),
              at(make_sphere(1, 60), {3, 4, 0.5})}) {
            const auto regions = checked_regions(floor, part);
            if (regions.empty()) continue;  // within its error
            ASSERT_EQ(regions.size(), 1u);
            EXPECT_EQ(regions[0].box, regions[0].border_box);
            ASSERT_EQ(regions[0].curves.size(), 1u);
            EXPECT_TRUE(regions[0].curves[0].closed);
        }
    }
}

TEST(OverlapRegions, own_the_voids_within_them) {
    const Mesh hollow = test::hollow_block({0, 0, 0}, {6, 6, 6}, {1, 1, 1}, {5, 5, 5});
    auto regions = checked_regions(hollow, block({-1, -1, -1}, {7, 7, 7}));
    ASSERT_EQ(regions.size(), 1u);
    EXPECT_EQ(regions[0].triangles_a.size(), 24u);
    EXPECT_NEAR(regions[0].volume, 216 - 64, regions[0].error);
    // The wall of the void is whole, that of the outside is cut.
    regions = checked_regions(hollow, block({-1, -1, -1}, {7, 7, 5.5}));
    ASSERT_EQ(regions.size(), 1u);
    EXPECT_NEAR(regions[0].volume, 36 * 5.5 - 64, regions[0].error);
    EXPECT_EQ(regions[0].curves.size(), 1u);
    // Both are cut, by one triangle.
    regions = checked_regions(hollow, block({-20, -20, -20}, {20, 20, 3}));
    ASSERT_EQ(regions.size(), 1u);
    EXPECT_EQ(regions[0].curves.size(), 2u);
    // The voids of both cross each other inside.
    const Mesh other = test::hollow_block({-1, -1, -1}, {7, 7, 7}, {4, 2, 2}, {5.5, 4, 4});
    regions = checked_regions(hollow, other);
    ASSERT_EQ(regions.size(), 1u);
    EXPECT_NEAR(regions[0].volume, 216 - 64 - 0.5 * 4, regions[0].error);
    // A ball in the void is a region of its own, and one in another void of it, too.
    const Mesh nested = joined({hollow, block({2, 2, 2}, {4, 4, 4})});
    EXPECT_EQ(checked_regions(nested, block({-1, -1, -1}, {7, 7, 7})).size(), 2u);
}

TEST(OverlapRegions, do_not_depend_on_the_winding_of_whole_pieces) {
    const Mesh tube = at(make_tube(1, 0.7, 4, 24), {0, -6.5, 0.5});
    const Mesh pins = joined({tube, test::inside_out(block({8, -8, -1}, {9.5, -7, 2}))});
    for (const Mesh& p : {wide_plate, test::inside_out(wide_plate)})
        for (const Mesh& q : {pins, test::inside_out(pins)}) EXPECT_EQ(checked_regions(p, q).size(), 2u);
}

TEST(OverlapRegions, of_a_mesh_with_itself_are_its_pieces) {
    const Mesh pieces = joined({make_sphere(1, 300), at(make_torus(2, 0.5, 24, 12), {5, 0, 0})});
    const auto regions = checked_regions(pieces, pieces);
    ASSERT_EQ(regions.size(), 2u);
    EXPECT_NEAR(regions[0].volume + regions[1].volume, solid_measures(pieces).volume, 1e-10);
}

TEST(OverlapRegions, of_balls_and_a_lattice_are_one_per_ball) {
    Random r(4);
    for (int round = 0; round < 8; ++round) {
        SCOPED_TRACE(round);
        Mesh balls = make_sphere(0.4, 60);
        for (int x = 0; x < 3; ++x)
            for (int y = 0; y < 3; ++y)
                balls = joined({balls, at(make_sphere(r.uniform(0.2, 0.45), 60), {x + 1.0, y * 1.0, 0})});
        const Pose pose = Pose::rotation_turns(r.on_sphere(), r.uniform(0, 1));
        const Mesh slab = block({-9, -9, -0.1}, {9, 9, 0.05});
        const auto regions = checked_regions(slab, balls, pose, pose);
        EXPECT_EQ(regions.size(), 10u);
        for (const OverlapRegion& region : regions) EXPECT_GE(region.curves.size(), 1u);
    }
}

TEST(OverlapRegions, of_two_balls_are_a_lens) {
    const Shape ball(make_sphere(1, 5000));
    const Vec3 way = normalized(Vec3{1, 0.2, 0.3});
    for (const double d : {0.5, 1.0, 1.9}) {
        const auto regions = checked_regions(ball, ball, {}, Pose::translation(way * d));
        ASSERT_EQ(regions.size(), 1u);
        const double lens = std::numbers::pi * (4 + d) * (2 - d) * (2 - d) / 12;
        EXPECT_NEAR(regions[0].volume, lens, 0.005 * std::sqrt(lens));
        ASSERT_EQ(regions[0].curves.size(), 1u);
        for (const Vec3& p : regions[0].curves[0].points) EXPECT_NEAR(dot(p, way), d / 2, 0.02);
    }
}

TEST(OverlapRegions, of_rings_and_bars_across_them_are_two) {
    const Mesh ring = make_torus(2, 0.3, 60, 16), flat = block({-3, -0.2, -0.2}, {3, 0.2, 0.2});
    EXPECT_EQ(checked_regions(ring, flat, {}, Pose::rotation_turns({1, 2, 3}, 0.01)).size(), 2u);
    const Mesh cross = joined({flat, block({-0.2, -3, 1}, {0.2, 3, 1.2})});
    EXPECT_EQ(checked_regions(ring, cross, Pose::translation({0, 0, 0.9}), Pose::translation({0.01, 0.02, 0}))
                  .size(),
              2u);
    EXPECT_EQ(checked_regions(ring, ring, {}, Pose::translation({1.5, 0.01, 0.02})).size(), 2u);
    EXPECT_EQ(
        checked_regions(ring, make_box({5, 3, 0.2}, 7), Pose::rotation_turns({1, 0, 0}, 0.25), {}).size(),
        2u);
}

TEST(OverlapRegions, add_up_where_pieces_of_one_mesh_cross_each_other) {
    const Mesh crossing = joined({block({0, 0, 0}, {2, 2, 2}), block({1, 1, 1}, {3, 3, 3})});
    checked_regions(crossing, block({-1, -1, -1}, {4, 4, 4}));
    checked_regions(crossing, block({-1, -1, -1}, {4, 4, 1.5}));
    checked_regions(crossing, block({0.5, 0.5, -1}, {1.5, 1.5, 4}));
}

// The middle of an edge is a corner for one of its faces only; a triangle without area closes the slit.
TEST(OverlapRegions, are_not_disturbed_by_triangles_without_area) {
    const Mesh slit({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 0, 0}},
                    {{0, 2, 1}, {0, 3, 2}, {1, 2, 3}, {0, 4, 3}, {4, 1, 3}, {0, 1, 4}});
    const Mesh plain({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}},
                     {{0, 2, 1}, {0, 3, 2}, {1, 2, 3}, {0, 1, 3}});
    const Mesh bars =
        joined({block({-0.4, -0.4, -0.4}, {0.4, 0.4, 0.1}), block({-0.4, -0.4, 0.2}, {0.4, 0.4, 0.4})});
    Random r(23);
    for (int i = 0; i < 50; ++i) {
        SCOPED_TRACE(i);
        const Pose pose = Pose::translation(r.in_box({0, -0.3, -0.3}, {1.5, 0.3, 0.3})) *
                          Pose::rotation_turns(r.on_sphere(), r.uniform(0, 1));
        EXPECT_EQ(checked_regions(slit, bars, {}, pose).size(),
                  checked_regions(plain, bars, {}, pose).size());
    }
    EXPECT_EQ(checked_regions(slit, plain).size(), 1u);
    EXPECT_EQ(checked_regions(slit, block({0.5, -1, -1}, {1, 3, 3})).size(), 1u);
}

TEST(OverlapRegions, are_the_same_to_the_bit_on_every_instruction_set) {
    const Shape a(make_torus(1, 0.4, 40, 20)), b(make_box({3, 0.4, 3}, 6));
    const Pose pose = Pose::translation({0.1, 0.2, 0.1}) * Pose::rotation_turns({1, 2, 3}, 0.1);
    const auto once = overlap_regions(a, {}, b, pose);
    EXPECT_GE(once.size(), 1u);
    test::on_every_instruction_set([&] {
        auto again = overlap_regions(a, {}, b, pose);
        for (OverlapRegion& r : again) std::swap(r.triangles_a, r.triangles_b);
        test::expect_mirrored(once, again);
    });
}

TEST(OverlapRegions, follow_meshes_far_from_the_origin_and_of_any_size) {
    const Mesh pins = joined({block({-2, -8, -1}, {-1, -7, 2}), block({1, -8, -1}, {2.5, -7, 2})});
    EXPECT_EQ(checked_regions(wide_plate, pins, Pose::translation({1e6, 2e6, -3e6}),
                              Pose::translation({1e6, 2e6, -3e6}))
                  .size(),
              2u);
    for (const double s : {1e-80, 1e-30, 1e30, 1e90})
        EXPECT_EQ(checked_regions(test::scaled(wide_plate, s), test::scaled(pins, s)).size(), 2u) << s;
}

TEST(OverlapRegions, refuse_a_mesh_that_is_not_closed) {
    const Shape open(Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})), closed(four);
    EXPECT_EQ(overlap_regions(closed, {}, open, {}).status, QueryStatus::not_closed);
    EXPECT_EQ(overlap_regions(open, {}, closed, {}).status, QueryStatus::not_closed);
    EXPECT_EQ(overlap_regions(Shape(), {}, closed, {}).status, QueryStatus::complete);
    EXPECT_TRUE(overlap_regions(Shape(), {}, closed, {}).empty());
}

}  // namespace
}  // namespace graze
