#include "graze/clash/rules/detail/name_pattern.h"

#include <algorithm>
#include <utility>

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t nowhere = std::string_view::npos;

// The number of bytes of the character at `at`: in UTF-8, and with the "\" before it if there is one.
std::size_t character_length(std::string_view text, std::size_t at) {
    if (text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '\\')) return 2;
    std::size_t end = at + 1;
    if ((static_cast<unsigned char>(text[at]) & 0xc0U) == 0xc0U)
        while (end < text.size() && end < at + 4 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U)
            ++end;
    return end - at;
}

// The position behind the next "/" that is not part of a name.
std::size_t next_name(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        const std::size_t length = character_length(text, at);
        if (length == 1 && text[at] == '/') return at + 1;
        at += length;
    }
    return nowhere;
}

}  // namespace

std::size_t last_separator(std::string_view path) {
    std::size_t result = nowhere;
    for (std::size_t at = 0; (at = next_name(path, at)) != nowhere;) result = at - 1;
    return result;
}

NamePattern::NamePattern(std::string_view pattern) {
    const auto add_text = [&](std::string_view text) {
        if (tokens_.empty() || tokens_.back().kind != Kind::text) tokens_.push_back({Kind::text, {}});
        tokens_.back().text += text;
    };
    bool name_begins = true;
    if (pattern.starts_with('/')) {
        from_the_start_ = true;
        name_only_ = false;
        pattern.remove_prefix(1);
    }
    for (std::size_t at = 0; at < pattern.size();) {
        const std::string_view rest = pattern.substr(at);
        const bool was_at_begin = std::exchange(name_begins, false);
        if (rest.size() > 1 && rest[0] == '\\' && std::string_view("*?\"").find(rest[1]) != nowhere) {
            add_text(rest.substr(1, 1));
            at += 2;
        } else if (was_at_begin && (rest.starts_with("**/") || rest.starts_with("…/"))) {
            tokens_.push_back({Kind::any_names, {}});
            name_only_ = false;
            name_begins = true;
            at += rest.find('/') + 1;
        } else if (rest.starts_with("…")) {
            tokens_.push_back({Kind::any_in_name, {}});
            at += std::string_view("…").size();
        } else if (rest[0] == '*') {
            const std::size_t stars = std::min(rest.find_first_not_of('*'), rest.size());
            tokens_.push_back({stars == 1 ? Kind::any_in_name : Kind::any, {}});
            at += stars;
        } else if (rest[0] == '?') {
            tokens_.push_back({Kind::any_character, {}});
            ++at;
        } else {
            const std::size_t length = character_length(rest, 0);
            add_text(rest.substr(0, length));
            if (length == 1 && rest[0] == '/') {
                name_only_ = false;
                name_begins = true;
            }
            at += length;
        }
    }
    // "**/screw *" also depends on last names only, and these are faster to compare.
    const auto about_one_name = [](const Token& t) {
        return t.kind != Kind::any && t.kind != Kind::any_names &&
               (t.kind != Kind::text || last_separator(t.text) == nowhere);
    };
    if (!tokens_.empty() && tokens_[0].kind == Kind::any_names &&
        std::all_of(tokens_.begin() + 1, tokens_.end(), about_one_name)) {
        tokens_.erase(tokens_.begin());
        name_only_ = true;
    }
    for (std::size_t i = 1; i < tokens_.size(); ++i)
        if (tokens_[i].text.size() > tokens_[longest_text_].text.size()) longest_text_ = i;
}

// A fast rejection: most names do not match most patterns.
bool NamePattern::could_match(std::string_view text) const {
    if (tokens_.empty()) return text.empty();
    const Token &first = tokens_.front(), &last = tokens_.back();
    if (first.kind == Kind::text && !text.starts_with(first.text)) return false;
    if (last.kind == Kind::text && !text.ends_with(last.text)) return false;
    const std::string& longest = tokens_[longest_text_].text;
    return longest.empty() || text.find(longest) != nowhere;
}

bool NamePattern::matches(std::string_view path) const {
    const std::size_t slash = last_separator(path);
    return matches(path, slash == nowhere ? path : path.substr(slash + 1));
}

// Matches as far as possible. At a mismatch the last `*` takes one more character, and if it may not, the
// last `**` does. Earlier wild cards need not: the text between two of them was found as early as possible.
bool NamePattern::matches_text(std::string_view text) const {
    struct Resume {
        // The token after the wild card, and the position from which it is tried.
        std::size_t token = nowhere, at = 0;
    } in_name, across;
    std::size_t token = 0, at = 0;
    const auto go_on = [&](Resume& resume, std::size_t from) {
        resume.at = from;
        token = resume.token;
        at = from;
        return true;
    };
    const auto give_way = [&] {
        if (in_name.token != nowhere && in_name.at < text.size()) {
            const std::size_t length = character_length(text, in_name.at);
            if (length > 1 || text[in_name.at] != '/') return go_on(in_name, in_name.at + length);
        }
        in_name.token = nowhere;
        if (across.token == nowhere || across.at >= text.size()) return false;
        const std::size_t from = tokens_[across.token - 1].kind == Kind::any
                                     ? across.at + character_length(text, across.at)
                                     : next_name(text, across.at);
        return from != nowhere && go_on(across, from);
    };
    while (true) {
        if (token == tokens_.size()) {
            if (at == text.size()) return true;
            if (!give_way()) return false;
            continue;
        }
        const Token& t = tokens_[token];
        bool fits = true;
        switch (t.kind) {
            case Kind::text:
                fits = text.substr(at).starts_with(t.text);
                at += fits ? t.text.size() : 0;
                break;
            case Kind::any_character: {
                const std::size_t length = at < text.size() ? character_length(text, at) : 0;
                fits = length > 1 || (length == 1 && text[at] != '/');
                at += fits ? length : 0;
                break;
            }
            case Kind::any_in_name:
                in_name = {token + 1, at};
                break;
            case Kind::any:
            case Kind::any_names:
                across = {token + 1, at};
                in_name = {};
                break;
        }
        if (fits)
            ++token;
        else if (!give_way())
            return false;
    }
}

}  // namespace graze::inline v1::detail
