#include "graze/report/clash_page.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "graze/base/error.h"
#include "graze/clash/files/clash_file.h"
#include "graze/report/detail/page_clashes.h"
#include "graze/report/detail/page_pictures.h"
#include "tests/report/page_reader.h"

namespace graze::test {
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
    IntersectionCurve curve{{}, true};
    for (int i = 0; i < 300; ++i) curve.points.push_back({1.0 / 3 * i, 2.0 / 7 * i * i, 0.1 * (i % 7)});
    report.findings[0].regions.resize(1);
    report.findings[0].regions[0].box.grow(Vec3{0, 0, 0});
    report.findings[0].regions[0].curves.assign(1, curve);
    for (int i = 0; i < 3000; ++i) {
        report.findings.push_back(report.findings[0]);
        report.findings.back().id = "finding " + std::to_string(i);
        for (Vec3& p : report.findings.back().regions[0].curves[0].points)
            p.x += i / 7.0;  // no two are equal
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

TEST_F(ClashPage, counts_regions_that_do_not_fit) {
    const Assembly assembly = two_balls(200);
    ClashReport report = clash(assembly);
    ASSERT_FALSE(report.findings.empty());
    report.findings[0].regions.assign(300, FoundRegion{});
    report.findings.assign(60, report.findings[0]);
    std::minstd_rand random(1);
    const auto some = [&] {
        return 20.0 * static_cast<double>(random()) / static_cast<double>(std::minstd_rand::max());
    };  // digits that do not compress
    for (ClashFinding& finding : report.findings) {
        finding.id = "finding " + std::to_string(&finding - report.findings.data());
        for (FoundRegion& region : finding.regions) {
            region.point = {some(), some(), some()};
            region.nearest = {some(), some(), some()};
            region.box.grow(region.point);
        }
    }
    constexpr std::size_t all_regions = 60 * 300;
    ClashPageOptions options;
    options.max_bytes = 2'000'000;
    options.pictures = 0;
    const std::string page = saved(assembly, report, options);
    EXPECT_LE(page.size(), options.max_bytes);
    const nlohmann::json left_out = nlohmann::json::parse(element(page, "graze-geometry")).at("left_out");
    std::size_t regions = 0;
    const nlohmann::json clashes = nlohmann::json::parse(element(page, "graze-clashes"));
    for (const nlohmann::json& f : clashes.at("findings")) regions += f.at("regions").size();
    EXPECT_GT(regions, 0U);
    EXPECT_LT(regions, all_regions);
    EXPECT_EQ(regions + left_out.at("regions").get<std::size_t>(), all_regions);
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

TEST(PagePictures, are_of_the_worst_findings_and_the_others_counted) {
    std::vector<ClashFinding> findings(10);
    for (std::size_t i = 0; i < findings.size(); ++i) findings[i].id = "finding " + std::to_string(i);
    const std::vector<std::string> pictures(8, std::string(3000, 'x'));
    const detail::PagePictures all = detail::page_pictures(findings, pictures, 40'000);
    EXPECT_EQ(all.left_out, 0U);
    EXPECT_EQ(nlohmann::json::parse(element(all.element, "graze-pictures")).size(), 8U);
    const detail::PagePictures some = detail::page_pictures(findings, pictures, 20'000);
    EXPECT_LE(some.element.size(), 20'000U);
    const nlohmann::json shown = nlohmann::json::parse(element(some.element, "graze-pictures"));
    EXPECT_EQ(shown.size(), 4U);
    EXPECT_EQ(some.left_out, 4U);
    EXPECT_TRUE(shown.contains("finding 0") && shown.contains("finding 3"));
}

TEST(PageClashes, leave_out_what_is_resolved_and_the_starts_of_names_before_what_is_found) {
    Assembly assembly = two_balls(200);
    for (Part& part : assembly.parts) part.path = std::string(50'000, 'x') + part.path;
    ClashReport report = clash(assembly);
    ASSERT_FALSE(report.findings.empty());
    report.baseline = BaselineSummary{};
    for (int i = 0; i < 2000; ++i) {
        report.baseline->resolved.push_back({report.findings[0], "gone", "gone too", {}, {}});
        report.baseline->resolved.back().finding.id = std::to_string(i * 7919 % 99991);
    }
    const detail::PageClashes less = detail::page_clashes(report, 20'000);
    EXPECT_LE(less.element.size(), 20'000U);
    EXPECT_GT(less.left_out.resolved, 0U);
    EXPECT_EQ(less.left_out.findings, 0U);
    EXPECT_EQ(less.left_out.names, report.parts.size());
    EXPECT_TRUE(less.left_out.rounded);
    report.findings.clear();  // all is well now
    EXPECT_LE(detail::page_clashes(report, 20'000).element.size(), 20'000U);
}

// A finding with all that one can have.
ClashFinding full_finding() {
    ClashFinding finding;
    finding.id = "3f2a9b1c";
    finding.b = 1;
    finding.kind = FindingKind::clash;
    finding.relation = Relation::overlapping;
    finding.as_surfaces = true;
    finding.point = {1.0 / 3, 2.0 / 3, 0};
    finding.depth = {1.0 / 7, 2.0 / 7};
    finding.volume = {1.0 / 9, 0.25};
    finding.thickness = 0.375;
    finding.gap = {0.5, {1, 2, 3}, {4, 5, 6}};
    finding.wanted_clearance = 2;
    finding.allowed = {4, 0.25};
    finding.status = FindingStatus::changed;
    FoundRegion region;
    region.box.grow(Vec3{0, 0, 0});
    region.box.grow(Vec3{1, 1, 1});
    region.depth = finding.depth;
    region.volume = finding.volume;
    region.thickness = finding.thickness;
    region.curves = {{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, true}, {{{0, 0, 1}, {1, 0, 1}}, false}};
    finding.regions.assign(5, region);
    return finding;
}

ClashReport full_report() {
    ClashReport report = clash(two_balls(200));
    report.findings.assign(10, full_finding());
    report.baseline =
        BaselineSummary{.file = "old.json", .added = 1, .changed = 2, .same = 3, .resolved = {}};
    report.baseline->resolved.assign(4, {full_finding(), "first", "gone", 0, {}});
    report.rules = UsedRules{"rules.txt", {{3, "ignore"}}};
    return report;
}

TEST(PageClashes, have_all_of_a_report_where_nothing_has_to_go) {
    const ClashReport report = full_report();
    EXPECT_EQ(detail::reduced(report, {}), report);
    EXPECT_EQ(detail::left_out_by(report, {}), PageLeftOut{});
    EXPECT_EQ(detail::page_clashes(report, 10'000'000).left_out, PageLeftOut{});
}

TEST(PageClashes, keep_all_of_a_finding_but_what_has_to_go) {
    const ClashReport report = full_report();
    const ClashReport less = detail::reduced(report, {.with_curves = 1, .most_regions = 2, .rounded = true});
    ClashFinding expected = report.findings[1];
    expected.point = less.findings[1].point;
    EXPECT_LT(length(expected.point - report.findings[1].point), 1e-8);
    expected.regions.resize(2);
    for (FoundRegion& region : expected.regions) region.curves.clear();
    EXPECT_EQ(less.findings[1], expected);
    EXPECT_EQ(less.findings[0].regions[0].curves, report.findings[0].regions[0].curves);
    const BaselineSummary baseline = less.baseline.value_or(BaselineSummary{});
    ASSERT_EQ(baseline.resolved.size(), 4U);
    EXPECT_EQ(baseline.resolved[0].finding, expected);
}

TEST(PageClashes, count_everything_that_had_to_go) {
    const ClashReport report = full_report();
    const detail::PageDetail detail{.findings = 6,
                                    .with_curves = 2,
                                    .most_regions = 3,
                                    .resolved = 1,
                                    .longest_name = 5,
                                    .rounded = true};
    const ClashReport less = detail::reduced(report, detail);
    const PageLeftOut expected{
        .findings = 4, .resolved = 3, .regions = 6 * 2 + 2, .curves = 4 + 1, .names = 1, .rounded = true};
    EXPECT_EQ(detail::left_out_by(report, detail), expected);
    EXPECT_EQ(less.findings.size(), 6U);
    EXPECT_EQ(less.findings[0].regions.size(), 3U);
    EXPECT_EQ(less.baseline.value_or(BaselineSummary{}).resolved.size(), 1U);
    EXPECT_EQ(less.parts[1].path, "...econd");
    EXPECT_EQ(less.parts[0].path, "first");
}

TEST(PageClashes, shorten_names_between_characters) {
    ClashReport report = full_report();
    report.parts[0].path = "\xc3\xa4\xc3\xb6\xc3\xbc";  // of two bytes each
    EXPECT_EQ(detail::reduced(report, {.longest_name = 3}).parts[0].path, "...\xc3\xbc");
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
    EXPECT_EQ(all.left_out.findings, 0U);
    const detail::PageClashes some = detail::page_clashes(report, 20'000);
    EXPECT_LE(some.element.size(), 20'000U);
    EXPECT_GT(some.left_out.findings, 0U);
    EXPECT_LT(some.left_out.findings, report.findings.size());
}

}  // namespace
}  // namespace graze::test
