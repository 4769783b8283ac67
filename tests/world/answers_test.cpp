// What a world answers about pairs, and how much of it it remembers.
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/world/detail/world_state.h"
#include "tests/soak.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

using test::at;
using test::unit_box;

// The new object gets the index of the old one, and by moving once also the version that it had.
TEST(WorldAnswers, are_not_about_an_object_that_had_the_index_before) {
    for (int moves = 0; moves < 6; ++moves) {
        World world;
        const ObjectId a = world.add(unit_box()), b = world.add(unit_box(), at(0.5));
        world.update();
        EXPECT_TRUE(world.touching(a, b));
        EXPECT_EQ(world.distance(a, b).value, 0);
        world.remove(b);
        world.update();
        const ObjectId d = world.add(unit_box(), at(20));
        EXPECT_EQ(d.index, b.index);
        for (int i = 0; i < moves; ++i) world.move(d, at(8.5));
        if (moves == 0) world.move(d, at(8.5));
        world.update();
        EXPECT_FALSE(world.touching(a, d)) << moves;
        EXPECT_EQ(world.distance(a, d).value, 7.5) << moves;
        EXPECT_THROW((void)world.touching(a, b), Error);
        EXPECT_THROW((void)world.distance(b, a), Error);
    }
}

TEST(WorldAnswers, follow_moves_and_new_shapes_at_once) {
    World world;
    const ObjectId a = world.add(unit_box()), b = world.add(unit_box(), at(3));
    EXPECT_EQ(world.distance(a, b).value, 2);
    world.reshape(a, Shape(make_box({3, 1, 1})));
    EXPECT_EQ(world.distance(a, b).value, 1);
    world.reshape(a, Shape());
    EXPECT_FALSE(world.touching(a, b));
    EXPECT_EQ(world.distance(a, b).value, std::numeric_limits<double>::infinity());
    EXPECT_FALSE(world.touching(a, a));
    EXPECT_TRUE(world.touching(b, b));
    world.hibernate(b);
    world.reshape(a, unit_box());
    world.move(b, at(1));
    EXPECT_TRUE(world.touching(a, b));
}

TEST(WorldAnswers, have_versions_that_no_object_with_the_index_had_before) {
    World world;
    ObjectId last = world.add(unit_box());
    std::uint64_t version = world.version(last);
    for (int i = 0; i < 5; ++i) {
        world.remove(last);
        world.update();
        const ObjectId next = world.add(unit_box());
        EXPECT_EQ(next.index, last.index);
        EXPECT_GT(world.version(next), version);
        version = world.version(next);
        last = next;
    }
}

TEST(WorldAnswers, are_remembered_for_some_pairs_per_object_and_forgotten_when_objects_go) {
    World world;
    const detail::Answers& answers = detail::state_of(world).answers;
    std::vector<ObjectId> ids;
    const auto ask_all = [&] {
        for (const ObjectId a : ids)
            for (const ObjectId b : ids) EXPECT_GE(world.distance(a, b).value, 0);
    };
    for (int i = 0; i < 4; ++i) ids.push_back(world.add(unit_box(), at(2.0 * i)));
    ask_all();
    EXPECT_LE(answers.places(), 4 * detail::Answers::places_per_object);
    while (ids.size() < 300) ids.push_back(world.add(unit_box(), at(2.0 * double(ids.size()))));
    ask_all();  // 90 000 pairs
    EXPECT_LE(answers.places(), std::bit_ceil(300 * detail::Answers::places_per_object));
    EXPECT_GE(answers.places(), 300u);
    // As many objects as before, but others all the time.
    for (int round = 0; round < 20; ++round) {
        for (int i = 0; i < 50; ++i) {
            world.remove(ids[static_cast<std::size_t>(i)]);
            ids[static_cast<std::size_t>(i)] = world.add(unit_box(), at(2.0 * i, 3.0 * round));
        }
        world.update();
        for (const ObjectId a : ids) EXPECT_GE(world.distance(a, ids[0]).value, 0);
        EXPECT_LE(answers.places(), std::bit_ceil(350 * detail::Answers::places_per_object));
    }
    while (ids.size() > 4) {
        world.remove(ids.back());
        ids.pop_back();
    }
    world.update();
    EXPECT_LE(answers.places(), 2 * 4 * detail::Answers::places_per_object);
    ask_all();
    while (!ids.empty()) {
        world.remove(ids.back());
        ids.pop_back();
    }
    world.update();
    EXPECT_EQ(answers.places(), 0u);
}

TEST(WorldAnswers, are_remembered_for_at_most_65536_pairs) {
    detail::Answers answers;
    Random random(1);
    for (int i = 0; i < 300'000; ++i) {
        const ObjectId a{static_cast<std::uint32_t>(random.below(1'000'000)), 0}, b{a.index + 1, 7};
        answers.keep({a, b, 1, 1}, true, 1'000'000);
        ASSERT_EQ(answers.touching({a, b, 1, 1}), true);
        ASSERT_EQ(answers.touching({a, b, 1, 2}), std::nullopt);
        ASSERT_EQ(answers.touching({b, a, 1, 1}), std::nullopt);
        ASSERT_FALSE(answers.distance({a, b, 1, 1}));
    }
    EXPECT_EQ(answers.places(), detail::Answers::most_places);
}

TEST(WorldAnswers, about_pairs_at_rest_are_mostly_remembered) {
    detail::Answers answers;
    int known = 0;
    for (int round = 0; round < 2; ++round) {
        for (std::uint32_t a = 0; a < 30; ++a) {
            for (std::uint32_t b = 0; b < 30; ++b) {
                const detail::PairAsked asked{{a, 3}, {b, 5}, 2, 2};
                known += answers.touching(asked) ? 1 : 0;
                answers.keep(asked, a < b, 30);
                EXPECT_EQ(answers.touching(asked), a < b);
            }
        }
    }
    EXPECT_GT(known, 700);  // of 900
}

// An index is used again 2^32 times and then never more.
TEST(World, never_gives_an_id_twice) {
    World world;
    const ObjectId first = world.add(unit_box());
    const ObjectId other = world.add(unit_box(), at(9));
    world.update();
    world.remove(first);
    world.update();
    detail::state_of(world).presences[0].generation = detail::WorldState::last_generation;
    const ObjectId last = world.add(unit_box());
    EXPECT_EQ(last.index, 0u);
    EXPECT_EQ(last.generation, detail::WorldState::last_generation);
    EXPECT_TRUE(world.contains(last));
    world.update();
    world.remove(last);
    world.update();
    EXPECT_EQ(world.add(unit_box()).index, 2u);
    EXPECT_FALSE(world.contains(first));
    EXPECT_FALSE(world.contains(last));
    EXPECT_TRUE(world.contains(other));
}

// Objects come, go, move, change their shapes and hibernate, and every answer is compared with the queries
// themselves. GRAZE_SOAK=20 asks more than a million questions.
class AnswersAtRandom {
  public:
    explicit AnswersAtRandom(std::uint64_t seed) : random_(seed) {}

    void step() {
        const std::uint64_t dice = random_.below(100);
        if (ids_.size() < 3 || (dice < 6 && ids_.size() < 14)) {
            ids_.push_back(world_.add(some_shape(), somewhere()));
        } else if (dice < 12) {
            const std::size_t which = random_.below(ids_.size());
            gone_.push_back(ids_[which]);
            world_.remove(ids_[which]);
            ids_[which] = ids_.back();
            ids_.pop_back();
        } else if (dice < 24) {
            world_.move(any(), somewhere());
        } else if (dice < 27) {
            world_.reshape(any(), some_shape());
        } else if (dice < 29) {
            random_.chance(0.5) ? world_.hibernate(any()) : world_.wake(any());
        } else if (dice < 45) {
            world_.update();
        } else {
            ask();
        }
    }
    std::size_t asked = 0, touching = 0;

  private:
    ObjectId any() { return ids_[random_.below(ids_.size())]; }
    Shape some_shape() {
        static const Shape shapes[] = {Shape(make_box({1, 1, 1})), Shape(make_box({3, 0.2, 0.5})),
                                       Shape(make_sphere(0.7, 20)), Shape()};
        return shapes[random_.below(4)];
    }
    // Few places, so that versions and places come again in new combinations.
    Pose somewhere() {
        const auto cell = [&] { return 0.75 * static_cast<double>(random_.below(4)); };
        return {Quat{}, {cell(), cell(), 0}};
    }
    void ask() {
        const ObjectId a = any(), b = any();
        const Shape &shape_a = world_.shape(a), &shape_b = world_.shape(b);
        const Pose &pose_a = world_.pose(a), &pose_b = world_.pose(b);
        ++asked;
        if (random_.chance(0.5)) {
            const bool expected = intersects(shape_a, pose_a, shape_b, pose_b);
            touching += expected ? 1 : 0;
            ASSERT_EQ(world_.touching(a, b), expected);
        } else {
            const Distance expected = distance(shape_a, pose_a, shape_b, pose_b), d = world_.distance(a, b);
            ASSERT_EQ(d.value, expected.value);
            ASSERT_EQ(d.point_a, expected.point_a);
            ASSERT_EQ(d.point_b, expected.point_b);
            ASSERT_EQ(d.feature_a.index, expected.feature_a.index);
            ASSERT_EQ(d.feature_b.index, expected.feature_b.index);
        }
        if (!gone_.empty() && random_.chance(0.01)) {
            const ObjectId old = gone_[random_.below(gone_.size())];
            ASSERT_THROW((void)world_.touching(a, old), Error);
            ASSERT_FALSE(world_.contains(old));
        }
    }

    Random random_;
    World world_;
    std::vector<ObjectId> ids_, gone_;
};

TEST(WorldAnswers, are_those_of_the_queries_whatever_happens) {
    const std::uint64_t seed = 11;
    AnswersAtRandom test(seed);
    while (test.asked < 60'000u * static_cast<unsigned>(test::soak_factor())) {
        test.step();
        if (::testing::Test::HasFatalFailure()) FAIL() << "seed " << seed << ", question " << test.asked;
    }
    EXPECT_GT(test.touching, test.asked / 20);
}

}  // namespace
}  // namespace graze
