#include "graze/base/detail/json_text.h"

#include <charconv>
#include <cstddef>

#include "graze/base/detail/utf8.h"

namespace graze::inline v1::detail {
namespace {

void append_escaped(std::string& json, char c) {
    switch (c) {
        case '"':
            json += "\\\"";
            break;
        case '\\':
            json += "\\\\";
            break;
        case '\n':
            json += "\\n";
            break;
        case '\t':
            json += "\\t";
            break;
        default: {
            constexpr std::string_view hex = "0123456789abcdef";
            const auto code = static_cast<unsigned char>(c);
            json += "\\u00";
            json += hex[code >> 4U];
            json += hex[code & 0xfU];
        }
    }
}

bool needs_escape(char c) {
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20U || c == 0x7f;
}

}  // namespace

void append_json(std::string& json, std::string_view text) {
    json += '"';
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0)
            json += replacement;
        else if (length == 1 && needs_escape(text.front()))
            append_escaped(json, text.front());
        else
            json += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    json += '"';
}

void append_json(std::string& json, double value) {
    char digits[32];
    json.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

}  // namespace graze::inline v1::detail
