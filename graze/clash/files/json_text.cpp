#include "graze/clash/files/detail/json_text.h"

#include <array>
#include <charconv>
#include <cmath>

#include "graze/clash/files/detail/utf8.h"

namespace graze::inline v1::detail {
namespace {

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
            text_ += replacement;
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
