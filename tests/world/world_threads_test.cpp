// Worlds on several threads: the same results, and questions while they run.
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "graze/base/random.h"
#include "graze/world/live/live_world.h"
#include "tests/base/task_pools.h"
#include "tests/query/instruction_sets.h"
#include "tests/soak.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

using test::at;
using test::Heard;
using test::Lines;
using test::unit_box;

// All that a module hears while things tumble through each other.
Lines transcript(const WorldOptions& options) {
    World world(options);
    Heard heard;
    world.on_collision(heard.callback(), Want::triangles);
    world.on_collision(heard.callback(), Want::distance, 0.2);
    Random random(3);
    const Shape ball(make_sphere(0.6, 300));
    std::vector<ObjectId> ids;
    for (int i = 0; i < 60; ++i)
        ids.push_back(world.add(i % 2 == 0 ? ball : unit_box(),
                                Pose::translation(random.in_box({0, 0, 0}, {5, 5, 5}))));
    Lines all;
    for (int step = 0; step < 8; ++step) {
        world.update();
        for (std::string& line : heard.lines) all.push_back(std::move(line));
        heard.lines.clear();
        for (const std::size_t count : heard.contacts) all.push_back(std::to_string(count));
        heard.contacts.clear();
        for (const ObjectId id : ids)
            if (random.chance(0.7)) world.move(id, {random.rotation(), random.in_box({0, 0, 0}, {5, 5, 5})});
    }
    return all;
}

TEST(WorldThreads, tell_the_same_in_the_same_order_for_any_number_and_broad_phase) {
    const Lines expected = transcript({BroadPhaseKind::all_pairs, {}});
    EXPECT_GT(expected.size(), 500u);
    EXPECT_EQ(transcript({BroadPhaseKind::bvh, Threads(2, ThreadBackend::standard)}), expected);
    EXPECT_EQ(transcript({BroadPhaseKind::grid, Threads(3, ThreadBackend::standard)}), expected);
    EXPECT_EQ(transcript({BroadPhaseKind::sweep_and_prune, {}}), expected);
    EXPECT_EQ(transcript({BroadPhaseKind::octree, {}}), expected);
}

TEST(WorldThreads, tell_the_same_on_a_pool_of_the_callers_whatever_its_order) {
    const Lines expected = transcript({BroadPhaseKind::bvh, {}});
    const auto backward = std::make_shared<test::BackwardPool>();
    EXPECT_EQ(transcript({BroadPhaseKind::bvh, Threads(backward, 4)}), expected);
    EXPECT_GE(backward->calls, 8);  // in each update
    EXPECT_EQ(transcript({BroadPhaseKind::bvh, Threads(std::make_shared<test::FreshThreadsPool>(), 3)}),
              expected);
}

TEST(WorldThreads, tell_the_same_on_every_instruction_set) {
    const Lines expected = transcript({});
    test::on_every_instruction_set([&] { EXPECT_EQ(transcript({}), expected); });
}

TEST(LiveWorld, tells_on_the_callers_thread_what_it_found_on_its_own) {
    LiveWorld live;
    std::jthread detection([&](std::stop_token stop) { live.run(stop); });
    Heard heard;
    const auto here = std::this_thread::get_id();
    std::thread::id told_on;
    live.on_collision([&, record = heard.callback()](const Collision& c) {
        told_on = std::this_thread::get_id();
        EXPECT_EQ(c.contacts.size(), c.change == Change::ended ? 0u : 1u);
        record(c);
    });
    const ObjectId a = live.add(unit_box()).get();
    const ObjectId b = live.add(unit_box(), at(0.5)).get();
    while (heard.lines.empty()) live.deliver();
    live.move(b, at(3));
    while (heard.lines.size() < 2) live.deliver();
    EXPECT_EQ(heard.take(), (Lines{"began 0 1", "ended 0 1"}));
    EXPECT_EQ(told_on, here);
    live.remove(a);
    live.move(a, at(1));  // gone by then
    while (live.counts().refused == 0) std::this_thread::yield();
    EXPECT_EQ(live.ask([](const World& world) { return world.size(); }), 1u);
}

TEST(LiveWorld, never_makes_who_moves_objects_wait_and_counts_what_it_dropped) {
    LiveOptions options;
    options.max_waiting_moves = 10;
    LiveWorld live(options);
    auto added = live.add(unit_box());
    EXPECT_TRUE(live.run_once());
    const ObjectId a = added.get();
    for (int i = 0; i < 25; ++i) live.move(a, at(i));  // nobody detects
    EXPECT_TRUE(live.run_once());
    EXPECT_FALSE(live.run_once());
    EXPECT_EQ(live.counts().dropped_moves, 15u);
    EXPECT_EQ(live.ask([&](const World& world) { return world.pose(a).translation().x; }), 9);
}

TEST(LiveWorld, drops_only_collisions_that_last_when_nobody_fetches_them) {
    LiveOptions options;
    options.max_waiting_collisions = 3;
    LiveWorld live(options);
    Heard heard;
    live.on_collision(heard.callback());
    live.add(unit_box());
    auto added = live.add(unit_box(), at(0.5));
    live.run_once();
    const ObjectId b = added.get();
    for (int i = 0; i < 6; ++i) {
        live.move(b, at(0.5 + 0.05 * i));
        live.run_once();
    }
    live.move(b, at(4));
    live.run_once();
    EXPECT_EQ(live.deliver(), 4u);
    EXPECT_EQ(heard.take(), (Lines{"began 0 1", "lasts 0 1", "lasts 0 1", "ended 0 1"}));
    EXPECT_EQ(live.counts().dropped_collisions, 4u);
}

// Movers, adders, removers and askers at once, for a while.
TEST(LiveWorld, survives_everybody_at_once) {
    LiveWorld live;
    live.on_collision([](const Collision&) {}, Want::touch);
    std::jthread detection([&](std::stop_token stop) { live.run(stop); });
    std::vector<ObjectId> shared;
    for (int i = 0; i < 50; ++i) shared.push_back(live.add(unit_box(), at(0.3 * i)).get());
    std::atomic<int> busy{4};
    std::atomic<std::size_t> answers{0};
    {
        std::vector<std::jthread> crowd;
        for (std::uint64_t seed = 0; seed < 2; ++seed) {
            crowd.emplace_back([&, seed] {
                Random random(seed);
                for (int i = 0; i < 3000 * test::soak_factor(); ++i)
                    live.move(shared[random.below(shared.size())],
                              Pose(random.rotation(), random.in_box({0, 0, 0}, {9, 2, 2})));
                --busy;
            });
        }
        for (std::uint64_t seed = 10; seed < 12; ++seed) {
            crowd.emplace_back([&, seed] {
                Random random(seed);
                std::vector<ObjectId> own;
                for (int i = 0; i < 200 * test::soak_factor(); ++i) {
                    own.push_back(
                        live.add(unit_box(), Pose::translation(random.in_box({0, 0, 0}, {9, 2, 2}))).get());
                    if (!random.chance(0.5)) continue;
                    live.remove(own.back());
                    own.pop_back();
                }
                for (const ObjectId id : own) live.remove(id);
                --busy;
            });
        }
        crowd.emplace_back([&] {
            Random random(20);
            while (busy > 0) {
                const Vec3 p = random.in_box({-1, -1, -1}, {10, 3, 3});
                answers += live.ask([&](const World& world) {
                    return world.overlapping({p, p + Vec3{1, 1, 1}}).size() +
                           (world.first_hit(Ray(p, {1, 0.1, 0.2})) ? 1u : 0u) + (world.nearest(p) ? 1u : 0u);
                });
            }
        });
        while (busy > 0) live.deliver();
    }
    EXPECT_GT(answers, 0u);
    while (live.ask([](const World& world) { return world.size(); }) != shared.size())
        std::this_thread::yield();
    EXPECT_EQ(live.counts().refused, 0u);
    EXPECT_EQ(live.counts().dropped_moves, 0u);
}

}  // namespace
}  // namespace graze
