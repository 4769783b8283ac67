// Scans text files without copying them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "graze/base/detail/quote.h"

namespace graze::inline v1::detail {

inline std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool equal_ignoring_case(std::string_view text, std::string_view lower_case);

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}
constexpr bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}
std::string_view trimmed(std::string_view text);

// Whether there is a zero byte near the start: then the content is not text.
bool looks_binary(std::string_view content);

// Reads a decimal number at the front of `text` and removes it; false if there is none. Correctly rounded;
// too large gives infinity, too small 0. Accepts a leading plus sign, "nan" and "inf".
bool take_number(std::string_view& text, double& value);

// A position in a text, with its line. Line ends are \n, \r\n or \r.
class Cursor {
  public:
    explicit Cursor(std::string_view text, std::uint64_t first_line = 1);  // skips a byte order mark

    bool at_end() const { return p_ == end_; }
    bool at_line_end() const { return p_ == end_ || is_line_end(*p_); }
    char peek() const { return p_ == end_ ? '\0' : *p_; }
    std::uint64_t line() const { return line_; }
    std::uint64_t offset() const { return static_cast<std::uint64_t>(p_ - begin_); }
    std::string where() const { return "line " + std::to_string(line_); }

    // Within the line.
    void skip_blanks() {
        while (p_ != end_ && is_blank(*p_)) ++p_;
    }
    // Blanks and line ends.
    void skip_space() {
        for (; p_ != end_ && static_cast<unsigned char>(*p_) <= ' '; ++p_) {
            if (*p_ == ' ') continue;  // as nearly all of them are
            if (*p_ == '\n')
                ++line_;
            else if (!skip_rare_space())
                return;
        }
    }
    bool skip_continuation();  // a backslash that ends the line, with the line end
    void skip_line_end();      // if there is one
    // Up to a blank or line end; empty at a line end.
    std::string_view take_word() {
        const char* const first = p_;
        while (p_ != end_ && (static_cast<unsigned char>(*p_) > ' ' || !ends_word(*p_))) ++p_;
        return {first, p_};
    }
    // Takes `word` if it comes next.
    bool take_word(std::string_view word) {
        const auto left = static_cast<std::size_t>(end_ - p_);
        if (left <= word.size() || !ends_word(p_[word.size()]) ||
            std::memcmp(p_, word.data(), word.size()) != 0)
            return false;
        p_ += word.size();
        return true;
    }
    std::string_view take_line();  // up to the line end
    bool skip(char c) {
        if (p_ == end_ || *p_ != c) return false;
        ++p_;
        return true;
    }

    // The rest of the line, without a carriage return at its end; empty if no \n comes within `most`
    // characters.
    std::string_view peek_line(std::size_t most) const {
        const std::size_t n = std::min(most, static_cast<std::size_t>(end_ - p_));
        const void* const end = n > 0 ? std::memchr(p_, '\n', n) : nullptr;
        if (end == nullptr) return {};
        const std::string_view line(p_, static_cast<const char*>(end));
        return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
    }
    void advance(std::size_t characters) { p_ += characters; }  // within the line

    // A number followed by a blank, line end or backslash. Throws Error with the line for anything else.
    double take_double();
    // The same, in range for a mesh.
    double take_coordinate();
    // A decimal integer, whatever follows; false (and nothing taken) if there is none or it has over 18
    // digits.
    bool take_integer(std::int64_t& value) {
        const char* p = p_;
        const bool negative = p != end_ && *p == '-';
        if (p != end_ && (*p == '-' || *p == '+')) ++p;
        const char* const digits = p;
        std::int64_t magnitude = 0;
        for (; p != end_ && *p >= '0' && *p <= '9'; ++p) {
            if (p - digits == 18) return false;
            magnitude = 10 * magnitude + (*p - '0');
        }
        if (p == digits) return false;
        value = negative ? -magnitude : magnitude;
        p_ = p;
        return true;
    }

  private:
    static constexpr bool ends_word(char c) { return is_blank(c) || is_line_end(c); }
    // At a control character: if it is white space, moves to its last byte.
    bool skip_rare_space();

    const char *begin_, *p_, *end_;
    std::uint64_t line_;
};

}  // namespace graze::inline v1::detail
