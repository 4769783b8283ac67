// Words and numbers as people read them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze::app {

std::string with_thousands(std::uint64_t n);  // 1,234,567
// "1 triangle", "1,234 triangles"; `plural` where it is not made by an s.
std::string count_of(std::uint64_t n, std::string_view singular, std::string_view plural = {});
std::string number(double value);  // at most nine digits; JSON has them all

// Control characters, text direction marks and bytes that are not UTF-8 are escaped (\n, \x1b, \u202e), so
// that a name can neither break a line nor steer a terminal.
std::string printable(std::string_view text);

// Columns that printable text takes on a terminal: two for East Asian and pictorial characters, none for
// marks that go over the one before.
std::size_t display_width(std::string_view text);
// With blanks up to `width` columns.
std::string padded(std::string_view text, std::size_t width);

// A path in at most `width` columns, or as few as it can be shown in: what is left out of its names, or of
// the path, shows as "…", and numbers at the ends of names stay.
std::string shortened_name(std::string_view path, std::size_t width);

// `text` broken at spaces into lines of at most `width` columns.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

// The candidate that a mistyped word was probably meant to be; empty if none is near.
std::string closest(std::string_view word, std::span<const std::string> candidates);

}  // namespace graze::app
