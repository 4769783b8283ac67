// Text of a file in messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graze::inline v1::detail {

// How many bytes the character at the front of a text has; 0 if there is none in UTF-8 (Unicode 15, table
// 3-7).
std::size_t character_length(std::string_view text);

// For messages. Control characters, those that change the direction of writing, and what is not UTF-8 are
// written as \x1b, byte by byte. In full: the names of files that the caller gave.
std::string printable(std::string_view text);
// The same, cut off after 80 characters: whatever comes out of a file.
std::string shortened(std::string_view text);
// The same in quotation marks.
std::string excerpt(std::string_view text);

}  // namespace graze::inline v1::detail
