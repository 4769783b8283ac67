// Writes JSON piece by piece, the same bytes for the same values.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace graze::inline v1::detail {

class JsonText {
  public:
    using Send = std::function<void(std::string_view)>;
    explicit JsonText(Send send) : send_(std::move(send)) {}

    void begin(char bracket) {  // '{' or '['
        text_ += bracket;
        first_ = true;
    }
    void end(char bracket) {
        text_ += bracket;
        first_ = false;
    }
    // Before a value in an array; before a value in an object, with its name.
    void next() {
        if (!first_) text_ += ", ";
        first_ = false;
    }
    void key(std::string_view name) {
        next();
        write_key(name);
    }
    // The same on lines of their own.
    void next_line(std::size_t indent);
    void key_line(std::string_view name, std::size_t indent) {
        next_line(indent);
        write_key(name);
    }
    void end_line(char bracket, std::size_t indent);  // the bracket on a line of its own if there was a value

    void string(std::string_view value);  // bytes that are not UTF-8 become U+FFFD
    void number(double value);            // null if the value is not finite
    void count(std::uint64_t value);
    void boolean(bool value) { text_ += value ? "true" : "false"; }
    void null() { text_ += "null"; }
    void finish();  // adds a line break at the end and sends everything

  private:
    void write_key(std::string_view name);
    void send_if_much();

    Send send_;
    std::string text_;
    bool first_ = true;
};

}  // namespace graze::inline v1::detail
