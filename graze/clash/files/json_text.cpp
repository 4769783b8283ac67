#include "graze/clash/files/detail/json_text.h"

#include <array>
#include <charconv>
#include <cmath>

#include "graze/base/detail/json_text.h"

namespace graze::inline v1::detail {

void JsonText::next_line(std::size_t indent) {
    text_ += first_ ? "\n" : ",\n";
    text_.append(indent, ' ');
    first_ = false;
}

void JsonText::end_line(char bracket, std::size_t indent) {
    if (!first_) {
        text_ += '\n';
        text_.append(indent, ' ');
    }
    end(bracket);
}

void JsonText::write_key(std::string_view name) {
    text_ += '"';
    text_ += name;
    text_ += "\": ";
}

void JsonText::string(std::string_view value) {
    append_json(text_, value);
    send_if_much();
}

void JsonText::number(double value) {
    if (!std::isfinite(value)) {
        null();
        return;
    }
    append_json(text_, value);
    send_if_much();
}

void JsonText::count(std::uint64_t value) {
    std::array<char, 32> digits;
    text_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

void JsonText::finish() {
    text_ += '\n';
    send_(text_);
    text_.clear();
}

void JsonText::send_if_much() {
    constexpr std::size_t much = std::size_t{1} << 16;
    if (text_.size() < much) return;
    send_(text_);
    text_.clear();
}

}  // namespace graze::inline v1::detail
