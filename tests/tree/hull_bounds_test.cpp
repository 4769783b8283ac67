#include "graze/tree/hull_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"

namespace graze {
namespace {

// The box around all vertices, carried one by one.
Box box_of_vertices(const Mesh& mesh, const Pose& pose) {
    Box box;
    for (const auto& t : mesh.triangles())
        for (const VertexId v : t) box.grow(pose(mesh.vertices()[v]));
    return box;
}

double largest_in(const Box& box) {
    double largest = 0;
    for (std::size_t k = 0; k < 3; ++k)
        largest = std::max({largest, std::abs(box.lower[k]), std::abs(box.upper[k])});
    return largest;
}

TEST(HullBounds, are_the_box_around_all_vertices_on_the_way) {
    Random r(6);
    for (const Mesh& mesh : {make_torus(2, 0.5, 40, 30), make_box({1, 2, 3}, 6), make_sphere(1, 3000),
                             Mesh({{0, 0, 0}, {1, 2, 3}, {4, 1, 0}}, {{0, 1, 2}})}) {
        const Shape shape(mesh);
        HullBounds bounds(shape);
        const Vec3 axis = r.on_sphere();
        for (int i = 0; i < 400; ++i) {
            // Small steps, and a jump now and then.
            const Pose pose =
                i % 50 == 49 ? Pose(r.rotation(), r.on_sphere() * 1e6)
                             : Pose::translation({0.01 * i, 5, -2}) * Pose::rotation_turns(axis, 0.002 * i);
            const Box exact = box_of_vertices(mesh, pose), box = bounds.box(pose);
            const double slack = 0x1p-46 * (largest_in(exact) + 4);
            for (std::size_t k = 0; k < 3; ++k) {
                ASSERT_LE(box.lower[k], exact.lower[k]);
                ASSERT_GE(box.upper[k], exact.upper[k]);
                ASSERT_NEAR(box.lower[k], exact.lower[k], slack);
                ASSERT_NEAR(box.upper[k], exact.upper[k], slack);
            }
        }
    }
}

TEST(HullBounds, along_any_directions_are_the_highest_vertices) {
    Random r(7);
    std::vector<Vec3> points(500), directions(18);
    for (Vec3& p : points) p = r.in_box({-1, -2, -3}, {1, 2, 3});
    for (Vec3& d : directions) d = r.on_sphere() * std::exp(4 * r.uniform());
    HullBounds bounds(Shape(ConvexHull(points)), directions);
    for (int i = 0; i < 100; ++i) {
        const Pose pose(r.rotation(), r.on_sphere());
        const auto heights = bounds.heights(pose);
        for (std::size_t k = 0; k < directions.size(); ++k) {
            double most = -1e300;
            for (const Vec3& p : points) most = std::max(most, dot(directions[k], pose(p)));
            ASSERT_GE(heights[k], most);
            ASSERT_NEAR(heights[k], most, 1e-13 * length(directions[k]));
        }
    }
}

TEST(HullBounds, look_at_few_corners_where_a_pose_changes_little) {
    const Shape ball(make_sphere(1, 20'000));
    HullBounds bounds(ball);
    const std::size_t corners = hull_of(ball).corners().size();
    ASSERT_GT(corners, 5000u);
    std::size_t seen = 0;
    bounds.box(Pose::rotation_turns({1, 2, 3}, 0.1));
    for (int i = 1; i <= 200; ++i) {
        bounds.box(Pose::rotation_turns({1, 2, 3}, 0.1 + 1e-4 * i));
        seen += bounds.corners_seen();
    }
    EXPECT_LT(seen / 200, corners / 50);
}

TEST(HullBounds, are_of_the_hull_that_the_shape_keeps) {
    const Shape shape(make_torus(2, 0.5, 40, 30)), copy = shape;
    EXPECT_EQ(&hull_of(shape), &hull_of(copy));
    EXPECT_EQ(hull_of(shape), ConvexHull(shape.mesh()));
    const Shape hull{ConvexHull(shape.mesh())};
    EXPECT_EQ(&hull_of(hull), hull.as<ConvexHull>());
    EXPECT_THROW(hull_of(Shape()), Error);
    EXPECT_THROW(hull_of(Shape(Sphere{{}, 1})), Error);
    const std::vector<Vec3> none{{0, 0, 0}};
    EXPECT_THROW(HullBounds(shape, none), Error);
}

}  // namespace
}  // namespace graze
