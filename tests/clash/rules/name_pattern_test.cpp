#include "graze/clash/rules/detail/name_pattern.h"

#include <gtest/gtest.h>

#include <string>

#include "graze/base/random.h"

namespace graze::test {
namespace {

bool matches(const std::string& pattern, const std::string& path) {
    return detail::NamePattern(pattern).matches(path);
}

TEST(NamePattern, without_a_slash_is_about_the_last_name) {
    EXPECT_TRUE(matches("screw 1", "screw 1"));
    EXPECT_TRUE(matches("screw 1", "m/gear/screw 1"));
    EXPECT_FALSE(matches("gear", "m/gear/screw 1"));
    EXPECT_FALSE(matches("screw", "m/screw 1"));
    EXPECT_FALSE(matches("Screw 1", "m/screw 1"));
}

TEST(NamePattern, with_a_slash_is_about_the_whole_path) {
    EXPECT_TRUE(matches("m/screw", "m/screw"));
    EXPECT_FALSE(matches("gear/screw", "m/gear/screw"));
    EXPECT_TRUE(matches("*/gear/screw", "m/gear/screw"));
    EXPECT_FALSE(matches("*/screw", "m/gear/screw"));
}

TEST(NamePattern, has_stars_for_characters_of_one_name) {
    EXPECT_TRUE(matches("s*w *", "m/screw 1"));
    EXPECT_TRUE(matches("*", "m/screw 1"));
    EXPECT_TRUE(matches("screw*", "m/screw"));
    EXPECT_TRUE(matches("*a*b*c", "xaybzabc"));
    EXPECT_FALSE(matches("*a*b*c", "xaybzab"));
    EXPECT_FALSE(matches("m*screw", "m/screw"));
}

TEST(NamePattern, has_double_stars_for_any_names) {
    EXPECT_TRUE(matches("**/screw *", "screw 1"));
    EXPECT_TRUE(matches("**/screw *", "m/gear/screw 1"));
    EXPECT_FALSE(matches("**/screw *", "m/gear/screw 1/head"));
    EXPECT_TRUE(matches("**/gear/screw *", "m/n/gear/screw 1"));
    EXPECT_TRUE(matches("**/gear/screw *", "gear/screw 1"));
    EXPECT_FALSE(matches("**/gear/screw *", "m/big gear/screw 1"));
    EXPECT_TRUE(matches("m/**/screw", "m/screw"));
    EXPECT_TRUE(matches("m/**/screw", "m/a/b/screw"));
    EXPECT_FALSE(matches("m/**/screw", "m/a/b/unscrew"));
    EXPECT_TRUE(matches("m/**", "m/a/b"));
    EXPECT_FALSE(matches("m/**", "m"));
    EXPECT_TRUE(matches("m/a**z", "m/a/b/z"));
    EXPECT_TRUE(matches("m/**/x*/y", "m/x1/k/x2/y"));
    EXPECT_TRUE(matches("**", "m/a"));
}

TEST(NamePattern, takes_what_tables_leave_out_for_anything) {
    EXPECT_TRUE(matches("…/gear/screw 1", "m/n/gear/screw 1"));
    EXPECT_TRUE(matches("…/gear/screw 1", "gear/screw 1"));
    EXPECT_FALSE(matches("…/gear/screw 1", "m/big gear/screw 1"));
    EXPECT_TRUE(matches("m/…/screw 1", "m/a/b/screw 1"));
    EXPECT_FALSE(matches("m/…/screw 1", "n/a/b/screw 1"));
    EXPECT_TRUE(matches("Basic W…:138584", "house/Level 1/Basic Wall:Interior:138584"));
    EXPECT_FALSE(matches("Basic W…:138584", "house/Level 1/Basic Wall:Interior:138585"));
    EXPECT_FALSE(matches("gear…screw", "gear/screw"));
    EXPECT_TRUE(matches("wait … please", "m/wait … please"));
}

TEST(NamePattern, with_a_slash_at_its_start_is_about_the_whole_path) {
    EXPECT_TRUE(matches("/screw", "screw"));
    EXPECT_FALSE(matches("/screw", "m/screw"));
    EXPECT_TRUE(matches("/m/screw", "m/screw"));
}

TEST(NamePattern, has_question_marks_for_one_character_of_any_script) {
    EXPECT_TRUE(matches("screw ?", "screw 1"));
    EXPECT_FALSE(matches("screw ?", "screw 12"));
    EXPECT_FALSE(matches("screw ?", "screw "));
    EXPECT_TRUE(matches("?", "\u6b6f"));
    EXPECT_TRUE(matches("W?lz", "W\u00e4lz"));
    EXPECT_FALSE(matches("m?x", "m/x"));
    EXPECT_TRUE(matches("?", "\xff"));  // not UTF-8
}

TEST(NamePattern, takes_characters_with_a_backslash_as_they_are) {
    EXPECT_TRUE(matches(R"(5\*3)", "5*3"));
    EXPECT_FALSE(matches(R"(5\*3)", "5x3"));
    EXPECT_TRUE(matches(R"(\?\")", "?\""));
    EXPECT_TRUE(matches(R"(a\b)", R"(a\b)"));
}

TEST(NamePattern, takes_slashes_of_names_for_characters) {
    EXPECT_TRUE(matches(R"(1\/2 *)", R"(m/1\/2 in)"));
    EXPECT_TRUE(matches("1*in", R"(m/1\/2 in)"));
    EXPECT_TRUE(matches("1?2 in", R"(m/1\/2 in)"));
    EXPECT_FALSE(matches("2 in", R"(m/1\/2 in)"));
    EXPECT_TRUE(matches("x", R"(m\\/x)"));  // the backslash is the name's, the slash is not
}

// Tries all ways.
bool matches_slowly(std::string_view pattern, std::string_view text, bool name_begins = true) {
    if (pattern.empty()) return text.empty();
    if (name_begins && pattern.starts_with("**/")) {
        if (matches_slowly(pattern.substr(3), text)) return true;
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '/' && matches_slowly(pattern.substr(3), text.substr(i + 1))) return true;
        return false;
    }
    if (pattern.front() == '*') {
        const std::size_t stars = std::min(pattern.find_first_not_of('*'), pattern.size());
        for (std::size_t i = 0;; ++i) {
            if (matches_slowly(pattern.substr(stars), text.substr(i), false)) return true;
            if (i == text.size() || (stars == 1 && text[i] == '/')) return false;
        }
    }
    if (text.empty()) return false;
    if (pattern.front() == '?' ? text.front() == '/' : text.front() != pattern.front()) return false;
    return matches_slowly(pattern.substr(1), text.substr(1), pattern.front() == '/');
}

TEST(NamePattern, agrees_with_trying_all_ways) {
    Random random(1);
    const auto word = [&](const std::string& letters, std::size_t longest) {
        std::string result;
        for (std::size_t n = random.below(longest + 1); result.size() < n;)
            result += letters[random.below(letters.size())];
        return result;
    };
    std::size_t matching = 0;
    for (int i = 0; i < 200'000; ++i) {
        const std::string slash = "/", pattern = slash + word("ab//***?", 9), path = slash + word("aab/", 9);
        const bool expected = matches_slowly(pattern, path);
        matching += expected ? 1 : 0;
        ASSERT_EQ(matches(pattern, path), expected) << pattern << " and " << path;
    }
    EXPECT_GT(matching, 5'000u);
}

}  // namespace
}  // namespace graze::test
