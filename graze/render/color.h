// Colours as people write them, and a palette for parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graze::inline v1 {

// Red, green and blue as a screen shows them (sRGB). `a` is the opacity: 255 is opaque, 0 is invisible.
struct Color {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;

    friend bool operator==(const Color&, const Color&) = default;
};

// "#rrggbb", "#rgb", "#rrggbbaa", or one of the words black, white, grey, red, orange, yellow, green, blue,
// purple. Nothing for other text.
std::optional<Color> parse_color(std::string_view text);

// Colours for the parts of an assembly, in their order: easy on the eye and easy to tell apart. The first
// twelve differ in hue; the same hues follow lighter, then darker.
Color palette_color(std::size_t index);

}  // namespace graze::inline v1
