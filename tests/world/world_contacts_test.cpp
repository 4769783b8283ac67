// Contacts as a world reports them.
#include <gtest/gtest.h>

#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/world/world.h"

namespace graze::test {
namespace {

TEST(WorldContacts, are_reported_to_those_who_ask) {
    World world;
    const Shape table(make_box({4, 4, 1})), box(make_box({1, 1, 1})), ball(Sphere{{}, 0.5});
    world.add(table, Pose{});
    const ObjectId b = world.add(box, Pose::translation({0, 0, 1.01}));
    const ObjectId s = world.add(ball, Pose::translation({-1.4, 0, 1.02}));
    struct Heard {
        ObjectId with;
        Change change;
        std::vector<ContactPoint> points;
    };
    std::vector<Heard> heard;
    world.on_collision(
        [&](const Collision& c) { heard.push_back({c.b, c.change, {c.points.begin(), c.points.end()}}); },
        Want::contacts, 0.05);
    world.update();
    ASSERT_EQ(heard.size(), 2u);
    EXPECT_EQ(heard[0].with, b);
    ASSERT_EQ(heard[0].points.size(), 4u);
    for (const ContactPoint& c : heard[0].points) EXPECT_NEAR(c.distance, 0.01, 1e-12);
    EXPECT_EQ(heard[1].with, s);
    ASSERT_EQ(heard[1].points.size(), 1u);
    EXPECT_NEAR(heard[1].points[0].distance, 0.02, 1e-12);

    // The same contacts keep their numbers.
    const std::vector<ContactPoint> before = heard[0].points;
    heard.clear();
    world.move(b, Pose::translation({0.001, 0, 1.008}));
    world.update();
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_EQ(heard[0].change, Change::lasts);
    ASSERT_EQ(heard[0].points.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(heard[0].points[i].id, before[i].id) << i;

    heard.clear();
    world.move(b, Pose::translation({0, 0, 1.2}));
    world.update();
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_EQ(heard[0].change, Change::ended);
    EXPECT_TRUE(heard[0].points.empty());
}

TEST(WorldContacts, need_a_margin) {
    World world;
    EXPECT_THROW(world.on_collision({}, Want::contacts, 0), Error);
}

}  // namespace
}  // namespace graze::test
