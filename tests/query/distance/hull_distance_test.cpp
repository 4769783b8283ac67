// Meshes that are far apart, where the plane between their hulls tells which triangles are closest.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/convex/simplex.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/triangle/triangle_distance.h"
#include "tests/query/instruction_sets.h"

namespace graze {
namespace {

// A triangle in the world and a ball that holds it.
struct Placed {
    Triangle triangle;
    Vec3 middle;
    double radius;
};

std::vector<Placed> placed(const Mesh& mesh, const Pose& pose) {
    std::vector<Placed> all;
    for (TriangleId i = 0; i < mesh.triangle_count(); ++i) {
        const Triangle t = pose(mesh.triangle(i));
        const Vec3 middle = (t[0] + t[1] + t[2]) * (1.0 / 3);
        all.push_back(
            {t, middle, std::max({length(t[0] - middle), length(t[1] - middle), length(t[2] - middle)})});
    }
    return all;
}

// All pairs of triangles but those whose balls are clearly further apart.
double least_of_all_pairs(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
    const std::vector<Placed> of_a = placed(a, pose_a), of_b = placed(b, pose_b);
    double best = std::numeric_limits<double>::infinity();
    for (const Placed& p : of_a) {
        for (const Placed& q : of_b) {
            if (length(p.middle - q.middle) * (1 - 1e-12) - p.radius - q.radius > best) continue;
            best = std::min(best, distance(p.triangle, q.triangle).value);
        }
    }
    return best;
}

struct Object {
    std::string name;
    Mesh mesh;
};

// A sphere with dents: its hull is far from filled.
Mesh make_dented_sphere() {
    const Mesh sphere = make_sphere(1, 3000);
    std::vector<Vec3> vertices(sphere.vertices().begin(), sphere.vertices().end());
    for (Vec3& v : vertices) {
        if (v.x * v.y * v.z > 0.05) v *= 0.7;
    }
    return Mesh(std::move(vertices), {sphere.triangles().begin(), sphere.triangles().end()});
}

std::vector<Object> objects() {
    return {{"sphere", make_sphere(1, 3000)},
            {"box", make_box({1, 2, 3}, 16)},
            {"ring", make_torus(1, 0.3, 64, 32)},
            {"dented", make_dented_sphere()}};
}

Pose anywhere(Random& r, double from, double to) {
    const Vec3 direction = r.on_sphere(), axis = r.on_sphere();
    const double away = r.uniform(from, to), turns = r.uniform(0, 1);
    return Pose::translation(direction * away) * Pose::rotation_turns(axis, turns);
}

TEST(DistanceOfFarMeshes, is_that_of_the_closest_triangles) {
    Random r(7);
    const std::vector<Object> all = objects();
    for (const Object& a : all) {
        for (const Object& b : all) {
            if (b.name < a.name) continue;
            SCOPED_TRACE(a.name + " and " + b.name);
            const Shape shape_a(a.mesh), shape_b(b.mesh);
            for (const double far : {4.0, 6.0, 30.0}) {
                const Pose pose_a = anywhere(r, 0, 1), pose_b = anywhere(r, far, 1.5 * far);
                const Distance found = distance(shape_a, pose_a, shape_b, pose_b);
                const double expected = least_of_all_pairs(a.mesh, pose_a, b.mesh, pose_b);
                EXPECT_NEAR(found.value, expected, 1e-12 * expected + 8 * 0x1p-52 * 64);
                EXPECT_EQ(found.value, distance(pose_a(a.mesh.triangle(found.feature_a.index)),
                                                pose_b(b.mesh.triangle(found.feature_b.index)))
                                           .value);
            }
        }
    }
}

TEST(DistanceOfFarMeshes, needs_no_pairs_of_boxes_where_the_hulls_tell) {
    const Shape sphere(make_sphere(1, 3000));
    QueryCounts counts;
    const Pose pose = Pose::translation({3, 1, 2});
    const double value = distance(sphere, Pose{}, sphere, pose, {.counts = &counts}).value;
    EXPECT_NEAR(value, std::sqrt(14.0) - 2, 0.01);
    EXPECT_EQ(counts.box_pairs, 0u);
    EXPECT_GT(counts.exact_pairs, 0u);
}

TEST(DistanceOfFarMeshes, is_right_for_meshes_of_very_different_sizes) {
    Random r(8);
    for (const double size : {1e-3, 1e3}) {
        const Mesh a = make_sphere(1, 3000), b = make_sphere(size, 3000);
        const Pose pose_a = anywhere(r, 0, 1), pose_b = anywhere(r, 2 + 2 * size, 3 + 3 * size);
        const double expected = least_of_all_pairs(a, pose_a, b, pose_b);
        EXPECT_NEAR(distance(Shape(a), pose_a, Shape(b), pose_b).value, expected, 1e-11 * (1 + size));
        EXPECT_NEAR(distance(Shape(b), pose_b, Shape(a), pose_a).value, expected, 1e-11 * (1 + size));
    }
}

TEST(DistanceOfFarMeshes, is_the_same_on_every_instruction_set) {
    const Shape a(make_sphere(1, 3000)), b(make_torus(1, 0.3, 64, 32));
    Random r(9);
    for (int i = 0; i < 20; ++i) {
        const Pose pose_a = anywhere(r, 0, 1), pose_b = anywhere(r, 4, 8);
        const Distance expected = distance(a, pose_a, b, pose_b);
        test::on_every_instruction_set([&] {
            const Distance found = distance(a, pose_a, b, pose_b);
            EXPECT_EQ(found.value, expected.value);
            EXPECT_EQ(found.point_a, expected.point_a);
            EXPECT_EQ(found.feature_a.index, expected.feature_a.index);
            EXPECT_EQ(found.feature_b.index, expected.feature_b.index);
        });
    }
}

TEST(Simplex, finds_the_nearest_points_of_a_segment_and_of_a_triangle) {
    detail::Simplex s;
    EXPECT_TRUE(s.add({{1, 2, 0}, {1, 0, 0}}));
    EXPECT_EQ(s.nearest(), (Vec3{1, 2, 0}));
    EXPECT_TRUE(s.add({{1, -2, 0}, {3, 0, 0}}));
    EXPECT_EQ(s.nearest(), (Vec3{1, 0, 0}));
    EXPECT_EQ(s.of_a(), (Vec3{2, 0, 0}));
    EXPECT_TRUE(s.add({{-1, 0, 4}, {0, 0, 0}}));
    const Vec3 n = s.nearest();
    EXPECT_NEAR(n.x, 0.8, 1e-15);
    EXPECT_NEAR(n.y, 0, 1e-15);
    EXPECT_NEAR(n.z, 0.4, 1e-15);
}

TEST(Simplex, says_that_the_origin_is_inside) {
    detail::Simplex s;
    EXPECT_TRUE(s.add({{-1, -1, -1}, {}}));
    EXPECT_TRUE(s.add({{3, -1, -1}, {}}));
    EXPECT_TRUE(s.add({{-1, 3, -1}, {}}));
    EXPECT_FALSE(s.add({{-1, -1, 3}, {}}));
}

TEST(Simplex, comes_nearer_with_every_point) {
    Random r(10);
    for (int i = 0; i < 2000; ++i) {
        detail::Simplex s;
        double nearest = std::numeric_limits<double>::infinity();
        for (int k = 0; k < 6; ++k) {
            const Vec3 p = Vec3{2, 0, 0} + r.on_sphere() * 1.5;
            if (!s.add({p, p})) break;
            const double now = length(s.nearest());
            EXPECT_LE(now, nearest * (1 + 1e-12));
            // Nothing on the way to the new point is nearer.
            EXPECT_GE(dot(s.nearest(), p - s.nearest()), -1e-12);
            EXPECT_LE(length(s.of_a() - s.nearest()), 1e-12);
            nearest = now;
        }
    }
}

}  // namespace
}  // namespace graze
