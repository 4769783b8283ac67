#include "graze/render/draw.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "tests/render/flat_scenes.h"

namespace graze::test {
namespace {

constexpr Color red{220, 30, 30}, green{30, 200, 30}, blue{30, 30, 220};

// The colour of something that faces the eye, as shading makes it.
Color seen_color(const Color& color) {
    const Mesh all = rectangle(-2, 2, -2, 2, 0);
    return draw_one(item_of(all, color), looking_down(), plain_options(1)).at(0, 0);
}

TEST(Draw, of_nothing_is_the_background) {
    DrawOptions options = plain_options(4);
    options.background_top = {0, 0, 0};
    options.background_bottom = {200, 100, 40};
    const Picture picture = draw({}, Camera{}, options);
    EXPECT_EQ(picture.at(0, 0), (Color{25, 13, 5}));  // an eighth of the way down
    EXPECT_EQ(picture.at(3, 3), (Color{175, 88, 35}));
    EXPECT_EQ(picture.at(0, 2), picture.at(3, 2));
    const Mesh empty;
    EXPECT_EQ(draw_one(item_of(empty), Camera{}, options), picture);
}

TEST(Draw, covers_exactly_half_of_the_picture_with_half_a_square) {
    const Mesh half = rectangle(-1, 0, -1, 1, 0);
    for (const std::uint32_t side : {2U, 64U, 130U}) {
        const Picture picture = draw_one(item_of(half), looking_down(), plain_options(side));
        for (std::uint32_t y = 0; y < side; ++y)
            for (std::uint32_t x = 0; x < side; ++x)
                ASSERT_EQ(picture.at(x, y).a, x < side / 2 ? 255 : 0) << x << ", " << y;
    }
}

TEST(Draw, gives_pixels_at_a_border_the_share_that_is_covered) {
    const std::uint32_t side = 10;
    // A quarter of the sixth column, and the whole picture down.
    const Mesh mesh = rectangle(-1, 0.05, -1, 1, 0);
    const Picture picture = draw_one(item_of(mesh), looking_down(), plain_options(side));
    for (std::uint32_t y = 0; y < side; ++y) EXPECT_EQ(picture.at(5, y).a, 64) << y;
    // A triangle along the diagonal: half of every pixel on it, to within a sample.
    const Mesh diagonal({{-1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}});
    const Picture halves = draw_one(item_of(diagonal), looking_down(), plain_options(side));
    for (std::uint32_t i = 0; i < side; ++i) EXPECT_NEAR(halves.at(i, side - 1 - i).a, 127.5, 17) << i;
}

TEST(Draw, shows_what_is_nearer_whatever_comes_first) {
    const Mesh low = rectangle(-1, 1, -1, 1, 0), high = rectangle(-0.5, 0.5, -0.5, 0.5, 1);
    for (const bool low_first : {true, false}) {
        std::vector<DrawItem> items{item_of(low, red), item_of(high, green)};
        if (!low_first) std::swap(items[0], items[1]);
        const Picture picture = draw(items, looking_down(), plain_options(16));
        EXPECT_EQ(picture.at(8, 8), seen_color(green));
        EXPECT_EQ(picture.at(1, 1), seen_color(red));
    }
}

TEST(Draw, shows_the_first_of_items_in_one_plane_without_speckles) {
    // Cut into triangles differently, and in a plane askew, so that rounding has its say.
    Random random(3);
    for (int round = 0; round < 5; ++round) {
        const Vec3 up_x = Vec3{1, 0, random.uniform(-1, 1)}, up_y = Vec3{0, 1, random.uniform(-1, 1)};
        std::array<Mesh, 2> meshes;
        for (Mesh& mesh : meshes) {
            std::vector<Vec3> vertices{up_x * random.uniform(-0.5, 0.5) + up_y * random.uniform(-0.5, 0.5)};
            std::vector<std::array<VertexId, 3>> triangles;
            for (const auto& [x, y] :
                 std::array<std::array<double, 2>, 4>{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}})
                vertices.push_back(up_x * (1.1 * x) + up_y * (1.1 * y));
            for (VertexId i = 0; i < 4; ++i) triangles.push_back({0, 1 + i, 1 + (i + 1) % 4});
            mesh = Mesh(vertices, triangles);
        }
        const std::array<DrawItem, 2> items{item_of(meshes[0], red), item_of(meshes[1], green)};
        const Picture picture = draw(items, looking_down(), plain_options(64));
        for (const Color& c : picture.pixels()) ASSERT_GT(c.r, c.g);
    }
}

TEST(Draw, mixes_a_transparent_item_with_what_is_behind_it) {
    const Mesh low = rectangle(-2, 2, -2, 2, 0), high = rectangle(-2, 2, -2, 2, 1);
    const Color behind = seen_color(red), front = seen_color(green);
    std::array<DrawItem, 2> items{item_of(high, green), item_of(low, red)};
    items[0].opacity = 0.25;
    for (const bool swapped : {false, true}) {
        if (swapped) std::swap(items[0], items[1]);
        const Color mixed = draw(items, looking_down(), plain_options(1)).at(0, 0);
        EXPECT_NEAR(mixed.r, 0.25 * front.r + 0.75 * behind.r, 1);
        EXPECT_NEAR(mixed.g, 0.25 * front.g + 0.75 * behind.g, 1);
        EXPECT_EQ(mixed.a, 255);
    }
}

TEST(Draw, sorts_transparent_layers_from_front_to_back) {
    const std::array<Mesh, 3> layers{rectangle(-2, 2, -2, 2, 1), rectangle(-2, 2, -2, 2, 3),
                                     rectangle(-2, 2, -2, 2, 2)};
    std::array<DrawItem, 3> items{item_of(layers[0], red), item_of(layers[1], green),
                                  item_of(layers[2], blue)};
    for (DrawItem& item : items) item.opacity = 0.5;
    const Color c = draw(items, looking_down(), plain_options(1)).at(0, 0);
    // Half of green, a quarter of blue, an eighth of red; the rest is not there.
    EXPECT_NEAR(c.a, 255 * 0.875, 1);
    EXPECT_NEAR(c.g, (4.0 * seen_color(green).g + 2.0 * seen_color(blue).g + seen_color(red).g) / 7, 1.5);
    EXPECT_NEAR(c.b, (4.0 * seen_color(green).b + 2.0 * seen_color(blue).b + seen_color(red).b) / 7, 1.5);
    EXPECT_NEAR(c.r, (4.0 * seen_color(green).r + 2.0 * seen_color(blue).r + seen_color(red).r) / 7, 1.5);
}

TEST(Draw, counts_transparent_layers_in_one_plane_each) {
    const Mesh mesh = rectangle(-2, 2, -2, 2, 0);
    std::vector<DrawItem> items(3, item_of(mesh));
    for (DrawItem& item : items) item.opacity = 0.5;
    EXPECT_EQ(draw(items, looking_down(), plain_options(1)).at(0, 0).a, 223);  // 255 * 7 / 8
}

TEST(Draw, does_not_show_what_is_transparent_behind_what_is_not) {
    const Mesh low = rectangle(-2, 2, -2, 2, 0), high = rectangle(-2, 2, -2, 2, 1);
    std::array<DrawItem, 2> items{item_of(low, green), item_of(high, red)};
    items[0].opacity = 0.5;
    EXPECT_EQ(draw(items, looking_down(), plain_options(1)).at(0, 0), seen_color(red));
}

TEST(Draw, leaves_out_items_of_no_opacity) {
    const Mesh mesh = rectangle(-2, 2, -2, 2, 0);
    DrawItem item = item_of(mesh);
    item.opacity = 0;
    EXPECT_EQ(draw_one(item, looking_down(), plain_options(1)).at(0, 0).a, 0);
}

// Where two triangles meet, every sample belongs to exactly one of them: with a transparent surface a gap or
// an overlap would show.
TEST(Draw, has_neither_gaps_nor_overlaps_where_triangles_meet) {
    Random random(5);
    constexpr VertexId side = 24;
    for (int round = 0; round < 3; ++round) {
        std::vector<Vec3> vertices;
        std::vector<std::array<VertexId, 3>> triangles;
        for (VertexId j = 0; j <= side; ++j) {
            for (VertexId i = 0; i <= side; ++i) {
                const bool inner = i > 0 && i < side && j > 0 && j < side;
                const double shift = inner && round > 0 ? 0.14 : 0;  // none is turned over
                const auto place = [&](VertexId k) {
                    return (k + random.uniform(-shift, shift)) * 2.2 / side - 1.1;
                };
                vertices.push_back({place(i), place(j), 0});
            }
        }
        for (VertexId j = 0; j < side; ++j) {
            for (VertexId i = 0; i < side; ++i) {
                const VertexId a = j * (side + 1) + i, b = a + 1, c = a + side + 1, d = c + 1;
                triangles.push_back({a, b, d});
                triangles.push_back({d, c, a});
            }
        }
        const Mesh mesh(vertices, triangles);
        DrawItem item = item_of(mesh);
        item.opacity = 0.5;
        const Picture picture = draw_one(item, looking_down(), plain_options(100));
        for (const Color& c : picture.pixels()) ASSERT_EQ(c, picture.at(0, 0));
        EXPECT_EQ(picture.at(0, 0).a, 128);
    }
}

TEST(Draw, shows_both_sides_of_a_triangle_alike) {
    const Mesh front({{-3, -3, 0}, {3, -3, 0}, {0, 6, 0}}, {{0, 1, 2}}),
        back({{-3, -3, 0}, {3, -3, 0}, {0, 6, 0}}, {{0, 2, 1}});
    EXPECT_EQ(draw_one(item_of(front), looking_down(), plain_options(1)),
              draw_one(item_of(back), looking_down(), plain_options(1)));
}

TEST(Draw, cuts_off_what_is_behind_the_eye) {
    // A floor under the eye, from far behind to far ahead: it fills the lower half of the picture.
    const Mesh floor({{-1000, -1, 1000}, {1000, -1, 1000}, {1000, -1, -1e7}, {-1000, -1, -1e7}},
                     {{0, 1, 2}, {0, 2, 3}});
    Camera camera;
    camera.eye = {0, 0, 0};
    camera.target = {0, 0, -1};
    camera.field_of_view_degrees = 90;
    const std::uint32_t side = 64;
    const Picture picture = draw_one(item_of(floor), camera, plain_options(side));
    for (std::uint32_t x = 0; x < side; ++x) {
        for (std::uint32_t y = 0; y < side / 2; ++y) ASSERT_EQ(picture.at(x, y).a, 0) << x << ", " << y;
        for (std::uint32_t y = side / 2 + 1; y < side; ++y)
            ASSERT_EQ(picture.at(x, y).a, 255) << x << ", " << y;
    }
    // What is wholly behind leaves no trace.
    const Mesh behind({{-1, -1, 5}, {1, -1, 5}, {0, 1, 5}}, {{0, 1, 2}});
    const Picture nothing = draw_one(item_of(behind), camera, plain_options(side));
    for (const Color& c : nothing.pixels()) ASSERT_EQ(c.a, 0);
}

TEST(Draw, leaves_out_what_a_section_plane_cuts_off) {
    const Mesh all = rectangle(-2, 2, -2, 2, 0);
    DrawOptions options = plain_options(8);
    options.section = SectionPlane{{0, 0, 0}, {3, 0, 0}};
    const Picture picture = draw_one(item_of(all), looking_down(), options);
    for (std::uint32_t y = 0; y < 8; ++y)
        for (std::uint32_t x = 0; x < 8; ++x)
            EXPECT_EQ(picture.at(x, y).a, x < 4 ? 255 : 0) << x << ", " << y;
}

// A hollow ball cut in half, looked into: a ring of the cut around the inside.
TEST(Draw, fills_closed_items_where_they_are_cut) {
    const Mesh outer = make_sphere(0.9, 20000), ball = make_sphere(0.5, 20000);
    std::vector<Vec3> vertices(outer.vertices().begin(), outer.vertices().end());
    std::vector<std::array<VertexId, 3>> triangles(outer.triangles().begin(), outer.triangles().end());
    const auto first = static_cast<VertexId>(vertices.size());
    vertices.insert(vertices.end(), ball.vertices().begin(), ball.vertices().end());
    for (const auto& [a, b, c] : ball.triangles()) triangles.push_back({first + a, first + c, first + b});
    const Mesh hollow(vertices, triangles);
    DrawOptions options = plain_options(101);
    options.section = SectionPlane{{0, 0, 0}, {0, 0, 1}};
    Camera camera = looking_down();
    for (const Projection projection : {Projection::orthographic, Projection::perspective}) {
        camera.projection = projection;
        camera.field_of_view_degrees = 11.421186274999286;  // a height of 2 at a distance of 10
        const Picture picture = draw_one(item_of(hollow, red), camera, options);
        // The plane faces the eye, so that the cut is of one colour; the hollow is not.
        for (const std::uint32_t x : {8U, 15U, 22U, 78U, 86U, 92U})
            EXPECT_EQ(picture.at(x, 50), seen_color(red)) << x;
        EXPECT_NE(picture.at(35, 50), seen_color(red));
        EXPECT_NE(picture.at(65, 50), seen_color(red));
        EXPECT_EQ(picture.at(2, 50).a, 0);
        // What is open is not filled.
        triangles.pop_back();
        const Mesh open(vertices, triangles);
        EXPECT_NE(draw_one(item_of(open, red), camera, options).at(15, 50), seen_color(red));
    }
}

TEST(Draw, shows_a_section_from_behind_as_the_outside) {
    const Mesh cube = make_box({1, 1, 1});
    DrawOptions options = plain_options(16);
    const Picture whole = draw_one(item_of(cube), looking_down(), options);
    options.section = SectionPlane{{0, 0, 0}, {0, 0, -1}};  // the lower half, which is hidden anyway
    EXPECT_EQ(draw_one(item_of(cube), looking_down(), options), whole);
}

TEST(Draw, refuses_what_it_cannot_draw) {
    const Mesh mesh = rectangle(-1, 1, -1, 1, 0);
    const auto refused = [&](auto&& spoil) {
        DrawItem item = item_of(mesh);
        DrawOptions options = plain_options(4);
        Camera camera = looking_down();
        spoil(item, options, camera);
        EXPECT_THROW(draw_one(item, camera, options), Error);
    };
    refused([](DrawItem&, DrawOptions& options, Camera&) { options.width = 0; });
    refused([](DrawItem&, DrawOptions& options, Camera&) { options.height = 0; });
    refused([](DrawItem&, DrawOptions& options, Camera&) { options.edge_width = 0; });
    refused([](DrawItem&, DrawOptions& options, Camera&) { options.section = SectionPlane{{}, {}}; });
    refused([](DrawItem& item, DrawOptions&, Camera&) { item.mesh = nullptr; });
    refused([](DrawItem& item, DrawOptions&, Camera&) { item.opacity = 1.5; });
    refused([](DrawItem& item, DrawOptions&, Camera&) {
        item.opacity = std::numeric_limits<double>::quiet_NaN();
    });
    refused([](DrawItem& item, DrawOptions&, Camera&) { item.crease_degrees = 181; });
    refused([](DrawItem&, DrawOptions&, Camera& camera) { camera.eye = camera.target; });
}

TEST(Draw, can_be_cancelled) {
    class Cancelled : public Progress {
      public:
        Cancelled() { cancel(); }
        void report(std::string_view /*stage*/, std::uint64_t /*done*/, std::uint64_t /*total*/) override {}
    } progress;
    DrawOptions options = plain_options(4);
    options.progress = &progress;
    EXPECT_THROW(draw({}, Camera{}, options), Error);
}

TEST(DrawItems, of_an_assembly_have_colours_of_their_own) {
    Assembly assembly;
    const auto mesh = std::make_shared<const Mesh>(make_box({1, 1, 1}));
    for (int i = 0; i < 3; ++i)
        assembly.parts.push_back({std::to_string(i), mesh, Pose::translation({2.0 * i, 0, 0})});
    const std::vector<DrawItem> items = draw_items(assembly);
    ASSERT_EQ(items.size(), 3U);
    EXPECT_NE(items[0].color, items[1].color);
    EXPECT_EQ(box_of(items), (Box{{-0.5, -0.5, -0.5}, {4.5, 0.5, 0.5}}));
}

}  // namespace
}  // namespace graze::test
