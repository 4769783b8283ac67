// A world chooses its broad phase by the number of objects and the share that moves. Nobody notices but by
// the time.
#include <gtest/gtest.h>

#include "graze/base/random.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

using test::at;
using test::unit_box;

// All pairs compares a box that moved with every other box; the BVH does not.
bool compares_all_pairs(World& world, ObjectId mover) {
    const std::uint64_t before = world.broad_phase().counts().box_tests;
    world.move(mover, world.pose(mover));
    world.update();
    return world.broad_phase().counts().box_tests - before == world.size() - 1;
}

TEST(WorldChoice, compares_all_pairs_of_some_hundred_objects_while_few_move) {
    World world;
    Random random(1);
    std::vector<ObjectId> ids;
    const auto somewhere = [&] { return Pose::translation(random.in_box({0, 0, 0}, {20, 20, 20})); };
    for (int i = 0; i < 500; ++i) ids.push_back(world.add(unit_box(), somewhere()));
    const auto run = [&](std::size_t movers) {
        for (int update = 0; update < 80; ++update) {
            for (std::size_t i = 0; i < movers; ++i) world.move(ids[i], somewhere());
            world.update();
        }
    };
    world.update();
    EXPECT_FALSE(compares_all_pairs(world, ids[0]));  // all have moved so far
    run(3);
    EXPECT_TRUE(compares_all_pairs(world, ids[0]));
    run(500);
    EXPECT_FALSE(compares_all_pairs(world, ids[0]));
}

// Growing, shrinking, resting and moving: one world chooses anew, the others may not.
TEST(WorldChoice, changes_no_report) {
    World choosing, of_all_pairs(WorldOptions{BroadPhaseKind::all_pairs, {}}),
        of_bvh(WorldOptions{BroadPhaseKind::bvh, {}});
    World* const worlds[] = {&choosing, &of_all_pairs, &of_bvh};
    test::Heard heard[3];
    for (std::size_t w = 0; w < 3; ++w) {
        worlds[w]->on_collision(heard[w].callback());
        worlds[w]->on_collision(heard[w].callback(), Want::distance, 0.25);
    }
    Random random(2);
    std::vector<ObjectId> ids;
    const auto in_all = [&](auto change) {
        for (World* world : worlds) change(*world);
    };
    std::size_t reports = 0;
    for (int update = 0; update < 260; ++update) {
        const bool grows = update < 20 || (update > 200 && update < 220);
        for (int i = 0; i < 30 && grows; ++i) {
            const Pose pose = Pose::translation(random.in_box({0, 0, 0}, {16, 16, 16}));
            ObjectId id;
            in_all([&](World& world) { id = world.add(unit_box(), pose); });
            ids.push_back(id);
        }
        for (int i = 0; i < 40 && update > 120 && update < 140 && ids.size() > 50; ++i) {
            in_all([&](World& world) { world.remove(ids.back()); });
            ids.pop_back();
        }
        const std::size_t movers = update > 160 && update < 230 ? ids.size() : 3;
        for (std::size_t i = 0; i < movers; ++i) {
            const Pose pose = Pose::translation(random.in_box({0, 0, 0}, {16, 16, 16}));
            in_all([&](World& world) { world.move(ids[i], pose); });
        }
        if (update == 100) {
            in_all([&](World& world) { world.hibernate(ids[5]); });
        }
        if (update == 110) {
            in_all([&](World& world) { world.wake(ids[5]); });
        }
        in_all([](World& world) { world.update(); });
        ASSERT_EQ(heard[0].lines, heard[1].lines) << "update " << update;
        ASSERT_EQ(heard[0].lines, heard[2].lines) << "update " << update;
        for (test::Heard& h : heard) reports += h.take().size();
    }
    EXPECT_GT(reports, 1000u);
}

}  // namespace
}  // namespace graze
