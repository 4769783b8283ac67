// Data as elements of a page (docs/web.md).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graze::inline v1::detail {

// Short JSON is written as text, with "<" as \u003c, so that no string in it can end the element. Long JSON
// is compressed by zlib and written in base64, and the element says so.
constexpr std::size_t longest_plain = 1'000'000;

// The opening tag of an element; the caller adds the text and closes it.
std::string json_element_start(std::string_view id, bool packed);
constexpr std::string_view element_end = "</script>\n";

// Adds JSON with "<" written so that it cannot end an element.
void append_escaped(std::string& text, std::string_view json);

// The whole element.
std::string json_element(std::string_view id, std::string_view json);
// How long it is, at most and about.
std::size_t json_element_size(std::size_t json_bytes);

}  // namespace graze::inline v1::detail
