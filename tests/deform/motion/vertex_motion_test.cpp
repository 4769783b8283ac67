#include "graze/deform/motion/vertex_motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/deform/deformable_shape.h"
#include "tests/deform/creased_sheet.h"

namespace graze {
namespace {

const double no_end = std::numeric_limits<double>::infinity();

TEST(VertexVelocities, last_until_further_notice) {
    const std::vector<Vec3> places{{0, 0, 0}, {1, 1, 1}}, velocities{{1, 0, 0}, {0, 2, 0}};
    VertexVelocities flow(places, velocities, 1);
    EXPECT_EQ(flow.position(0, 1), (Vec3{0, 0, 0}));
    EXPECT_EQ(flow.position(0, 3), (Vec3{2, 0, 0}));
    flow.set(0, 3, {0, 0, 4});
    EXPECT_EQ(flow.since(0), 3);
    EXPECT_EQ(flow.since(1), 1);
    EXPECT_EQ(flow.position(0, 3.5), (Vec3{2, 0, 2}));
    EXPECT_EQ(flow.position(1, 3.5), (Vec3{1, 6, 1}));
    EXPECT_TRUE(flow.piece(0, 4).is_endless());
    flow.set_all(4, std::vector<Vec3>(2));
    EXPECT_EQ(flow.position(0, 100), (Vec3{2, 0, 4}));
    EXPECT_EQ(flow.position(1, 100), (Vec3{1, 7, 1}));
}

TEST(VertexVelocities, know_nothing_of_the_time_before_the_last_change) {
    VertexVelocities flow(std::vector<Vec3>(3), 2);
    EXPECT_THROW(flow.position(0, 1.9), Error);
    flow.set(1, 5, {1, 0, 0});
    EXPECT_EQ(flow.position(0, 3), Vec3{});
    EXPECT_THROW(flow.position(1, 3), Error);
    EXPECT_THROW(flow.set(1, 4, {}), Error);
    EXPECT_THROW(flow.set_all(4, std::vector<Vec3>(3)), Error);
    std::vector<Vec3> out(3);
    EXPECT_THROW(flow.positions(4, out), Error);
    flow.positions(5, out);
    EXPECT_EQ(flow.position(1, 6), (Vec3{1, 0, 0}));
}

TEST(VertexKeys, are_met_to_the_last_bit_and_joined_by_straight_lines) {
    Random r(7);
    std::vector<VertexKey> keys;
    for (const double time : {-1.0, 0.1, 0.7, 3.0}) {
        std::vector<Vec3> places(50);
        for (Vec3& p : places) p = r.in_box({-3, -3, -3}, {3, 3, 3});
        keys.push_back({time, places});
    }
    const VertexKeys walk(keys);
    EXPECT_EQ(walk.begin(), -1);
    EXPECT_EQ(walk.end(), 3);
    for (VertexId v = 0; v < 50; ++v) {
        for (const VertexKey& key : keys) EXPECT_EQ(walk.position(v, key.time), key.positions[v]);
        EXPECT_EQ(walk.position(v, -50), keys.front().positions[v]);
        EXPECT_EQ(walk.position(v, 50), keys.back().positions[v]);
        const Vec3 middle = (keys[1].positions[v] + keys[2].positions[v]) / 2;
        EXPECT_LT(length(walk.position(v, 0.4) - middle), 1e-14);
        EXPECT_EQ(walk.piece(v, 0.1).begin, 0.1);
        EXPECT_EQ(walk.piece(v, 0.1).end, 0.7);
        EXPECT_EQ(walk.piece(v, 3).end, no_end);
        EXPECT_EQ(walk.piece(v, -2).end, -1);
        EXPECT_EQ(walk.piece(v, -2).at(-2), keys.front().positions[v]);
    }
}

TEST(VertexMotion, gives_all_positions_as_it_gives_each) {
    Random r(8);
    const auto some = [&] {
        std::vector<Vec3> places(300);
        for (Vec3& p : places) p = r.in_box({-3, -3, -3}, {3, 3, 3});
        return places;
    };
    const VertexKeys walk({{0, some()}, {0.3, some()}, {1, some()}}), still({{5, some()}});
    VertexVelocities flow(some(), some());
    flow.set(7, 0, {1e50, 0, 0});
    for (const double time : {0.0, 0.1, 0.3, 0.95, 1.0, 7.0}) {
        for (const VertexMotion* motion :
             {static_cast<const VertexMotion*>(&walk), static_cast<const VertexMotion*>(&still),
              static_cast<const VertexMotion*>(&flow)}) {
            std::vector<Vec3> out(300);
            motion->positions(time, out);
            for (VertexId v = 0; v < 300; ++v) EXPECT_EQ(out[v], motion->position(v, time)) << time;
        }
    }
}

TEST(VertexMotion, refuses_what_is_none) {
    const double nan = std::nan("");
    const std::vector<Vec3> two(2), three(3);
    const std::vector<Vec3> far(2, {0, 2e100, 0}), odd(2, {nan, 0, 0});
    EXPECT_THROW(VertexVelocities(two, three), Error);
    EXPECT_THROW(VertexVelocities(far, two), Error);
    EXPECT_THROW(VertexVelocities(two, odd), Error);
    EXPECT_THROW(VertexVelocities(two, two, nan), Error);
    EXPECT_THROW(VertexKeys({}), Error);
    EXPECT_THROW(VertexKeys({{0, two}, {0, two}}), Error);
    EXPECT_THROW(VertexKeys({{0, two}, {1e-201, two}}), Error);
    EXPECT_THROW(VertexKeys({{0, two}, {nan, two}}), Error);
    EXPECT_THROW(VertexKeys({{0, two}, {1, three}}), Error);
    EXPECT_THROW(VertexKeys({{0, two}, {1, odd}}), Error);
    VertexVelocities flow(two, std::vector<Vec3>(2, {1e100, 0, 0}));
    std::vector<Vec3> out(2), few(1);
    EXPECT_THROW(flow.positions(0, few), Error);
    EXPECT_THROW(flow.positions(nan, out), Error);
    EXPECT_THROW(flow.positions(2, out), Error);
    EXPECT_THROW(flow.position(2, 0), Error);
    EXPECT_THROW(flow.set(2, 0, {}), Error);
    EXPECT_THROW(flow.set(0, 0, {nan, 0, 0}), Error);
    EXPECT_THROW(flow.set(0, nan, {}), Error);
    EXPECT_EQ(flow.position(0, 0.5), (Vec3{5e99, 0, 0}));
    const VertexKeys walk({{0, two}});
    EXPECT_THROW(walk.positions(nan, out), Error);
    EXPECT_THROW(walk.piece(5, 0), Error);
}

TEST(DeformableShape, follows_velocities_and_key_frames) {
    const Mesh sheet = test::creased_sheet(12, 2);
    const std::vector<Vec3> start(sheet.vertices().begin(), sheet.vertices().end());
    std::vector<Vec3> end = start;
    for (Vec3& p : end) p.z += p.x * p.y;
    const VertexKeys walk({{0, start}, {2, end}});
    DeformableShape cloth(sheet);
    std::vector<Vec3> expected(start.size());
    for (const double time : {0.5, 1.0, 2.0}) {
        walk.positions(time, expected);
        EXPECT_TRUE(std::ranges::equal(cloth.move_to(walk, time).mesh().vertices(), expected));
    }
    VertexVelocities flow(end, std::vector<Vec3>(end.size(), {0, 0, 1}), 2);
    flow.set(3, 2.5, {0, 1e100, 0});
    flow.positions(3, expected);
    EXPECT_TRUE(std::ranges::equal(cloth.move_to(flow, 3).mesh().vertices(), expected));
    const ShapeId id = cloth.shape().id();
    EXPECT_THROW(cloth.move_to(flow, 5), Error);  // vertex 3 is too far away
    EXPECT_THROW(cloth.move_to(flow, 1), Error);
    EXPECT_THROW(cloth.move_to(VertexKeys({{0, std::vector<Vec3>(2)}}), 1), Error);
    EXPECT_EQ(cloth.shape().id(), id);
    EXPECT_TRUE(std::ranges::equal(cloth.shape().mesh().vertices(), expected));
}

}  // namespace
}  // namespace graze
