#include "graze/report/clash_page.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "graze/base/error.h"
#include "graze/clash/clash_file.h"
#include "graze/report/detail/page_clashes.h"
#include "tests/report/page_reader.h"

namespace graze::testing {
namespace {

class ClashPage : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!has_clash_page()) GTEST_SKIP() << "graze was built without the page";
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string saved(const Assembly& assembly, const ClashReport& report,
                      const ClashPageOptions& options = {}) {
        save_clash_page(assembly, report, folder_ / "report.html", options);
        std::ostringstream text;
        text << std::ifstream(folder_ / "report.html", std::ios::binary).rdbuf();
        return text.str();
    }

    const std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() /
        ("graze-page-" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
};

// The text of the element with this id, unpacked if it is packed.
std::string element(const std::string& page, const std::string& id) {
    const std::size_t at = page.find("id=\"" + id + "\"");
    if (at == std::string::npos) return {};
    const std::size_t first = page.find('>', at) + 1, last = page.find("</script>", first);
    const std::string text = page.substr(first, last - first);
    const bool packed = page.substr(at, first - at).find("data-packed=\"deflate\"") != std::string::npos;
    return packed ? inflated(from_base64(text)) : text;
}

TEST_F(ClashPage, holds_the_report_the_pictures_and_the_geometry) {
    const Assembly assembly = two_balls(2000, 3);
    const ClashReport report = clash(assembly);
    const std::string page = saved(assembly, report);
    EXPECT_TRUE(page.starts_with("<!doctype html>"));
    EXPECT_EQ(page.find("<!--graze-data-->"), std::string::npos);
    EXPECT_EQ(parse_clashes(element(page, "graze-clashes"), "page"),
              parse_clashes(format_clashes(report), "report"));
    const nlohmann::json pictures = nlohmann::json::parse(element(page, "graze-pictures"));
    ASSERT_EQ(pictures.size(), 1U);
    EXPECT_TRUE(
        pictures.at(report.findings[0].id).get<std::string>().starts_with("data:image/png;base64,iVBOR"));
    PageGeometry geometry;
    geometry.header = element(page, "graze-geometry");
    geometry.blob = element(page, "graze-blob");
    EXPECT_EQ(PageMeshes(geometry).header().at("parts").size(), 5U);
}

TEST_F(ClashPage, lets_no_name_end_its_element) {
    Assembly assembly = two_balls(200);
    assembly.parts[0].path = "</script><script>alert(1)</script>";
    assembly.parts[1].path = "<!--\xff\xfe";
    const ClashReport report = clash(assembly);
    const std::string page = saved(assembly, report);
    EXPECT_EQ(page.find("</script><script>alert"), std::string::npos);
    const nlohmann::json clashes = nlohmann::json::parse(element(page, "graze-clashes"));
    EXPECT_EQ(clashes.at("parts").at(0).at("path"), assembly.parts[0].path);
    EXPECT_EQ(clashes.at("parts").at(1).at("path"), "<!--\xef\xbf\xbd\xef\xbf\xbd");
}

TEST_F(ClashPage, is_not_larger_than_asked_for) {
    const Assembly assembly = two_balls(2000, 200);
    ClashReport report = clash(assembly);
    ASSERT_FALSE(report.findings.empty());
    FoundCurve curve{{}, true};
    for (int i = 0; i < 300; ++i) curve.points.push_back({1.0 / 3 * i, 2.0 / 7 * i * i, 0.1 * (i % 7)});
    report.findings[0].regions.resize(1);
    report.findings[0].regions[0].box.grow(Vec3{0, 0, 0});
    report.findings[0].regions[0].curves.assign(1, curve);
    for (int i = 0; i < 3000; ++i) {
        report.findings.push_back(report.findings[0]);
        report.findings.back().id = "finding " + std::to_string(i);
    }
    ClashPageOptions options;
    options.max_bytes = 2'000'000;
    options.pictures = 3;
    const std::string page = saved(assembly, report, options);
    EXPECT_LE(page.size(), options.max_bytes);
    const nlohmann::json left_out = nlohmann::json::parse(element(page, "graze-geometry")).at("left_out");
    const nlohmann::json findings = nlohmann::json::parse(element(page, "graze-clashes")).at("findings");
    EXPECT_EQ(findings.size() + left_out.at("findings").get<std::size_t>(), report.findings.size());
    EXPECT_EQ(left_out.at("findings"), 0);  // their curves are left out first
    EXPECT_GT(left_out.at("curves"), 0);
    EXPECT_FALSE(findings.at(0).at("regions").at(0).at("curves").empty());
    EXPECT_TRUE(findings.back().at("regions").at(0).at("curves").empty());
}

TEST_F(ClashPage, is_not_there_if_it_cannot_be_written) {
    const Assembly assembly = two_balls(200);
    try {
        save_clash_page(assembly, clash(assembly), folder_ / "missing" / "report.html");
        FAIL() << "was written";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("report.html"), std::string::npos) << e.what();
    }
}

TEST(PageClashes, leave_out_what_is_resolved_and_the_starts_of_names_before_what_is_found) {
    Assembly assembly = two_balls(200);
    for (Part& part : assembly.parts) part.path = std::string(50'000, 'x') + part.path;
    ClashReport report = clash(assembly);
    ASSERT_FALSE(report.findings.empty());
    report.findings[0].thickness = 0.375;
    report.baseline = BaselineSummary{};
    for (int i = 0; i < 2000; ++i) {
        report.baseline->resolved.push_back({report.findings[0], "gone", "gone too", {}, {}});
        report.baseline->resolved.back().finding.id = std::to_string(i * 7919 % 99991);
    }
    const detail::PageClashes less = detail::page_clashes(report, 20'000);
    EXPECT_LE(less.element.size(), 20'000U);
    EXPECT_GT(less.findings_left_out, 0U);
    EXPECT_LE(less.findings_left_out, 2000U);
    const ClashReport rounded = detail::reduced(report, {.rounded = true});
    EXPECT_EQ(rounded.findings[0].thickness, 0.375);
}

TEST(PageClashes, leave_out_findings_only_when_nothing_else_helps) {
    const Assembly assembly = two_balls(200);
    ClashReport report = clash(assembly);
    ASSERT_FALSE(report.findings.empty());
    for (int i = 0; i < 2000; ++i) {
        report.findings.push_back(report.findings[0]);
        report.findings.back().id = std::to_string(i * 7919 % 99991);
    }
    const detail::PageClashes all = detail::page_clashes(report, 10'000'000);
    EXPECT_EQ(all.findings_left_out, 0U);
    const detail::PageClashes some = detail::page_clashes(report, 20'000);
    EXPECT_LE(some.element.size(), 20'000U);
    EXPECT_GT(some.findings_left_out, 0U);
    EXPECT_LT(some.findings_left_out, report.findings.size());
}

}  // namespace
}  // namespace graze::testing
