// Text of a file, made safe for messages.
#pragma once

#include <string>
#include <string_view>

namespace graze::inline v1::detail {

// Control characters, characters that change the direction of writing, and bytes that are not UTF-8 are
// written as \x1b, byte by byte. Not shortened: for the names of files that the caller gave.
std::string printable(std::string_view text);
// The same, cut off after 80 characters: for all text that comes out of a file.
std::string shortened(std::string_view text);
// The same in quotation marks.
std::string excerpt(std::string_view text);

}  // namespace graze::inline v1::detail
