// Patterns for paths: "gear*/shaft ?".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graze::inline v1::detail {

// The last "/" of a path that is not part of a name; npos if there is none.
std::size_t last_separator(std::string_view path);

// `*` stands for any characters of one name, `?` for one of them, `**` for any characters of any names, and a
// name that is just `**` for any number of names, none included. `\*`, `\?` and `\"` are those characters;
// all other characters stand for themselves. "…" is what tables put where they leave something out: alone it
// is `**`, in a name `*`. A pattern with a "/" is matched with a whole path, a pattern
// without with the last name of the path; a "/" at its start says no more than that.
class NamePattern {
  public:
    explicit NamePattern(std::string_view pattern);

    bool matches(std::string_view path) const;
    // For callers that have split the path already: `name` is its last name.
    bool matches(std::string_view path, std::string_view name) const {
        std::string_view text = name_only_ ? name : path;
        if (from_the_start_ && text.starts_with('/')) text.remove_prefix(1);
        return could_match(text) && matches_text(text);
    }

  private:
    enum class Kind : std::uint8_t { text, any_character, any_in_name, any, any_names };
    struct Token {
        Kind kind;
        std::string text;
    };
    bool could_match(std::string_view text) const;
    bool matches_text(std::string_view text) const;

    std::vector<Token> tokens_;
    std::size_t longest_text_ = 0;  // the token
    bool name_only_ = true;
    bool from_the_start_ = false;  // a "/" at the start was left out
};

}  // namespace graze::inline v1::detail
