// Solids of all kinds in one world: it notices what the query about two shapes says.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/intersect/intersect.h"
#include "graze/world/world.h"

namespace graze::test {
namespace {

TEST(WorldKinds, of_all_sorts_collide_when_their_shapes_do) {
    const std::vector<Shape> shapes{Shape(make_torus(0.4, 0.2, 12, 8)),
                                    Shape(OrientedBox({0.5, 0.4, 0.3})),
                                    Shape(ConvexHull(make_sphere(0.5, 72))),
                                    Shape(Sphere{{}, 0.5}),
                                    Shape(Capsule{{-0.3, 0, 0}, {0.3, 0, 0}, 0.3}),
                                    Shape(Cylinder{{0, 0, -0.4}, {0, 0, 0.4}, 0.3}),
                                    Shape(Cone{{0, 0, -0.3}, {0, 0, 0.5}, 0.4}),
                                    Shape(Ellipsoid{{}, {0.5, 0, 0}, {0, 0.4, 0}, {0, 0, 0.3}}),
                                    Shape(HalfSpace{{0, 0, 1}, {0, 0, -1}})};
    constexpr std::uint64_t seed = 927;
    SCOPED_TRACE(seed);
    Random r(seed);
    World world;
    std::vector<ObjectId> ids;
    for (int copy = 0; copy < 2; ++copy)
        for (const Shape& shape : shapes) ids.push_back(world.add(shape, Pose{}));
    std::set<std::pair<std::size_t, std::size_t>> colliding;
    const auto number = [&](ObjectId id) {
        return static_cast<std::size_t>(std::ranges::find(ids, id) - ids.begin());
    };
    world.on_collision([&](const Collision& c) {
        const auto pair = std::minmax({number(c.a), number(c.b)});
        if (c.change == Change::ended)
            colliding.erase(pair);
        else
            colliding.insert(pair);
    });
    std::size_t hits = 0, misses = 0;
    for (int step = 0; step < 20; ++step) {
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const bool is_floor = world.shape(ids[i]).as<HalfSpace>() != nullptr;
            world.move(ids[i], is_floor ? Pose(r.rotation(), {0, 0, -2})
                                        : Pose(r.rotation(), r.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5})));
        }
        world.update();
        for (std::size_t i = 0; i < ids.size(); ++i)
            for (std::size_t j = i + 1; j < ids.size(); ++j) {
                const bool meet = intersects(world.shape(ids[i]), world.pose(ids[i]), world.shape(ids[j]),
                                             world.pose(ids[j]));
                EXPECT_EQ(colliding.contains({i, j}), meet)
                    << step << ": " << world.shape(ids[i]).kind().name() << " and "
                    << world.shape(ids[j]).kind().name();
                ++(meet ? hits : misses);
            }
    }
    EXPECT_GT(hits, 200u);
    EXPECT_GT(misses, 200u);
}

}  // namespace
}  // namespace graze::test
