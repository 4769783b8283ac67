#include "graze/io/detail/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "graze/base/error.h"
#include "graze/base/platform.h"

namespace graze::inline v1::detail {

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

// from_chars returns "out of range" for both; the number's decimal exponent separates the two cases. `digits`
// is a valid number.
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
