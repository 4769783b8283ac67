#include <gtest/gtest.h>

#include "bench/world_report.h"

namespace graze::bench {
namespace {

using Json = nlohmann::ordered_json;

TEST(WorldJson, keeps_the_parts_that_a_run_left_out_and_says_what_each_was_made_by) {
    WorldResults rows;
    rows.rows.emplace_back();
    rows.errors = {"a peer misses a pair"};
    const Json first = with_earlier_parts(world_json(rows), {{"command", "one"}}, nullptr);
    EXPECT_EQ(first["parts"].size(), 1u);
    EXPECT_EQ(first["parts"]["rows"]["command"], "one");

    WorldResults growth;
    growth.growing.emplace_back();
    growth.one_mover.emplace();
    Json json = world_json(growth);
    json["worlds"] = {{"updates", {1, 2}}};
    const Json second = with_earlier_parts(json, {{"command", "two"}}, first);
    EXPECT_EQ(second["rows"], first["rows"]);
    EXPECT_EQ(second["parts"]["rows"]["command"], "one");
    EXPECT_EQ(second["parts"]["rows"]["errors"][0], "a peer misses a pair");
    for (const char* part : {"constant_density", "one_mover", "worlds"}) {
        EXPECT_EQ(second["parts"][part]["command"], "two");
        EXPECT_EQ(second[part], json[part]);
    }
    // A part that is measured again is the new one.
    const Json third = with_earlier_parts(world_json(rows), {{"command", "three"}}, second);
    EXPECT_EQ(third["parts"]["rows"]["command"], "three");
    EXPECT_EQ(third["worlds"], json["worlds"]);
    EXPECT_EQ(third["parts"]["worlds"]["command"], "two");
}

TEST(WorldJson, of_a_file_without_parts_is_that_of_its_head) {
    WorldResults growth;
    growth.growing.emplace_back();
    const Json earlier{{"command", "old"}, {"disturbed", false}, {"rows", {1}}, {"errors", Json::array()}};
    const Json now = with_earlier_parts(world_json(growth), {{"command", "new"}}, earlier);
    EXPECT_EQ(now["rows"], earlier["rows"]);
    EXPECT_EQ(now["parts"]["rows"]["command"], "old");
    EXPECT_EQ(now["parts"]["constant_density"]["command"], "new");
}

}  // namespace
}  // namespace graze::bench
