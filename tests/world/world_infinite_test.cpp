// Objects whose boxes extend to infinity, beside many others.
#include <gtest/gtest.h>

#include <limits>

#include "graze/world/detail/world_state.h"
#include "graze/world/prediction/alarms.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

using test::at;
using test::unit_box;

constexpr double endless = std::numeric_limits<double>::infinity();

// A kind that only these tests have, of which no question knows anything: a box, some of whose sides are at
// infinity.
class EndlessBox final : public ShapeValue {
  public:
    explicit EndlessBox(const Box& box) : box_(box) {}
    Box box() const override { return box_; }
    void write(std::string&) const override {}

  private:
    Box box_;
};

Shape endless_box(const Box& box) {
    return Shape(register_shape_kind({"endless box of a test", 1, nullptr}),
                 std::make_shared<EndlessBox>(box));
}

const Box below{{-endless, -endless, -endless}, {endless, endless, 0}};
const Box wall{{-endless, 4, -endless}, {endless, 4.5, endless}};

constexpr BroadPhaseKind kinds_of_worlds[] = {BroadPhaseKind::bvh, BroadPhaseKind::sweep_and_prune,
                                              BroadPhaseKind::grid, BroadPhaseKind::octree,
                                              BroadPhaseKind::all_pairs};

TEST(WorldInfinite, objects_meet_what_comes_into_their_boxes) {
    for (const BroadPhaseKind kind : kinds_of_worlds) {
        World world(WorldOptions{kind, {}});
        test::Heard heard;
        world.on_collision(heard.callback(), Want::boxes);
        const ObjectId floor = world.add(endless_box(below));
        std::vector<ObjectId> others;
        for (int i = 0; i < 40; ++i) others.push_back(world.add(unit_box(), at(3 * i, 0, 5)));
        world.update();
        EXPECT_TRUE(heard.take().empty());
        world.move(others[7], at(21, 0, 0.25));
        world.update();
        EXPECT_EQ(heard.take(), test::Lines{"began 0 8"});
        world.move(floor, at(0, 0, 4.5));
        world.update();
        EXPECT_EQ(heard.take().size(), 40u);
        world.move(floor, at(0, 0, -9));
        world.update();
        EXPECT_EQ(heard.take().size(), 40u);  // all of them ended
        world.remove(floor);
        world.update();
        EXPECT_TRUE(heard.take().empty());
    }
}

TEST(WorldInfinite, boxes_turn_with_their_objects) {
    World world;
    const ObjectId slab = world.add(endless_box(wall));
    EXPECT_EQ(world.box(slab), wall);
    world.move(slab, Pose(Pose::Matrix{{{0, 0, 1, 5}, {0, 1, 0, 6}, {-1, 0, 0, 7}}}));
    EXPECT_EQ(world.box(slab), (Box{{-endless, 10, -endless}, {endless, 10.5, endless}}));
    world.move(slab, Pose(Quat::about_turns({1, 2, 3}, 0.1), {}));
    EXPECT_EQ(world.box(slab), (Box{{-endless, -endless, -endless}, {endless, endless, endless}}));
}

TEST(WorldInfinite, objects_are_found_among_those_that_overlap_a_box) {
    for (const BroadPhaseKind kind : kinds_of_worlds) {
        World world(WorldOptions{kind, {}});
        const ObjectId floor = world.add(endless_box(below)), slab = world.add(endless_box(wall));
        for (int i = 0; i < 40; ++i) world.add(unit_box(), at(3 * i, 0, 5));
        world.update();
        using Ids = std::vector<ObjectId>;
        EXPECT_EQ(world.overlapping({{1e9, 1e9, -3}, {2e9, 2e9, -2}}), Ids{floor});
        EXPECT_EQ(world.overlapping({{-1e9, 4.5, 7}, {1e9, 5, 8}}), Ids{slab});
        EXPECT_EQ(world.overlapping({{-1, 3, -1}, {1, 5, 1}}), (Ids{floor, slab}));
        EXPECT_EQ(world.overlapping({{-endless, -endless, -endless}, {endless, endless, endless}}).size(),
                  42u);
    }
}

// Nobody can say what a ray hits in a shape of an unknown kind; the others are found as if it were not there.
TEST(WorldInfinite, objects_hide_nothing_from_rays_and_points) {
    for (const BroadPhaseKind kind : kinds_of_worlds) {
        World world(WorldOptions{kind, {}});
        world.add(endless_box({{-endless, -endless, -endless}, {endless, endless, endless}}));
        std::vector<ObjectId> others;
        for (int i = 0; i < 40; ++i) others.push_back(world.add(unit_box(), at(3 * i, 0, 5)));
        world.update();
        const auto hit = world.first_hit(Ray({30, 0, -100}, {0, 0, 1}));
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->object, others[10]);
        const auto near = world.nearest({31.25, 0, 5});
        ASSERT_TRUE(near);
        EXPECT_EQ(near->object, others[10]);
        EXPECT_EQ(near->distance.value, 0.75);
    }
}

TEST(WorldInfinite, objects_are_watched_by_alarms) {
    World world;
    const ObjectId floor = world.add(endless_box(below)), lift = world.add(unit_box(), at(0, 0, 9.5));
    world.add(unit_box(), at(50, 0, 20));
    std::vector<Alarm> heard;
    Alarms alarms(world, [&](const Alarm& alarm) { heard.push_back(alarm); });
    alarms.watch(floor, lift, {.lead = 2});
    alarms.watch_all(lift, {.lead = 3});
    for (int second = 0; second < 12; ++second) {
        world.move(lift, at(0, 0, 9.5 - second));
        world.update();
        alarms.advance(second);
    }
    const auto first = [&](WatchId watch, LeadEventKind kind) {
        for (const Alarm& alarm : heard)
            if (alarm.watch == watch && alarm.kind == kind) return alarm.time;
        return -1.0;
    };
    EXPECT_EQ(first(0, LeadEventKind::predicted), 7);
    EXPECT_EQ(first(1, LeadEventKind::predicted), 6);
    EXPECT_EQ(first(0, LeadEventKind::actual), 9);
    EXPECT_EQ(first(1, LeadEventKind::actual), 9);
}

// A floor under everything, with the highest index, so that all leave the list of one object at once.
TEST(WorldInfinite, objects_lose_many_partners_at_once) {
    World world;
    std::size_t began = 0, ended = 0;
    world.on_collision(
        [&](const Collision& c) {
            began += c.change == Change::began ? 1 : 0;
            ended += c.change == Change::ended ? 1 : 0;
        },
        Want::boxes);
    std::vector<ObjectId> others;
    for (int i = 0; i < 500; ++i) others.push_back(world.add(unit_box(), at(3 * i)));
    world.add(endless_box(below));
    world.update();
    EXPECT_EQ(began, 500u);
    for (int i = 0; i < 500; ++i)
        if (i % 3 != 0) world.move(others[static_cast<std::size_t>(i)], at(3 * i, 0, 9));
    world.update();
    EXPECT_EQ(ended, 333u);
    for (int i = 0; i < 500; ++i) world.move(others[static_cast<std::size_t>(i)], at(3 * i));
    world.update();
    EXPECT_EQ(began, 833u);
    EXPECT_EQ(detail::state_of(world).near.size(), 500u);
}

}  // namespace
}  // namespace graze
