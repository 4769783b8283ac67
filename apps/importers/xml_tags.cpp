#include "xml_tags.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace graze::importers {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::size_t end_of_word(std::string_view text, std::string_view ends) {
    return std::min(text.find_first_of(ends), text.size());
}

void append_utf8(std::string& text, std::uint32_t code) {
    const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xc0 | code >> 6);
        put(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        put(0xe0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    } else {
        put(0xf0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3f));
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    }
}

bool append_entity(std::string& text, std::string_view entity) {
    constexpr std::array<std::pair<std::string_view, char>, 5> known{
        {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};
    for (const auto& [name, c] : known) {
        if (entity != name) continue;
        text += c;
        return true;
    }
    if (!entity.starts_with('#')) return false;
    const bool hexadecimal = entity.starts_with("#x");
    entity.remove_prefix(hexadecimal ? 2 : 1);
    std::uint32_t code = 0;
    const auto [end, error] =
        std::from_chars(entity.data(), entity.data() + entity.size(), code, hexadecimal ? 16 : 10);
    if (error != std::errc{} || end != entity.data() + entity.size() || code == 0 || code > 0x10ffff)
        return false;
    append_utf8(text, code);
    return true;
}

}  // namespace

std::string resolved(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t ampersand = std::min(text.find('&'), text.size());
        result += text.substr(0, ampersand);
        text.remove_prefix(ampersand);
        if (text.empty()) break;
        const std::size_t semicolon = text.substr(0, 12).find(';');
        if (semicolon != text.npos && append_entity(result, text.substr(1, semicolon - 1))) {
            text.remove_prefix(semicolon + 1);
        } else {
            result += '&';
            text.remove_prefix(1);
        }
    }
    return result;
}

std::optional<std::string> XmlTag::attribute(std::string_view key) const {
    std::string_view rest = attributes;
    for (;;) {
        rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
        if (rest.empty()) return {};
        const std::string_view word = rest.substr(0, end_of_word(rest, " \t\r\n="));
        rest.remove_prefix(std::min(rest.find_first_of("\"'"), rest.size()));
        if (rest.empty()) return {};
        const std::size_t end = rest.find(rest.front(), 1);
        if (end == rest.npos) return {};
        if (word == key) return resolved(rest.substr(1, end - 1));
        rest.remove_prefix(end + 1);
    }
}

bool XmlTags::next(XmlTag& tag) {
    for (;;) {
        rest_.remove_prefix(std::min(rest_.find('<'), rest_.size()));
        if (rest_.empty()) return false;
        const std::string_view closing = rest_.starts_with("<!--")        ? "-->"
                                         : rest_.starts_with("<![CDATA[") ? "]]>"
                                                                          : ">";
        const bool passed_over = rest_.starts_with("<!") || rest_.starts_with("<?");
        const std::size_t end = rest_.find(closing);
        if (end == rest_.npos) return false;
        const std::string_view inside = rest_.substr(1, end - 1);
        rest_.remove_prefix(end + closing.size());
        if (passed_over) continue;
        tag.name = inside.substr(0, end_of_word(inside, blanks));
        tag.attributes = inside.substr(tag.name.size());
        if (tag.name.ends_with('/')) tag.name.remove_suffix(1);
        if (const std::size_t colon = tag.name.find(':'); colon != tag.name.npos && tag.name[0] != '/')
            tag.name.remove_prefix(colon + 1);
        tag.text = rest_.substr(0, std::min(rest_.find('<'), rest_.size()));
        return true;
    }
}

}  // namespace graze::importers
