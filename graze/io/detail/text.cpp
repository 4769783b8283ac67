#include "graze/io/detail/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "graze/base/error.h"
#include "graze/base/platform.h"

namespace graze::inline v1::detail {

std::size_t character_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto follows = [&](std::size_t i, unsigned least = 0x80, unsigned most = 0xbf) {
        return i < text.size() && byte(i) >= least && byte(i) <= most;
    };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef)
        return follows(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
    if (first >= 0xf0 && first <= 0xf4)
        return follows(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf) && follows(2) &&
                       follows(3)
                   ? 4
                   : 0;
    return 0;
}

namespace {

// Would it steer a terminal, or make a reader see something else than there is? `character` is UTF-8.
bool is_control(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character.size() == 1) return byte(0) < 0x20 || byte(0) == 0x7f;
    if (character.size() == 2) return byte(0) == 0xc2 && byte(1) < 0xa0;  // U+0080 to U+009F
    if (character.size() != 3 || byte(0) != 0xe2) return false;
    // U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069
    return byte(1) == 0x80 ? byte(2) == 0x8e || byte(2) == 0x8f || (byte(2) >= 0xa8 && byte(2) <= 0xae)
                           : byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9;
}

// Up to so many characters, a byte that is none counted as one.
std::string made_printable(std::string_view text, std::size_t most) {
    static constexpr char hex[] = "0123456789abcdef";
    std::string s;
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == most) return s + "...";
        const std::size_t length = character_length(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        if (length > 0 && !is_control(character)) {
            s += character;
        } else {
            for (const char c : character) {
                const auto code = static_cast<unsigned char>(c);
                s += "\\x";
                s += hex[code / 16];
                s += hex[code % 16];
            }
        }
        text.remove_prefix(character.size());
    }
    return s;
}

}  // namespace

std::string printable(std::string_view text) {
    return made_printable(text, text.size());
}

std::string shortened(std::string_view text) {
    return made_printable(text, 80);
}

std::string excerpt(std::string_view text) {
    return '"' + shortened(text) + '"';
}

bool equal_ignoring_case(std::string_view text, std::string_view lower_case) {
    return std::ranges::equal(text, lower_case, {}, [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

bool looks_binary(std::string_view content) {
    return content.substr(0, 1024).find('\0') != std::string_view::npos;
}

namespace {

// from_chars says "out of range" for both; the number's decimal exponent tells them apart. `digits` is a
// valid number.
bool is_tiny(std::string_view digits) {
    const std::size_t e = std::min(digits.find_first_of("eE"), digits.size());
    std::int64_t exponent = 0;
    if (e < digits.size()) {
        const char* const first = digits.data() + e + (digits[e + 1] == '+' ? 2 : 1);
        const auto [end, error] = std::from_chars(first, digits.data() + digits.size(), exponent);
        if (error != std::errc()) return digits[e + 1] == '-';
        exponent = std::clamp<std::int64_t>(exponent, -1'000'000'000'000'000, 1'000'000'000'000'000);
    }
    const std::string_view mantissa = digits.substr(0, e);
    const std::size_t leading = mantissa.find_first_of("123456789");
    if (leading == std::string_view::npos) return true;
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    return static_cast<std::int64_t>(point) - static_cast<std::int64_t>(leading) + exponent < 0;
}

}  // namespace

bool take_number(std::string_view& text, double& value) {
    const char* first = text.data();
    const char* const last = first + text.size();
    if (first != last && *first == '+') {
        ++first;
        if (first != last && *first == '-') return false;
    }
    const auto [end, error] = std::from_chars(first, last, value);
    if (error == std::errc::invalid_argument) return false;
    if (error == std::errc::result_out_of_range) {
        const bool negative = *first == '-';
        const std::string_view digits(first + (negative ? 1 : 0), end);
        const double magnitude = is_tiny(digits) ? 0 : std::numeric_limits<double>::infinity();
        value = negative ? -magnitude : magnitude;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

Cursor::Cursor(std::string_view text, std::uint64_t first_line)
    : begin_(text.data()), p_(begin_), end_(begin_ + text.size()), line_(first_line) {
    if (text.starts_with("\xef\xbb\xbf")) p_ += 3;
}

bool Cursor::skip_rare_space() {
    if (*p_ != '\r') return is_blank(*p_);
    if (p_ + 1 != end_ && p_[1] == '\n') ++p_;
    ++line_;
    return true;
}

bool Cursor::skip_continuation() {
    if (p_ == end_ || *p_ != '\\' || p_ + 1 == end_ || !is_line_end(p_[1])) return false;
    ++p_;
    skip_line_end();
    return true;
}

void Cursor::skip_line_end() {
    if (p_ == end_ || !is_line_end(*p_)) return;
    if (*p_ == '\r' && p_ + 1 != end_ && p_[1] == '\n') ++p_;
    ++p_;
    ++line_;
}

std::string_view Cursor::take_line() {
    const char* const first = p_;
    while (p_ != end_ && !is_line_end(*p_)) ++p_;
    return {first, p_};
}

double Cursor::take_double() {
    double value = 0;
    const auto [end, error] = std::from_chars(p_, end_, value);
    if (error == std::errc() && end != end_ && ends_word(*end)) {
        p_ = end;
        return value;
    }
    std::string_view rest(p_, end_);
    const bool number = take_number(rest, value);
    if (!number ||
        !(rest.empty() || is_blank(rest.front()) || is_line_end(rest.front()) || rest.front() == '\\')) {
        const std::string at = where();
        const std::string_view word = take_word();
        throw Error(word.empty() ? "a number is missing" : "expected a number, found " + excerpt(word), at);
    }
    p_ = rest.data();
    return value;
}

double Cursor::take_coordinate() {
    const char* const first = p_;
    const double value = take_double();
    if (value >= -max_coordinate && value <= max_coordinate) return value;
    throw Error(
        "coordinate " + excerpt({first, p_}) + (std::isnan(value) ? " is not a number" : " is beyond 1e100"),
        where());
}

}  // namespace graze::inline v1::detail
