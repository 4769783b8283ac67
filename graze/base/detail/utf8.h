// Text from untrusted files, which may not be UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graze::inline v1::detail {

constexpr std::string_view replacement = "\xef\xbf\xbd";  // U+FFFD

// The length of the UTF-8 sequence at the start of `text`, which is not empty (RFC 3629: shortest forms only,
// no surrogates, at most U+10FFFF); 0 if it is none.
std::size_t utf8_length(std::string_view text);

// Bytes that are not UTF-8 become U+FFFD.
std::string valid_utf8(std::string_view text);

}  // namespace graze::inline v1::detail
