#include "graze/clash/files/detail/json_reader.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <vector>

#include "graze/base/detail/quote.h"
#include "graze/base/detail/utf8.h"
#include "graze/base/error.h"

namespace graze::inline v1::detail {
namespace {

void append_utf8(std::string& text, std::uint32_t code) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xc0U | code >> 6U);
        add(0x80U | (code & 0x3fU));
    } else if (code < 0x10000) {
        add(0xe0U | code >> 12U);
        add(0x80U | (code >> 6U & 0x3fU));
        add(0x80U | (code & 0x3fU));
    } else {
        add(0xf0U | code >> 18U);
        add(0x80U | (code >> 12U & 0x3fU));
        add(0x80U | (code >> 6U & 0x3fU));
        add(0x80U | (code & 0x3fU));
    }
}

bool is_high_surrogate(std::uint32_t code) {
    return code >= 0xd800 && code < 0xdc00;
}
bool is_low_surrogate(std::uint32_t code) {
    return code >= 0xdc00 && code < 0xe000;
}

bool is_json_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_of_a_number(char c) {
    return is_json_digit(c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

}  // namespace

void JsonReader::fail(const std::string& problem) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    throw Error(problem, "line " + std::to_string(line), "give a file that graze clash wrote");
}

void JsonReader::fail_value(const std::string& wanted) const {
    if (at_ >= text_.size()) fail("the file ends too early");
    fail(key_.empty() ? "has to begin with " + wanted
                      : "'" + detail::shortened(key_) + "' has to be " + wanted);
}

char JsonReader::peek() {
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (c != ' ' && c != '\n' && c != '\t' && c != '\r') return c;
        ++at_;
    }
    return 0;
}

bool JsonReader::take(char c) {
    if (peek() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
}

void JsonReader::expect(char c) {
    if (take(c)) return;
    if (at_ >= text_.size()) fail("the file ends too early");
    fail(std::string("there should be a '") + c + "'");
}

bool JsonReader::take_word(std::string_view word) {
    peek();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
}

bool JsonReader::take_null() {
    return take_word("null");
}

bool JsonReader::boolean() {
    if (take_word("true")) return true;
    if (!take_word("false")) fail_value("true or false");
    return false;
}

// As JSON writes numbers: without a leading zero or '+', with digits on both sides of a point. Empty if the
// next value is not such a number.
std::string_view JsonReader::number_text() {
    peek();
    std::size_t end = at_;
    const auto take_one_of = [&](char c, char d) {
        if (end == text_.size() || (text_[end] != c && text_[end] != d)) return false;
        ++end;
        return true;
    };
    const auto take_digits = [&] {
        const std::size_t first = end;
        while (end < text_.size() && is_json_digit(text_[end])) ++end;
        return end > first;
    };
    take_one_of('-', '-');
    if (!take_one_of('0', '0') && !take_digits()) return {};
    if (take_one_of('.', '.') && !take_digits()) return {};
    if (take_one_of('e', 'E')) {
        take_one_of('+', '-');
        if (!take_digits()) return {};
    }
    if (end < text_.size() && is_of_a_number(text_[end])) return {};
    return text_.substr(at_, end - at_);
}

double JsonReader::number() {
    const std::string_view digits = number_text();
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
        fail_value("a finite number");
    at_ += digits.size();
    return value;
}

std::uint64_t JsonReader::count() {
    const std::string_view digits = number_text();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
        fail_value("a whole number that is not negative");
    at_ += digits.size();
    return value;
}

std::string JsonReader::string() {
    if (peek() != '"') fail_value("a text");
    expect('"');
    std::string result;
    while (true) {
        const std::string_view plain = plain_text();
        result += plain;
        at_ += plain.size();
        if (at_ == text_.size() || text_[at_] == '\n') fail("a text does not end");
        const char stop = text_[at_++];
        if (stop == '"') return result;
        if (stop != '\\') fail("a text has a control character, which has to be an escape");
        append_escape(result);
    }
}

// The characters up to the next escape, the end of the text, or a control character.
std::string_view JsonReader::plain_text() const {
    std::size_t end = at_;
    unsigned all = 0;
    for (; end < text_.size(); ++end) {
        const auto c = static_cast<unsigned char>(text_[end]);
        if (c == '"' || c == '\\' || c < 0x20U) break;
        all |= c;
    }
    const std::string_view plain = text_.substr(at_, end - at_);
    if (all >= 0x80U && !is_utf8(plain)) fail("a text has bytes that are not UTF-8");
    return plain;
}

std::string JsonReader::key() {
    if (peek() != '"' && at_ < text_.size()) fail("there should be a key");
    std::string name = string();
    expect(':');
    return name;
}

void JsonReader::append_escape(std::string& result) {
    if (at_ >= text_.size()) fail("a text does not end");
    const char c = text_[at_++];
    constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    if (const std::size_t i = letters.find(c); i != std::string_view::npos) {
        result += meant[i];
        return;
    }
    if (c != 'u') fail("a text has an unknown escape");
    std::uint32_t code = hex_digits();
    if (is_high_surrogate(code)) {
        std::uint32_t low = 0;
        if (text_.substr(at_, 2) == "\\u") {
            at_ += 2;
            low = hex_digits();
        }
        if (!is_low_surrogate(low)) fail("a text has half a character");
        code = 0x10000 + ((code - 0xd800) << 10U) + (low - 0xdc00);
    } else if (is_low_surrogate(code)) {
        fail("a text has half a character");
    }
    append_utf8(result, code);
}

std::uint32_t JsonReader::hex_digits() {
    const std::string_view digits = text_.substr(at_, 4);
    std::uint32_t code = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (digits.size() < 4 || error != std::errc() || end != digits.data() + 4)
        fail("a text has an unknown escape");
    at_ += 4;
    return code;
}

// Brackets are kept on a list, not on the stack: files may nest to any depth.
void JsonReader::skip() {
    std::vector<char> open;  // the brackets that close what is open
    do {
        if (!open.empty() && open.back() == '}') key();
        const char c = peek();
        if (c == '{' || c == '[') {
            expect(c);
            const char close = c == '{' ? '}' : ']';
            if (!take(close)) {
                open.push_back(close);
                continue;
            }
        } else {
            skip_scalar(c);
        }
        while (!open.empty() && !take(',')) {
            expect(open.back());
            open.pop_back();
        }
    } while (!open.empty());
}

void JsonReader::skip_scalar(char c) {
    if (c == '"') {
        string();
        return;
    }
    if (take_null() || take_word("true") || take_word("false")) return;
    const std::string_view number = number_text();
    if (at_ >= text_.size()) fail("the file ends too early");
    if (number.empty()) fail("a value is not written as in JSON");
    at_ += number.size();
}

void JsonReader::end() {
    peek();
    if (at_ < text_.size()) fail("there is more after the end");
}

}  // namespace graze::inline v1::detail
