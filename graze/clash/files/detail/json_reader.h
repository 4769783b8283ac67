// Reads JSON of a known form in one pass, without a tree of values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace graze::inline v1::detail {

// A key of an object, and the function that reads its value.
template <typename Read>
struct JsonField {
    std::string_view name;
    Read read;
    bool optional = false;
    bool seen = false;
};
template <typename Read>
JsonField<Read> field(std::string_view name, Read read) {
    return {name, std::move(read)};
}
template <typename Read>
JsonField<Read> optional_field(std::string_view name, Read read) {
    return {name, std::move(read), true};
}

// Every function reads the named kind of value, or throws Error with the line. Strict: what is not JSON in
// UTF-8 (RFC 8259) is refused wherever it stands.
class JsonReader {
  public:
    explicit JsonReader(std::string_view text) : text_(text) {}

    // The fields in any order, each once. Skips other fields.
    template <typename... Read>
    void object(JsonField<Read>... fields);
    template <typename ReadItem>
    void array(ReadItem&& read_item);

    bool take_null();  // skips a null if it comes next
    std::string string();
    double number();
    std::uint64_t count();
    bool boolean();
    void skip();  // any value, which must be JSON all the same
    void end();   // checks that only blanks follow

    [[noreturn]] void fail(const std::string& problem) const;

  private:
    char peek();  // the next character after blanks; 0 at the end
    bool take(char c);
    void expect(char c);
    bool take_word(std::string_view word);
    [[noreturn]] void fail_value(const std::string& wanted) const;
    std::string_view number_text();
    std::string_view plain_text() const;
    std::string key();  // and the colon after it
    void skip_scalar(char c);
    void append_escape(std::string& result);
    std::uint32_t hex_digits();

    std::string_view text_;
    std::size_t at_ = 0;
    std::string_view key_;  // of the current value, for errors
};

template <typename... Read>
void JsonReader::object(JsonField<Read>... fields) {
    if (peek() != '{') fail_value("an object");
    expect('{');
    const auto offer = [this](std::string_view name, auto& one) {
        if (name != one.name) return false;
        if (one.seen) fail("'" + std::string(name) + "' is there twice");
        one.seen = true;
        key_ = one.name;
        one.read();
        return true;
    };
    if (!take('}')) {
        do {
            const std::string name = key();
            if (!(offer(name, fields) || ...)) skip();
        } while (take(','));
        expect('}');
    }
    const auto require = [this](const auto& one) {
        if (!one.seen && !one.optional) fail("'" + std::string(one.name) + "' is missing");
    };
    (require(fields), ...);
}

template <typename ReadItem>
void JsonReader::array(ReadItem&& read_item) {
    if (peek() != '[') fail_value("a list");
    expect('[');
    if (take(']')) return;
    do read_item();
    while (take(','));
    expect(']');
}

}  // namespace graze::inline v1::detail
