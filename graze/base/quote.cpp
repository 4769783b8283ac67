#include "graze/base/detail/quote.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "graze/base/detail/utf8.h"

namespace graze::inline v1::detail {
namespace {

// Whether the character would control a terminal, or make a reader see other text than there is. `character`
// is UTF-8.
bool is_control(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character.size() == 1) return byte(0) < 0x20 || byte(0) == 0x7f;
    if (character.size() == 2) return byte(0) == 0xc2 && byte(1) < 0xa0;  // U+0080 to U+009F
    if (character.size() != 3 || byte(0) != 0xe2) return false;
    // U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069
    return byte(1) == 0x80 ? byte(2) == 0x8e || byte(2) == 0x8f || (byte(2) >= 0xa8 && byte(2) <= 0xae)
                           : byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9;
}

// At most `most` characters; an invalid byte counts as one.
std::string made_printable(std::string_view text, std::size_t most) {
    static constexpr char hex[] = "0123456789abcdef";
    std::string s;
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == most) return s + "...";
        const std::size_t length = utf8_length(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        if (length > 0 && !is_control(character)) {
            s += character;
        } else {
            for (const char c : character) {
                const auto code = static_cast<unsigned char>(c);
                s += "\\x";
                s += hex[code / 16];
                s += hex[code % 16];
            }
        }
        text.remove_prefix(character.size());
    }
    return s;
}

}  // namespace

std::string printable(std::string_view text) {
    return made_printable(text, text.size());
}

std::string shortened(std::string_view text) {
    return made_printable(text, 80);
}

std::string excerpt(std::string_view text) {
    return '"' + shortened(text) + '"';
}

std::string shortened(double number) {
    std::array<char, 32> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::general, 6);
    return {digits.data(), end.ptr};
}

}  // namespace graze::inline v1::detail
