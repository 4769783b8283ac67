// Colours as people write them, and a palette for parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graze::inline v1 {

// As a screen shows it (sRGB), `a` is the opacity: 255 hides what is behind, 0 is not there.
struct Color {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;

    friend bool operator==(const Color&, const Color&) = default;
};

// "#rrggbb", "#rgb", "#rrggbbaa", or one of the words black, white, grey, red, orange, yellow, green, blue,
// purple. Nothing for other text.
std::optional<Color> parse_color(std::string_view text);

// Colours that are easy on the eye and to tell apart, for the parts of an assembly in their order. The first
// twelve differ in hue; after that they come again lighter, then darker.
Color palette_color(std::size_t index);

}  // namespace graze::inline v1
