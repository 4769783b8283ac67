#include "graze/base/detail/utf8.h"

namespace graze::inline v1::detail {

std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto continues = [&](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
    const unsigned lead = byte(0);
    if (lead < 0x80U) return 1;
    if (lead >= 0xc2U && lead <= 0xdfU) return continues(1) ? 2 : 0;
    if (lead >= 0xe0U && lead <= 0xefU) {
        const bool shortest = lead != 0xe0U || byte(1) >= 0xa0U,
                   surrogate = lead == 0xedU && byte(1) >= 0xa0U;
        return continues(1) && continues(2) && shortest && !surrogate ? 3 : 0;
    }
    if (lead >= 0xf0U && lead <= 0xf4U) {
        const bool in_range = (lead != 0xf0U || byte(1) >= 0x90U) && (lead != 0xf4U || byte(1) < 0x90U);
        return continues(1) && continues(2) && continues(3) && in_range ? 4 : 0;
    }
    return 0;
}

std::string valid_utf8(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0)
            result += replacement;
        else
            result += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result;
}

}  // namespace graze::inline v1::detail
