#include "graze/render/color.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace graze::test {
namespace {

TEST(Colors, are_read_as_people_write_them) {
    EXPECT_EQ(parse_color("#4682b4"), (Color{0x46, 0x82, 0xb4, 255}));
    EXPECT_EQ(parse_color("#4682B4"), (Color{0x46, 0x82, 0xb4, 255}));
    EXPECT_EQ(parse_color("#f0a"), (Color{255, 0, 0xaa, 255}));
    EXPECT_EQ(parse_color("#01020380"), (Color{1, 2, 3, 128}));
    EXPECT_EQ(parse_color("white"), (Color{255, 255, 255, 255}));
}

TEST(Colors, that_are_none_are_not_read) {
    for (const char* text :
         {"", "#", "#12", "#1234", "#12345", "#1234567", "#12345g", "4682b4", "White", "#fffffffff"})
        EXPECT_FALSE(parse_color(text)) << text;
}

TEST(Palette, has_thirty_six_colours_that_differ) {
    for (std::size_t i = 0; i < 36; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const Color a = palette_color(i), b = palette_color(j);
            EXPECT_GT(std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b), 12)
                << i << " and " << j;
        }
    }
    EXPECT_EQ(palette_color(36), palette_color(0));
}

}  // namespace
}  // namespace graze::test
