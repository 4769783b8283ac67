// Strings and numbers in JSON syntax.
#pragma once

#include <string>
#include <string_view>

namespace graze::inline v1::detail {

// With quotation marks. Bytes that are not UTF-8 become U+FFFD.
void append_json(std::string& json, std::string_view text);

// The shortest number that reads back as the same one. `value` is finite.
void append_json(std::string& json, double value);

}  // namespace graze::inline v1::detail
