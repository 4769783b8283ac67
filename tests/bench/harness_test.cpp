#include <gtest/gtest.h>

#include <optional>

#include "bench/harness/load_watch.h"
#include "bench/harness/plot.h"
#include "bench/harness/table.h"
#include "bench/harness/timing.h"
#include "graze/base/error.h"

namespace graze::bench {
namespace {

TEST(ChunkMinima, add_up_the_fastest_time_of_every_chunk) {
    ChunkMinima minima;
    minima.add(0, 10, 500);
    minima.add(1, 10, 100);
    minima.add(0, 10, 300);
    minima.add(1, 10, 900);
    EXPECT_EQ(minima.items(), 20U);
    EXPECT_DOUBLE_EQ(minima.per_item(), 20);
}

TEST(ChunkMinima, of_nothing_are_zero) {
    ChunkMinima minima;
    minima.add(3, 0, 500);
    EXPECT_EQ(minima.items(), 0U);
    EXPECT_EQ(minima.per_item(), 0);
}

TEST(LoadWatch, reads_busy_time_without_idle_and_waiting) {
    EXPECT_EQ(busy_seconds("cpu  100 20 30 5000 700 4 6 40 0 0\ncpu0 1 2 3\n", 100), std::optional(2.0));
}

TEST(LoadWatch, refuses_what_is_not_proc_stat) {
    EXPECT_FALSE(busy_seconds("", 100).has_value());
    EXPECT_FALSE(busy_seconds("cpu 1 2", 100).has_value());
    EXPECT_FALSE(busy_seconds("intr 1 2 3 4 5 6 7 8 9", 100).has_value());
}

TEST(Disturbance, is_foreign_load_beyond_the_resolution_of_the_clock) {
    EXPECT_FALSE((Disturbance{0.0, 10}).disturbed());
    EXPECT_FALSE((Disturbance{0.04, 10}).disturbed());
    EXPECT_TRUE((Disturbance{0.06, 10}).disturbed());
    EXPECT_FALSE((Disturbance{0.15, 0.1}).disturbed());  // 15 ms are within two ticks
    EXPECT_FALSE((Disturbance{{}, 10}).disturbed());
    EXPECT_EQ((Disturbance{{}, 10}).mark(), "load unknown");
    EXPECT_EQ((Disturbance{0.5, 10}).mark(), "disturbed (0.50 cores of foreign load)");
}

TEST(Table, lines_up_names_with_letters_beyond_ascii) {
    Table table({{"method", Align::left}, {"ns"}});
    table.add_row({"Möller", "9.5"});
    table.add_row({"graze, one", "12"});
    EXPECT_EQ(table.text(),
              "method       ns\n"
              "----------  ---\n"
              "Möller      9.5\n"
              "graze, one   12\n");
    EXPECT_EQ(table.markdown(), "| method | ns |\n|---|--:|\n| Möller | 9.5 |\n| graze, one | 12 |\n");
}

TEST(Table, refuses_a_row_of_another_length) {
    Table table({{"a"}, {"b"}});
    EXPECT_THROW(table.add_row({"1"}), Error);
}

TEST(BarPlot, scales_bars_to_the_longest_of_their_panel_and_escapes_labels) {
    const std::string svg = bar_plot(
        "t", "r", "ns", {{"p", "q", {{"a < b & c", 5, Tone::graze, ""}, {"d", 10, Tone::peer, "2 wrong"}}}});
    EXPECT_NE(svg.find("a &lt; b &amp; c"), std::string::npos);
    EXPECT_NE(svg.find("width=\"170.0\""), std::string::npos);
    EXPECT_NE(svg.find("width=\"340.0\""), std::string::npos);
    EXPECT_NE(svg.find("10 ns, 2 wrong"), std::string::npos);
}

TEST(LinePlot, starts_its_scale_at_zero_and_pushes_labels_apart) {
    const std::string svg = line_plot(
        "t", "x", "y", {{"one", Tone::graze, {{3, 50}, {8, 100}}}, {"two", Tone::seed, {{3, 50}, {8, 99}}}});
    EXPECT_NE(svg.find("points=\"70.0,210.0 600.0,60.0\""),
              std::string::npos);  // half way up, then the top right
    EXPECT_NE(svg.find("y=\"64.0\" text-anchor=\"start\">one"), std::string::npos);
    EXPECT_NE(svg.find("y=\"79.0\" text-anchor=\"start\">two"), std::string::npos);
}

}  // namespace
}  // namespace graze::bench
