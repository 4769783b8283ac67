// Worlds of meshes and oriented boxes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/world/world.h"

namespace graze::test {
namespace {

using Pairs = std::set<std::pair<ObjectId, ObjectId>>;

Shape some_shape(Random& r) {
    static const Shape ball(make_sphere(0.4, 200)), torus(make_torus(0.5, 0.1, 20, 10));
    switch (r.below(4)) {
        case 0:
            return ball;
        case 1:
            return torus;
        default:
            return Shape(OrientedBox(r.in_box({0, 0, 0}, {0.6, 0.6, 0.6}), Pose(r.rotation(), {})));
    }
}

TEST(WorldOfKinds, reports_what_touches_whatever_its_kind) {
    Random r(21);
    World world;
    Pairs now;
    world.on_collision(
        [&](const Collision& c) {
            if (c.change == Change::ended)
                now.erase({c.a, c.b});
            else
                now.insert({c.a, c.b});
        },
        Want::touch);
    std::vector<ObjectId> ids;
    const auto somewhere = [&] { return Pose(r.rotation(), r.in_box({-2, -2, -2}, {2, 2, 2})); };
    for (int i = 0; i < 60; ++i) ids.push_back(world.add(some_shape(r), somewhere()));
    std::size_t most = 0;
    for (int step = 0; step < 20; ++step) {
        for (int i = 0; i < 20; ++i) world.move(ids[r.below(ids.size())], somewhere());
        if (step % 5 == 4) world.reshape(ids[r.below(ids.size())], some_shape(r));
        world.update();
        Pairs expected;
        for (const ObjectId a : ids)
            for (const ObjectId b : ids)
                if (a < b && intersects(world.shape(a), world.pose(a), world.shape(b), world.pose(b)))
                    expected.insert({a, b});
        ASSERT_EQ(now, expected) << "seed 21, step " << step;
        most = std::max(most, expected.size());
        const Ray ray(r.in_box({-3, -3, -3}, {3, 3, 3}), r.on_sphere());
        double first = Ray::infinity, nearest = Ray::infinity;
        const Vec3 point = r.in_box({-3, -3, -3}, {3, 3, 3});
        for (const ObjectId id : ids) {
            if (const FirstHit hit = first_hit(world.shape(id), world.pose(id), ray); hit.found())
                first = std::min(first, hit.t);
            nearest = std::min(nearest, distance(world.shape(id), world.pose(id), point).value);
        }
        const auto hit = world.first_hit(ray);
        ASSERT_EQ(hit ? hit->hit.t : Ray::infinity, first) << "seed 21, step " << step;
        ASSERT_EQ(world.nearest(point)->distance.value, nearest) << "seed 21, step " << step;
    }
    EXPECT_GT(most, 20u);
}

TEST(WorldOfKinds, answers_every_want_about_boxes) {
    for (const Want want : {Want::boxes, Want::touch, Want::witness, Want::clearance, Want::distance}) {
        World world;
        const ObjectId box = world.add(Shape(OrientedBox({1, 1, 1})));
        const ObjectId ball = world.add(Shape(make_sphere(0.25, 100)), Pose::translation({0.5, 0, 0}));
        int began = 0;
        world.on_collision([&](const Collision& c) { began += c.change == Change::began ? 1 : 0; }, want,
                           0.1);
        world.update();
        EXPECT_EQ(began, 1) << "the ball is in the box";
        EXPECT_TRUE(world.touching(box, ball));
        EXPECT_EQ(world.distance(box, ball).value, 0);
        world.move(ball, Pose::translation({5, 0, 0}));
        EXPECT_FALSE(world.touching(box, ball));
        EXPECT_NEAR(world.distance(box, ball).value, 3.75, 1e-9);
    }
}

}  // namespace
}  // namespace graze::test
