// Scanning text files without copying them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace graze::inline v1::detail {

// For messages: in quotation marks, control characters as \x1b, shortened if long.
std::string excerpt(std::string_view text);
// The same without quotation marks and in full: file names.
std::string printable(std::string_view text);

bool equal_ignoring_case(std::string_view text, std::string_view lower_case);

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}
constexpr bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}
std::string_view trimmed(std::string_view text);

// Is there a zero byte near the start? Then it is not text.
bool looks_binary(std::string_view content);

// Reads a decimal number at the front of `text` and takes it off; false if there is none. Correctly rounded;
// too large gives infinity, too small 0. Takes a leading plus sign, "nan" and "inf".
bool take_number(std::string_view& text, double& value);

// A position in a text, with its line. Line ends are \n, \r\n or \r.
class Cursor {
  public:
    explicit Cursor(std::string_view text);  // skips a byte order mark

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
    void skip_space();             // blanks and line ends
    bool skip_continuation();      // a backslash that ends the line, with the line end
    void skip_line_end();          // if there is one
    std::string_view take_word();  // up to a blank or line end; empty at a line end
    std::string_view take_line();  // up to the line end
    bool skip(char c) {
        if (p_ == end_ || *p_ != c) return false;
        ++p_;
        return true;
    }

    // A number followed by a blank, line end or backslash. Throws Error with the line for anything else.
    double take_double();
    // The same, in range for a mesh.
    double take_coordinate();
    // A decimal integer in front of anything; false (and nothing taken) if there is none or it has over 18
    // digits.
    bool take_integer(std::int64_t& value);

  private:
    const char *begin_, *p_, *end_;
    std::uint64_t line_ = 1;
};

}  // namespace graze::inline v1::detail
