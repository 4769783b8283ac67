// Soups that no one would draw: nothing may crash, hang or be undefined (the sanitizers look on).
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/render/draw.h"
#include "tests/render/flat_scenes.h"

namespace graze::test {
namespace {

// Zero, ordinary, tiny down to denormals, huge up to the limit.
double extreme_number(Random& random) {
    const double sign = random.chance(0.5) ? -1 : 1;
    switch (random.below(8)) {
        case 0:
            return 0;
        case 1:
            return sign * 1e100;
        case 2:
            return sign * std::ldexp(random.uniform(0.5, 1), static_cast<int>(random.below(332)));
        case 3:
            return sign * std::ldexp(random.uniform(0.5, 1), -static_cast<int>(random.below(1074)));
        default:
            return sign * random.uniform(0, 2);
    }
}

Vec3 extreme_point(Random& random) {
    return {extreme_number(random), extreme_number(random), extreme_number(random)};
}

Mesh extreme_soup(Random& random) {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    const auto count = static_cast<VertexId>(random.below(20) + 3);
    for (VertexId i = 0; i < count; ++i)
        vertices.push_back(i > 0 && random.chance(0.2) ? vertices[random.below(i)] : extreme_point(random));
    const auto id = [&] { return static_cast<VertexId>(random.below(count)); };
    for (int i = 0; i < 20; ++i) triangles.push_back({id(), id(), id()});
    return Mesh(vertices, triangles);
}

Camera extreme_camera(Random& random) {
    Camera camera;
    camera.eye = random.chance(0.7) ? random.in_box({-3, -3, -3}, {3, 3, 3}) : extreme_point(random);
    camera.target = random.in_box({-3, -3, -3}, {3, 3, 3});
    camera.projection = random.chance(0.5) ? Projection::perspective : Projection::orthographic;
    camera.field_of_view_degrees = random.chance(0.2) ? 1e-6 : random.uniform(1, 179.9);
    camera.view_height = random.chance(0.7) ? random.uniform(0.1, 10) : std::fabs(extreme_number(random));
    return camera;
}

TEST(DrawExtremes, of_random_soups_is_a_picture_or_an_error) {
    Random random(20);
    std::size_t drawn = 0;
    for (int round = 0; round < 400; ++round) {
        std::vector<Mesh> meshes;
        for (int i = 0; i < 3; ++i) meshes.push_back(extreme_soup(random));
        std::vector<DrawItem> items;
        for (const Mesh& mesh : meshes) {
            DrawItem& item = items.emplace_back(item_of(mesh));
            item.opacity = random.chance(0.5) ? 1 : random.uniform();
            item.edges = random.chance(0.7);
            item.crease_degrees = random.uniform(0, 90);
            item.world_from_mesh =
                Pose(random.rotation(), random.chance(0.8) ? Vec3{} : extreme_point(random));
        }
        DrawOptions options = plain_options(static_cast<std::uint32_t>(random.below(70) + 1));
        if (random.chance(0.3)) options.section = SectionPlane{extreme_point(random), extreme_point(random)};
        const Camera camera =
            random.chance(0.3) ? fit(meshes[0].box(), random.on_sphere(), 50, 50) : extreme_camera(random);
        try {
            const Picture first = draw(items, camera, options);
            EXPECT_EQ(first, draw(items, camera, options)) << round;
            ++drawn;
        } catch (const Error&) {  // a camera that sees nothing, a plane without direction
        }
    }
    EXPECT_GT(drawn, 200U);
}

TEST(DrawExtremes, a_triangle_of_the_largest_size_fills_the_picture) {
    for (const double size : {1e3, 1e8, 1e30, 1e100}) {
        const Mesh huge({{-size, -size, 0}, {size, -size, 0}, {0, size, 0}}, {{0, 1, 2}});
        const DrawItem item = item_of(huge);
        for (const Projection projection : {Projection::orthographic, Projection::perspective}) {
            Camera camera = looking_down();
            camera.projection = projection;
            const Picture picture = draw_one(item, camera, plain_options(32));
            for (const Color& c : picture.pixels()) ASSERT_EQ(c.a, 255) << size;
        }
    }
}

TEST(DrawExtremes, degenerate_triangles_leave_no_trace_beyond_their_lines) {
    const Mesh mesh({{0, 0, 0}, {0.5, 0.5, 0}, {1, 1, 0}}, {{0, 1, 2}, {0, 0, 1}, {2, 2, 2}});
    const Picture picture = draw_one(item_of(mesh), looking_down(), plain_options(16));
    for (const Color& c : picture.pixels()) EXPECT_EQ(c.a, 0);
}

TEST(DrawExtremes, a_coordinate_scaled_by_a_power_of_two_gives_the_same_picture) {
    Random random(31);
    std::vector<Vec3> vertices, scaled;
    std::vector<std::array<VertexId, 3>> triangles;
    const double factor = std::ldexp(1.0, 250);
    for (VertexId i = 0; i < 30; ++i) {
        vertices.push_back(random.in_box({-1, -1, -1}, {1, 1, 1}));
        scaled.push_back(vertices.back() * factor);
        if (i % 3 == 2) triangles.push_back({i - 2, i - 1, i});
    }
    const Mesh small(vertices, triangles), large(scaled, triangles);
    for (const Projection projection : {Projection::orthographic, Projection::perspective}) {
        FitOptions how;
        how.projection = projection;
        const Vec3 from{1, 2, 3};
        EXPECT_EQ(draw_one(item_of(small), fit(small.box(), from, 60, 60, how), plain_options(60)),
                  draw_one(item_of(large), fit(large.box(), from, 60, 60, how), plain_options(60)));
    }
}

}  // namespace
}  // namespace graze::test
