#include "text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace graze::app {
namespace {

struct Decoded {
    char32_t code_point = 0;
    std::size_t length = 0;  // 0: no UTF-8 here
};

// The character at the start of `text`, which is not empty. Refuses overlong forms, surrogates and what is
// beyond U+10FFFF (RFC 3629, section 3).
Decoded decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
    char32_t c = lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return {};
        c = (c << 6U) | (byte(i) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    if (c < least[length] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return {};
    return {c, length};
}

bool steers_a_terminal(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

std::string escaped(char32_t c) {
    if (c == '\n') return "\\n";
    if (c == '\t') return "\\t";
    if (c == '\r') return "\\r";
    const auto value = static_cast<unsigned>(c);
    return value < 0x80 ? fmt::format("\\x{:02x}", value) : fmt::format("\\u{:04x}", value);
}

struct Range {
    char32_t first, last;
};

// The blocks that matter of Unicode 15's EastAsianWidth.txt and of its categories Mn and Me.
constexpr std::array<Range, 13> wide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0x33FF},
                                      {0x3400, 0x4DBF},
                                      {0x4E00, 0x9FFF},
                                      {0xA000, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE4F},
                                      {0xFF00, 0xFF60},
                                      {0xFFE0, 0xFFE6},
                                      {0x1F300, 0x1F9FF},
                                      {0x20000, 0x3FFFD}}};
constexpr std::array<Range, 5> without_width{
    {{0x300, 0x36F}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}}};

bool is_in(char32_t c, std::span<const Range> ranges) {
    return std::ranges::any_of(ranges, [c](const Range& r) { return r.first <= c && c <= r.last; });
}

constexpr std::size_t shortest_name = 5, shortest_last_name = 10;  // columns of one that lost its middle

// The names of a path as it has them, a "/" that is part of a name with the "\" before it.
std::vector<std::string_view> names_of(std::string_view path) {
    std::vector<std::string_view> names;
    std::size_t start = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] == '\\') {
            ++i;
        } else if (path[i] == '/') {
            names.push_back(path.substr(start, i - start));
            start = i + 1;
        }
    }
    names.push_back(path.substr(start));
    return names;
}

// The end tells instances apart, and so it gets the smaller, but certain half.
std::string without_middle(std::string_view name, std::size_t width) {
    if (display_width(name) <= width) return std::string(name);
    const std::size_t tail = (width - 1) * 2 / 5;
    std::size_t head_end = 0, tail_start = name.size();
    const auto is_inside_character = [&](std::size_t i) {
        return i < name.size() && (static_cast<unsigned char>(name[i]) & 0xC0U) == 0x80U;
    };
    while (true) {
        std::size_t next = head_end + 1;
        while (is_inside_character(next)) ++next;
        if (display_width(name.substr(0, next)) > width - 1 - tail) break;
        head_end = next;
    }
    while (true) {
        std::size_t next = tail_start - 1;
        while (is_inside_character(next)) --next;
        if (display_width(name.substr(next)) > tail) break;
        tail_start = next;
    }
    while (head_end > 0 && name[head_end - 1] == '\\') --head_end;
    return std::string(name.substr(0, head_end)).append("…").append(name.substr(tail_start));
}

// Insertions, deletions, replacements and swaps of neighbours (Damerau 1964, in the restricted form).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a.size()][b.size()];
}

}  // namespace

std::string with_thousands(std::uint64_t n) {
    const std::string digits = std::to_string(n);
    std::string grouped;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) grouped += ',';
        grouped += digits[i];
    }
    return grouped;
}

std::string count_of(std::uint64_t n, std::string_view singular, std::string_view plural) {
    const bool by_s = n != 1 && plural.empty();
    return fmt::format("{} {}{}", with_thousands(n), n == 1 || by_s ? singular : plural, by_s ? "s" : "");
}

std::string number(double value) {
    return fmt::format("{:.9g}", value);
}

std::string printable(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const Decoded c = decode(text);
        if (c.length == 0) {
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
            text.remove_prefix(1);
            continue;
        }
        if (steers_a_terminal(c.code_point)) {
            result += escaped(c.code_point);
        } else {
            result += text.substr(0, c.length);
        }
        text.remove_prefix(c.length);
    }
    return result;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const Decoded c = decode(text);
        if (!is_in(c.code_point, without_width)) width += is_in(c.code_point, wide) ? 2 : 1;
        text.remove_prefix(std::max<std::size_t>(c.length, 1));
    }
    return width;
}

std::string padded(std::string_view text, std::size_t width) {
    const std::size_t own = display_width(text);
    return std::string(text) + std::string(own < width ? width - own : 0, ' ');
}

std::string shortened_name(std::string_view path, std::size_t width) {
    if (display_width(path) <= width) return std::string(path);
    std::vector<std::string> names;
    for (const std::string_view name : names_of(path)) names.push_back(without_middle(name, width));
    std::string best;
    const auto fits = [&](std::size_t kept, std::size_t longest, std::size_t longest_last) {
        best = kept < names.size() ? "…" : "";
        for (std::size_t i = names.size() - kept; i < names.size(); ++i)
            best += (best.empty() ? "" : "/") +
                    without_middle(names[i], i + 1 < names.size() ? longest : longest_last);
        return display_width(best) <= width;
    };
    // The last name says what it is: those before it are shortened first, then all, and then left out.
    for (const std::size_t kept : {names.size(), std::min<std::size_t>(names.size(), 2), std::size_t{1}}) {
        for (std::size_t longest = width; longest >= shortest_name; --longest)
            if (fits(kept, longest, width)) return best;
        for (std::size_t longest = width; longest >= shortest_last_name; --longest)
            if (fits(kept, shortest_name, longest)) return best;
    }
    return best;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
    std::vector<std::string> lines(1);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
        if (!lines.back().empty()) lines.back() += ' ';
        lines.back() += word;
    }
    return lines;
}

std::string closest(std::string_view word, std::span<const std::string> candidates) {
    // Longer words are compared with nothing: no option is that long, and the comparison is quadratic.
    constexpr std::size_t longest = 40;
    if (word.size() > longest) return {};
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

}  // namespace graze::app
