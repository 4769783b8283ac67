#include "graze/clash/detail/json_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace graze::inline v1::detail {
namespace {

// The length of the UTF-8 sequence at the start of `text` (RFC 3629: shortest forms only, no surrogates, at
// most U+10FFFF); 0 if it is none.
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

void append_escaped(std::string& text, char c) {
    switch (c) {
        case '"':
            text += "\\\"";
            break;
        case '\\':
            text += "\\\\";
            break;
        case '\n':
            text += "\\n";
            break;
        case '\t':
            text += "\\t";
            break;
        default: {
            const auto code = static_cast<unsigned char>(c);
            text += "\\u00";
            text += "0123456789abcdef"[code >> 4U];
            text += "0123456789abcdef"[code & 0xfU];
        }
    }
}

}  // namespace

void JsonText::next_line(std::size_t indent) {
    text_ += first_ ? "\n" : ",\n";
    text_.append(indent, ' ');
    first_ = false;
}

void JsonText::end_line(char bracket, std::size_t indent) {
    if (!first_) {
        text_ += '\n';
        text_.append(indent, ' ');
    }
    end(bracket);
}

void JsonText::write_key(std::string_view name) {
    text_ += '"';
    text_ += name;
    text_ += "\": ";
}

void JsonText::string(std::string_view value) {
    text_ += '"';
    while (!value.empty()) {
        const std::size_t length = utf8_length(value);
        const char c = value.front();
        if (length == 0)
            text_ += "\xef\xbf\xbd";
        else if (length == 1 && (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20U || c == 0x7f))
            append_escaped(text_, c);
        else
            text_ += value.substr(0, length);
        value.remove_prefix(length == 0 ? 1 : length);
    }
    text_ += '"';
    send_if_much();
}

void JsonText::number(double value) {
    if (!std::isfinite(value)) {
        null();
        return;
    }
    std::array<char, 32> digits;
    text_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
    send_if_much();
}

void JsonText::count(std::uint64_t value) {
    std::array<char, 32> digits;
    text_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

void JsonText::finish() {
    text_ += '\n';
    send_(text_);
    text_.clear();
}

void JsonText::send_if_much() {
    constexpr std::size_t much = std::size_t{1} << 16;
    if (text_.size() < much) return;
    send_(text_);
    text_.clear();
}

}  // namespace graze::inline v1::detail
