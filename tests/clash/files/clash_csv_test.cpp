#include "graze/clash/files/clash_csv.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/clash/reports.h"

namespace graze::test {
namespace {

std::string first_name(const std::string& path) {
    ClashReport report;
    report.parts = {made_up_part(path, 1), made_up_part("b", 2)};
    report.findings = {made_up_finding(0, 1)};
    report.findings[0].id = "00000000";
    const std::string csv = format_csv(report), before = "00000000,clash,,",
                      after = ",b,,,,,,,,,,0,no,0,0,0,,,,,,\r\n";
    const std::size_t begin = csv.find(before) + before.size();
    EXPECT_TRUE(csv.ends_with(after)) << csv;
    return csv.substr(begin, csv.size() - after.size() - begin);
}

TEST(ClashCsv, has_headings_and_a_row_for_each_finding_and_each_resolved_one) {
    const ClashReport report = made_up_report(1);
    const std::string csv = format_csv(report);
    EXPECT_TRUE(csv.starts_with("id,kind,status,a,b,depth,"));
    EXPECT_EQ(csv.substr(csv.size() - 2), "\r\n");
    EXPECT_NE(csv.find("\r\n0123abcd,clash,changed,"), std::string::npos);
    EXPECT_NE(csv.find("\r\n0123abcd,clash,resolved,a/gone,b/empty,0.1,0.30000000000000004,"),
              std::string::npos);
    EXPECT_NE(csv.find(",0.02,4,0,no,"), std::string::npos);
    EXPECT_NE(csv.find(",0.125,\r\n"), std::string::npos) << "by how much the first part was stitched";
}

TEST(ClashCsv, quotes_what_needs_it) {
    EXPECT_EQ(first_name("m/plain name"), "m/plain name");
    EXPECT_EQ(first_name("m/a,b"), "\"m/a,b\"");
    EXPECT_EQ(first_name("m/4\" pipe"), "\"m/4\"\" pipe\"");
    EXPECT_EQ(first_name("m/two\nlines"), "\"m/two\nlines\"");
}

TEST(ClashCsv, has_no_formulas) {
    EXPECT_EQ(first_name("=1+1"), "'=1+1");
    EXPECT_EQ(first_name("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
    EXPECT_EQ(first_name("+1"), "'+1");
    EXPECT_EQ(first_name("-1"), "'-1");
    EXPECT_EQ(first_name("@x"), "'@x");
    EXPECT_EQ(first_name("\tx"), "'\tx");
    EXPECT_EQ(first_name("m/=1"), "m/=1");
}

TEST(ClashCsv, is_utf_8) {
    EXPECT_EQ(first_name("\u6b6f \xff"), "\u6b6f \ufffd");
}

}  // namespace
}  // namespace graze::test
