#include "graze/clash/files/clash_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "tests/clash/assemblies.h"
#include "tests/clash/reports.h"

namespace graze::test {
namespace {

std::string parsing_error_of(const std::string& json) {
    try {
        parse_clashes(json, "old.json");
    } catch (const Error& e) {
        return e.what();
    }
    return "no error";
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    if (at == std::string::npos) throw std::logic_error("not in the text: " + what);
    return text.replace(at, what.size(), with);
}

TEST(ClashFile, gives_back_everything_that_was_written) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const ClashReport report = made_up_report(seed);
        const std::string text = format_clashes(report);
        const ClashReport again = parse_clashes(text, "x");
        EXPECT_EQ(again, report);
        EXPECT_EQ(format_clashes(again), text);
    }
}

TEST(ClashFile, gives_back_what_clash_found) {
    ClashOptions options;
    options.clearance = 0.25;
    const ClashReport report = clash(random_assembly(3, 60), options);
    ASSERT_GT(report.findings.size(), 20u);
    EXPECT_EQ(report.options.clearance, 0.25);
    const std::string text = format_clashes(report);
    EXPECT_EQ(parse_clashes(text, "x"), report);
    EXPECT_EQ(format_clashes(parse_clashes(text, "x")), text);
}

TEST(ClashFile, of_an_empty_report_can_be_read) {
    EXPECT_EQ(parse_clashes(format_clashes({}), "x"), ClashReport{});
}

TEST(ClashFile, has_one_line_for_each_part_and_finding) {
    ClashReport report = made_up_report(1);
    const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
    const auto before = lines(format_clashes(report));
    report.parts.push_back(report.parts.back());
    report.findings.push_back(report.findings.back());
    EXPECT_EQ(lines(format_clashes(report)), before + 2);
}

TEST(ClashFile, writes_bytes_that_are_not_utf_8_as_replacement_characters) {
    ClashReport report;
    const std::vector<std::pair<std::string, std::string>> names{
        {"a\xff", "a\ufffd"},                              // never a byte of UTF-8
        {"\xc3", "\ufffd"},                                // cut off
        {"\xc3(", "\ufffd("},                              // not continued
        {"\xc0\xaf", "\ufffd\ufffd"},                      // not the shortest form
        {"\xed\xa0\x80", "\ufffd\ufffd\ufffd"},            // a surrogate
        {"\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"},  // beyond U+10FFFF
        {"\xf0\x9f\x94\xa9 \xe6\xad\xaf \xc3\xb6", "\xf0\x9f\x94\xa9 \xe6\xad\xaf \xc3\xb6"}};
    for (const auto& [name, written] : names) {
        report.parts = {made_up_part(name, 1)};
        EXPECT_EQ(parse_clashes(format_clashes(report), "x").parts[0].path, written);
    }
}

TEST(ClashFile, is_sent_in_pieces_however_long_it_is) {
    ClashReport report = made_up_report(1);
    report.findings[0].regions[0].curves[0].points.assign(100'000, {0.1, 0.2, 0.3});
    std::string text;
    std::size_t longest = 0;
    write_clashes(report, [&](std::string_view piece) {
        text += piece;
        longest = std::max(longest, piece.size());
    });
    EXPECT_EQ(text, format_clashes(report));
    EXPECT_GT(text.size(), 1'000'000u);
    EXPECT_LT(longest, 100'000u);
}

TEST(ClashFile, may_have_its_keys_in_any_order_and_others_besides) {
    const ClashReport report = made_up_report(2);
    std::string text = format_clashes(report);
    const std::string complete = " \"complete\": false,\n";
    text = replaced(text, complete, "");
    text = replaced(text, " \"run\": ",
                    " \"new\": {\"x\": [1, {\"y\": null}], \"z\": \"\\u00e9\"},\n" + complete + " \"run\": ");
    EXPECT_EQ(parse_clashes(text, "x"), report);
}

TEST(ClashFile, reads_escapes) {
    ClashReport report;
    report.parts = {made_up_part("NAME", 1)};
    const auto name = [&](const std::string& escaped) {
        return parse_clashes(replaced(format_clashes(report), "NAME", escaped), "x").parts[0].path;
    };
    EXPECT_EQ(name(R"(\u00e9\/\b\f\r\"\\)"), "\u00e9/\b\f\r\"\\");
    EXPECT_EQ(name(R"(\ud83d\udd29)"), "\xf0\x9f\x94\xa9");
    for (const char* const bad : {R"(\ud83d)", R"(\ud83dx)", R"(\udd29)", R"(\x)", R"(\u12)", R"(\u12g4)"})
        EXPECT_THROW(name(bad), Error) << bad;
}

TEST(ClashFile, is_refused_with_the_line_if_something_is_wrong) {
    const std::string good = format_clashes(made_up_report(1));
    const auto expect = [&](const std::string& text, const std::string& place, const std::string& problem) {
        const std::string error = parsing_error_of(text);
        EXPECT_TRUE(error.starts_with("old.json, " + place + ": ")) << error;
        EXPECT_NE(error.find(problem), std::string::npos) << error;
    };
    expect("", "line 1", "ends too early");
    expect("solid x", "line 1", "has to begin with an object");
    expect("{}", "line 1", "'schema' is missing");
    expect(replaced(good, "graze.clash/2", "graze.clash/1"), "line 2",
           "'graze.clash/1', not 'graze.clash/2'");
    expect(replaced(good, "\"metres_per_unit\": 0.001", "\"metres_per_unit\": \"mm\""), "line 4",
           "'metres_per_unit' has to be a finite number");
    expect(replaced(good, "\"metres_per_unit\": 0.001", "\"metres_per_unit\": 1e999"), "line 4",
           "'metres_per_unit' has to be a finite number");
    expect(replaced(good, "\"triangles\": 12, ", ""), "line 11", "'triangles' is missing");
    expect(replaced(good, "\"triangles\": 12, ", "\"triangles\": 12, \"triangles\": 12, "), "line 11",
           "'triangles' is there twice");
    expect(replaced(good, "\"kind\": \"clash\"", "\"kind\": \"crash\""), "line 21", "'crash' is not known");
    expect(good.substr(0, good.find("\"part_b\": ")), "line 21", "ends too early");
    expect(good + "x", "line 31", "more after the end");
    expect(replaced(good, "\"part_a\": 0", "\"part_a\": 9"), "line 31", "parts that are not there");
}

// Where nothing is known about a key, its value is skipped.
TEST(ClashFile, is_refused_if_a_value_that_it_skips_is_not_json) {
    const std::string good = format_clashes(made_up_report(1));
    const auto outcome = [&](const std::string& value) {
        return parsing_error_of(replaced(good, "{\n", "{\n \"new\": " + value + ",\n"));
    };
    const std::string deep(100'000, '[');
    for (const std::string& value :
         {std::string("[]"), std::string("{}"), std::string("[[], {}, [{}]]"), std::string("-0.5e-3"),
          std::string("0"), std::string("1e999"), std::string("[1 , 2 ]"), std::string(R"({"a": {"b": []}})"),
          std::string("\"\u00f6 \\u00e9\""), deep + std::string(deep.size(), ']')})
        EXPECT_EQ(outcome(value), "no error") << value.substr(0, 80);
    for (const char* const value : {"[1:2]",
                                    "01",
                                    "-01",
                                    "1.",
                                    ".5",
                                    "+1",
                                    "-",
                                    "1e",
                                    "1e+",
                                    "1.5.5",
                                    "--1",
                                    "0x10",
                                    "[1,]",
                                    "[,1]",
                                    "[1 2]",
                                    "[1}",
                                    "{1: 2}",
                                    R"({"a"})",
                                    R"({"a": 1,})",
                                    R"({"a", 1})",
                                    R"({"a": 1: 2})",
                                    R"({"a" 1})",
                                    "{\"a\": [1}",
                                    "tru",
                                    "nul",
                                    "NaN",
                                    "Infinity",
                                    "'a'",
                                    "",
                                    "]",
                                    ":",
                                    "\"\t\"",
                                    "\"\x01\"",
                                    "\"\xff\"",
                                    "\"\xc3\"",
                                    "\"\xc0\xaf\"",
                                    "\"\xed\xa0\x80\"",
                                    "\xc3\xb6",
                                    "\"\xc3\\u00b6\""}) {
        const std::string error = outcome(value);
        EXPECT_TRUE(error.starts_with("old.json, line 2: ")) << value << ": " << error;
    }
    EXPECT_NE(outcome("01").find("not written as in JSON"), std::string::npos);
    EXPECT_NE(outcome("\"\xff\"").find("bytes that are not UTF-8"), std::string::npos);
}

TEST(ClashFile, is_refused_if_names_or_numbers_that_it_knows_are_not_json) {
    ClashReport report = made_up_report(1);
    report.parts[0].path = "NAME";
    const std::string good = format_clashes(report);
    for (const char* const name : {"\xff", "\x1f", "\t"})
        EXPECT_NE(parsing_error_of(replaced(good, "NAME", name)), "no error") << name;
    for (const char* const number : {"01", "1.", ".5", "+1", "1e"})
        EXPECT_NE(parsing_error_of(replaced(good, "\"metres_per_unit\": 0.001",
                                            std::string("\"metres_per_unit\": ") + number))
                      .find("'metres_per_unit' has to be a finite number"),
                  std::string::npos)
            << number;
}

TEST(ClashFile, is_refused_if_findings_are_about_parts_that_are_not_there) {
    const ClashReport report = made_up_report(1);
    const auto refused = [](const ClashReport& r) {
        return parsing_error_of(format_clashes(r)).find("parts that are not there") != std::string::npos;
    };
    EXPECT_FALSE(refused(report));
    ClashReport resolved = report;
    resolved.baseline->resolved[0].part_b = 4;
    EXPECT_TRUE(refused(resolved));
    const std::string text = format_clashes(report);
    const std::size_t findings = text.find("\"findings\"");
    for (const auto& [what, with] : {std::pair{"\"part_b\": 1", "\"part_b\": 2"},
                                     {"\"part_b\": 1", "\"part_b\": 4"},
                                     {"\"part_a\": 0", "\"part_a\": 1"}})
        EXPECT_NE(parsing_error_of(text.substr(0, findings) + replaced(text.substr(findings), what, with))
                      .find("parts that are not there"),
                  std::string::npos);
}

TEST(ClashFile, cut_off_anywhere_is_refused) {
    const std::string good = format_clashes(made_up_report(4));
    for (std::size_t length = 0; length + 2 < good.size(); length += 7)
        EXPECT_NE(parsing_error_of(good.substr(0, length)), "no error") << length;
}

}  // namespace
}  // namespace graze::test
