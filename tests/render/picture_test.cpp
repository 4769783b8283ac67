#include "graze/render/picture.h"

#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "tests/io/temporary_folder.h"

namespace graze::test {
namespace {

// Read by libpng's own reader.
std::vector<Color> read_back(const std::string& bytes, std::uint32_t width, std::uint32_t height,
                             bool& has_alpha) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()), 0) << image.message;
    EXPECT_EQ(image.width, width);
    EXPECT_EQ(image.height, height);
    has_alpha = (image.format & PNG_FORMAT_FLAG_ALPHA) != 0;
    image.format = PNG_FORMAT_RGBA;
    std::vector<Color> pixels(std::size_t{width} * height);
    static_assert(sizeof(Color) == 4);
    EXPECT_NE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr), 0) << image.message;
    return pixels;
}

Picture random_picture(std::uint32_t width, std::uint32_t height, bool transparent) {
    Picture picture(width, height);
    Random random(width + height);
    const auto byte = [&] { return static_cast<std::uint8_t>(random.below(256)); };
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x)
            picture.at(x, y) = {byte(), byte(), byte(), transparent ? byte() : std::uint8_t{255}};
    return picture;
}

std::string message_of(const auto& work) {
    try {
        work();
    } catch (const Error& e) {
        return e.what();
    }
    return "no error";
}

TEST(Picture, refuses_to_have_no_pixels_or_too_many) {
    EXPECT_THROW(Picture(0, 10), Error);
    EXPECT_THROW(Picture(10, 0), Error);
    EXPECT_THROW(Picture(Picture::max_side + 1, 1), Error);
    EXPECT_THROW(Picture(Picture::max_side, Picture::max_side), Error);
    EXPECT_EQ(Picture(Picture::max_side, 1).row(0).size(), Picture::max_side);
}

TEST(Picture, is_filled_with_the_colour_given) {
    const Picture picture(3, 2, {1, 2, 3, 4});
    ASSERT_EQ(picture.pixels().size(), 6U);
    for (const Color& c : picture.pixels()) EXPECT_EQ(c, (Color{1, 2, 3, 4}));
}

TEST(Png, gives_the_picture_back) {
    for (const bool transparent : {false, true}) {
        const Picture picture = random_picture(37, 19, transparent);
        bool has_alpha = false;
        const std::vector<Color> pixels = read_back(png_bytes(picture), 37, 19, has_alpha);
        EXPECT_EQ(has_alpha, transparent);
        EXPECT_TRUE(std::ranges::equal(pixels, picture.pixels()));
    }
}

TEST(Png, of_a_single_pixel_is_a_picture_too) {
    bool has_alpha = false;
    EXPECT_EQ(read_back(png_bytes(Picture(1, 1, {9, 8, 7, 255})), 1, 1, has_alpha)[0], (Color{9, 8, 7, 255}));
}

TEST(Png, has_the_same_bytes_every_time) {
    EXPECT_EQ(png_bytes(random_picture(64, 64, true)), png_bytes(random_picture(64, 64, true)));
}

TEST(Png, file_has_the_bytes_of_memory) {
    const TemporaryFolder folder;
    const Picture picture = random_picture(20, 30, false);
    const std::filesystem::path file = folder / "picture.png";
    save_png(picture, file);
    save_png(picture, file);  // over the first
    std::ifstream stream(file, std::ios::binary);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), png_bytes(picture));
}

TEST(Png, that_cannot_be_written_is_an_error_that_names_the_file) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "missing/picture.png";
    const std::string message = message_of([&] { save_png(Picture(2, 2), file); });
    EXPECT_NE(message.find("picture.png"), std::string::npos) << message;
    EXPECT_NE(message.find("cannot be written"), std::string::npos) << message;
    EXPECT_NE(message_of([&] { save_png(Picture(2, 2), folder / "."); }).find("is a folder"),
              std::string::npos);
}

}  // namespace
}  // namespace graze::test
