#include "graze/world/responder.h"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace graze
