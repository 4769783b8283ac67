#include "graze/io/detail/json_text.h"

#include <cstddef>

namespace graze::inline v1::detail {
namespace {

// How many bytes the character at the front has; 0 if it is none (Unicode 15, table 3-7).
std::size_t character_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto follows = [&](std::size_t i, unsigned least = 0x80, unsigned most = 0xbf) {
        return i < text.size() && byte(i) >= least && byte(i) <= most;
    };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef)
        return follows(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
    if (first >= 0xf0 && first <= 0xf4)
        return follows(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf) && follows(2) &&
                       follows(3)
                   ? 4
                   : 0;
    return 0;
}

}  // namespace

std::string as_utf8(std::string_view text) {
    std::string utf8;
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        if (length > 0)
            utf8 += text.substr(0, length);
        else
            utf8 += "\xef\xbf\xbd";
        text.remove_prefix(length > 0 ? length : 1);
    }
    return utf8;
}

}  // namespace graze::inline v1::detail
