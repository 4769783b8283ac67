// Alarms ahead of contact: what is told when.
#include "graze/world/prediction/lead_time.h"

#include <gtest/gtest.h>

#include <limits>

#include "graze/base/error.h"
#include "tests/world/moving_boxes.h"

namespace graze::test {
namespace {

using Kind = LeadEventKind;

// A scheduler and its clock, told of moves as a world would.
struct Stage {
    LeadTimeScheduler scheduler;
    LeadCandidates candidates{};

    std::vector<LeadEvent> at(double now, const std::vector<NumberedMotion>& moved = {}) {
        std::vector<LeadEvent> events;
        scheduler.advance(now, moved, events, candidates);
        return events;
    }
};

NumberedMotion cube(std::uint32_t id, double x, double speed) {
    return {id, moving_cube({x, 0, 0}, {speed, 0, 0})};
}

void expect_event(const LeadEvent& event, Kind kind, double time, double contact) {
    EXPECT_EQ(event.kind, kind);
    EXPECT_NEAR(event.time, time, 1e-12);
    EXPECT_NEAR(event.contact, contact, 1e-12);
}

TEST(LeadTime, warns_once_two_seconds_before_and_tells_of_the_contact) {
    Stage stage;
    stage.scheduler.watch(0, 1, {.lead = 2});
    EXPECT_TRUE(stage.at(0, {cube(0, 0, 1), cube(1, 11, 0)}).empty());
    for (int i = 1; i < 8; ++i) EXPECT_TRUE(stage.at(i).empty()) << i;
    const auto warned = stage.at(8);
    ASSERT_EQ(warned.size(), 1u);
    expect_event(warned[0], Kind::predicted, 8, 10);
    EXPECT_TRUE(stage.at(9).empty());
    const auto touched = stage.at(10.5);
    ASSERT_EQ(touched.size(), 1u);
    expect_event(touched[0], Kind::actual, 10, 10);
    EXPECT_TRUE(stage.at(11).empty());
    const auto parted = stage.at(13);
    ASSERT_EQ(parted.size(), 1u);
    expect_event(parted[0], Kind::separated, 12, 12);
    EXPECT_TRUE(stage.at(100).empty());
}

TEST(LeadTime, withdraws_when_one_turns_away_and_warns_again_when_it_comes_back) {
    Stage stage;
    stage.scheduler.watch(0, 1, {.lead = 2});
    stage.at(0, {cube(0, 0, 1), cube(1, 8, -1)});
    EXPECT_TRUE(stage.at(1).empty());
    const auto first = stage.at(1.5);
    ASSERT_EQ(first.size(), 1u);
    expect_event(first[0], Kind::predicted, 1.5, 3.5);
    const auto turned = stage.at(2, {cube(1, 6, 1)});
    ASSERT_EQ(turned.size(), 1u);
    expect_event(turned[0], Kind::withdrawn, 2, 3.5);
    EXPECT_TRUE(stage.at(3.5).empty());
    const auto back = stage.at(4, {cube(1, 8, -1)});
    ASSERT_EQ(back.size(), 1u);
    expect_event(back[0], Kind::predicted, 4, 5.5);
}

TEST(LeadTime, of_zero_predicts_nothing) {
    Stage stage;
    stage.scheduler.watch(0, 1, {.lead = 0});
    stage.at(0, {cube(0, 0, 1), cube(1, 4, 0)});
    EXPECT_TRUE(stage.at(2.875).empty());
    const auto touched = stage.at(3);
    ASSERT_EQ(touched.size(), 1u);
    expect_event(touched[0], Kind::actual, 3, 3);
}

TEST(LeadTime, tells_of_what_touches_from_the_beginning) {
    Stage stage;
    stage.scheduler.watch(0, 1, {.lead = 5});
    const auto events = stage.at(7, {cube(0, 0, 0), cube(1, 1, 0)});
    ASSERT_EQ(events.size(), 1u);
    expect_event(events[0], Kind::actual, 7, 7);
}

TEST(LeadTime, finds_what_tunnels_between_two_advances) {
    Stage stage;
    stage.scheduler.watch(0, 1, {});
    stage.at(0, {cube(0, 0, 100), cube(1, 51, 0)});
    const auto events = stage.at(1);
    ASSERT_EQ(events.size(), 2u);
    expect_event(events[0], Kind::actual, 0.5, 0.5);
    expect_event(events[1], Kind::separated, 0.52, 0.52);

    Stage blind{LeadTimeScheduler({.sweep_steps = false})};
    blind.scheduler.watch(0, 1, {});
    blind.at(0, {cube(0, 0, 100), cube(1, 51, 0)});
    EXPECT_TRUE(blind.at(1).empty());
}

TEST(LeadTime, knows_that_what_jumps_touches_nothing_on_the_way) {
    Stage stage;
    stage.scheduler.watch(0, 1, {});
    stage.at(0, {cube(0, 0, 0), cube(1, 50, 0)});
    EXPECT_TRUE(stage.at(1, {{0, moving_cube({100, 0, 0}, {}), true}}).empty());
    const auto moved_back = stage.at(2, {cube(0, 0, 0)});
    ASSERT_EQ(moved_back.size(), 2u);
    EXPECT_EQ(moved_back[0].kind, Kind::actual);
}

TEST(LeadTime, separates_what_is_taken_away) {
    Stage stage;
    stage.scheduler.watch(0, 1, {.lead = 1});
    stage.at(0, {cube(0, 0, 0), cube(1, 0.5, 0)});
    const auto events = stage.at(1, {{1, MovingBox{}}});
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].kind, Kind::separated);
    EXPECT_TRUE(stage.at(2, {{1, MovingBox{}}}).empty());
}

TEST(LeadTime, orders_events_by_time_and_numbers) {
    Stage stage;
    stage.scheduler.watch(3, 2, {});
    stage.scheduler.watch(1, 0, {});
    stage.scheduler.watch(0, 2, {});
    stage.at(0, {cube(0, 0, 0), cube(1, 3, -1), cube(2, 5, -1), cube(3, 20, 0)});
    const auto events = stage.at(10, {cube(3, 5, 0), cube(1, -7, -1), cube(2, -5, -1)});
    std::vector<std::uint32_t> firsts;
    for (const LeadEvent& e : events) firsts.push_back(e.a);
    EXPECT_EQ(firsts, (std::vector<std::uint32_t>{1, 0, 1, 0}));
    for (std::size_t i = 1; i < events.size(); ++i) EXPECT_LE(events[i - 1].time, events[i].time);
}

TEST(LeadTime, watches_one_object_against_all_and_says_when_it_touches_nothing) {
    Stage stage;
    std::vector<Box> regions;
    stage.candidates = [&](std::uint32_t object, const Box& region, std::vector<std::uint32_t>& ids) {
        EXPECT_EQ(object, 0u);
        regions.push_back(region);
        ids.insert(ids.end(), {0, 1, 2, 1});
    };
    stage.scheduler.watch_all(0, {.lead = 1});
    const auto begin = stage.at(0, {cube(0, 0, 1), cube(1, 4, 0), cube(2, 6, 0)});
    ASSERT_EQ(begin.size(), 1u);
    EXPECT_EQ(begin[0].kind, Kind::touches_nothing);
    EXPECT_EQ(begin[0].b, no_object);
    EXPECT_GE(regions.back().upper.x, 2);

    std::vector<std::pair<Kind, std::uint32_t>> told;
    for (int i = 1; i <= 20; ++i)
        for (const LeadEvent& e : stage.at(i * 0.5)) told.emplace_back(e.kind, e.b);
    const std::vector<std::pair<Kind, std::uint32_t>> expected{{Kind::predicted, 1},
                                                               {Kind::actual, 1},
                                                               {Kind::predicted, 2},
                                                               {Kind::actual, 2},
                                                               {Kind::separated, 1},
                                                               {Kind::separated, 2},
                                                               {Kind::touches_nothing, no_object}};
    EXPECT_EQ(told, expected);
}

TEST(LeadTime, needs_candidates_to_watch_all) {
    Stage stage;
    const WatchId watch = stage.scheduler.watch_all(0, {});
    EXPECT_THROW(stage.at(0, {cube(0, 0, 1)}), Error);
    stage.scheduler.unwatch(watch);
    EXPECT_NO_THROW(stage.at(0, {cube(0, 0, 1)}));
}

TEST(LeadTime, forgets_what_is_not_watched_any_more) {
    Stage stage;
    const WatchId watch = stage.scheduler.watch(0, 1, {.lead = 2});
    stage.at(0, {cube(0, 0, 1), cube(1, 4, 0)});
    stage.scheduler.unwatch(watch);
    EXPECT_EQ(stage.scheduler.watches(), 0u);
    EXPECT_TRUE(stage.at(3).empty());
    EXPECT_THROW(stage.scheduler.unwatch(watch), Error);
    // Its number is used again, for a watch without a past.
    EXPECT_EQ(stage.scheduler.watch(0, 1, {}), watch);
    ASSERT_EQ(stage.at(3.5).size(), 1u);
}

TEST(LeadTime, refuses_what_makes_no_sense) {
    LeadTimeScheduler scheduler;
    EXPECT_THROW(scheduler.watch(1, 1, {}), Error);
    EXPECT_THROW(scheduler.watch(0, 1, {.lead = -1}), Error);
    EXPECT_THROW(scheduler.watch(0, 1, {.lead = std::numeric_limits<double>::infinity()}), Error);
    EXPECT_THROW(scheduler.watch(0, 1, {.lead = 1, .prediction = {PredictionMethod::sweep, 0}}), Error);
    EXPECT_EQ(scheduler.watches(), 0u);
    EXPECT_THROW(LeadTimeScheduler({.position_tolerance = -1}), Error);
    std::vector<LeadEvent> events;
    scheduler.advance(5, {}, events);
    EXPECT_THROW(scheduler.advance(4, {}, events), Error);
    EXPECT_THROW(scheduler.advance(std::numeric_limits<double>::quiet_NaN(), {}, events), Error);
}

TEST(LeadTime, lets_go_of_what_leaves_the_range_of_coordinates) {
    Stage stage;
    stage.scheduler.watch(0, 1, {.lead = 1});
    stage.at(0, {{0, moving_cube({0, 0, 0}, {1e100, 0, 0})}, cube(1, 4, 0)});
    EXPECT_NO_THROW(stage.at(2));
}

TEST(LeadTime, does_not_touch_pairs_that_sleep) {
    Stage stage;
    const std::uint32_t objects = 450;  // 101 025 pairs
    std::vector<NumberedMotion> moved;
    for (std::uint32_t i = 0; i < objects; ++i) {
        moved.push_back(cube(i, 10.0 * i, 0));
        for (std::uint32_t j = 0; j < i; ++j) stage.scheduler.watch(j, i, {.lead = 2});
    }
    moved[0] = cube(0, 0, 1);
    stage.at(0, moved);
    const auto begin = stage.scheduler.counts();
    EXPECT_EQ(begin.pair_tests, 101025u);
    for (int i = 1; i <= 600; ++i) stage.at(i / 100.0);
    EXPECT_EQ(stage.scheduler.counts().pair_tests, begin.pair_tests);
    ASSERT_EQ(stage.at(7).size(), 1u);  // 9 apart, at speed 1
    EXPECT_LE(stage.scheduler.counts().pair_tests, begin.pair_tests + 2);
    // A change of one object wakes its pairs, and no other.
    stage.at(7.5, {{5, moving_cube({50, 0, 0}, {0, 1, 0})}});
    EXPECT_LE(stage.scheduler.counts().pair_tests, begin.pair_tests + 2 + objects);
}

}  // namespace
}  // namespace graze::test
