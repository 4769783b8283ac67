#include "graze/spheres/packing/medial_axis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/query/point/point_distance.h"

namespace graze {
namespace {

const Sphere& largest_ball(const MedialAxis& axis) {
    return *std::max_element(axis.balls.begin(), axis.balls.end(),
                             [](const Sphere& a, const Sphere& b) { return a.radius < b.radius; });
}

// Weller 2012, 4.3.3: nodes of cube and sphere right to more than 99.99 %.
TEST(MedialAxis, finds_the_node_of_a_cube_to_rounding) {
    const Shape cube(make_box({1, 1, 1}, 4));
    for (const std::uint32_t cells : {5u, 10u, 16u}) {
        const MedialAxis axis = medial_axis(ShapeSurface(cube), {.cells = cells});
        ASSERT_FALSE(axis.balls.empty());
        EXPECT_LT(length(largest_ball(axis).center), 1e-9) << cells;
        EXPECT_NEAR(largest_ball(axis).radius, 0.5, 1e-9);
    }
}

TEST(MedialAxis, finds_the_centre_of_a_ball) {
    const Shape ball(make_sphere(1, 20000));
    const MedialAxis axis = medial_axis(ShapeSurface(ball), {.cells = 7});
    ASSERT_FALSE(axis.balls.empty());
    EXPECT_LT(length(largest_ball(axis).center), 1e-4);
    const double facet = distance(ball, Pose{}, Vec3{}).value;
    EXPECT_GT(largest_ball(axis).radius, 0.9999 * facet);
}

TEST(MedialAxis, of_a_ring_runs_around_it) {
    const Shape torus(make_torus(1, 0.3, 64, 32));
    const MedialAxis axis = medial_axis(ShapeSurface(torus), {.cells = 20});
    std::size_t on_circle = 0;
    for (const Sphere& b : axis.balls)
        on_circle +=
            std::abs(std::hypot(b.center.x, b.center.y) - 1) < 0.03 && std::abs(b.center.z) < 0.03 ? 1 : 0;
    EXPECT_GT(on_circle, 20u);
    EXPECT_GT(axis.edges.size(), on_circle / 2);
    for (const auto& edge : axis.edges) {
        EXPECT_LT(edge[0], edge[1]);
        EXPECT_LE(length(axis.balls[edge[0]].center - axis.balls[edge[1]].center),
                  axis.balls[edge[0]].radius + axis.balls[edge[1]].radius);
    }
}

TEST(MedialAxis, balls_are_as_large_as_they_can_be) {
    const Shape tube(make_tube(1, 0.5, 2, 20));
    for (const Sphere& b : medial_axis(ShapeSurface(tube), {.cells = 10}).balls)
        EXPECT_NEAR(b.radius, -signed_distance(tube, Pose{}, b.center).value, 1e-12);
}

TEST(MedialAxis, refuses_no_cells) {
    const Shape cube(make_box({1, 1, 1}));
    EXPECT_THROW(static_cast<void>(medial_axis(ShapeSurface(cube), {.cells = 0})), Error);
}

}  // namespace
}  // namespace graze
