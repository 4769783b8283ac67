#include "bench/world_report.h"

#include <gtest/gtest.h>

namespace graze::bench {
namespace {

WorldTime time_of(double mean, std::size_t steps = 300) {
    return {WorldOutcome::measured, steps, mean, mean, mean};
}

WorldResults some_results() {
    WorldResults results;
    results.method_names = {"graze tree", "graze grid", "slow peer", "fast peer"};
    results.method_tones = {Tone::graze, Tone::graze, Tone::peer, Tone::peer};
    results.steps = 300;
    for (const std::size_t objects : {1'000u, 10'000u}) {
        WorldRow row;
        row.scene = {.objects = objects, .overlaps_per_box = 1};
        row.overlaps_per_box = 0.98;
        const double scale = static_cast<double>(objects) / 1000;
        row.times = {time_of(0.1 * scale), time_of(0.2 * scale), time_of(2 * scale, 17),
                     time_of(0.5 * scale)};
        results.rows.push_back(row);
    }
    return results;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(WorldTime, has_the_mean_of_all_steps_and_of_the_first_and_last_ten) {
    std::vector<double> milliseconds(30, 2.0);
    std::fill(milliseconds.begin(), milliseconds.begin() + 10, 1.0);
    std::fill(milliseconds.end() - 10, milliseconds.end(), 3.0);
    const WorldTime time = world_time(milliseconds);
    EXPECT_EQ(time.steps, 30u);
    EXPECT_DOUBLE_EQ(time.mean, 2);
    EXPECT_DOUBLE_EQ(time.first, 1);
    EXPECT_DOUBLE_EQ(time.last, 3);
    EXPECT_TRUE(time.counts());
    EXPECT_FALSE(world_time({}).counts());
}

TEST(WorldResults, know_the_fastest_of_those_that_count) {
    WorldResults results = some_results();
    EXPECT_EQ(fastest(results, results.rows[0], Tone::peer), 3u);
    EXPECT_EQ(fastest(results, results.rows[0], Tone::graze), 0u);
    results.rows[0].times[3].outcome = WorldOutcome::wrong;
    EXPECT_EQ(fastest(results, results.rows[0], Tone::peer), 2u);
    results.rows[0].times[2] = {};
    EXPECT_FALSE(fastest(results, results.rows[0], Tone::peer));
}

TEST(WorldReport, has_ratios_and_what_was_wanted) {
    const std::string text = world_sections({}, some_results());
    EXPECT_TRUE(contains(text, "1000 boxes of one size: ms per step"));
    EXPECT_TRUE(contains(text, "10000 boxes of one size: ms per step"));
    EXPECT_TRUE(contains(text, "fast peer"));
    EXPECT_TRUE(contains(text, "5.0"));         // 0.5 by 0.1
    EXPECT_TRUE(contains(text, "(17 steps)"));  // a run cut short
    EXPECT_EQ(wanted_ratio(1'000), 5);
    EXPECT_EQ(wanted_ratio(10'000), 8);
    EXPECT_EQ(wanted_ratio(100'000), 15);
    EXPECT_EQ(wanted_ratio(12), 0);
}

TEST(WorldReport, says_who_was_wrong_left_out_or_too_slow) {
    WorldResults results = some_results();
    results.rows.resize(1);
    results.rows[0].times[0].outcome = WorldOutcome::wrong;
    results.rows[0].times[2] = world_time({});
    results.errors = {"graze tree misses the pair 1 2"};
    const std::string text = world_sections({}, results);
    EXPECT_TRUE(contains(text, "wrong"));
    EXPECT_TRUE(contains(text, "too long"));
    EXPECT_TRUE(contains(text, "misses the pair 1 2"));
    const auto json = world_json(results);
    EXPECT_EQ(json["rows"][0]["methods"]["graze tree"]["wrong"], true);
    EXPECT_EQ(json["errors"].size(), 1u);
}

TEST(WorldReport, has_all_rows_in_its_json) {
    WorldResults results = some_results();
    results.few_movers = results.all_movers = results.one_mover = results.rows[0];
    results.growing = results.choices = results.rows;
    results.endurance = {{"graze tree", {1, 2}}};
    const auto json = world_json(results);
    EXPECT_EQ(json["rows"].size(), 2u);
    EXPECT_EQ(json["rows"][1]["objects"], 10'000);
    EXPECT_EQ(json["rows"][1]["methods"]["fast peer"]["ms"], 5);
    EXPECT_EQ(json["constant_density"].size(), 2u);
    EXPECT_EQ(json["choices"].size(), 2u);
    EXPECT_EQ(json["endurance_ms_per_thousand"]["graze tree"][1], 2);
    EXPECT_TRUE(json.contains("few_movers") && json.contains("all_movers") && json.contains("one_mover"));
    const std::string text = world_sections({}, results);
    EXPECT_TRUE(contains(text, "1001 to 2000"));
    EXPECT_TRUE(contains(text, "constant density"));
    EXPECT_TRUE(contains(text, "chosen"));
}

TEST(WorldPlot, has_a_line_for_each_method_with_logarithmic_axes) {
    const std::string plot = world_plot(some_results(), "remark");
    for (const char* part : {"graze tree", "fast peer", "remark", ">1000<", ">10000<", "polyline"})
        EXPECT_TRUE(contains(plot, part)) << part;
    EXPECT_TRUE(contains(world_plot({}, ""), "</svg>"));  // nothing measured: no lines
}

}  // namespace
}  // namespace graze::bench
