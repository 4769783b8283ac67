// Splits a file of rules into words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace graze::inline v1::detail {

struct RuleWord {
    enum class Kind : std::uint8_t { word, quoted, number, equals, comma, end_of_line, end };
    Kind kind = Kind::end;
    std::string_view text;  // as in the file; for a quoted word the text between the quotes
    std::uint32_t line = 0;
};

// Blanks and comments separate words. A line that ends in a comma continues in the next line.
class RuleWords {
  public:
    RuleWords(std::string_view text, const std::string& name);

    const RuleWord& peek() const { return next_; }
    RuleWord take();
    // The text from one word to another; the first word is not quoted.
    static std::string_view between(const RuleWord& first, const RuleWord& last);
    [[noreturn]] void fail(std::uint32_t line, const std::string& problem, const std::string& mend) const;

  private:
    RuleWord read();
    RuleWord read_quoted();
    void skip_blanks_and_comment();
    void refuse_curly_quote() const;

    std::string_view text_;
    const std::string& name_;
    std::size_t at_ = 0;
    std::uint32_t line_ = 1;
    RuleWord next_;
};

}  // namespace graze::inline v1::detail
