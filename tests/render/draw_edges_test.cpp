// Lines along edges, and smooth or flat shading.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "graze/mesh/generate.h"
#include "graze/render/draw.h"
#include "tests/render/flat_scenes.h"

namespace graze::test {
namespace {

// Lines are pure magenta, which no shaded surface of these tests is.
constexpr Color line{255, 0, 255};

DrawOptions with_lines(std::uint32_t side) {
    DrawOptions options = plain_options(side);
    options.edge_color = line;
    options.edge_width = 2;
    return options;
}

DrawItem with_edges(const Mesh& mesh) {
    DrawItem item = item_of(mesh, {180, 180, 180});
    item.edges = true;
    return item;
}

bool is_line(const Color& c) {
    return c == line;
}

std::size_t line_pixels(const Picture& picture) {
    return static_cast<std::size_t>(std::ranges::count_if(picture.pixels(), is_line));
}

TEST(DrawEdges, runs_along_the_border_of_a_sheet_and_not_inside_it) {
    const Mesh sheet = rectangle(-0.5, 0.5, -0.5, 0.5, 0);
    const Picture picture = draw_one(with_edges(sheet), looking_down(), with_lines(64));
    for (std::uint32_t i = 16; i < 48; ++i) {
        // Two pixels wide: one on either side of the border.
        for (const std::uint32_t border : {15U, 16U, 47U, 48U}) {
            EXPECT_TRUE(is_line(picture.at(i, border))) << i;
            EXPECT_TRUE(is_line(picture.at(border, i))) << i;
        }
        // The diagonal between the two triangles is no edge.
        const bool inside = i > 16 && i < 47;
        EXPECT_FALSE(inside && is_line(picture.at(i, 63 - i))) << i;
    }
    EXPECT_EQ(line_pixels(picture), 34U * 34U - 30U * 30U);
}

TEST(DrawEdges, are_drawn_only_where_asked_for) {
    const Mesh sheet = rectangle(-0.5, 0.5, -0.5, 0.5, 0);
    EXPECT_EQ(line_pixels(draw_one(item_of(sheet), looking_down(), with_lines(64))), 0U);
}

// Two squares side by side, the right one bent up by some degrees (its height over its width).
Mesh bent_sheet(double height) {
    return Mesh(
        {{-0.8, -0.8, 0}, {0, -0.8, 0}, {0, 0.8, 0}, {-0.8, 0.8, 0}, {0.8, -0.8, height}, {0.8, 0.8, height}},
        {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}});
}

TEST(DrawEdges, runs_along_a_crease_only_if_it_is_sharper_than_the_angle) {
    const Mesh bent = bent_sheet(0.8);  // 45 degrees
    for (const double crease : {30.0, 60.0}) {
        DrawItem item = with_edges(bent);
        item.crease_degrees = crease;
        const Picture picture = draw_one(item, looking_down(), with_lines(64));
        EXPECT_EQ(is_line(picture.at(31, 32)), crease < 45);
        EXPECT_EQ(is_line(picture.at(32, 32)), crease < 45);
    }
}

TEST(DrawEdges, runs_along_creases_of_triangles_that_are_wound_differently) {
    const Mesh flat({{-0.8, -0.8, 0}, {0.8, -0.8, 0}, {0.8, 0.8, 0}, {-0.8, 0.8, 0}}, {{0, 1, 2}, {0, 3, 2}});
    const Picture picture = draw_one(with_edges(flat), looking_down(), with_lines(64));
    EXPECT_FALSE(is_line(picture.at(32, 32)));
    EXPECT_FALSE(is_line(picture.at(31, 31)));
}

TEST(DrawEdges, of_the_far_side_are_hidden) {
    // From above, of a cube's twelve edges four are seen; the lower four are right behind them.
    const Mesh cube = make_box({1, 1, 1});
    const Mesh lid = rectangle(-0.7, 0.7, -0.7, 0.7, 2);
    const std::vector<DrawItem> items{with_edges(cube), item_of(lid, {180, 180, 180})};
    EXPECT_EQ(line_pixels(draw(items, looking_down(), with_lines(64))), 0U);
    EXPECT_GT(line_pixels(draw_one(items[0], looking_down(), with_lines(64))), 100U);
}

TEST(DrawEdges, outlines_a_ball_and_leaves_its_middle_alone) {
    const Mesh ball = make_sphere(0.8, 8000);
    const Picture picture = draw_one(with_edges(ball), looking_down(), with_lines(100));
    for (std::uint32_t i = 13; i < 88; ++i)
        EXPECT_GT(std::ranges::count_if(picture.row(i), [](const Color& c) { return c.r > c.g + 60; }), 1)
            << i;
    for (std::uint32_t y = 30; y < 70; ++y)
        for (std::uint32_t x = 30; x < 70; ++x) ASSERT_FALSE(is_line(picture.at(x, y)));
}

TEST(Shading, is_smooth_below_the_crease_angle_and_flat_at_zero) {
    const Mesh ball = make_sphere(0.9, 200);
    std::array<std::size_t, 2> colors{};
    for (const bool smooth : {false, true}) {
        DrawItem item = item_of(ball);
        item.crease_degrees = smooth ? 60 : 0;
        const Picture picture = draw_one(item, looking_down(), plain_options(200));
        std::set<std::uint8_t> levels;
        for (std::uint32_t y = 60; y < 140; ++y)
            for (std::uint32_t x = 60; x < 140; ++x) levels.insert(picture.at(x, y).g);
        colors[smooth ? 1 : 0] = levels.size();
        // Neighbours differ by little on a smooth ball.
        std::uint8_t step = 0;
        for (std::uint32_t y = 60; y < 140; ++y)
            for (std::uint32_t x = 60; x < 139; ++x) {
                const std::uint8_t a = picture.at(x, y).g, b = picture.at(x + 1, y).g;
                step = std::max<std::uint8_t>(step, a > b ? a - b : b - a);
            }
        EXPECT_EQ(step <= 4, smooth) << static_cast<int>(step);
    }
    EXPECT_GT(colors[1], 30U);
}

}  // namespace
}  // namespace graze::test
