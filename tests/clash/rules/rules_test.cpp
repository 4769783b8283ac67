#include "graze/clash/rules/rules.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/clash/clash.h"
#include "graze/mesh/generate.h"

namespace graze::test {
namespace {

// Parts of one mesh each, but those whose names end in "=" share one.
Assembly assembly_of(const std::vector<std::string>& paths, std::optional<double> metres_per_unit = 0.001) {
    Assembly assembly;
    assembly.metres_per_unit = metres_per_unit;
    const auto shared = std::make_shared<const Mesh>();
    for (const std::string& path : paths)
        assembly.parts.push_back(
            {path, path.ends_with('=') ? shared : std::make_shared<const Mesh>(), Pose()});
    return assembly;
}

RuledParts ruled(const std::string& rules, const Assembly& assembly, double clearance = 0) {
    return RuledParts(parse_rules(rules, "rules.txt"), assembly, clearance);
}

bool ignores(const std::string& rules, const std::string& a, const std::string& b) {
    const RuledParts parts = ruled(rules, assembly_of({a, b}));
    EXPECT_EQ(parts.terms(0, 1).ignored, parts.terms(1, 0).ignored);
    return parts.terms(0, 1).ignored;
}

std::string rules_error_of(const std::string& rules) {
    try {
        parse_rules(rules, "rules.txt");
    } catch (const Error& e) {
        return e.what();
    }
    return "no error";
}

TEST(Rules, that_are_none_leave_everything_as_it_is) {
    for (const ClashRules& rules :
         {ClashRules(), parse_rules("", "x"), parse_rules("\n # only words\r\n", "x")}) {
        const RuledParts parts(rules, assembly_of({"a", "b"}), 3);
        EXPECT_FALSE(parts.terms(0, 1).ignored);
        EXPECT_EQ(parts.terms(0, 1).clearance, 3);
        EXPECT_FALSE(parts.terms(0, 1).allowed_depth);
        EXPECT_EQ(parts.largest_clearance(1), 3);
        EXPECT_TRUE(parts.unused().empty());
    }
}

TEST(Rules, ignore_pairs_in_either_order) {
    const std::string rules = "ignore \"screw *\" \"nut *\"";
    EXPECT_TRUE(ignores(rules, "m/screw 1", "m/nut 7"));
    EXPECT_TRUE(ignores(rules, "m/nut 7", "m/screw 1"));
    EXPECT_FALSE(ignores(rules, "m/screw 1", "m/screw 2"));
    EXPECT_FALSE(ignores(rules, "m/screw 1", "m/Nut 7"));
    EXPECT_TRUE(ignores("ignore \"screw *\" with \"nut *\"", "m/screw 1", "m/nut 7"));
    EXPECT_TRUE(ignores("ignore \"screw *\" any", "m/housing", "m/screw 1"));
    EXPECT_FALSE(ignores("ignore \"screw *\" any", "m/housing", "m/cover"));
}

TEST(Rules, of_later_lines_win) {
    const Assembly assembly = assembly_of({"m/screw 1", "m/screw 2", "m/housing"});
    const RuledParts parts = ruled(
        "ignore any any\n"
        "check \"housing\" any\n"
        "clearance 2 any any\n"
        "clearance 0 \"screw *\" \"screw *\"\n"
        "allow 0.5mm \"screw *\" \"housing\"\n"
        "allow 1mm \"screw 1\" any\n"
        "allow 0 any \"screw 2\"",
        assembly, 7);
    EXPECT_TRUE(parts.terms(0, 1).ignored);
    EXPECT_FALSE(parts.terms(0, 2).ignored);
    EXPECT_EQ(parts.terms(0, 1).clearance, 0);
    EXPECT_EQ(parts.terms(0, 2).clearance, 2);
    EXPECT_EQ(parts.terms(0, 2).allowed_depth, 1);
    EXPECT_EQ(parts.terms(0, 2).allowed_by, 6u);
    EXPECT_FALSE(parts.terms(1, 2).allowed_depth);
}

TEST(Rules, know_groups_of_patterns_and_of_groups) {
    const std::string rules =
        "group nuts = \"nut *\"\n"
        "group fasteners = \"screw *\", nuts,   # goes on\n"
        "\n"
        "    \"washer *\"\n"
        "ignore fasteners fasteners\n";
    EXPECT_TRUE(ignores(rules, "m/screw 1", "m/nut 2"));
    EXPECT_TRUE(ignores(rules, "m/washer 1", "m/washer 2"));
    EXPECT_FALSE(ignores(rules, "m/washer 1", "m/shaft"));
}

TEST(Rules, know_parts_of_the_same_parent) {
    EXPECT_TRUE(ignores("ignore same parent", "m/motor/rotor", "m/motor/stator"));
    EXPECT_FALSE(ignores("ignore same parent", "m/motor/rotor", "m/gear/wheel"));
    EXPECT_FALSE(ignores("ignore same parent", "rotor", "stator"));
    EXPECT_TRUE(ignores("ignore \"rotor\" any same parent", "m/motor/rotor", "m/motor/stator"));
    EXPECT_FALSE(ignores("ignore \"wheel\" any same parent", "m/motor/rotor", "m/motor/stator"));
    EXPECT_FALSE(ignores("ignore same parent", "m/a\\/x", "m/a\\/y/z"));  // a "/" in a name is none
}

TEST(Rules, know_parts_within_one_ancestor) {
    const std::string rules = "ignore within \"plant/unit *\"";
    EXPECT_TRUE(ignores(rules, "plant/unit 1/motor/rotor", "plant/unit 1/frame"));
    EXPECT_FALSE(ignores(rules, "plant/unit 1/motor/rotor", "plant/unit 2/motor/rotor"));
    EXPECT_FALSE(ignores(rules, "plant/unit 1", "plant/unit 1/frame"));  // nothing is within itself
    EXPECT_TRUE(ignores("ignore within \"unit *\"", "plant/unit 1/frame", "plant/unit 1/motor/rotor"));
    EXPECT_TRUE(ignores("ignore within \"**\"", "plant/unit 1/frame", "plant/unit 2/frame"));
    EXPECT_FALSE(ignores("ignore within \"plant/unit *\" within \"motor\"", "plant/unit 1/motor/rotor",
                         "plant/unit 1/frame"));
}

TEST(Rules, know_instances_of_one_mesh) {
    EXPECT_TRUE(ignores("ignore same mesh", "ball 1=", "ball 2="));
    EXPECT_FALSE(ignores("ignore same mesh", "ball 1=", "ball 2"));
}

TEST(Rules, convert_lengths_to_the_unit_of_the_parts) {
    const auto clearance = [](const std::string& length, std::optional<double> metres_per_unit) {
        return ruled("clearance " + length + " any any", assembly_of({"a", "b"}, metres_per_unit))
            .terms(0, 1)
            .clearance;
    };
    EXPECT_EQ(clearance("5mm", 0.001), 5);
    EXPECT_EQ(clearance("5 mm", 0.001), 5);
    EXPECT_EQ(clearance("5", 0.001), 5);
    EXPECT_EQ(clearance("5cm", 0.001), 50);
    EXPECT_EQ(clearance("0.25m", 1), 0.25);
    EXPECT_EQ(clearance("20 um", 1), 20 * 1e-6);
    EXPECT_EQ(clearance("20\u00b5m", 1), 20 * 1e-6);
    EXPECT_EQ(clearance("2in", 0.0254), 2);
    EXPECT_EQ(clearance("1e-3", 1), 1e-3);
    EXPECT_EQ(clearance("1e-3m", 1), 1e-3);
    EXPECT_EQ(clearance("0.5", std::nullopt), 0.5);
    try {
        clearance("0.5mm", std::nullopt);
        FAIL();
    } catch (const Error& e) {
        EXPECT_EQ(std::string(e.what()),
                  "rules.txt:1: a length has a unit, but that of the parts is not known; say the unit of the "
                  "parts, or write the length without one");
    }
}

TEST(Rules, that_are_mistyped_get_their_line_and_a_suggestion) {
    EXPECT_EQ(rules_error_of("# words\n\nignroe any any"),
              "rules.txt:3: unknown word 'ignroe'; did you mean 'ignore'?");
    EXPECT_EQ(rules_error_of("Clearence 2 any any"),
              "rules.txt:1: unknown word 'Clearence'; did you mean 'clearance'?");
    EXPECT_EQ(rules_error_of("clearance 2nm any any"), "rules.txt:1: unknown unit 'nm'; did you mean 'mm'?");
    EXPECT_EQ(rules_error_of("clearance 2 furlongs any any"),
              "rules.txt:1: unknown unit 'furlongs'; lengths are in mm, cm, m, um, in or ft");
    EXPECT_EQ(rules_error_of("group fasteners = \"x\"\nignore fastners any"),
              "rules.txt:2: there is no group 'fastners' up to here; did you mean 'fasteners'?");
    EXPECT_EQ(rules_error_of("ignore hose any"),
              "rules.txt:1: there is no group 'hose' up to here; write names of parts in quotes");
    EXPECT_EQ(rules_error_of("ignore any any same parnet"),
              "rules.txt:1: unknown word 'parnet'; did you mean 'parent'?");
    EXPECT_EQ(rules_error_of("ignore any any smae parent"),
              "rules.txt:1: unknown word 'smae'; did you mean 'same'?");
    EXPECT_EQ(rules_error_of("ignore any any withn \"x\""),
              "rules.txt:1: unknown word 'withn'; did you mean 'within'?");
}

TEST(Rules, that_are_malformed_are_refused_with_their_line) {
    for (const auto& [rules, mention] : std::vector<std::pair<std::string, std::string>>{
             {"ignore",
              "rules.txt:1: a name in quotes, a group or 'any' should follow, and there is the end"},
             {"\nignore \"a\"", "rules.txt:2: a name in quotes, a group or 'any' should follow"},
             {"ignore \"a\" \"b\" \"c\"", "rules.txt:1: there is \"c\" after the end of the rule"},
             {"ignore \"a\" \"\"", "rules.txt:1: a name in quotes is empty"},
             {"ignore \"a\n\" any", "rules.txt:1: a quote does not end"},
             {"ignore \"a\\\" any", "rules.txt:1: a quote does not end"},
             {"clearance any any", "rules.txt:1: 'clearance' needs a length, and there is 'any'"},
             {"clearance -1 any any", "rules.txt:1: '-1' is not a length from 0 to 1e100"},
             {"clearance 1e999 any any", "rules.txt:1: '1e999' is not a length"},
             {"clearance 1..2 any any", "rules.txt:1: '1..2' is not a length"},
             {"allow 2mm", "rules.txt:1: a name in quotes"},
             {"group = \"a\"", "rules.txt:1: a group needs a name, and there is '='"},
             {"group any = \"a\"", "rules.txt:1: 'any' is a word of the rules"},
             {"group mm = \"a\"", "rules.txt:1: 'mm' is a word of the rules"},
             {"group a \"b\"", "rules.txt:1: after 'group a' there should be a '='"},
             {"group a = \"b\",", "rules.txt:1: nothing follows the last comma"},
             {"group a = \"b\",\n\nignore a a", "rules.txt:1: nothing follows the last comma"},
             {"group a = \"b\",\n\"c\", ignore", "rules.txt:2: there is no group 'ignore'"},
             {"group a = \"b\"\ngroup a = \"c\"", "rules.txt:2: there is a group 'a' already; see line 1"},
             {"ignore within parent", "rules.txt:1: after 'within' there is 'parent'"},
             {"ignore screw*", "rules.txt:1: "},
             {"\"a\" \"b\"", "rules.txt:1: there is \"a\"; a line begins with ignore"},
             {std::string("ignore \0any", 11), "rules.txt:1: there is a character that cannot be seen"}}) {
        const std::string error = rules_error_of(rules);
        EXPECT_TRUE(error.starts_with(mention)) << rules << "\n" << error;
    }
}

TEST(Rules, that_hold_for_no_two_parts_are_listed) {
    const auto lines = [](const std::string& rules) {
        std::vector<std::uint32_t> result;
        const RuledParts parts = ruled(rules, assembly_of({"m/a", "m/b", "n/c=", "n/d=", "x"}));
        for (const UnusedRule& rule : parts.unused()) result.push_back(rule.line);
        return result;
    };
    using Lines = std::vector<std::uint32_t>;
    EXPECT_EQ(lines("ignore \"a\" \"b\"\nignore \"a\" \"z\"\nclearance 2 \"z\" any"), (Lines{2, 3}));
    EXPECT_EQ(lines("ignore \"a\" \"a\""), (Lines{1}));  // there is one only
    EXPECT_EQ(lines("ignore \"a\" any"), (Lines{}));
    EXPECT_EQ(lines("ignore same parent\nignore \"x\" any same parent\nignore \"a\" \"c\" same parent"),
              (Lines{2, 3}));
    EXPECT_EQ(lines("ignore same mesh\nignore \"a\" any same mesh\nignore \"c=\" any same mesh"), (Lines{2}));
    EXPECT_EQ(lines("ignore within \"n\"\nignore within \"k\"\nignore within \"n\" same mesh"), (Lines{2}));
    EXPECT_EQ(lines("ignore \"a\" \"a\" same parent"), (Lines{1}));
    EXPECT_EQ(lines("group g = \"a\", \"typo\"\nignore g any"), (Lines{1}));
    const RuledParts parts =
        ruled("group g = \"a\", \"typo\"\nignore  \"k\"  g   # why", assembly_of({"a", "b"}));
    EXPECT_EQ(parts.unused(), (std::vector<UnusedRule>{{1, "\"typo\" in group g"}, {2, "ignore  \"k\"  g"}}));
}

TEST(Rules, that_were_overruled_are_used) {
    EXPECT_TRUE(ruled("ignore any any\ncheck any any", assembly_of({"a", "b"})).unused().empty());
}

TEST(Rules, know_the_largest_clearance_of_a_part) {
    const Assembly assembly = assembly_of({"hose", "pipe", "bolt", "nut"});
    const RuledParts parts = ruled(
        "clearance 9 \"hose\" \"pipe\"\n"
        "clearance 1 \"bolt\" any\n"
        "clearance 3 \"bolt\" \"nut\"",
        assembly, 2);
    EXPECT_EQ(parts.largest_clearance(0), 9);
    EXPECT_EQ(parts.largest_clearance(1), 9);
    EXPECT_EQ(parts.largest_clearance(2), 3);
    EXPECT_EQ(parts.largest_clearance(3), 3);
}

// Rules one after the other, as the page describes them.
PairTerms terms_by_hand(const std::vector<std::array<int, 4>>& rules, int a, int b, double clearance) {
    PairTerms terms;
    terms.clearance = clearance;
    for (const auto& [kind, first, second, value] : rules) {
        const auto side = [](int pattern, int part) { return pattern == 0 || part % (pattern + 1) == 0; };
        if (!(side(first, a) && side(second, b)) && !(side(first, b) && side(second, a))) continue;
        if (kind < 2) terms.ignored = kind == 0;
        if (kind == 2) terms.clearance = value;
        if (kind == 3) terms.allowed_depth = value > 0 ? std::optional<double>(value) : std::nullopt;
    }
    return terms;
}

TEST(Rules, agree_with_going_through_them_one_by_one) {
    Random random(5);
    for (int round = 0; round < 20; ++round) {
        std::string text = "group g0 = any\n";
        // Group k has the parts whose number is divisible by k + 1.
        for (int k = 1; k < 6; ++k) {
            text += "group g" + std::to_string(k) + " = \"none\"";
            for (int part = 0; part < 30; part += k + 1) text += ", \"part " + std::to_string(part) + "\"";
            text += "\n";
        }
        std::vector<std::array<int, 4>> rules;
        for (std::size_t i = 0; i < 5 + 20 * static_cast<std::size_t>(round); ++i) {
            const auto below = [&](std::uint32_t n) { return static_cast<int>(random.below(n)); };
            rules.push_back({below(4), below(6), below(6), below(5)});
            const auto& [kind, first, second, value] = rules.back();
            text += std::array{"ignore", "check", "clearance ", "allow "}[static_cast<std::size_t>(kind)] +
                    (kind < 2 ? "" : std::to_string(value)) + " g" + std::to_string(first) + " g" +
                    std::to_string(second) + "\n";
        }
        std::vector<std::string> paths;
        for (int part = 0; part < 30; ++part) paths.push_back("m/part " + std::to_string(part));
        const RuledParts parts = ruled(text, assembly_of(paths), 2);
        for (int a = 0; a < 30; ++a)
            for (int b = 0; b < 30; ++b) {
                if (a == b) continue;
                const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
                const PairTerms found = parts.terms(i, j), expected = terms_by_hand(rules, a, b, 2);
                ASSERT_EQ(found.ignored, expected.ignored);
                ASSERT_EQ(found.clearance, expected.clearance);
                ASSERT_EQ(found.allowed_depth, expected.allowed_depth);
                ASSERT_LE(found.clearance, parts.largest_clearance(i));
            }
    }
}

TEST(Rules, are_followed_by_clash) {
    const auto cube = std::make_shared<const Mesh>(make_box({1, 1, 1}));
    Assembly assembly;
    assembly.metres_per_unit = 0.001;
    for (int i = 0; i < 4; ++i)
        assembly.parts.push_back({"m/cube " + std::to_string(i), cube, Pose::translation({0.75 * i, 0, 0})});
    const ClashReport plain = clash(assembly);
    EXPECT_EQ(plain.counts.clash, 3u);
    EXPECT_FALSE(plain.rules);
    const ClashReport report =
        clash(assembly,
              parse_rules("ignore \"cube 0\" any\nclearance 1mm \"cube 1\" any\nallow 1 \"x\" any", "r.txt"));
    EXPECT_EQ(report.counts.clash, 2u);
    EXPECT_EQ(report.counts.clearance, 1u);  // cubes 1 and 3 are 0.5 apart
    EXPECT_EQ(report.counts.ignored, 1u);
    ASSERT_TRUE(report.rules);
    EXPECT_EQ(*report.rules, (UsedRules{"r.txt", {{3, "allow 1 \"x\" any"}}}));
}

}  // namespace
}  // namespace graze::test
