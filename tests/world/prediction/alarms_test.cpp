#include "graze/world/prediction/alarms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

using test::at;
using test::unit_box;

class AlarmsOfAWorld : public ::testing::Test {
  protected:
    double first(WatchId watch, LeadEventKind kind) const {
        const auto found =
            std::ranges::find_if(told_, [&](const Alarm& a) { return a.watch == watch && a.kind == kind; });
        return found == told_.end() ? -1.0 : found->time;
    }
    void run(int from, int to, const std::function<void(double)>& move) {
        for (int step = from; step <= to; ++step) {
            move(0.125 * step);
            world_.update();
            alarms_.advance(0.125 * step);
        }
    }
    World world_;
    std::vector<Alarm> told_;
    Alarms alarms_{world_, [this](const Alarm& a) { told_.push_back(a); }};
};

TEST_F(AlarmsOfAWorld, go_off_two_seconds_before_contact_and_at_contact) {
    const ObjectId a = world_.add(unit_box()), b = world_.add(unit_box(), at(9));
    const WatchId watch = alarms_.watch(a, b, {.lead = 2});
    run(0, 100, [&](double t) { world_.move(a, at(t)); });  // contact at 8
    EXPECT_EQ(first(watch, LeadEventKind::predicted), 6);
    EXPECT_EQ(first(watch, LeadEventKind::actual), 8);
    EXPECT_EQ(first(watch, LeadEventKind::separated), 10);
    EXPECT_EQ(told_.front().a, a);
    EXPECT_EQ(told_.front().b, b);
    EXPECT_EQ(told_.front().contact, 8);
    EXPECT_LT(alarms_.counts().pair_tests, 50u);  // in a hundred steps: it slept until 6
}

TEST_F(AlarmsOfAWorld, are_withdrawn_when_an_object_turns_away) {
    const ObjectId a = world_.add(unit_box()), b = world_.add(unit_box(), at(9));
    const WatchId watch = alarms_.watch(a, b, {.lead = 2});
    run(0, 56, [&](double t) { world_.move(a, at(t)); });
    run(57, 80, [&](double t) { world_.move(a, at(7, t - 7)); });
    EXPECT_EQ(first(watch, LeadEventKind::predicted), 6);
    EXPECT_EQ(first(watch, LeadEventKind::withdrawn), 57 * 0.125);
    EXPECT_EQ(first(watch, LeadEventKind::actual), -1);
}

TEST_F(AlarmsOfAWorld, watch_an_object_against_all_others_and_tell_when_it_touches_nothing) {
    const ObjectId a = world_.add(unit_box());
    std::vector<ObjectId> posts;
    for (int i = 1; i <= 5; ++i) posts.push_back(world_.add(unit_box(), at(5.0 * i)));
    world_.add(unit_box(), at(12, 40));
    const WatchId watch = alarms_.watch_all(a, {.lead = 1});
    run(0, 160, [&](double t) { world_.move(a, at(t)); });
    std::vector<ObjectId> met;
    for (const Alarm& alarm : told_)
        if (alarm.kind == LeadEventKind::actual) met.push_back(alarm.b);
    EXPECT_EQ(met, (std::vector(posts.begin(), posts.begin() + 4)));
    EXPECT_EQ(first(watch, LeadEventKind::touches_nothing), 0);
    EXPECT_EQ(std::ranges::count(told_, LeadEventKind::touches_nothing, &Alarm::kind), 4);
    EXPECT_EQ(std::ranges::count(told_, LeadEventKind::predicted, &Alarm::kind), 4);
}

TEST_F(AlarmsOfAWorld, believe_velocities_that_are_given) {
    const ObjectId a = world_.add(unit_box()), b = world_.add(unit_box(), at(4));
    const WatchId watch = alarms_.watch(a, b, {.lead = 2});
    alarms_.give_velocity(a, Vec3{2, 0, 0});
    world_.update();
    alarms_.advance(0);
    EXPECT_EQ(first(watch, LeadEventKind::predicted), 0);
}

TEST_F(AlarmsOfAWorld, forget_objects_that_are_gone) {
    const ObjectId a = world_.add(unit_box()), b = world_.add(unit_box(), at(9));
    const WatchId watch = alarms_.watch(a, b, {.lead = 2});
    run(0, 52, [&](double t) { world_.move(a, at(t)); });
    world_.remove(b);
    run(53, 90, [&](double t) { world_.move(a, at(t)); });
    EXPECT_EQ(first(watch, LeadEventKind::predicted), 6);
    EXPECT_EQ(first(watch, LeadEventKind::actual), -1);
    EXPECT_THROW(alarms_.watch(a, b, {}), Error);
    EXPECT_THROW(alarms_.watch_all(b, {}), Error);
    alarms_.unwatch(watch);
}

// The index of a removed object is used again, and watches must not go over to who has it next.
TEST_F(AlarmsOfAWorld, of_an_object_that_is_gone_are_not_about_the_one_that_has_its_index) {
    const ObjectId a = world_.add(unit_box()), b = world_.add(unit_box(), at(9));
    const ObjectId far = world_.add(unit_box(), at(0, 50));
    const WatchId watch = alarms_.watch(a, b, {.lead = 2});
    run(0, 8, [&](double t) { world_.move(a, at(t)); });
    world_.remove(b);
    world_.update();
    const ObjectId c = world_.add(unit_box(), at(9));
    ASSERT_EQ(c.index, b.index);
    const WatchId other = alarms_.watch(c, far, {.lead = 2});
    run(9, 100, [&](double t) { world_.move(a, at(t)); });
    EXPECT_EQ(told_.size(), 0u);
    alarms_.unwatch(watch);
    const WatchId now = alarms_.watch(a, c, {.lead = 2});
    run(101, 101, [&](double) { world_.move(a, at(9)); });
    EXPECT_EQ(first(now, LeadEventKind::actual), 101 * 0.125);
    EXPECT_EQ(first(other, LeadEventKind::actual), -1);
}

TEST_F(AlarmsOfAWorld, tell_that_a_removed_object_is_left_before_its_successor_is_met) {
    const ObjectId a = world_.add(unit_box()), b = world_.add(unit_box(), at(0.5));
    const WatchId watch = alarms_.watch_all(a, {.lead = 1});
    run(0, 0, [](double) {});
    ASSERT_EQ(told_.size(), 1u);
    EXPECT_EQ(told_[0].b, b);
    told_.clear();
    world_.remove(b);
    world_.update();
    const ObjectId c = world_.add(unit_box(), at(0.5));
    ASSERT_EQ(c.index, b.index);
    run(1, 1, [](double) {});
    ASSERT_EQ(told_.size(), 2u);
    EXPECT_EQ(told_[0].kind, LeadEventKind::separated);
    EXPECT_EQ(told_[0].b, b);
    EXPECT_EQ(told_[1].kind, LeadEventKind::actual);
    EXPECT_EQ(told_[1].b, c);
    EXPECT_EQ(told_[1].watch, watch);
    // Ten thousand come and go, one at a time.
    ObjectId last = c;
    for (int step = 2; step < 10'000; ++step) {
        world_.remove(last);
        world_.update();
        last = world_.add(unit_box(), at(0.5 + 0.25 * (step % 2)));
        world_.update();
        told_.clear();
        alarms_.advance(0.125 * step);
        ASSERT_EQ(told_.size(), 2u) << step;
        ASSERT_EQ(told_[1].b, last);
    }
}

TEST_F(AlarmsOfAWorld, take_note_of_nothing_when_time_goes_backwards) {
    const ObjectId a = world_.add(unit_box()), b = world_.add(unit_box(), at(3));
    const WatchId watch = alarms_.watch(a, b, {.lead = 0});
    run(0, 8, [](double) {});
    world_.move(b, at(0.5));
    EXPECT_THROW(alarms_.advance(0.5), Error);
    EXPECT_THROW(alarms_.advance(std::nan("")), Error);
    alarms_.advance(1.125);
    EXPECT_NE(first(watch, LeadEventKind::actual), -1);
}

}  // namespace
}  // namespace graze
