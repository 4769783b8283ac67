#include "graze/render/color.h"

#include <array>

namespace graze::inline v1 {
namespace {

struct NamedColor {
    std::string_view name;
    Color color;
};
constexpr std::array<NamedColor, 9> named_colors{{{"black", {0, 0, 0}},
                                                  {"white", {255, 255, 255}},
                                                  {"grey", {160, 160, 160}},
                                                  {"red", {214, 69, 65}},
                                                  {"orange", {235, 140, 52}},
                                                  {"yellow", {240, 200, 70}},
                                                  {"green", {96, 168, 96}},
                                                  {"blue", {70, 130, 190}},
                                                  {"purple", {142, 108, 178}}}};

constexpr std::array<Color, 12> palette{{{112, 148, 188},
                                         {226, 160, 92},
                                         {128, 174, 126},
                                         {204, 110, 104},
                                         {158, 138, 190},
                                         {214, 194, 112},
                                         {104, 172, 174},
                                         {208, 146, 172},
                                         {168, 142, 118},
                                         {152, 164, 176},
                                         {168, 190, 100},
                                         {122, 126, 178}}};

std::optional<unsigned> hex_digit(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
    return {};
}

// One third of `to` mixed into `from`.
std::uint8_t third_towards(std::uint8_t from, unsigned to) {
    return static_cast<std::uint8_t>((2U * from + to) / 3U);
}

Color mixed(const Color& color, unsigned with) {
    return {third_towards(color.r, with), third_towards(color.g, with), third_towards(color.b, with),
            color.a};
}

}  // namespace

std::optional<Color> parse_color(std::string_view text) {
    for (const NamedColor& named : named_colors)
        if (named.name == text) return named.color;
    if (!text.starts_with('#')) return {};
    text.remove_prefix(1);
    const bool short_form = text.size() == 3;
    if (!short_form && text.size() != 6 && text.size() != 8) return {};
    std::array<std::uint8_t, 4> channels{0, 0, 0, 255};
    const std::size_t digits = short_form ? 1 : 2;
    for (std::size_t i = 0; i * digits < text.size(); ++i) {
        const std::optional<unsigned> high = hex_digit(text[i * digits]);
        const std::optional<unsigned> low = hex_digit(text[i * digits + digits - 1]);
        if (!high || !low) return {};
        channels[i] = static_cast<std::uint8_t>(*high * 16 + *low);
    }
    return Color{channels[0], channels[1], channels[2], channels[3]};
}

Color palette_color(std::size_t index) {
    const Color& color = palette[index % palette.size()];
    switch (index / palette.size() % 3) {
        case 1:
            return mixed(color, 255);
        case 2:
            return mixed(color, 0);
        default:
            return color;
    }
}

}  // namespace graze::inline v1
