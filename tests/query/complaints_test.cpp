// What users of other libraries complain about, where it concerns whether and how two meshes touch: each as a
// scene in which graze must do better. Threads have theirs in complaints_threads_test.cpp, copies of the mesh
// in allocations_test.cpp.
#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/relation.h"
#include "graze/query/triangle/triangle_distance.h"
#include "tests/query/meshes.h"
#include "tests/query/relations.h"
#include "tests/query/scenes.h"
#include "tests/query/solids.h"

namespace graze {
namespace {

using test::at;
using test::block;
using test::both_ways;
using test::bowl;

// ---- "A mesh completely inside another is reported as no collision"

TEST(Complaints, a_mesh_completely_inside_another_is_reported) {
    const Shape house(make_box({10, 10, 10}, 5)), ball(make_sphere(1, 800)), tiny(make_sphere(1e-6, 100));
    EXPECT_EQ(both_ways(ball, {}, house, {}), Relation::a_in_b);
    EXPECT_EQ(both_ways(house, {}, ball, at(3.5, -3, 2)), Relation::b_in_a);
    EXPECT_EQ(both_ways(tiny, at(4.999998), house, {}), Relation::a_in_b) << "just under the skin";
    EXPECT_EQ(both_ways(tiny, at(5.000002), house, {}), Relation::apart) << "just over it";
    // `intersects` asks about surfaces, says so, and must not be taken for the other question.
    EXPECT_FALSE(intersects(ball, {}, house, {}));
}

TEST(Complaints, a_mesh_inside_another_is_reported_at_any_turn) {
    const Shape ring(make_torus(2, 0.5, 30, 16)), pill(make_sphere(0.3, 200));
    for (int step = 0; step < 24; ++step) {
        const Pose pose(Quat::about_turns({1, 2, 3}, step / 24.0), {1e3, -2e3, 5e2});
        EXPECT_EQ(both_ways(pill, pose * at(2), ring, pose), Relation::a_in_b) << 15 * step << " degrees";
        EXPECT_EQ(both_ways(pill, pose, ring, pose), Relation::apart) << "in the hole";
    }
}

// ---- "Just touching cannot be told from embedded"

TEST(Complaints, just_touching_is_told_from_embedded) {
    const Shape table(make_box({8, 8, 1}, 4)), cube(make_box({1, 1, 1}, 3)), ball(make_sphere(1, 800));
    EXPECT_EQ(both_ways(table, {}, cube, at(0.3, 0.1, 1)), Relation::touching);
    EXPECT_EQ(both_ways(table, {}, cube, at(0.3, 0.1, 1 - 0x1p-50)), Relation::overlapping);
    EXPECT_EQ(both_ways(table, {}, cube, at(0.3, 0.1, 1 + 0x1p-50)), Relation::apart);
    EXPECT_EQ(both_ways(table, {}, ball, at(0.3, 0.1, 1.5)), Relation::touching) << "on its pole";
    EXPECT_EQ(both_ways(table, {}, ball, at(0.3, 0.1, 1.5 - 0x1p-50)), Relation::overlapping);
    EXPECT_EQ(both_ways(table, {}, ball, at(0.3, 0.1, 1.5 + 0x1p-50)), Relation::apart);
    // All of them but the last ones have points in common, which is all that a yes or no can say.
    EXPECT_TRUE(intersects(table, {}, cube, at(0.3, 0.1, 1)));
    EXPECT_TRUE(intersects(table, {}, cube, at(0.3, 0.1, 1 - 0x1p-50)));
}

TEST(Complaints, a_peg_that_fits_is_told_from_one_that_is_too_thick) {
    const Shape plate(make_tube(5, 2, 1, 48));
    EXPECT_EQ(both_ways(plate, {}, Shape(make_cylinder(2, 3, 48)), {}), Relation::touching);
    EXPECT_EQ(both_ways(plate, {}, Shape(make_cylinder(2.000001, 3, 48)), {}), Relation::overlapping);
    EXPECT_EQ(both_ways(plate, {}, Shape(make_cylinder(1.999999, 3, 48)), {}), Relation::apart);
}

// ---- "Coplanar walls overlapping by 50 mm go unnoticed, moved by 2 mm they are found"

// In millimetres: 200 thick and 2700 high, one after the other along x; the second one begins 50 before the
// first one ends.
const Mesh first_wall = block({0, 0, 0}, {5000, 200, 2700}),
           second_wall = block({4950, 0, 0}, {9000, 200, 2700});
const Mesh thinner_wall = block({4950, 0, 0}, {9000, 115, 2700});  // flush on one side only

void expect_overlap(const Mesh& first, const Pose& pose_first, const Mesh& second, const Pose& pose_second) {
    const Shape a(first), b(second);
    EXPECT_EQ(both_ways(a, pose_first, b, pose_second), Relation::overlapping);
    EXPECT_TRUE(intersects(a, pose_first, b, pose_second));
    EXPECT_TRUE(witness(a, pose_first, b, pose_second).found());
    EXPECT_FALSE(intersecting_triangles(a, pose_first, b, pose_second).empty());
}

TEST(Complaints, coplanar_walls_overlapping_by_50_mm_are_found_and_stay_found_when_moved_by_2_mm) {
    for (const Mesh* second : {&second_wall, &thinner_wall}) {
        expect_overlap(first_wall, {}, *second, {});
        for (const double by : {-2.0, -0.1, -1e-9, 1e-9, 0.1, 2.0}) {
            SCOPED_TRACE(by);
            expect_overlap(first_wall, {}, *second, at(by));
            expect_overlap(first_wall, {}, *second, at(0, by));
            expect_overlap(first_wall, {}, *second, at(0, 0, by));
            expect_overlap(first_wall, {}, *second, at(by, by, by));
        }
    }
}

TEST(Complaints, coplanar_walls_overlapping_by_50_mm_are_found_however_the_house_is_turned) {
    for (int step = 0; step < 24; ++step) {
        SCOPED_TRACE(15 * step);
        const Pose house(Quat::about_turns({0, 0, 1}, step / 24.0), {4.5e8, 5.4e9, 1.2e5});  // as surveyed
        expect_overlap(first_wall, house, second_wall, house);
        expect_overlap(first_wall, house, thinner_wall, house * at(2));
    }
}

TEST(Complaints, walls_that_meet_end_to_end_touch_and_those_with_a_gap_of_a_nanometre_do_not) {
    const Shape first(first_wall), second(second_wall);
    EXPECT_EQ(both_ways(first, {}, second, at(50)), Relation::touching);
    EXPECT_EQ(both_ways(first, {}, second, at(50 + 1e-6)), Relation::apart);
    EXPECT_EQ(both_ways(first, {}, second, at(50 - 1e-6)), Relation::overlapping);
    EXPECT_EQ(both_ways(first, {}, second, at(0, 200)), Relation::touching) << "side by side over 50 mm";
}

TEST(Complaints, walls_that_are_drawn_twice_are_found) {
    expect_overlap(first_wall, {}, first_wall, {});
    const Pose turned(Quat::about_turns({0, 0, 1}, 1 / 24.0), {1e5, 2e5, 0});
    expect_overlap(first_wall, turned, first_wall, turned);
}

// ---- "Percentage tolerances that hide real interference"

TEST(Complaints, interference_of_a_billionth_of_the_size_is_found) {
    const Shape bridge(make_box({1000, 1000, 1000}, 10)), ball(make_sphere(500, 5000));
    for (const double depth : {1e-3, 1e-6, 1e-9, 1e-12}) {  // of the size
        const double by = 1000 * depth;
        EXPECT_TRUE(intersects(bridge, {}, bridge, at(1000 - by))) << depth;
        EXPECT_FALSE(intersects(bridge, {}, bridge, at(1000 + by))) << depth;
        EXPECT_EQ(both_ways(bridge, {}, bridge, at(1000 - by)), Relation::overlapping) << depth;
        EXPECT_EQ(both_ways(bridge, {}, bridge, at(1000 + by)), Relation::apart) << depth;
        EXPECT_EQ(both_ways(ball, {}, bridge, at(0, 0, 1000 - by)), Relation::overlapping) << depth;
        EXPECT_EQ(both_ways(ball, {}, bridge, at(0, 0, 1000 + by)), Relation::apart) << depth;
    }
}

TEST(Complaints, a_large_neighbour_does_not_hide_the_interference_of_a_small_part) {
    // One mesh spans 10 km, so a tolerance relative to its size would be larger than the screw.
    const Mesh plant = test::joined({block({0, 0, 0}, {1, 1, 1}), block({1e7, 0, 0}, {1e7 + 1, 1, 1})});
    const Shape a(plant), screw(make_sphere(0x1p-10, 100));
    EXPECT_EQ(both_ways(a, {}, screw, at(1 + 0x1p-10, 0.5, 0.5)), Relation::touching);
    EXPECT_EQ(both_ways(a, {}, screw, at(1 + 0x1p-10 - 0x1p-40, 0.5, 0.5)), Relation::overlapping);
    EXPECT_EQ(both_ways(a, {}, screw, at(1 + 0x1p-10 + 0x1p-40, 0.5, 0.5)), Relation::apart);
}

// ---- "Meshes silently replaced by their hulls"

TEST(Complaints, meshes_are_not_replaced_by_their_hulls) {
    const Shape ring(make_torus(2, 0.5, 40, 20)), ball(make_sphere(1, 800)), cup(bowl());
    ASSERT_TRUE(cup.closed_surface().closed()) << cup.closed_surface().why_not();
    const Pose through(Quat::about_turns({1, 0, 0}, 0.25), {2, 0, 0});
    const auto expect_apart = [](const Shape& a, const Shape& b, const Pose& pose_b) {
        EXPECT_FALSE(intersects(a, {}, b, pose_b));
        EXPECT_TRUE(intersecting_triangles(a, {}, b, pose_b).empty());
        EXPECT_EQ(both_ways(a, {}, b, pose_b), Relation::apart);
        EXPECT_TRUE(boxes_overlap(a, {}, b, pose_b)) << "else the scene shows nothing";
    };
    expect_apart(ring, ball, {});
    expect_apart(cup, ball, at(0, 0, -0.25));
    expect_apart(ring, ring, through);
    expect_apart(Shape(make_tube(2, 1.5, 4, 40)), ball, {});
    EXPECT_EQ(both_ways(cup, {}, ball, at(0, 0, -1)), Relation::overlapping);
    EXPECT_EQ(both_ways(cup, {}, Shape(make_sphere(0.1, 100)), at(0, 0, -1.75)), Relation::b_in_a)
        << "in the bowl's wall";
}

// ---- "Alignment crashes between a library and its user compiled with different flags"

// Nothing that a user holds asks for more alignment than a double and a pointer do, whatever the flags.
template <class T>
constexpr bool ordinary = alignof(T) <= alignof(std::max_align_t) && alignof(T) <= 8;
static_assert(ordinary<Vec3> && ordinary<Quat> && ordinary<Pose> && ordinary<Box> && ordinary<Triangle>);
static_assert(ordinary<Mesh> && ordinary<Shape> && ordinary<PosePair> && ordinary<Witness>);
static_assert(ordinary<IntersectingPair> && ordinary<QueryOptions> && ordinary<Distance>);
static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Triangle) == 9 * sizeof(double));

TEST(Complaints, shapes_and_poses_may_be_held_anywhere) {
    const Mesh mesh = make_sphere(1, 500);
    // Between neighbours of one byte, on the heap, and at every multiple of eight bytes into a block, where
    // types that want 16 or 32 would fall over.
    struct Packed {
        char before = 0;
        Shape shape;
        char between = 0;
        Pose pose;
        char after = 0;
    };
    const auto held = std::make_unique<Packed>(Packed{.shape = Shape(mesh), .pose = at(1.5)});
    const Shape other(mesh);
    EXPECT_TRUE(intersects(held->shape, held->pose, other, {}));

    alignas(64) std::byte block_of_bytes[64 + sizeof(Packed)];
    for (std::size_t offset = 0; offset < 64; offset += 8) {
        Packed* placed = new (block_of_bytes + offset) Packed{.shape = other, .pose = at(1.5)};
        EXPECT_TRUE(intersects(placed->shape, placed->pose, held->shape, {})) << offset;
        EXPECT_EQ(relation(placed->shape, placed->pose, held->shape, {}), Relation::overlapping) << offset;
        EXPECT_FALSE(intersects(placed->shape, placed->pose, held->shape, at(4))) << offset;
        placed->~Packed();
    }
}

TEST(Complaints, a_shape_lives_as_long_as_one_copy_of_it) {
    std::vector<Shape> shapes;
    {
        const Shape first(make_sphere(1, 500));
        for (int i = 0; i < 100; ++i) shapes.push_back(first);  // moves them while growing
    }
    std::vector<Shape> elsewhere = std::move(shapes);
    EXPECT_TRUE(intersects(elsewhere.front(), {}, elsewhere.back(), at(1.5)));
    Shape& self = elsewhere.front();
    self = elsewhere.back();
    EXPECT_EQ(relation(self, {}, elsewhere[50], at(3)), Relation::apart);
}

// ---- "Names and points of the closest pair wrong while the distance is right"

TEST(Complaints, names_and_points_of_the_closest_pair_belong_to_the_distance) {
    const Shape ring(make_torus(2, 0.5, 60, 40)), box(make_box({1, 2, 3}, 7));
    Random r(81);
    for (int i = 0; i < 200; ++i) {
        const Pose here(r.rotation(), r.in_box({-1, -1, -1}, {1, 1, 1})),
            there(r.rotation(), r.on_sphere() * r.uniform(3, 9));
        const Distance d = distance(ring, here, box, there);
        if (d.value == 0) continue;
        EXPECT_NEAR(length(d.point_a - d.point_b), d.value, 1e-14 * 10);
        const Triangle a = here(ring.mesh().triangle(d.feature_a.index)),
                       b = there(box.mesh().triangle(d.feature_b.index));
        EXPECT_LT(distance(d.point_a, a).value, 1e-14 * 10);
        EXPECT_LT(distance(d.point_b, b).value, 1e-14 * 10);
        EXPECT_EQ(distance(a, b).value, d.value);
    }
}

// A tool that leaves out the tolerance of its bounds loses the nearest pair where many are equally near.
TEST(Complaints, the_nearest_of_many_parallel_faces_is_not_missed) {
    const Shape plate(make_box({10, 10, 1}, 20));
    for (const double gap : {1e-9, 1e-3, 0.1, 7.0}) {
        const Distance d = distance(plate, {}, plate, at(0.05, 0.05, 1 + gap));
        EXPECT_NEAR(d.value, gap, 1e-14);
        EXPECT_TRUE(within(plate, {}, plate, at(0.05, 0.05, 1 + gap), gap + 1e-14));
        EXPECT_FALSE(within(plate, {}, plate, at(0.05, 0.05, 1 + gap), gap * (1 - 1e-6)));
    }
}

}  // namespace
}  // namespace graze
