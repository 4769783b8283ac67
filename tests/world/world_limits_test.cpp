// Wants with a limit, at limits that the distance meets to the last bit.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graze/base/random.h"
#include "graze/world/detail/world_state.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

using test::at;
using test::unit_box;

detail::WorldObject object_at(const Shape& shape, const Pose& pose) {
    detail::WorldObject object;
    object.shape = shape;
    object.placed = pose;
    return object;
}

detail::Presence presence_at(const Shape& shape, const Pose& pose) {
    detail::Presence presence;
    presence.box = pose(shape.mesh().box());
    return presence;
}

// The state of a pair for both wants at each of the limits, a bit each.
class BothWants {
  public:
    explicit BothWants(std::span<const double> limits) {
        for (const double limit : limits) {
            for (const Want want : {Want::clearance, Want::distance}) {
                wish_.wishes.push_back({{}, {}, want, limit, {}, {}});
                wish_.distance_limit = std::max(wish_.distance_limit, limit);
            }
        }
        wish_.clearance = wish_.distance = true;
    }
    std::uint64_t state(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
        const detail::WorldObject object_a = object_at(a, pose_a), object_b = object_at(b, pose_b);
        const detail::Presence presence_a = presence_at(a, pose_a), presence_b = presence_at(b, pose_b);
        return detail::examine({presence_a, object_a}, {presence_b, object_b}, wish_, &memory_);
    }

  private:
    detail::PairWish wish_;
    detail::PairMemory memory_;
};

// Distances of turned boxes are rounded, those along the axes mostly exact: both must agree with `within`.
TEST(WorldLimits, are_decided_by_both_wants_as_exactly_as_by_within) {
    const double infinite = std::numeric_limits<double>::infinity();
    const Shape shapes[] = {unit_box(), Shape(make_sphere(0.7, 20)), Shape(make_box({0.1, 3, 0.5}))};
    Random random(9);
    std::size_t rounded_wrong = 0, held = 0, asked = 0;
    for (int i = 0; i < 4000 * test::soak_factor(); ++i) {
        const Shape &a = shapes[random.below(3)], &b = shapes[random.below(3)];
        const double scale = std::ldexp(1.0, static_cast<int>(random.below(5)) * 20 - 40);
        const auto pose = [&] {
            const Vec3 p = random.in_box({-3, -3, -3}, {3, 3, 3});
            if (random.chance(0.3)) return Pose::translation({std::round(p.x), p.y, std::round(p.z)});
            return Pose(random.rotation(), p * std::max(1.0, scale));
        };
        const Pose pose_a = pose(), pose_b = pose();
        const double d = distance(a, pose_a, b, pose_b).value;
        const double limits[] = {d, std::nextafter(d, 0), std::nextafter(d, infinite), 0};
        const std::uint64_t state = BothWants(limits).state(a, pose_a, b, pose_b);
        for (std::size_t k = 0; k < std::size(limits); ++k) {
            const bool exact = within(a, pose_a, b, pose_b, limits[k]);
            ASSERT_EQ((state >> 2 * k & 1) != 0, exact) << "clearance, pair " << i << ", limit " << k;
            ASSERT_EQ((state >> (2 * k + 1) & 1) != 0, exact) << "distance, pair " << i << ", limit " << k;
            rounded_wrong += exact != (d <= limits[k]) ? 1 : 0;
            held += exact ? 1 : 0;
            ++asked;
        }
    }
    EXPECT_GT(rounded_wrong, asked / 50);  // comparing the rounded distance would not do
    EXPECT_GT(held, asked / 5);
    EXPECT_LT(held, asked - asked / 5);
}

TEST(WorldLimits, of_zero_are_met_by_touching_alone) {
    World world;
    test::Heard near, touching;
    world.on_collision(near.callback(), Want::distance, 0);
    world.on_collision(touching.callback(), Want::touch);
    const ObjectId a = world.add(unit_box()), b = world.add(unit_box(), at(1));
    world.update();
    EXPECT_EQ(near.lines, test::Lines{"began 0 1"});
    EXPECT_EQ(near.last.distance.value, 0);
    world.move(b, at(std::nextafter(1.0, 2)));
    world.update();
    EXPECT_EQ(near.lines, (test::Lines{"began 0 1", "ended 0 1"}));
    EXPECT_EQ(touching.lines, near.lines);
    EXPECT_TRUE(world.contains(a));
}

// Several limits on one pair: the least that holds comes with the same distance as the largest.
TEST(WorldLimits, of_one_pair_share_one_distance) {
    World world;
    std::vector<double> distances;
    for (const double limit : {0.5, 2.0, 3.0})
        world.on_collision([&](const Collision& c) { distances.push_back(c.distance.value); }, Want::distance,
                           limit);
    world.add(unit_box());
    world.add(unit_box(), at(3));
    world.update();
    EXPECT_EQ(distances, (std::vector<double>{2, 2}));
}

}  // namespace
}  // namespace graze
