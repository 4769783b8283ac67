#include "graze/mesh/generate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "graze/base/error.h"
#include "graze/mesh/weld.h"
#include "tests/mesh/topology.h"

namespace graze::test {
namespace {

void expect_closed_and_shared(const Mesh& mesh, long euler) {
    EXPECT_TRUE(mesh.all_triangles());
    EXPECT_TRUE(is_closed_manifold(mesh));
    EXPECT_EQ(euler_characteristic(mesh), euler);
    EXPECT_EQ(mesh.unused_vertex_count(), 0u);
    EXPECT_EQ(weld(mesh.vertices()).vertices.size(), mesh.vertices().size());
}

TEST(MakeBox, is_closed_with_corners_at_half_its_size) {
    for (const std::uint32_t divisions : {1u, 2u, 3u, 7u, 20u}) {
        SCOPED_TRACE(divisions);
        const Mesh box = make_box({1, 2, 3}, divisions);
        EXPECT_EQ(box.triangle_count(), 12 * divisions * divisions);
        EXPECT_EQ(box.vertices().size(), 6 * divisions * divisions + 2);
        expect_closed_and_shared(box, 2);
        EXPECT_EQ(box.box(), (Box{{-0.5, -1, -1.5}, {0.5, 1, 1.5}}));
        EXPECT_NEAR(volume(box), 6, 1e-12);
        for (const Vec3& v : box.vertices())
            EXPECT_TRUE(std::abs(v.x) == 0.5 || std::abs(v.y) == 1 || std::abs(v.z) == 1.5);
    }
}

TEST(MakeSphere, has_the_nearest_number_of_triangles) {
    EXPECT_EQ(make_sphere(1, 0).triangle_count(), 8u);
    EXPECT_EQ(make_sphere(1, 8).triangle_count(), 8u);
    EXPECT_EQ(make_sphere(1, 19).triangle_count(), 8u);
    EXPECT_EQ(make_sphere(1, 21).triangle_count(), 32u);
    EXPECT_EQ(make_sphere(1, 800).triangle_count(), 800u);
    EXPECT_EQ(make_sphere(1, 1000).triangle_count(), 968u);
}

TEST(MakeSphere, is_closed_and_on_the_sphere) {
    for (const std::uint32_t triangles : {8u, 32u, 72u, 800u, 20000u}) {
        SCOPED_TRACE(triangles);
        const Mesh sphere = make_sphere(2.5, triangles);
        expect_closed_and_shared(sphere, 2);
        for (const Vec3& v : sphere.vertices()) ASSERT_NEAR(length(v), 2.5, 2e-15);
    }
    const double exact = 4 * std::numbers::pi / 3;
    EXPECT_NEAR(volume(make_sphere(1, 20000)), exact, 3e-3);
    EXPECT_LT(volume(make_sphere(1, 20000)), exact);
}

TEST(MakeTorus, is_closed_and_on_the_torus) {
    for (const auto& [ring, tube] : {std::pair{3u, 3u}, std::pair{4u, 9u}, std::pair{64u, 32u}}) {
        const Mesh torus = make_torus(2, 0.5, ring, tube);
        EXPECT_EQ(torus.triangle_count(), 2 * ring * tube);
        expect_closed_and_shared(torus, 0);
        EXPECT_GT(volume(torus), 0);
        for (const Vec3& v : torus.vertices())
            ASSERT_NEAR(std::hypot(std::hypot(v.x, v.y) - 2, v.z), 0.5, 2e-15);
    }
    const double exact = 2 * std::numbers::pi * std::numbers::pi * 2 * 0.25;
    EXPECT_NEAR(volume(make_torus(2, 0.5, 400, 200)), exact, 5e-3);
}

TEST(Generators, give_the_same_bits_every_time) {
    const auto same = [](const Mesh& a, const Mesh& b) {
        return std::ranges::equal(a.vertices(), b.vertices()) &&
               std::ranges::equal(a.triangles(), b.triangles());
    };
    EXPECT_TRUE(same(make_sphere(1, 500), make_sphere(1, 500)));
    EXPECT_TRUE(same(make_torus(2, 1, 30, 20), make_torus(2, 1, 30, 20)));
}

TEST(Generators, refuse_what_makes_no_shape) {
    EXPECT_THROW(make_box({1, 0, 1}), Error);
    EXPECT_THROW(make_box({1, 1, -1}), Error);
    EXPECT_THROW(make_box({1, 1, std::nan("")}), Error);
    EXPECT_THROW(make_box({1, 1, 1}, 0), Error);
    EXPECT_THROW(make_box({1, 1, 1}, 4'000'000'000u), Error);
    EXPECT_THROW(make_sphere(0, 100), Error);
    EXPECT_THROW(make_sphere(2e100, 100), Error);
    EXPECT_THROW(make_torus(1, 1, 10, 10), Error);
    EXPECT_THROW(make_torus(2, 1, 2, 10), Error);
    EXPECT_THROW(make_torus(2, 1, 100'000, 100'000), Error);
}

TEST(MakeCylinder, is_a_closed_prism_of_its_size) {
    for (const std::uint32_t sides : {3u, 4u, 7u, 64u}) {
        SCOPED_TRACE(sides);
        const Mesh cylinder = make_cylinder(2, 3, sides);
        EXPECT_EQ(cylinder.triangle_count(), 4 * sides);
        expect_closed_and_shared(cylinder, 2);
        const double polygon = 0.5 * sides * 4 * std::sin(2 * std::numbers::pi / sides);
        EXPECT_NEAR(volume(cylinder), 3 * polygon, 1e-12 * polygon);
        EXPECT_EQ(cylinder.box().upper.x, 2);
        EXPECT_EQ(cylinder.box().lower.z, -1.5);
        EXPECT_EQ(cylinder.box().upper.z, 1.5);
    }
}

TEST(MakeTube, is_a_closed_ring_that_a_cylinder_fits) {
    const Mesh tube = make_tube(5, 2, 4, 32);
    EXPECT_EQ(tube.triangle_count(), 8u * 32);
    expect_closed_and_shared(tube, 0);
    EXPECT_NEAR(volume(tube) + volume(make_cylinder(2, 4, 32)), volume(make_cylinder(5, 4, 32)), 1e-10);
    // The corners of the bore are those of the cylinder, bit by bit.
    const Mesh cylinder = make_cylinder(2, 4, 32);
    for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(tube.vertices()[64 + i], cylinder.vertices()[i]);
}

TEST(MakeCylinder, refuses_what_is_no_cylinder) {
    EXPECT_THROW(make_cylinder(0, 1, 8), Error);
    EXPECT_THROW(make_cylinder(1, -1, 8), Error);
    EXPECT_THROW(make_cylinder(1, 1, 2), Error);
    EXPECT_THROW(make_cylinder(1e101, 1, 8), Error);
    EXPECT_THROW(make_cylinder(1, 1, 2'000'000'000), Error);
    EXPECT_THROW(make_tube(1, 1, 1, 8), Error);
    EXPECT_THROW(make_tube(1, 0, 1, 8), Error);
    EXPECT_THROW(make_tube(1, 0.5, std::nan(""), 8), Error);
}

}  // namespace
}  // namespace graze::test
