#include "graze/render/decimate.h"

#include <gtest/gtest.h>

#include "graze/base/random.h"
#include "graze/mesh/closed_surface.h"
#include "graze/mesh/edges.h"
#include "graze/mesh/generate.h"

namespace graze::test {
namespace {

double enclosed(const Mesh& mesh) {
    double sum = 0;
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        const Triangle p = mesh.triangle(t);
        sum += dot(p[0], cross(p[1], p[2])) / 6;
    }
    return sum;
}

Mesh random_soup(std::size_t triangles) {
    Random random(7);
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> corners;
    for (std::size_t i = 0; i < 3 * triangles; ++i)
        vertices.push_back({random.uniform(), random.uniform(), random.uniform()});
    for (VertexId i = 0; i < triangles; ++i) corners.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    return {std::move(vertices), std::move(corners)};
}

// A square cut into `cells` x `cells` little ones.
Mesh flat_square(VertexId cells) {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> corners;
    for (VertexId y = 0; y <= cells; ++y)
        for (VertexId x = 0; x <= cells; ++x) vertices.push_back({1.0 * x / cells, 1.0 * y / cells, 0});
    for (VertexId y = 0; y < cells; ++y) {
        for (VertexId x = 0; x < cells; ++x) {
            const VertexId a = y * (cells + 1) + x, b = a + cells + 1;
            corners.push_back({a, a + 1, b + 1});
            corners.push_back({a, b + 1, b});
        }
    }
    return {std::move(vertices), std::move(corners)};
}

TEST(Decimate, leaves_a_mesh_alone_that_is_small_enough) {
    const Mesh box = make_box({1, 2, 3});
    EXPECT_EQ(decimated(box, 12).vertices().data(), box.vertices().data());
}

TEST(Decimate, keeps_a_sphere_round) {
    const Mesh sphere = make_sphere(1, 20000);
    const double volume = enclosed(sphere);
    for (const auto& [budget, share] :
         {std::pair{6000, 0.005}, std::pair{1000, 0.02}, std::pair{200, 0.06}}) {
        const Mesh small = decimated(sphere, static_cast<std::size_t>(budget));
        EXPECT_LE(small.triangle_count(), static_cast<std::size_t>(budget));
        EXPECT_GT(small.triangle_count(), static_cast<std::size_t>(budget) * 9 / 10);
        EXPECT_NEAR(enclosed(small), volume, share * volume) << budget;
        EXPECT_NEAR(small.box().upper.x, 1, 0.1) << budget;
        EXPECT_TRUE(ClosedSurface(Edges(small)).closed()) << budget;
    }
}

TEST(Decimate, needs_two_triangles_for_a_square_and_keeps_its_corners) {
    const Mesh square = flat_square(20);
    const Mesh small = decimated(square, 4);
    EXPECT_LE(small.triangle_count(), 4U);
    double area = 0;
    for (TriangleId t = 0; t < small.triangle_count(); ++t) {
        const Triangle p = small.triangle(t);
        area += length(cross(p[1] - p[0], p[2] - p[0])) / 2;
    }
    EXPECT_NEAR(area, 1, 0.02);
    EXPECT_NEAR(small.box().size().x, 1, 0.02);
    EXPECT_NEAR(small.box().size().y, 1, 0.02);
}

TEST(Decimate, gives_back_a_box_whose_faces_were_cut_up) {
    const Mesh fine = make_box({1, 1, 1}, 30);
    ASSERT_GT(fine.triangle_count(), 10000U);
    const Mesh small = decimated(fine, 12);
    EXPECT_LE(small.triangle_count(), 12U);
    EXPECT_NEAR(enclosed(small), 1, 0.03);
}

TEST(Decimate, never_gives_more_than_the_budget) {
    const Mesh sphere = make_sphere(1, 3000), soup = random_soup(500), square = flat_square(10);
    for (const std::size_t budget : {0U, 1U, 2U, 3U, 4U, 5U, 7U, 12U, 13U, 100U}) {
        EXPECT_LE(decimated(sphere, budget).triangle_count(), budget);
        EXPECT_LE(decimated(soup, budget).triangle_count(), budget);
        EXPECT_LE(decimated(square, budget).triangle_count(), budget);
        if (budget > 0) {
            EXPECT_GT(decimated(sphere, budget).triangle_count(), 0U) << budget;
        }
    }
}

TEST(Decimate, takes_degenerate_triangles) {
    std::vector<Vec3> vertices(30, Vec3{3, 4, 5});
    std::vector<std::array<VertexId, 3>> corners;
    for (VertexId i = 0; i < 10; ++i) corners.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    EXPECT_EQ(decimated(Mesh(vertices, corners), 5).triangle_count(), 0U);  // all in one point
    for (VertexId i = 0; i < 30; ++i) vertices[i].x = i;                    // all in one line
    EXPECT_LE(decimated(Mesh(vertices, corners), 5).triangle_count(), 5U);
    for (VertexId i = 0; i < 10; ++i) corners[i] = {0, 1, 1};
    EXPECT_EQ(decimated(Mesh(vertices, corners), 5).triangle_count(), 0U);
    EXPECT_EQ(decimated(Mesh(), 5).triangle_count(), 0U);
}

TEST(Decimate, takes_coordinates_of_any_size) {
    for (const double scale : {1e-200, 1e-3, 1e6, 1e100}) {
        const Mesh sphere = make_sphere(1, 6000);
        std::vector<Vec3> vertices(sphere.vertices().begin(), sphere.vertices().end());
        for (Vec3& v : vertices) v *= scale;
        const Mesh large(vertices, {sphere.triangles().begin(), sphere.triangles().end()});
        for (const std::size_t budget : {100U, 3000U}) {
            const Mesh small = decimated(large, budget);
            EXPECT_GT(small.triangle_count(), budget / 2) << scale;
            EXPECT_NEAR(small.box().size().x / scale, 2, 0.2) << scale;
        }
    }
}

TEST(Decimate, refines_its_grid_where_triangles_are_uneven) {
    // Nearly all triangles are in a small ball; a large sheet makes the whole a thousand times larger.
    const Mesh ball = make_sphere(1, 20000);
    std::vector<Vec3> vertices(ball.vertices().begin(), ball.vertices().end());
    std::vector<std::array<VertexId, 3>> corners(ball.triangles().begin(), ball.triangles().end());
    const auto first = static_cast<VertexId>(vertices.size());
    for (const Vec3& p : {Vec3{-500, -500, 9}, Vec3{500, -500, 9}, Vec3{0, 500, 9}}) vertices.push_back(p);
    corners.push_back({first, first + 1, first + 2});
    const Mesh small = decimated(Mesh(vertices, corners), 1000);
    EXPECT_GT(small.triangle_count(), 900U);
    EXPECT_NEAR(small.box().size().x, 1000, 1);
    EXPECT_LT(small.box().lower.z, -0.9);
}

}  // namespace
}  // namespace graze::test
