// Text of a file in messages.
#pragma once

#include <string>
#include <string_view>

namespace graze::inline v1::detail {

// For messages. Control characters, those that change the direction of writing, and what is not UTF-8 are
// written as \x1b, byte by byte. In full: the names of files that the caller gave.
std::string printable(std::string_view text);
// The same, cut off after 80 characters: whatever comes out of a file.
std::string shortened(std::string_view text);
// The same in quotation marks.
std::string excerpt(std::string_view text);

}  // namespace graze::inline v1::detail
