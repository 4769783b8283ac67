#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <map>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "graze/base/detail/quote.h"
#include "graze/base/units.h"
#include "graze/clash/rules/detail/rule_set.h"
#include "graze/clash/rules/detail/rule_words.h"
#include "graze/clash/rules/detail/suggestion.h"
#include "graze/clash/rules/rules.h"

namespace graze::inline v1 {
namespace {

using detail::Rule;
using detail::RuleKind;
using detail::RuleSide;
using detail::RuleWord;
using Kind = detail::RuleWord::Kind;

constexpr std::array verbs{std::pair{"ignore", RuleKind::ignore}, std::pair{"check", RuleKind::check},
                           std::pair{"clearance", RuleKind::clearance}, std::pair{"allow", RuleKind::allow}};

std::string quoted(std::string_view text) {
    return std::string("'").append(detail::shortened(text)).append("'");
}

// The word as messages show it.
std::string shown(const RuleWord& word) {
    if (word.kind == Kind::end || word.kind == Kind::end_of_line) return "the end of the line";
    if (word.kind == Kind::quoted) return detail::excerpt(word.text);
    return quoted(word.text);
}

class Parser {
  public:
    Parser(std::string_view text, const std::string& name) : words_(text, name) {
        set_.name = name;
        set_.sides.push_back({true, {}});
    }

    detail::RuleSet parse() {
        while (words_.peek().kind != Kind::end) {
            if (words_.peek().kind == Kind::end_of_line)
                words_.take();
            else
                parse_line();
        }
        return std::move(set_);
    }

  private:
    void parse_line() {
        const RuleWord verb = words_.take();
        if (verb.kind == Kind::word) {
            if (verb.text == "group") return parse_group(verb);
            for (const auto& [name, kind] : verbs)
                if (verb.text == name) return parse_rule(verb, kind);
        }
        fail_unknown(verb, {"ignore", "check", "clearance", "allow", "group"},
                     "a line begins with ignore, check, clearance, allow or group");
    }

    void parse_group(const RuleWord& verb) {
        const RuleWord name = words_.take();
        if (name.kind != Kind::word)
            words_.fail(verb.line, "a group needs a name, and there is " + shown(name),
                        "write it as in: group fasteners = \"screw *\", \"nut *\"");
        if (is_reserved(name.text))
            words_.fail(name.line, quoted(name.text) + " is a word of the rules and cannot be a group",
                        "choose another name");
        if (const auto it = groups_.find(name.text); it != groups_.end())
            words_.fail(name.line, "there is a group " + quoted(name.text) + " already",
                        "see line " + std::to_string(it->second.line));
        if (words_.take().kind != Kind::equals)
            words_.fail(name.line, "after 'group " + std::string(name.text) + "' there should be a '='",
                        "write it as in: group fasteners = \"screw *\", \"nut *\"");
        RuleSide side;
        do {
            const RuleWord item = words_.peek();
            add(side, set_.sides[parse_side()]);
            if (item.kind == Kind::quoted)
                set_.in_groups.push_back({std::string(name.text), item.line, pattern_numbers_.at(item.text)});
        } while (take_comma());
        std::ranges::sort(side.patterns);
        const auto repeated = std::ranges::unique(side.patterns);
        side.patterns.erase(repeated.begin(), repeated.end());
        expect_end_of_line();
        groups_.emplace(name.text, Group{add_side(std::move(side)), name.line});
    }

    void parse_rule(const RuleWord& verb, RuleKind kind) {
        last_ = verb;
        Rule rule;
        rule.kind = kind;
        rule.line = verb.line;
        if (kind == RuleKind::clearance || kind == RuleKind::allow) rule.length = parse_length(verb);
        if (next_is_condition()) {
            rule.first = rule.second = everything;
        } else {
            rule.first = parse_side();
            if (words_.peek().kind == Kind::word && words_.peek().text == "with") take();
            rule.second = parse_side();
        }
        while (next_is_condition()) parse_condition(rule);
        expect_end_of_line();
        rule.text = detail::RuleWords::between(verb, last_);
        set_.rules.push_back(std::move(rule));
    }

    detail::RuleLength parse_length(const RuleWord& verb) {
        const RuleWord number = take();
        const std::string mend =
            "write it as in: " + std::string(verb.text) + " 0.5mm \"shaft*\" \"housing*\"";
        if (number.kind != Kind::number)
            words_.fail(verb.line, quoted(verb.text) + " needs a length, and there is " + shown(number),
                        mend);
        detail::RuleLength length;
        const char* const end = number.text.data() + number.text.size();
        const auto [stop, error] = std::from_chars(number.text.data(), end, length.value);
        constexpr double longest = 1e100;
        if (error != std::errc() || stop != end || !(length.value >= 0 && length.value <= longest))
            words_.fail(number.line, quoted(number.text) + " is not a length from 0 to 1e100", mend);
        const RuleWord next = words_.peek();
        if (next.kind == Kind::comma && next.text.data() == end)
            words_.fail(number.line, "a length has a comma",
                        "write decimals with a point, as in " + std::string(verb.text) + " 0.2mm");
        if (next.kind != Kind::word || !could_be_unit(next, number)) return length;
        for (const LengthUnit& unit : length_units())
            if (unit.symbol == next.text) length.metres = unit.metres;
        if (!length.metres)
            fail_unknown(next, {"mm", "cm", "m", "um", "in", "ft"}, "lengths are in mm, cm, m, um, in or ft",
                         "unit");
        take();
        return length;
    }

    // A word that follows the number without a blank, and any other word that cannot begin a side.
    bool could_be_unit(const RuleWord& word, const RuleWord& number) const {
        if (word.text.data() == number.text.data() + number.text.size()) return true;
        return word.text != "any" && word.text != "same" && word.text != "within" &&
               !groups_.contains(word.text);
    }

    bool next_is_condition() const {
        const RuleWord& next = words_.peek();
        return next.kind == Kind::word && (next.text == "same" || next.text == "within");
    }

    void parse_condition(Rule& rule) {
        const RuleWord condition = take();
        const RuleWord what = take();
        if (condition.text == "same") {
            if (what.kind == Kind::word && what.text == "parent")
                rule.same_parent = true;
            else if (what.kind == Kind::word && what.text == "mesh")
                rule.same_mesh = true;
            else
                fail_unknown(what, {"parent", "mesh"}, "after 'same' comes parent or mesh");
            return;
        }
        if (what.kind != Kind::quoted)
            words_.fail(condition.line, "after 'within' there is " + shown(what),
                        "write it as in: ignore within \"plant/unit *\"");
        rule.within.push_back(number_of(what, set_.ancestors, ancestor_numbers_));
    }

    std::uint32_t parse_side() {
        const RuleWord word = take();
        if (word.kind == Kind::quoted) return side_of_pattern(word);
        if (word.kind == Kind::word) {
            if (word.text == "any") return everything;
            if (const auto it = groups_.find(word.text); it != groups_.end()) return it->second.side;
            std::vector<std::string> known{"any", "with", "same", "within"};
            for (const auto& [name, group] : groups_) known.emplace_back(name);
            const std::string meant = detail::nearest_word(word.text, known);
            words_.fail(word.line, "there is no group " + quoted(word.text) + " up to here",
                        meant.empty() ? "write names of parts in quotes" : "did you mean '" + meant + "'?");
        }
        words_.fail(word.line,
                    "a name in quotes, a group or 'any' should follow, and there is " + shown(word),
                    "write it as in: ignore \"screw *\" \"nut *\"");
    }

    std::uint32_t number_of(const RuleWord& word, std::vector<detail::RulePattern>& patterns,
                            std::unordered_map<std::string_view, std::uint32_t>& numbers) {
        if (word.text.empty()) words_.fail(word.line, "a name in quotes is empty", "\"*\" is any name");
        const auto [it, is_new] = numbers.try_emplace(word.text, static_cast<std::uint32_t>(patterns.size()));
        if (is_new) patterns.push_back({std::string(word.text), detail::NamePattern(word.text)});
        return it->second;
    }

    std::uint32_t side_of_pattern(const RuleWord& word) {
        const std::uint32_t pattern = number_of(word, set_.patterns, pattern_numbers_);
        const auto [it, is_new] = side_of_pattern_.try_emplace(pattern, 0);
        if (is_new) it->second = add_side({false, {pattern}});
        return it->second;
    }
    std::uint32_t add_side(RuleSide&& side) {
        set_.sides.push_back(std::move(side));
        return static_cast<std::uint32_t>(set_.sides.size() - 1);
    }
    static void add(RuleSide& side, const RuleSide& more) {
        side.everything = side.everything || more.everything;
        side.patterns.insert(side.patterns.end(), more.patterns.begin(), more.patterns.end());
    }
    // A list continues in the next line after a comma; if a rule begins there, the comma is one too many.
    bool take_comma() {
        if (words_.peek().kind != Kind::comma) return false;
        const std::uint32_t line = take().line;
        const RuleWord& next = words_.peek();
        const bool is_rule = next.kind == Kind::word && next.line > line && is_reserved(next.text);
        if (next.kind == Kind::end || (is_rule && next.text != "any"))
            words_.fail(line, "nothing follows the last comma", "take it away, or add a name in quotes");
        return true;
    }

    void expect_end_of_line() {
        const RuleWord& next = words_.peek();
        if (next.kind == Kind::end || next.kind == Kind::end_of_line) return;
        if (next.kind == Kind::word)
            fail_unknown(next, {"same", "within", "with"},
                         "a rule ends here, unless 'same' or 'within' follows");
        words_.fail(next.line, "there is " + shown(next) + " after the end of the rule",
                    "write one rule in a line, about two sides");
    }

    static bool is_reserved(std::string_view word) {
        constexpr std::array words{"group", "ignore", "check",  "clearance", "allow", "any",
                                   "with",  "same",   "within", "parent",    "mesh"};
        return std::ranges::find(words, word) != words.end() || metres_per(word).has_value();
    }

    [[noreturn]] void fail_unknown(const RuleWord& word, std::initializer_list<std::string> known,
                                   const std::string& otherwise, const std::string& what = "word") const {
        if (word.kind != Kind::word) words_.fail(word.line, "there is " + shown(word), otherwise);
        const std::string meant = detail::nearest_word(word.text, known);
        words_.fail(word.line, "unknown " + what + " " + quoted(word.text),
                    meant.empty() ? otherwise : "did you mean '" + meant + "'?");
    }

    RuleWord take() { return last_ = words_.take(); }

    struct Group {
        std::uint32_t side = 0, line = 0;
    };
    static constexpr std::uint32_t everything = 0;

    detail::RuleWords words_;
    RuleWord last_;
    detail::RuleSet set_;
    std::map<std::string_view, Group> groups_;
    std::unordered_map<std::string_view, std::uint32_t> pattern_numbers_, ancestor_numbers_;
    std::unordered_map<std::uint32_t, std::uint32_t> side_of_pattern_;
};

}  // namespace

ClashRules parse_rules(std::string_view text, const std::string& name) {
    return ClashRules(std::make_shared<const detail::RuleSet>(Parser(text, name).parse()));
}

}  // namespace graze::inline v1
