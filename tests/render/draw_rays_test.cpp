// Pictures against rays: what graze draws is what its exact ray queries hit.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/models/machine.h"
#include "graze/query/ray/ray.h"
#include "graze/render/detail/tile.h"
#include "graze/render/draw.h"
#include "tests/render/flat_scenes.h"

namespace graze::test {
namespace {

constexpr double pi = 3.14159265358979323846;

// The ray through a place in the picture, from the definition of the camera.
Ray ray_through(const Camera& camera, double x, double y, double width, double height) {
    const Vec3 forward = normalized(camera.target - camera.eye);
    const Vec3 right = normalized(cross(forward, camera.up)), up = cross(right, forward);
    const bool perspective = camera.projection == Projection::perspective;
    const double half =
        perspective ? std::tan(camera.field_of_view_degrees * pi / 360) : camera.view_height / 2;
    const Vec3 offset = right * ((2 * x - width) / height * half) + up * ((height - 2 * y) / height * half);
    if (perspective) return {camera.eye, forward + offset};
    return {camera.eye + offset, forward};
}

// Compares the share of samples that show something with the share of rays that hit something.
void expect_covered_as_rays_say(std::span<const DrawItem> items, const Camera& camera, std::uint32_t side) {
    const Picture picture = draw(items, camera, plain_options(side));
    std::vector<Shape> shapes;
    for (const DrawItem& item : items) shapes.emplace_back(*item.mesh);
    std::size_t wrong = 0;
    for (std::uint32_t y = 0; y < side; ++y) {
        for (std::uint32_t x = 0; x < side; ++x) {
            int hits = 0;
            for (std::size_t k = 0; k < detail::samples; ++k) {
                const Ray ray = ray_through(camera, x + detail::sample_pattern_in_doubles.x[k],
                                            y + detail::sample_pattern_in_doubles.y[k], side, side);
                bool hit = false;
                for (std::size_t i = 0; i < items.size() && !hit; ++i)
                    hit = any_hit(shapes[i], items[i].world_from_mesh, ray);
                hits += hit ? 1 : 0;
            }
            const int drawn = static_cast<int>(std::lround(picture.at(x, y).a * 16 / 255.0));
            wrong += static_cast<std::size_t>(std::abs(hits - drawn));
        }
    }
    // Of all samples; those on a border to within rounding may differ.
    EXPECT_LE(wrong, std::size_t{2}) << "of " << side * side * detail::samples;
}

TEST(DrawRays, hit_what_is_drawn_of_the_machine) {
    const Machine machine = make_machine();
    const std::vector<DrawItem> items = draw_items(machine.assembly);
    Random random(7);
    for (const Projection projection : {Projection::perspective, Projection::orthographic}) {
        const Camera camera = fit(items, random.on_sphere(), 48, 48, {.projection = projection});
        expect_covered_as_rays_say(items, camera, 48);
    }
}

TEST(DrawRays, hit_what_is_drawn_of_a_random_soup_around_the_eye) {
    Random random(11);
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (VertexId t = 0; t < 60; ++t) {
        const Vec3 middle = random.in_box({-3, -3, -3}, {3, 3, 3});
        for (int i = 0; i < 3; ++i) vertices.push_back(middle + random.in_box({-1, -1, -1}, {1, 1, 1}));
        triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    const Mesh soup(vertices, triangles);
    const DrawItem item = item_of(soup);
    Camera camera;  // in the midst of it: triangles cross the plane of the eye
    camera.eye = {0.1, 0.2, 0.3};
    camera.target = {0.4, -1, 0.2};
    camera.up = {0, 0, 1};
    camera.field_of_view_degrees = 100;
    expect_covered_as_rays_say(std::span(&item, 1), camera, 48);
}

}  // namespace
}  // namespace graze::test
