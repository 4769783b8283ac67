// Putting strings and numbers into JSON.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

namespace graze::inline v1::detail {

// With quotation marks. `text` is valid UTF-8.
inline void append_json(std::string& json, std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    json += '"';
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            json += '\\';
            json += c;
        } else if (code < 0x20) {
            json += "\\u00";
            json += hex[code >> 4];
            json += hex[code & 15];
        } else {
            json += c;
        }
    }
    json += '"';
}

// The shortest number that reads back as the same one. `value` is finite.
inline void append_json(std::string& json, double value) {
    char digits[32];
    json.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

// The same text with U+FFFD in place of every byte that is not UTF-8.
std::string as_utf8(std::string_view text);

}  // namespace graze::inline v1::detail
