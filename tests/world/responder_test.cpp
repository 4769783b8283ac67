#include "graze/world/responder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

using test::at;
using test::unit_box;

TEST(Responder, lets_a_ball_bounce_between_two_walls) {
    World world;
    world.add(unit_box(), at(-3));
    world.add(unit_box(), at(3));
    const ObjectId ball = world.add(unit_box(), at(0, 0.1, 0.2));
    Responder responder(world, {VelocityResponse::bounce});
    responder.set_velocity(ball, {1, 0, 0});
    int turns = 0;
    Vec3 before = responder.velocity(ball);
    for (int i = 0; i < 200; ++i) {
        responder.step(0.125);
        const Vec3 now = responder.velocity(ball);
        turns += now.x != before.x ? 1 : 0;
        before = now;
        EXPECT_EQ(std::abs(now.x), 1);
        EXPECT_LE(std::abs(world.pose(ball).translation().x), 2);
    }
    EXPECT_GE(turns, 5);
}

TEST(Responder, stops_a_ball_at_its_last_free_pose) {
    World world;
    world.add(unit_box(), at(3));
    const ObjectId ball = world.add(unit_box());
    Responder responder(world);
    responder.set_velocity(ball, {1, 0, 0});
    for (int i = 0; i < 20; ++i) responder.step(0.3);
    EXPECT_EQ(responder.velocity(ball), Vec3{});
    EXPECT_LT(world.pose(ball).translation().x, 2);
    EXPECT_GT(world.pose(ball).translation().x, 1.6);
    EXPECT_EQ(responder.responses(), 0u);
}

TEST(Responder, keeps_ten_balls_in_a_closed_box) {
    World world;
    const double wall = 6;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double side : {-1.0, 1.0}) {
            Vec3 size{2 * wall, 2 * wall, 2 * wall}, to;
            size[static_cast<std::size_t>(axis)] = 1;
            to[static_cast<std::size_t>(axis)] = side * (wall / 2 + 0.5);
            world.add(Shape(make_box(size)), Pose::translation(to), {"wall", group_bit(0), false});
        }
    }
    const Shape ball(make_sphere(0.4, 300));
    Random random(9);
    Responder responder(world, {VelocityResponse::bounce});
    std::vector<ObjectId> balls;
    for (int i = 0; i < 10; ++i) {
        balls.push_back(world.add(ball, at(-2.25 + 1.5 * (i % 4), -1.5 + 1.5 * (i / 4 % 4), 0)));
        responder.set_velocity(balls.back(), random.on_sphere());
    }
    std::size_t responses = 0;
    for (int i = 0; i < 400; ++i) {
        responder.step(0.05);
        responses += responder.responses();
        for (const ObjectId id : balls) {
            const Vec3 p = world.pose(id).translation();
            EXPECT_LT(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}), wall / 2);
        }
    }
    EXPECT_GT(responses, 20u);
    EXPECT_THROW(Responder(world, {VelocityResponse::bounce, true, 2}), Error);
}

TEST(Responder, does_not_set_an_object_back_into_what_has_come_upon_it) {
    for (const VelocityResponse how :
         {VelocityResponse::keep, VelocityResponse::stop, VelocityResponse::bounce}) {
        World world;
        const ObjectId wall = world.add(unit_box(), at(-5)), ball = world.add(unit_box());
        Responder responder(world, {how});
        responder.set_velocity(ball, {0.25, 0, 0});
        responder.step(0.5);
        world.move(wall, at(-0.75));  // pushed into it from behind
        for (int i = 0; i < 10; ++i) responder.step(0.5);
        EXPECT_FALSE(world.touching(wall, ball));
        EXPECT_EQ(responder.velocity(ball), (Vec3{0.25, 0, 0}));
        EXPECT_EQ(world.pose(ball).translation().x, 11 * 0.125);
    }
}

TEST(Responder, stops_an_object_that_touched_something_and_goes_further_in) {
    World world;
    const ObjectId wall = world.add(unit_box(), at(1)), ball = world.add(unit_box());
    Responder responder(world);
    EXPECT_TRUE(world.touching(wall, ball));
    responder.set_velocity(ball, {0.5, 0, 0});
    responder.step(0.25);
    EXPECT_EQ(responder.responses(), 1u);
    EXPECT_EQ(responder.velocity(ball), Vec3{});
    EXPECT_EQ(world.pose(ball).translation().x, 0.125);  // no free pose is known
    responder.set_velocity(ball, {-0.5, 0, 0});
    responder.step(0.25);
    responder.step(0.25);
    EXPECT_EQ(responder.responses(), 0u);
    EXPECT_FALSE(world.touching(wall, ball));
    responder.set_velocity(ball, {0.5, 0, 0});
    responder.step(0.25);  // now one is
    EXPECT_EQ(world.pose(ball).translation().x, -0.125);
}

TEST(Responder, sets_an_object_that_was_put_into_something_back_to_where_it_was_free) {
    World world;
    const ObjectId wall = world.add(unit_box(), at(5)), ball = world.add(unit_box());
    Responder responder(world);
    responder.set_velocity(ball, {0.125, 0, 0});
    responder.step(1);
    world.move(ball, at(4.25));
    responder.step(1);
    EXPECT_FALSE(world.touching(wall, ball));
    EXPECT_EQ(world.pose(ball).translation().x, 0.125);
    // But if that place is taken now it stays.
    responder.set_velocity(ball, {0.125, 0, 0});
    const ObjectId other = world.add(unit_box());
    world.move(ball, at(4.25));
    responder.step(1);
    EXPECT_FALSE(world.touching(other, ball));
    EXPECT_EQ(world.pose(ball).translation().x, 4.375);
    EXPECT_EQ(responder.velocity(ball), Vec3{});
}

TEST(Responder, lets_a_new_velocity_not_make_a_free_pose_of_one_that_touches) {
    World world;
    const ObjectId wall = world.add(unit_box(), at(3)), ball = world.add(unit_box());
    Responder responder(world);
    responder.set_velocity(ball, {1, 0, 0});
    responder.step(1);
    world.move(wall, at(1.5));
    responder.set_velocity(ball, {0.25, 0, 0});
    responder.step(1);
    EXPECT_TRUE(world.touching(wall, ball));  // there is no free pose: that of before is taken, too
    world.move(wall, at(3));
    world.move(ball, at(2.5));
    responder.set_velocity(ball, {0.25, 0, 0});
    responder.step(1);
    EXPECT_EQ(world.pose(ball).translation().x, 1);
}

// The second follows the first so closely that it is where the first was.
TEST(Responder, sets_back_who_has_come_in_the_way_of_one_that_goes_back) {
    for (const VelocityResponse how : {VelocityResponse::stop, VelocityResponse::bounce}) {
        World world;
        const ObjectId wall = world.add(unit_box(), at(6));
        std::vector<ObjectId> train;
        Responder responder(world, {how});
        for (int i = 0; i < 4; ++i) {
            train.push_back(world.add(unit_box(), at(4.75 - 1.125 * i)));
            responder.set_velocity(train.back(), {0.5, 0, 0});
        }
        responder.step(1);
        EXPECT_EQ(responder.responses(), 4u);
        for (int i = 0; i < 4; ++i) {
            EXPECT_EQ(world.pose(train[static_cast<std::size_t>(i)]).translation().x, 4.75 - 1.125 * i);
            EXPECT_EQ(responder.velocity(train[static_cast<std::size_t>(i)]).x,
                      how == VelocityResponse::stop ? 0 : -0.5);
        }
        EXPECT_FALSE(world.touching(wall, train[0]));
    }
}

TEST(Responder, bounces_off_two_tiles_of_a_floor_as_off_one) {
    World world;
    world.add(unit_box(), at(-0.5));
    world.add(unit_box(), at(0.5));
    const ObjectId ball = world.add(unit_box(), at(0, 1.25));
    Responder responder(world, {VelocityResponse::bounce});
    responder.set_velocity(ball, {0, -0.5, 0});
    responder.step(1);
    EXPECT_EQ(responder.velocity(ball), (Vec3{0, 0.5, 0}));
}

TEST(Responder, bears_callbacks_that_remove_and_reshape_what_it_hears_of) {
    World world;
    const Shape rock(make_sphere(0.8, 500));
    world.add_interest(world.add_module({"before", -1},
                                        [&](const Collision& c) {
                                            if (c.change == Change::ended) return;
                                            world.reshape(c.a, Shape());
                                        }),
                       {});
    world.add_interest(world.add_module({"after", 1},
                                        [&](const Collision& c) {
                                            if (c.change != Change::ended) world.remove(c.b);
                                        }),
                       {});
    world.add(rock);
    const ObjectId b = world.add(rock, at(1.75));
    Responder responder(world, {VelocityResponse::bounce});
    responder.set_velocity(b, {-0.25, 0, 0});
    for (int i = 0; i < 3; ++i) responder.step(1);
    EXPECT_FALSE(world.contains(b));
    EXPECT_EQ(world.size(), 1u);
}

TEST(Responder, refuses_motions_out_of_range_before_anything_has_moved) {
    World world;
    const ObjectId a = world.add(unit_box()), b = world.add(unit_box(), at(9));
    Responder responder(world);
    EXPECT_THROW(responder.set_velocity(a, {std::nan(""), 0, 0}), Error);
    EXPECT_THROW(responder.set_velocity(a, {1e101, 0, 0}), Error);
    EXPECT_THROW(responder.set_velocity({7, 0}, {1, 0, 0}), Error);
    responder.set_velocity(a, {1, 0, 0});
    responder.set_velocity(b, {1e100, 0, 0});
    EXPECT_THROW(responder.step(10), Error);
    EXPECT_EQ(world.pose(a), at(0));
    EXPECT_THROW(responder.step(std::nan("")), Error);
    responder.step(0);
    EXPECT_EQ(world.pose(b), at(9));
}

// Things fly about that touch each other to begin with, and obstacles are moved into them.
TEST(Responder, never_sets_anything_back_into_anything_at_random) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        Random random(seed);
        World world;
        const Shape shapes[] = {unit_box(), Shape(make_sphere(0.5, 40)), Shape(make_box({2, 0.3, 0.3}))};
        const auto velocity_response = static_cast<VelocityResponse>(seed % 3);
        Responder responder(world, {velocity_response});
        std::vector<ObjectId> ids;
        std::map<ObjectId, bool> flies;
        const auto touch = [&](ObjectId a, const Pose& pa, ObjectId b, const Pose& pb) {
            return intersects(world.shape(a), pa, world.shape(b), pb);
        };
        for (int i = 0; i < 14; ++i) {
            ids.push_back(world.add(shapes[random.below(3)],
                                    Pose(random.rotation(), random.in_box({0, 0, 0}, {6, 3, 3}))));
            flies[ids.back()] = i < 9;
        }
        std::size_t set_back = 0;
        for (int step = 0; step < 60; ++step) {
            for (const ObjectId id : ids) {
                if (flies[id] && (step == 0 || random.chance(0.2)))
                    responder.set_velocity(id, random.on_sphere() * 0.4);
                if (random.chance(flies[id] ? 0.01 : 0.05))
                    world.move(id, Pose(random.rotation(), random.in_box({0, 0, 0}, {6, 3, 3})));
            }
            std::map<ObjectId, Pose> moved;
            for (const ObjectId id : ids)
                moved[id] = Pose::translation(responder.velocity(id) * 1.0) * world.pose(id);
            responder.step(1);
            for (const ObjectId a : ids) {
                const bool went_back = world.pose(a) != moved[a];
                set_back += went_back ? 1 : 0;
                for (const ObjectId b : ids) {
                    if (a == b || !touch(a, world.pose(a), b, world.pose(b))) continue;
                    EXPECT_FALSE(went_back) << "seed " << seed << " step " << step;
                }
            }
            if (::testing::Test::HasFailure()) return;
        }
        if (velocity_response == VelocityResponse::bounce) {
            EXPECT_GT(set_back, 10u) << "seed " << seed;
        }
    }
}

// Nobody touches anybody to begin with, and so it remains.
TEST(Responder, keeps_things_apart_that_are_apart) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Random random(seed);
        World world;
        const Shape shapes[] = {unit_box(), Shape(make_sphere(0.5, 40)), Shape(make_box({2, 0.3, 0.3}))};
        Responder responder(world, {static_cast<VelocityResponse>(seed % 3)});
        std::vector<ObjectId> ids;
        const auto touches = [&](ObjectId a) {
            return std::ranges::any_of(ids, [&](ObjectId b) { return a != b && world.touching(a, b); });
        };
        while (ids.size() < 24) {
            const ObjectId id = world.add(shapes[random.below(3)],
                                          Pose(random.rotation(), random.in_box({0, 0, 0}, {6, 3, 3})));
            if (touches(id))
                world.remove(id);
            else
                ids.push_back(id);
        }
        std::size_t responses = 0;
        for (int step = 0; step < 60; ++step) {
            for (std::size_t i = 0; i < 16; ++i)
                if (step == 0 || random.chance(0.2)) responder.set_velocity(ids[i], random.on_sphere() * 0.5);
            responder.step(1);
            responses += responder.responses();
            for (const ObjectId id : ids) ASSERT_FALSE(touches(id)) << "seed " << seed << " step " << step;
        }
        EXPECT_GT(responses, 30u);
    }
}

}  // namespace
}  // namespace graze
