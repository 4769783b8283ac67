// Penetrations of convex solids: right to rounding, with bounds.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/depth/convex_depth.h"
#include "tests/query/penetrations.h"
#include "tests/query/scenes.h"

namespace graze {
namespace {

using test::at;
using test::expect_separates;

Penetration expect_exact(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         double expected, double error = 1e-12) {
    const Penetration p = penetration(a, pose_a, b, pose_b);
    EXPECT_EQ(p.status, QueryStatus::complete);
    expect_separates(p, a, pose_a, b, pose_b);
    EXPECT_NEAR(p.value, expected, error);
    EXPECT_LE(p.value - p.at_least, error);
    EXPECT_LE(p.at_least, expected + 1e-15);
    return p;
}

TEST(PenetrationOfConvexSolids, is_right_to_rounding) {
    const Shape ball(Sphere{{}, 1}), box(OrientedBox({1, 1, 1})), rod(Capsule{{0, 0, -1}, {0, 0, 1}, 0.5});
    expect_exact(ball, {}, ball, at(1.5), 0.5);
    expect_exact(ball, {}, ball, at(0.9, 1.2, 0), 0.5);
    expect_exact(box, {}, box, at(1.7, 0.2, 0.3), 0.3);
    expect_exact(ball, at(1.75, 0.1, 0.2), box, {}, 0.25);
    expect_exact(rod, at(1.25), box, {}, 0.25);
    expect_exact(box, {}, box, {}, 2);
    const Shape floor(HalfSpace{{0, 0, 1}, {0, 0, 0}});
    expect_exact(box, at(0, 0, 0.75), floor, {}, 0.25);
    expect_exact(ball, at(5, 5, -3), floor, {}, 4);
    EXPECT_EQ(penetration(ball, {}, ball, at(2)).value, 0) << "touching";
    EXPECT_EQ(penetration(ball, {}, box, at(3)).value, 0);
}

TEST(PenetrationOfConvexSolids, of_cylinders_and_cones_is_right_to_1e_8) {
    const Shape tin(Cylinder{{0, 0, -1}, {0, 0, 1}, 1}), box(OrientedBox({1, 1, 1}));
    expect_exact(tin, at(1.75), box, {}, 0.25, 1e-7);
    expect_exact(tin, at(0.1, 0, 1.9), box, {}, 0.1, 1e-7);
}

TEST(PenetrationOfConvexSolids, of_meshes_is_that_of_their_hulls) {
    Random r(3);
    int overlaps = 0;
    for (int i = 0; i < 40; ++i) {
        std::vector<Vec3> p, q;
        for (int k = 0; k < 8 + i; ++k) {
            p.push_back(r.on_sphere());
            q.push_back(r.on_sphere() * 0.7);
        }
        const ConvexHull hull_a(p), hull_b(q);
        const Shape a(hull_a.mesh()), b(hull_b.mesh());
        const Pose pose_a(r.rotation(), r.on_sphere() * r.uniform(0, 1.6)),
            pose_b(r.rotation(), r.on_sphere());
        SCOPED_TRACE(i);
        const SignedDistance truth = convex_depth(Shape(hull_a), pose_a, Shape(hull_b), pose_b);
        const Penetration found = penetration(a, pose_a, b, pose_b);
        if (truth.distance >= 0) {
            EXPECT_EQ(found.value, 0);
            continue;
        }
        ++overlaps;
        expect_separates(found, a, pose_a, b, pose_b);
        EXPECT_NEAR(found.value, -truth.distance, 1e-12);
        EXPECT_LE(found.value - found.at_least, 2e-12);
    }
    EXPECT_GT(overlaps, 15);
}

TEST(PenetrationOfConvexSolids, of_meshes_is_right_to_1e_12) {
    const Shape cube(make_box({1, 1, 1}, 4)), ball(make_sphere(1, 800));
    for (int i = 0; i < 8; ++i) {
        const Pose turn(Quat::about_turns({1, 2, i - 3.0}, 0.13 * i), {1, 2, 3});
        const Penetration p = penetration(cube, turn, cube, turn * at(0.7, 0.1, 0.2));
        EXPECT_NEAR(p.value, 0.3, 2e-12);
        EXPECT_LE(p.value - p.at_least, 2e-12);
    }
    const Penetration p = penetration(ball, {}, ball, at(0.3, 0.4, 1.2));
    EXPECT_LE(p.value - p.at_least, 2e-12);
}

TEST(PenetrationOfConvexSolids, a_mesh_with_a_dent_is_not_taken_for_its_hull) {
    // The dent is as small as rounding, or a little larger; with a needle that reaches into it.
    const Mesh whole = make_box({2, 2, 2}, 2);
    for (const double dent : {1e-3, 1e-6, 1e-9}) {
        std::vector<Vec3> v(whole.vertices().begin(), whole.vertices().end());
        for (Vec3& p : v)
            if (p == Vec3{0, 0, 1}) p.z -= dent;
        const Shape dented(Mesh(std::move(v), {whole.triangles().begin(), whole.triangles().end()}));
        const Shape needle(
            ConvexHull(std::vector<Vec3>{{0, 0, 0}, {0.01, 0, 2}, {-0.01, 0.01, 2}, {0, -0.01, 2}}).mesh());
        const Penetration p = penetration(needle, at(0, 0, 1 - 2 * dent), dented, {});
        expect_separates(p, needle, at(0, 0, 1 - 2 * dent), dented, {});
        EXPECT_NEAR(p.value, dent, 0.01 * dent + 2e-9);
        EXPECT_LE(p.at_least, dent * (1 + 1e-6));
    }
}

TEST(Penetration, of_a_box_or_a_hull_and_a_mesh_is_that_of_its_border) {
    const Shape ring(make_torus(1, 0.3, 32, 16)), box(OrientedBox({0.2, 0.2, 0.2}));
    const Penetration p = penetration(box, at(0.6), ring, {});
    EXPECT_EQ(p.status, QueryStatus::complete);
    expect_separates(p, box, at(0.6), ring, {});
    EXPECT_NEAR(p.value, penetration(Shape(make_box({0.4, 0.4, 0.4})), at(0.6), ring, {}).value, 1e-9);
    EXPECT_LT(p.value, 0.14) << "back into the hole";
}

TEST(Penetration, of_a_round_solid_and_a_mesh_is_unsupported) {
    const Shape ring(make_torus(1, 0.3, 32, 16)), ball(Sphere{{1, 0, 0}, 0.2}),
        floor(HalfSpace{{0, 0, 1}, {0, 0, 0}});
    for (const Penetration& p : {penetration(ball, {}, ring, {}), penetration(ring, {}, floor, {}),
                                 penetration(floor, {}, floor, {})}) {
        EXPECT_EQ(p.status, QueryStatus::unsupported);
        EXPECT_TRUE(std::isnan(p.value) && std::isnan(p.at_least));
    }
}

}  // namespace
}  // namespace graze
