#include "graze/report/detail/report_page.h"

#include <gtest/gtest.h>

#include <string_view>

namespace {

TEST(ReportPage, has_one_place_for_the_data_and_asks_for_nothing_else) {
    const std::string_view page = graze::detail::report_page();
    if (page.empty()) GTEST_SKIP() << "built without the page (GRAZE_WEB)";
    EXPECT_TRUE(page.starts_with("<!doctype html>"));
    EXPECT_TRUE(page.ends_with("</html>\n"));
    constexpr std::string_view place = "<!--graze-data-->";
    EXPECT_NE(page.find(place), std::string_view::npos);
    EXPECT_EQ(page.find(place), page.rfind(place));
    EXPECT_NE(page.find("default-src 'none'"), std::string_view::npos);
    EXPECT_LT(page.size(), 1'500'000u);
}

}  // namespace
