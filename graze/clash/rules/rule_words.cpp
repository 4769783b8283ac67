#include "graze/clash/rules/detail/rule_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "graze/base/error.h"

namespace graze::inline v1::detail {
namespace {

bool is_space_or_tab(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
// Letters of any script: in UTF-8 all bytes above ASCII belong to some character.
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}
// The quotes that word processors make of straight ones.
bool starts_curly(std::string_view text) {
    constexpr std::array<std::string_view, 8> curly{"\u201c", "\u201d", "\u201e", "\u201f",
                                                    "\u2018", "\u2019", "\u00ab", "\u00bb"};
    return std::ranges::any_of(curly, [&](std::string_view quote) { return text.starts_with(quote); });
}
bool has_curly(std::string_view text) {
    for (; !text.empty(); text.remove_prefix(1))
        if (starts_curly(text)) return true;
    return false;
}
bool is_of_number(char c) {
    return is_digit(c) || c == '.' || c == '+' || c == '-';
}

}  // namespace

RuleWords::RuleWords(std::string_view text, const std::string& name) : text_(text), name_(name) {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;  // the byte order mark that some editors write
    next_ = read();
}

void RuleWords::fail(std::uint32_t line, const std::string& problem, const std::string& mend) const {
    throw Error(problem, name_ + ":" + std::to_string(line), mend);
}

RuleWord RuleWords::take() {
    RuleWord word = next_;
    next_ = read();
    if (word.kind == RuleWord::Kind::comma)
        while (next_.kind == RuleWord::Kind::end_of_line) next_ = read();
    return word;
}

void RuleWords::skip_blanks_and_comment() {
    while (at_ < text_.size() && is_space_or_tab(text_[at_])) ++at_;
    if (at_ < text_.size() && text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size());
}

void RuleWords::refuse_curly_quote() const {
    if (starts_curly(text_.substr(at_)))
        fail(line_, "there is a curly quote", "write names of parts in straight quotes, as in \"screw *\"");
}

RuleWord RuleWords::read() {
    using enum RuleWord::Kind;
    skip_blanks_and_comment();
    if (at_ >= text_.size()) return {end, {}, line_};
    const std::size_t begin = at_;
    const char c = text_[at_];
    const auto of_kind = [&](RuleWord::Kind kind) {
        return RuleWord{kind, text_.substr(begin, at_ - begin), line_};
    };
    if (c == '"') return read_quoted();
    refuse_curly_quote();
    ++at_;
    if (c == '\n') return {end_of_line, {}, line_++};
    if (c == '=') return of_kind(equals);
    if (c == ',') return of_kind(comma);
    if (is_letter(c)) {
        while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '-')) {
            refuse_curly_quote();
            ++at_;
        }
        return of_kind(word);
    }
    if (is_of_number(c)) {
        // 1e-3 is a number, and 1em is 1 of an unknown unit.
        const auto exponent_follows = [&] {
            const std::size_t digit = at_ + 1 < text_.size() && !is_digit(text_[at_ + 1]) ? at_ + 2 : at_ + 1;
            return (text_[at_] == 'e' || text_[at_] == 'E') && digit < text_.size() &&
                   is_digit(text_[digit]) &&
                   (digit == at_ + 1 || text_[at_ + 1] == '+' || text_[at_ + 1] == '-');
        };
        while (at_ < text_.size() && (is_of_number(text_[at_]) || exponent_follows())) ++at_;
        return of_kind(number);
    }
    const auto code = static_cast<unsigned char>(c);
    fail(line_,
         code < 0x20 || code == 0x7f ? "there is a character that cannot be seen"
                                     : std::string("a '") + c + "' has no meaning here",
         "write names of parts in quotes, as in \"screw *\"");
}

RuleWord RuleWords::read_quoted() {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n')
        at_ += text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n' ? 2 : 1;
    if (at_ >= text_.size() || text_[at_] != '"')
        fail(line_,
             has_curly(text_.substr(begin, at_ - begin))
                 ? "a quote does not end, for the one behind it is curly"
                 : "a quote does not end",
             "put a \" behind the name; one that is part of a name is written \\\"");
    RuleWord word{RuleWord::Kind::quoted, text_.substr(begin, at_ - begin), line_};
    ++at_;
    return word;
}

std::string_view RuleWords::between(const RuleWord& first, const RuleWord& last) {
    const char* const end =
        last.text.data() + last.text.size() + (last.kind == RuleWord::Kind::quoted ? 1 : 0);
    return {first.text.data(), static_cast<std::size_t>(end - first.text.data())};
}

}  // namespace graze::inline v1::detail
