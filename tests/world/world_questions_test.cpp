// Questions about all objects of a world, compared with asking each of them; also while changes wait for the
// next update.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graze/base/random.h"
#include "tests/soak.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

using test::at;
using test::unit_box;

constexpr double infinite = std::numeric_limits<double>::infinity();

class QuestionsAtRandom {
  public:
    QuestionsAtRandom(std::uint64_t seed, BroadPhaseKind kind, double scale)
        : random_(seed), world_(WorldOptions{kind, {}}), scale_(scale) {
        shapes_ = {Shape(make_box({scale, scale, scale})), Shape(make_box({4 * scale, 0.1 * scale, scale})),
                   Shape(make_sphere(0.6 * scale, 30)), Shape()};
    }

    void step() {
        for (std::uint64_t i = random_.below(12); i > 0; --i) change();
        if (random_.chance(0.5)) update();
        ask();
    }
    std::size_t found = 0;

  private:
    struct Placed {
        ObjectId id;
        Shape shape;
        Pose pose;
    };

    Shape some_shape() { return shapes_[random_.below(shapes_.size())]; }
    Vec3 point() { return random_.in_box({-scale_, -scale_, -scale_}, Vec3{8, 8, 8} * scale_); }
    void change() {
        const auto all = world_.objects();
        const std::uint64_t dice = random_.below(100);
        if (all.size() < 5 || (dice < 15 && all.size() < 60)) {
            world_.add(some_shape(), Pose(random_.rotation(), point()));
            return;
        }
        const ObjectId id = all[random_.below(all.size())];
        if (dice < 25) return world_.remove(id);
        if (dice < 45) return world_.reshape(id, some_shape());
        if (dice < 50) return world_.hibernate(id);
        if (dice < 58) return world_.wake(id);
        world_.move(id, Pose(random_.rotation(), point()));
    }
    // Whether an object hibernates is what the broad phase knows: everything is within all of space.
    void update() {
        world_.update();
        placed_.clear();
        const double far = 1e100;
        for (const ObjectId id : world_.overlapping({{-far, -far, -far}, {far, far, far}}))
            placed_.push_back({id, world_.shape(id), world_.pose(id)});
    }
    void ask() {
        const Vec3 p = point();
        const Box box{p, p + Vec3{2, 2, 2} * (scale_ * random_.uniform())};
        std::vector<ObjectId> in_box;
        for (const Placed& o : placed_)
            if (overlap(o.pose(o.shape.mesh().box()), box)) in_box.push_back(o.id);
        ASSERT_EQ(world_.overlapping(box), in_box);
        found += in_box.size();

        const Ray ray(p, random_.on_sphere());
        double first = infinite;
        for (const Placed& o : placed_)
            if (const FirstHit hit = first_hit(o.shape, o.pose, ray); hit.found())
                first = std::min(first, hit.t);
        const auto hit = world_.first_hit(ray);
        ASSERT_EQ(hit ? hit->hit.t : infinite, first);

        const double limit = random_.chance(0.5) ? infinite : scale_ * random_.uniform();
        double least = infinite;
        for (const Placed& o : placed_) least = std::min(least, distance(o.shape, o.pose, p).value);
        const auto near = world_.nearest(p, limit);
        ASSERT_EQ(near ? near->distance.value : infinite, least <= limit ? least : infinite);
        found += near ? 1 : 0;
    }

    Random random_;
    World world_;
    double scale_;
    std::vector<Shape> shapes_;
    std::vector<Placed> placed_;
};

TEST(WorldQuestions, are_answered_as_of_the_last_update_whatever_waits_at_random) {
    std::uint64_t seed = 0;
    std::size_t found = 0;
    for (const BroadPhaseKind kind :
         {BroadPhaseKind::bvh, BroadPhaseKind::sweep_and_prune, BroadPhaseKind::grid, BroadPhaseKind::octree,
          BroadPhaseKind::all_pairs}) {
        for (const double scale : {1.0, 1e30, 1e45, 1e98, 1e-50}) {
            QuestionsAtRandom test(++seed, kind, scale);
            for (int i = 0; i < 60 * test::soak_factor(); ++i) {
                test.step();
                if (::testing::Test::HasFatalFailure())
                    FAIL() << "seed " << seed << ", step " << i << ", scale " << scale << ", " << name(kind);
            }
            found += test.found;
        }
    }
    EXPECT_GT(found, 1000u);
}

TEST(WorldQuestions, about_boxes_that_are_empty_infinite_or_no_numbers_do_no_harm) {
    const double nan = std::nan("");
    for (const BroadPhaseKind kind :
         {BroadPhaseKind::bvh, BroadPhaseKind::sweep_and_prune, BroadPhaseKind::grid, BroadPhaseKind::octree,
          BroadPhaseKind::all_pairs}) {
        World world(WorldOptions{kind, {}});
        for (int i = 0; i < 50; ++i) world.add(unit_box(), at(0.9 * i));
        world.add(Shape());
        world.update();
        EXPECT_EQ(world.overlapping({{nan, nan, nan}, {nan, nan, nan}}).size(), 0u);
        EXPECT_EQ(world.overlapping({{0, 0, 0}, {nan, 1, 1}}).size(), 0u);
        EXPECT_EQ(world.overlapping(Box{}).size(), 0u);
        EXPECT_EQ(world.overlapping({{1, 1, 1}, {0, 0, 0}}).size(), 0u);
        EXPECT_EQ(
            world.overlapping({{-infinite, -infinite, -infinite}, {infinite, infinite, infinite}}).size(),
            50u);
        EXPECT_EQ(world.overlapping({{1e300, 1e300, 1e300}, {infinite, infinite, infinite}}).size(), 0u);
        EXPECT_TRUE(world.nearest({1e100, -1e100, 1e100}));
        EXPECT_FALSE(world.nearest({5, 9, 0}, 0));
        EXPECT_FALSE(world.nearest({5, 0, 0}, -1));
    }
}

TEST(WorldQuestions, of_empty_worlds_and_of_worlds_of_nothing_come_to_an_end) {
    World world;
    const ObjectId a = world.add(Shape());
    world.update();
    EXPECT_FALSE(world.nearest({0, 0, 0}));
    EXPECT_FALSE(world.first_hit(Ray({0, 0, 0}, {1, 0, 0})));
    EXPECT_FALSE(world.touching(a, a));
    world.remove(a);
    world.update();
    EXPECT_FALSE(world.nearest({0, 0, 0}));
}

}  // namespace
}  // namespace graze
