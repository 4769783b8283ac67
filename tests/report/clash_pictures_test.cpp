#include "graze/report/clash_pictures.h"

#include <gtest/gtest.h>
#include <png.h>

#include "graze/render/picture.h"
#include "tests/report/page_reader.h"

namespace graze::test {
namespace {

// Reads a PNG with libpng's own simple reader.
Picture decoded(const std::string& bytes) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0)
        throw std::runtime_error("not a PNG");
    image.format = PNG_FORMAT_RGBA;
    std::vector<png_byte> pixels(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) == 0)
        throw std::runtime_error("not a PNG");
    Picture picture(image.width, image.height);
    for (std::uint32_t y = 0; y < image.height; ++y)
        for (std::uint32_t x = 0; x < image.width; ++x) {
            const png_byte* p = &pixels[4 * (std::size_t{y} * image.width + x)];
            picture.at(x, y) = {p[0], p[1], p[2], p[3]};
        }
    return picture;
}

struct Shares {
    double orange = 0, blue = 0, red = 0;
};
Shares shares_of(const Picture& picture) {
    Shares shares;
    const double one = 1.0 / static_cast<double>(picture.pixels().size());
    for (const Color& c : picture.pixels()) {
        if (c.r > 150 && c.g < 60 && c.b < 90) shares.red += one;
        if (c.r > 1.3 * c.g && c.g > 1.5 * c.b && c.r > 80) shares.orange += one;
        if (c.b > 1.3 * c.g && c.g > c.r && c.b > 80) shares.blue += one;
    }
    return shares;
}

Assembly two_boxes(double overlap) {
    Assembly assembly;
    assembly.parts.push_back(part_of("left", make_box({10, 10, 10}), {0, 0, 0}));
    assembly.parts.push_back(part_of("right", make_box({10, 10, 10}), {10 - overlap, 0, 0}));
    return assembly;
}

TEST(ClashPictures, show_what_overlaps_in_red) {
    const Assembly assembly = two_boxes(4);
    const ClashReport report = clash(assembly);
    const std::vector<std::string> pictures = clash_pictures(assembly, report);
    ASSERT_EQ(pictures.size(), 1U);
    const Picture picture = decoded(pictures[0]);
    EXPECT_EQ(picture.width(), 480U);
    EXPECT_EQ(picture.height(), 360U);
    const Shares shares = shares_of(picture);
    EXPECT_GT(shares.red, 0.05);
    EXPECT_GT(shares.orange, 0.05);
    EXPECT_GT(shares.blue, 0.05);
}

TEST(ClashPictures, enlarge_what_is_too_small_to_be_seen) {
    const Assembly assembly = two_boxes(0.001);
    const ClashReport report = clash(assembly);
    ASSERT_EQ(report.findings.size(), 1U);
    ASSERT_EQ(report.findings[0].kind, FindingKind::clash);
    const Picture picture = decoded(clash_pictures(assembly, report)[0]);
    // In the corner the overlap is a seventh of the close-up wide.
    EXPECT_GT(shares_of(picture).red, 0.01);
}

TEST(ClashPictures, show_no_red_where_parts_only_touch_or_keep_apart) {
    for (const double overlap : {0.0, -0.5}) {
        const Assembly assembly = two_boxes(overlap);
        ClashOptions clash_options;
        clash_options.clearance = 1;
        const ClashReport report = clash(assembly, clash_options);
        ASSERT_EQ(report.findings.size(), 1U);
        // Curves of a touch are red lines.
        ClashReport plain = report;
        plain.findings[0].regions.clear();
        const Shares shares = shares_of(decoded(clash_pictures(assembly, plain)[0]));
        EXPECT_LT(shares.red, 0.001);
        EXPECT_GT(shares.orange, 0.05);
        EXPECT_GT(shares.blue, 0.05);
    }
}

TEST(ClashPictures, take_open_parts) {
    Assembly assembly = two_boxes(4);
    const Mesh& box = *assembly.parts[1].mesh;
    assembly.parts[1].mesh = std::make_shared<const Mesh>(
        std::vector<Vec3>(box.vertices().begin(), box.vertices().end()),
        std::vector<std::array<VertexId, 3>>(box.triangles().begin(), box.triangles().end() - 1));
    const ClashReport report = clash(assembly);
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_TRUE(report.findings[0].as_surfaces);
    EXPECT_GT(shares_of(decoded(clash_pictures(assembly, report)[0])).orange, 0.05);
}

TEST(ClashPictures, are_of_the_worst_only) {
    const Assembly assembly = two_balls(500);
    ClashPictureOptions options;
    options.count = 0;
    EXPECT_TRUE(clash_pictures(assembly, clash(assembly), options).empty());
    options.count = 7;
    options.width = 40;
    options.height = 30;
    EXPECT_EQ(clash_pictures(assembly, clash(assembly), options).size(), 1U);
}

TEST(IndexedPng, keeps_few_colours_as_they_are) {
    Picture picture(3, 2, {10, 20, 30, 255});
    picture.at(1, 1) = {200, 100, 0, 255};
    const Picture back = decoded(indexed_png_bytes(picture));
    for (std::uint32_t y = 0; y < 2; ++y)
        for (std::uint32_t x = 0; x < 3; ++x) EXPECT_EQ(back.at(x, y), picture.at(x, y));
}

TEST(IndexedPng, stays_near_colours_when_there_are_many) {
    Picture picture(256, 64);
    for (std::uint32_t y = 0; y < 64; ++y)
        for (std::uint32_t x = 0; x < 256; ++x)
            picture.at(x, y) = {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y), 0, 255};
    const Picture back = decoded(indexed_png_bytes(picture, 256));
    int worst = 0;
    for (std::uint32_t y = 0; y < 64; ++y)
        for (std::uint32_t x = 0; x < 256; ++x)
            worst = std::max({worst, std::abs(back.at(x, y).r - picture.at(x, y).r),
                              std::abs(back.at(x, y).g - picture.at(x, y).g)});
    EXPECT_LE(worst, 16);
}

}  // namespace
}  // namespace graze::test
