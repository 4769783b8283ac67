#include "graze/query/solid/volume.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"
#include "graze/query/relation/relation.h"
#include "tests/query/convex_clipping.h"
#include "tests/query/instruction_sets.h"
#include "tests/query/meshes.h"
#include "tests/query/solids.h"

namespace graze {
namespace {

using test::block;
using test::four;
using test::hollow_block;
using test::inside_out;
using test::joined;
using test::moved;
using test::scaled;
using test::unit;

Overlap overlap_of(const Mesh& a, const Mesh& b, const Pose& pose_a = {}, const Pose& pose_b = {}) {
    return overlap_volume(Shape(a), pose_a, Shape(b), pose_b);
}

// Right to the error that is stated, whichever comes first; and the error is small for the size of the
// meshes.
void expect_volume(const Mesh& a, const Mesh& b, double expected, const Pose& pose_a = {},
                   const Pose& pose_b = {}, double tolerance = 0) {
    const Overlap ab = overlap_of(a, b, pose_a, pose_b), ba = overlap_of(b, a, pose_b, pose_a);
    EXPECT_NEAR(ab.volume, expected, ab.error + tolerance);
    EXPECT_NEAR(ba.volume, expected, ba.error + tolerance);
    const Vec3 size = pose_a(a.box()).size(), at = pose_a(a.box()).upper;
    const double largest = std::max({size.x, size.y, size.z});
    const double coarse = largest + std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)});
    EXPECT_LE(ab.error, 1e-10 * largest * largest * coarse);
}

TEST(Volume, of_blocks_that_overlap_is_that_of_the_block_they_share) {
    const Overlap o = overlap_of(four, block({3, 2, 1}, {5, 5, 3}));
    EXPECT_NEAR(o.volume, 4, o.error);
    EXPECT_LT(o.error, 2e-11);
    EXPECT_NEAR(o.centroid.x, 3.5, 1e-12);
    EXPECT_NEAR(o.centroid.y, 3, 1e-12);
    EXPECT_NEAR(o.centroid.z, 2, 1e-12);
    EXPECT_EQ(o.box, (Box{{3, 2, 1}, {4, 4, 3}}));
}

TEST(Volume, of_flush_blocks_is_zero) {
    for (const Mesh& other :
         {block({1, 0, 0}, {2, 1, 1}), block({-1, -1, -1}, {0, 3, 3}), block({1, 0.25, 0.5}, {2, 0.75, 3}),
          block({1, 1, 0}, {2, 2, 1}), block({1, 1, 1}, {2, 2, 2}), block({0, 0, -1}, {1, 1, 0})})
        expect_volume(unit, other, 0);
    expect_volume(make_box({2, 2, 2}, 5), make_box({2, 2, 2}, 7), 0, {}, Pose::translation({2, 0, 0}));
}

TEST(Volume, of_blocks_with_faces_in_one_plane_is_right) {
    expect_volume(four, block({0, 0, 0}, {2, 2, 2}), 8);
    expect_volume(four, block({1, 1, 0}, {2, 2, 4}), 4);
    expect_volume(four, block({-1, 0, 0}, {2, 4, 4}), 32);
    expect_volume(four, block({0, 0, -3}, {4, 4, 1}), 16);
    expect_volume(make_box({2, 2, 2}, 3), make_box({2, 2, 2}, 4), 4, {}, Pose::translation({1, 0, 0}));
}

TEST(Volume, of_a_mesh_with_itself_is_its_own) {
    for (const Mesh& m : {unit, make_sphere(1, 500), make_torus(2, 0.5, 24, 12), make_box({1, 2, 3}, 4)}) {
        const Pose turned = Pose::rotation_turns({1, 2, 3}, 0.1);
        const SolidMeasures own = solid_measures(m);
        expect_volume(m, m, own.volume);
        expect_volume(m, m, own.volume, turned, turned);
        const Overlap o = overlap_of(m, m);
        EXPECT_EQ(o.box, m.box());
        EXPECT_LT(length(o.centroid - own.centroid.value_or(Vec3{9, 9, 9})), 1e-12);
    }
}

TEST(Volume, of_a_solid_inside_another_is_that_of_the_inner_one) {
    const Mesh ball = make_sphere(0.5, 2000);
    const double own = solid_measures(ball).volume;
    const Pose there = Pose::translation({2, 2.5, 1.5});
    expect_volume(four, ball, own, {}, there);
    const Overlap o = overlap_of(four, ball, {}, there);
    EXPECT_EQ(o.box, there(ball.box()));
    EXPECT_LT(length(o.centroid - Vec3{2, 2.5, 1.5}), 1e-12);
    expect_volume(unit, ball, 0, {}, Pose::translation({3, 0, 0}));
    EXPECT_TRUE(overlap_of(unit, ball, {}, Pose::translation({3, 0, 0})).box.empty());
}

TEST(Volume, of_a_void_counts_nothing) {
    const Mesh hollow = hollow_block({0, 0, 0}, {6, 6, 6}, {1, 1, 1}, {5, 5, 5});
    expect_volume(hollow, block({2, 2, 2}, {4, 4, 4}), 0);            // in the void
    expect_volume(hollow, block({1, 1, 1}, {5, 5, 5}), 0);            // fills it
    expect_volume(hollow, block({0, 0, 0}, {6, 6, 6}), 216 - 64);     // flush with the outside
    expect_volume(hollow, block({3, 3, 3}, {7, 7, 7}), 27 - 8);       // a corner
    expect_volume(hollow, block({-1, -1, -1}, {7, 7, 7}), 216 - 64);  // around all
    expect_volume(hollow, moved(hollow, {0.5, 0, 0}), 5.5 * 36 - 64 - 64 + 3.5 * 16);
}

TEST(Volume, of_several_pieces_is_the_sum) {
    const Mesh two = joined({block({0, 0, 0}, {1, 1, 1}), block({3, 0, 0}, {4, 1, 1})});
    expect_volume(two, block({-1, 0.5, -1}, {9, 9, 9}), 1);
    expect_volume(two, block({0.5, -1, -1}, {3.25, 9, 9}), 0.75);
    expect_volume(two, two, 2);
    const Mesh flush = joined({block({0, 0, 0}, {1, 1, 1}), block({1, 0, 0}, {2, 1, 1})});
    expect_volume(flush, block({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}), 0.25);
    const Mesh in_each_other = joined({block({0, 0, 0}, {4, 4, 4}), block({1, 1, 1}, {2, 2, 2})});
    expect_volume(in_each_other, block({0, 0, 0}, {3, 3, 3}), 27);
}

TEST(Volume, does_not_depend_on_the_winding_of_whole_pieces) {
    const Mesh other = block({0.5, 0.5, 0.5}, {3, 3, 3});
    expect_volume(inside_out(unit), other, 0.125);
    expect_volume(inside_out(unit), inside_out(other), 0.125);
    const Mesh mixed = joined({block({0, 0, 0}, {1, 1, 1}), inside_out(block({3, 0, 0}, {4, 1, 1}))});
    expect_volume(mixed, block({0.5, 0.5, 0.5}, {3.5, 3.5, 3.5}), 0.25);
}

TEST(Volume, counts_twice_what_pieces_that_cross_enclose_twice) {
    const Mesh crossing = joined({block({0, 0, 0}, {2, 2, 2}), block({1, 1, 1}, {3, 3, 3})});
    expect_volume(crossing, block({-1, -1, -1}, {4, 4, 4}), 16);
}

TEST(Volume, of_heaps_of_cells_is_the_number_they_have_in_common) {
    Random r(7);
    for (int i = 0; i < 30; ++i) {
        const test::Cells a = test::random_cells(4, 0.5, r), b = test::random_cells(4, 0.5, r);
        double common = 0;
        for (const test::Cell& c : a) common += b.contains(c) ? 1 : 0;
        const Mesh ma = test::polycube(a, r), mb = test::polycube(b, r);
        SCOPED_TRACE("heap " + std::to_string(i));
        expect_volume(ma, mb, common);
        // Half a cell further every cell has a half of two.
        double shifted = 0;
        for (const test::Cell& c : a)
            for (const int step : {0, 1}) shifted += b.contains({c[0] - step, c[1], c[2]}) ? 0.5 : 0;
        expect_volume(ma, moved(mb, {0.5, 0, 0}), shifted);
        // Sheared by whole numbers: volumes stay, and planes are no longer across the axes.
        const auto shear = [](const Vec3& p) { return Vec3{p.x + 2 * p.y - p.z, p.y + 3 * p.z, p.z}; };
        expect_volume(test::mapped(ma, shear), test::mapped(mb, shear), common);
    }
}

TEST(Volume, of_boxes_turned_by_steps_is_that_of_clipping) {
    const Mesh a = make_box({2, 2, 2}, 2), b = make_box({1.5, 2.5, 1}, 3);
    for (int step = 0; step < 24; ++step) {
        SCOPED_TRACE(step);
        for (const Vec3& axis : {Vec3{0, 0, 1}, Vec3{1, 1, 0}, Vec3{1, 2, 3}}) {
            const Pose turned = Pose::translation({0.7, 0.3, 0.45}) * Pose::rotation_turns(axis, step / 24.0);
            const double expected = test::common_volume(test::convex_body(make_box({2, 2, 2})),
                                                        test::convex_body(make_box({1.5, 2.5, 1}), turned));
            expect_volume(a, b, expected, {}, turned, 1e-12);
        }
    }
}

TEST(Volume, of_tetrahedra_is_that_of_clipping) {
    Random r(3);
    int overlapping = 0;
    for (int i = 0; i < 300; ++i) {
        const auto tetrahedron = [&] {
            Vec3 p[4];
            for (Vec3& v : p) v = r.in_box({-1, -1, -1}, {1, 1, 1});
            if (orient3d(p[0], p[1], p[2], p[3]) > 0) std::swap(p[0], p[1]);
            return Mesh({p[0], p[1], p[2], p[3]}, {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}});
        };
        const Mesh a = tetrahedron(), b = tetrahedron();
        const double expected = test::common_volume(test::convex_body(a), test::convex_body(b));
        if (expected > 1e-6) ++overlapping;
        SCOPED_TRACE(i);
        expect_volume(a, b, expected, {}, {}, 1e-13);
    }
    EXPECT_GT(overlapping, 100);
}

TEST(Volume, of_convex_bodies_is_that_of_clipping) {
    Random r(17);
    int overlapping = 0;
    for (int i = 0; i < 100; ++i) {
        SCOPED_TRACE(i);
        const auto body = [&] {
            test::ConvexBody b = test::convex_body(make_box({2, 2, 2}));
            for (int k = 0; k < 12; ++k) {
                const Vec3 n = r.on_sphere();
                b = test::clipped(b, n * r.uniform(0.5, 1), n);
            }
            return b;
        };
        const test::ConvexBody a = body(), b = body();
        const Pose pose =
            Pose::translation(r.in_box({-1, -1, -1}, {1, 1, 1})) * Pose::rotation_turns(r.on_sphere(), 0.2);
        const Mesh mesh_a = test::mesh_of(a), mesh_b = test::mesh_of(b);
        ASSERT_TRUE(Shape(mesh_a).closed_surface().closed() && Shape(mesh_b).closed_surface().closed());
        test::ConvexBody there = b;
        for (test::ConvexFace& f : there)
            for (Vec3& p : f) p = pose(p);
        const double expected = test::common_volume(a, there);
        if (expected > 1e-6) ++overlapping;
        expect_volume(mesh_a, mesh_b, expected, {}, pose, 1e-11);
    }
    EXPECT_GT(overlapping, 40);
}

// The middle of an edge is a corner for one of its faces only; a triangle without area closes the slit.
TEST(Volume, is_not_disturbed_by_triangles_without_area) {
    Mesh slit({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 0, 0}},
              {{0, 2, 1}, {0, 3, 2}, {1, 2, 3}, {0, 4, 3}, {4, 1, 3}, {0, 1, 4}});
    const Mesh plain({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}},
                     {{0, 2, 1}, {0, 3, 2}, {1, 2, 3}, {0, 1, 3}});
    Random r(23);
    for (int i = 0; i < 100; ++i) {
        const Pose pose = Pose::translation(r.in_box({-0.5, -0.5, -0.5}, {1.5, 0.5, 0.5})) *
                          Pose::rotation_turns(r.on_sphere(), r.uniform(0, 1));
        const Mesh other = block({-0.4, -0.4, -0.4}, {0.4, 0.4, 0.4});
        const Overlap with = overlap_of(slit, other, {}, pose), without = overlap_of(plain, other, {}, pose);
        EXPECT_NEAR(with.volume, without.volume, with.error + without.error) << i;
        EXPECT_EQ(with.box.empty(), without.box.empty());
    }
    expect_volume(slit, plain, 8.0 / 6);
    expect_volume(slit, block({0.5, -1, -1}, {1, 3, 3}), (1.5 * 1.5 * 1.5 - 1) / 6);
}

TEST(Volume, is_the_same_to_the_bit_on_every_instruction_set) {
    const Shape a(make_torus(1, 0.4, 60, 30)), b(make_sphere(1, 3000));
    const Pose pose = Pose::translation({0.7, 0.2, 0.1}) * Pose::rotation_turns({1, 2, 3}, 0.1);
    const Overlap once = overlap_volume(a, {}, b, pose);
    EXPECT_GT(once.volume, 0.1);
    test::on_every_instruction_set([&] {
        const Overlap o = overlap_volume(a, {}, b, pose);
        EXPECT_EQ(o.volume, once.volume);
        EXPECT_EQ(o.error, once.error);
        EXPECT_EQ(o.centroid, once.centroid);
        EXPECT_EQ(o.box, once.box);
    });
}

TEST(Volume, of_two_balls_is_that_of_a_lens_to_tessellation) {
    const Mesh ball = make_sphere(1, 20000);
    for (const double d : {0.5, 1.0, 1.5, 1.9}) {
        const double lens = std::numbers::pi * (4 + d) * (2 - d) * (2 - d) / 12;
        const Overlap o =
            overlap_of(ball, ball, {}, Pose::rotation_turns({1, 0, 0}, 0.1) * Pose::translation({d, 0, 0}));
        EXPECT_NEAR(o.volume, lens, 2e-3 * std::sqrt(lens)) << d;
        EXPECT_LT(o.volume, lens);
        EXPECT_NEAR(o.centroid.x, d / 2, 1e-4);
        EXPECT_LT(o.error, 1e-12);
    }
}

TEST(Volume, follows_meshes_far_from_the_origin_and_of_any_size) {
    const Vec3 far{1e6, -3e6, 2e6};
    const Mesh a = make_box({2, 2, 2}, 2);
    expect_volume(moved(a, far), moved(a, far + Vec3{1, 1, 1}), 1);
    const Overlap o = overlap_of(a, a, Pose::translation(far), Pose::translation(far + Vec3{1, 1, 1}));
    EXPECT_NEAR(o.volume, 1, o.error);
    EXPECT_LT(o.error, 1e-6);
    EXPECT_LT(length(o.centroid - far - Vec3{0.5, 0.5, 0.5}), 1e-6);
    for (const double s : {1e-80, 1e-30, 1e30, 1e90}) {
        const Overlap scaled_up = overlap_of(scaled(a, s), scaled(a, s), {}, Pose::translation({s, s, s}));
        EXPECT_NEAR(scaled_up.volume / (s * s * s), 1, 1e-10) << s;
        EXPECT_NEAR(scaled_up.centroid.x / s, 0.5, 1e-10) << s;
        EXPECT_LT(scaled_up.error, 1e-10 * s * s * s);
    }
    expect_volume(scaled(a, 1e8), make_box({1e-3, 1e-3, 1e-3}, 2), 1e-9, {}, {}, 1e-20);
}

TEST(Volume, changes_by_little_when_a_solid_moves_by_little) {
    const Shape a(make_sphere(1, 800)), b(make_box({1, 1, 1}, 4));
    const double area = 6;
    for (const double step : {1e-3, 1e-6, 1e-9, 1e-12, 0x1p-50}) {
        for (const Vec3& at : {Vec3{0.5, 0, 0}, Vec3{0.9, 0.3, 0.1}, Vec3{0, 0, 0}}) {
            const Overlap here = overlap_volume(a, {}, b, Pose::translation(at));
            const Overlap there = overlap_volume(a, {}, b, Pose::translation(at + Vec3{step, -step, step}));
            EXPECT_NEAR(here.volume, there.volume, 2 * step * area + here.error + there.error);
        }
    }
}

TEST(Volume, of_a_thing_cut_by_planes_is_the_sum_of_its_pieces) {
    const Shape torus(make_torus(1, 0.4, 40, 20));
    const Pose pose = Pose::rotation_turns({1, 3, 2}, 0.07);
    double sum = 0, error = 0;
    Vec3 moment;
    for (int x = -2; x < 2; ++x)
        for (int y = -2; y < 2; ++y)
            for (int z = -2; z < 2; ++z) {
                const Vec3 lo{x * 1.0, y * 1.0, z * 1.0};
                const Overlap o = overlap_volume(torus, pose, Shape(block(lo, lo + Vec3{1, 1, 1})), {});
                sum += o.volume;
                error += o.error;
                moment += o.centroid * o.volume;
            }
    EXPECT_NEAR(sum, solid_measures(torus.mesh()).volume, error + 1e-14);
    EXPECT_LT(length(moment), 1e-13);
}

TEST(Volume, is_positive_only_where_relation_says_so) {
    Random r(11);
    for (int i = 0; i < 60; ++i) {
        const Shape a(test::polycube(test::random_cells(3, 0.4, r), r));
        const Shape b(test::polycube(test::random_cells(3, 0.4, r), r));
        const Vec3 at{std::round(r.uniform(-2, 2)), std::round(r.uniform(-2, 2)),
                      std::round(r.uniform(-2, 2))};
        const Overlap o = overlap_volume(a, {}, b, Pose::translation(at));
        const Relation rel = relation(a, {}, b, Pose::translation(at));
        const bool shares = rel != Relation::apart && rel != Relation::touching;
        EXPECT_EQ(o.volume > o.error, shares) << name_of(rel);
    }
}

TEST(Volume, is_not_a_number_for_a_mesh_that_is_not_closed) {
    const Mesh open({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
    for (const Overlap& o : {overlap_of(unit, open), overlap_of(open, unit)}) {
        EXPECT_EQ(o.status, QueryStatus::not_closed);
        EXPECT_TRUE(std::isnan(o.volume) && std::isnan(o.error));
    }
}

TEST(Volume, of_an_empty_mesh_is_zero) {
    const Overlap o = overlap_volume(Shape(), {}, Shape(unit), {});
    EXPECT_EQ(o.volume, 0);
    EXPECT_EQ(o.error, 0);
    EXPECT_TRUE(o.box.empty());
}

}  // namespace
}  // namespace graze
