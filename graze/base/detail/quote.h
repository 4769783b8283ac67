// Text of a file and numbers, made fit for messages.
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
// A number of up to six digits: 1e+101, where std::to_string would write a hundred.
std::string shortened(double number);

}  // namespace graze::inline v1::detail
