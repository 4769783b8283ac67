#include "graze/render/camera.h"

#include <gtest/gtest.h>

#include <limits>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/render/detail/view.h"
#include "graze/render/draw.h"

namespace graze::test {
namespace {

using detail::ScreenPoint;
using detail::View;

constexpr Box some_box{{-1, 2, 5}, {3, 4, 6}};

Vec3 corner(const Box& box, unsigned i) {
    return {(i & 1U) != 0 ? box.upper.x : box.lower.x, (i & 2U) != 0 ? box.upper.y : box.lower.y,
            (i & 4U) != 0 ? box.upper.z : box.lower.z};
}

// What is left free at the four borders of the picture, as shares of its sides.
struct Margins {
    double left = 1, right = 1, top = 1, bottom = 1;
};
Margins margins(const Camera& camera, const Box& box, std::uint32_t width, std::uint32_t height) {
    const View view(camera, width, height, box);
    Margins m;
    for (unsigned i = 0; i < 8; ++i) {
        const ScreenPoint p = view.project(view.camera_from_world(corner(box, i)));
        m.left = std::min(m.left, p.x / width);
        m.right = std::min(m.right, 1 - p.x / width);
        m.top = std::min(m.top, p.y / height);
        m.bottom = std::min(m.bottom, 1 - p.y / height);
    }
    return m;
}

TEST(Fit, shows_all_of_a_box_as_large_as_it_can_be) {
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        FitOptions options;
        options.projection = random.chance(0.5) ? Projection::perspective : Projection::orthographic;
        options.margin = random.uniform(0, 0.3);
        options.field_of_view_degrees = random.uniform(5, 60);
        const auto width = static_cast<std::uint32_t>(random.below(900) + 100);
        const auto height = static_cast<std::uint32_t>(random.below(900) + 100);
        const Margins m =
            margins(fit(some_box, random.on_sphere(), width, height, options), some_box, width, height);
        // The box is in the middle, and reaches the margin in one direction.
        EXPECT_NEAR(std::min({m.left, m.right, m.top, m.bottom}), options.margin, 1e-9) << i;
        const bool across =
            std::fabs(m.left - options.margin) < 1e-9 && std::fabs(m.right - options.margin) < 1e-9;
        const bool along =
            std::fabs(m.top - options.margin) < 1e-9 && std::fabs(m.bottom - options.margin) < 1e-9;
        EXPECT_TRUE(across || along) << i;
    }
}

TEST(Fit, looks_from_where_it_is_told) {
    const Camera camera = fit(some_box, {0, -2, 0}, 100, 100);
    EXPECT_LT(camera.eye.y, some_box.lower.y);
    EXPECT_NEAR(camera.eye.x, camera.target.x, 1e-12);
    EXPECT_NEAR(camera.eye.z, camera.target.z, 1e-12);
}

TEST(Fit, of_items_is_at_least_as_close_as_that_of_their_box) {
    const Mesh ball = make_sphere(1, 2000);
    DrawItem item;
    item.mesh = &ball;
    const Vec3 from{1, 2, 3};
    const Camera close = fit(std::span(&item, 1), from, 300, 300), far = fit(ball.box(), from, 300, 300);
    EXPECT_LT(length(close.eye - close.target), 0.8 * length(far.eye - far.target));
}

TEST(Fit, finds_a_camera_for_nothing_for_a_point_and_for_the_largest_box) {
    const Box point{{5, 5, 5}, {5, 5, 5}}, huge{{-1e100, -1e100, -1e100}, {1e100, 1e100, 1e100}};
    const Box flat{{0, 0, 0}, {1, 1, 0}}, tiny{{0, 0, 0}, {1e-80, 1e-80, 1e-80}};
    for (const Box& box : {Box{}, point, flat, tiny})
        for (const Projection projection : {Projection::perspective, Projection::orthographic})
            for (const Vec3 from : {Vec3{1, 1, 1}, Vec3{1, 0, 0}, Vec3{0, 0, 1}, Vec3{0, -1e-90, 0}})
                EXPECT_NO_THROW(detail::view_axes(fit(box, from, 200, 100, {.projection = projection})));
    // The eye would be out of range.
    EXPECT_THROW(detail::view_axes(fit(huge, {1, 1, 1}, 200, 100)), Error);
}

TEST(Fit, of_items_leaves_out_what_a_section_does) {
    const Mesh cube = make_box({2, 2, 2});
    DrawItem item;
    item.mesh = &cube;
    FitOptions how;
    how.projection = Projection::orthographic;
    how.margin = 0;
    how.section = SectionPlane{{0.5, 0, 0}, {1, 0, 0}};
    const Camera camera = fit(std::span(&item, 1), {0, -1, 0}, 100, 100, how);
    EXPECT_NEAR(camera.target.x, -0.25, 1e-12);
    EXPECT_NEAR(camera.view_height, 2, 1e-12);
    how.section = SectionPlane{{-5, 0, 0}, {1, 0, 0}};  // nothing is left
    EXPECT_NEAR(fit(std::span(&item, 1), {0, -1, 0}, 100, 100, how).target.x, 0, 1e-12);
}

TEST(Fit, refuses_what_makes_no_sense) {
    EXPECT_THROW(fit(some_box, {0, 0, 0}, 100, 100), Error);
    EXPECT_THROW(fit(some_box, {std::numeric_limits<double>::quiet_NaN(), 0, 0}, 100, 100), Error);
    EXPECT_THROW(fit(some_box, {1, 0, 0}, 0, 100), Error);
    EXPECT_THROW(fit(some_box, {1, 0, 0}, 100, 100, {.margin = 0.5}), Error);
    EXPECT_THROW(fit(some_box, {1, 0, 0}, 100, 100, {.field_of_view_degrees = 180}), Error);
}

TEST(CameraChecks, refuse_a_camera_that_sees_nothing) {
    Camera camera;
    camera.eye = camera.target = {1, 2, 3};
    EXPECT_THROW(detail::view_axes(camera), Error);
    camera.eye = {1, 2, 3 + 1e-14};
    EXPECT_THROW(detail::view_axes(camera), Error);
    camera = {};
    camera.eye.x = std::numeric_limits<double>::infinity();
    EXPECT_THROW(detail::view_axes(camera), Error);
    camera = {};
    camera.field_of_view_degrees = 0;
    EXPECT_THROW(detail::view_axes(camera), Error);
    camera = {};
    camera.projection = Projection::orthographic;
    camera.view_height = 0;
    EXPECT_THROW(detail::view_axes(camera), Error);
}

TEST(CameraChecks, an_up_along_the_line_of_sight_is_replaced) {
    Camera camera;
    camera.eye = {0, 0, 5};
    for (const Vec3 up : {Vec3{0, 0, 1}, Vec3{0, 0, -3}, Vec3{}}) {
        camera.up = up;
        const detail::ViewAxes axes = detail::view_axes(camera);
        EXPECT_NEAR(length(axes.up), 1, 1e-12);
        EXPECT_NEAR(length(axes.right), 1, 1e-12);
        EXPECT_NEAR(dot(axes.up, axes.forward), 0, 1e-12);
    }
}

TEST(View, of_a_quarter_turn_sees_as_far_up_as_away) {
    Camera camera;
    camera.eye = {0, 0, 2};
    camera.field_of_view_degrees = 90;
    const View view(camera, 200, 100, {{-2, -2, -2}, {2, 2, 1}});
    const ScreenPoint p = view.project(view.camera_from_world({0, 2, 0}));
    EXPECT_NEAR(p.x, 100, 1e-9);
    EXPECT_NEAR(p.y, 0, 1e-9);
}

}  // namespace
}  // namespace graze::test
