// A live world that everybody uses at once. GRAZE_SOAK=20 makes minutes of seconds under the thread
// sanitizer.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "graze/base/random.h"
#include "graze/world/live/live_world.h"
#include "tests/soak.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

using test::at;
using test::Heard;
using test::Lines;
using test::unit_box;

TEST(LiveWorld, tells_the_rest_when_a_callback_has_thrown) {
    LiveWorld live;
    Heard heard;
    bool throws = true;
    live.on_collision([&, record = heard.callback()](const Collision& c) {
        record(c);
        if (throws) throw std::runtime_error("enough");
    });
    for (int i = 0; i < 3; ++i) live.add(unit_box(), at(0.1 * i));
    live.run_once();
    EXPECT_THROW(live.deliver(), std::runtime_error);
    throws = false;
    EXPECT_EQ(live.deliver(), 2u);
    EXPECT_EQ(heard.take(), (Lines{"began 0 1", "began 0 2", "began 1 2"}));
}

TEST(LiveWorld, counts_errors_of_callbacks_that_requests_have_added) {
    LiveWorld live;
    Heard heard;
    live.post([](World& world) {
        const ModuleId careless = world.add_module({"", -1}, [&world](const Collision& c) {
            world.remove(c.a);
            world.move(c.a, at(7));  // it is gone
        });
        world.add_interest(careless, {});
    });
    live.on_collision(heard.callback());
    for (int i = 0; i < 3; ++i) live.add(unit_box(), at(0.1 * i));
    EXPECT_TRUE(live.run_once());
    EXPECT_EQ(live.counts().refused, 1u);
    EXPECT_EQ(live.ask([](const World& world) { return world.size(); }), 2u);
    live.deliver();
    EXPECT_EQ(heard.take(), Lines{});  // the Error came first
}

TEST(LiveWorld, answers_about_pairs_while_it_runs) {
    LiveWorld live;
    std::jthread detection([&](std::stop_token stop) { live.run(stop); });
    const ObjectId a = live.add(unit_box()).get(), b = live.add(unit_box(), at(3)).get();
    EXPECT_EQ(live.ask([&](const World& world) { return world.distance(a, b).value; }), 2);
    live.move(b, at(1));
    while (!live.ask([&](const World& world) { return world.touching(a, b); })) std::this_thread::yield();
}

// Detection and four threads that ask search the same pairs: each answer is right for the poses of the world
// that is asked.
TEST(LiveWorld, answers_about_the_pairs_that_detection_tests) {
    LiveWorld live;
    live.on_collision([](const Collision&) {}, Want::distance, 1);
    live.on_collision([](const Collision&) {}, Want::witness);
    const Shape shapes[] = {unit_box(), Shape(make_sphere(0.7, 100)), Shape(make_torus(1, 0.3, 12, 8))};
    std::vector<ObjectId> ids;
    std::jthread detection([&](std::stop_token stop) { live.run(stop); });
    for (int i = 0; i < 6; ++i) ids.push_back(live.add(shapes[i % 3], at(i)).get());
    std::atomic<int> wrong{0}, touching{0}, apart{0};
    std::atomic<int> asking = 4;
    {
        std::vector<std::jthread> crowd;
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            crowd.emplace_back([&, seed] {
                Random random(seed);
                for (int i = 0; i < 150 * test::soak_factor(); ++i) {
                    const ObjectId a = ids[random.below(6)], b = ids[random.below(6)];
                    live.ask([&](const World& world) {
                        const Distance expected =
                            distance(world.shape(a), world.pose(a), world.shape(b), world.pose(b));
                        wrong += world.distance(a, b).value == expected.value ? 0 : 1;
                        wrong += world.touching(a, b) == (expected.value == 0) ? 0 : 1;
                        (expected.value == 0 ? touching : apart) += 1;
                    });
                }
                --asking;
            });
        }
        Random random(9);
        while (asking > 0) {
            live.move(ids[random.below(6)], {random.rotation(), random.in_box({0, 0, 0}, {4, 1, 1})});
            live.deliver();
            std::this_thread::yield();
        }
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(touching, 0);
    EXPECT_GT(apart, 0);
}

// Ids that several threads draw from, add to and take out.
class SharedIds {
  public:
    void put(ObjectId id) {
        const std::scoped_lock lock(mutex_);
        ids_.push_back(id);
    }
    ObjectId any(Random& random) {
        const std::scoped_lock lock(mutex_);
        return ids_.empty() ? ObjectId{} : ids_[random.below(ids_.size())];
    }
    ObjectId take(Random& random) {
        const std::scoped_lock lock(mutex_);
        if (ids_.size() < 8) return {};
        std::swap(ids_[random.below(ids_.size())], ids_.back());
        const ObjectId id = ids_.back();
        ids_.pop_back();
        return id;
    }

  private:
    std::mutex mutex_;
    std::vector<ObjectId> ids_;
};

class LiveSoak {
  public:
    void run(int rounds) {
        listen();
        for (int i = 0; i < 30; ++i) ids_.put(live_.add(unit_box(), at(0.3 * i)).get());
        std::vector<std::jthread> crowd;
        busy_ = 4;
        for (std::uint64_t seed = 0; seed < 2; ++seed) crowd.emplace_back([=, this] { move(seed, rounds); });
        crowd.emplace_back([=, this] { come_and_go(10, rounds / 8); });
        crowd.emplace_back([=, this] { change(20, rounds / 8); });
        for (std::uint64_t seed = 30; seed < 32; ++seed) crowd.emplace_back([=, this] { ask(seed); });
        while (busy_ > 0) live_.deliver();
        crowd.clear();
        check();
    }

  private:
    // One that only listens, one whose callbacks move and ask on the thread that delivers, and one that
    // changes the world from within an update.
    void listen() {
        live_.on_collision(
            [this](const Collision& c) {
                const std::pair pair(c.a, c.b);
                if (c.change == Change::began) confused_ += touching_.insert(pair).second ? 0 : 1;
                if (c.change == Change::lasts) confused_ += touching_.contains(pair) ? 0 : 1;
                if (c.change == Change::ended) confused_ += touching_.erase(pair) == 1 ? 0 : 1;
            },
            Want::touch);
        live_.on_collision(
            [this](const Collision& c) {
                if (busy_ == 0 || c.change != Change::began || !told_random_.chance(0.1)) return;
                live_.move(c.a, somewhere(told_random_));
                asked_ += live_.ask([&](const World& world) { return world.contains(c.a) ? 1u : 0u; });
            },
            Want::boxes);
        live_.post([this](World& world) {
            const ModuleId inside = world.add_module({}, [this, &world](const Collision& c) {
                if (busy_ == 0 || !inside_random_.chance(0.05)) return;
                if (!world.contains(c.a) || !world.contains(c.b)) return;  // that is why it ended
                world.move(c.a, somewhere(inside_random_));
                if (inside_random_.chance(0.2)) world.reshape(c.b, some_shape(inside_random_));
                if (inside_random_.chance(0.05)) world.remove(c.b);
                if (world.size() < 60 && inside_random_.chance(0.2)) {  // or more would make more
                    const ObjectId made = world.add(some_shape(inside_random_), somewhere(inside_random_));
                    ids_.put(made);
                }
            });
            Interest near;
            near.want = Want::distance;
            near.limit = 0.1;
            world.add_interest(inside, near);
        });
    }
    void move(std::uint64_t seed, int rounds) {
        Random random(seed);
        for (int i = 0; i < rounds; ++i) live_.move(ids_.any(random), somewhere(random));
        --busy_;
    }
    void come_and_go(std::uint64_t seed, int rounds) {
        Random random(seed);
        for (int i = 0; i < rounds; ++i) {
            if (random.chance(0.45))
                ids_.put(live_.add(some_shape(random), somewhere(random)).get());
            else
                live_.remove(ids_.take(random));
        }
        --busy_;
    }
    void change(std::uint64_t seed, int rounds) {
        Random random(seed);
        for (int i = 0; i < rounds; ++i) {
            const ObjectId id = ids_.any(random);
            const std::uint64_t dice = random.below(5);
            const Shape shape = some_shape(random);
            live_.post([=](World& world) {
                if (dice == 0) world.hibernate(id);
                if (dice == 1) world.wake(id);
                if (dice == 2) world.reshape(id, shape);
                if (dice == 3) world.set_groups(id, group_bit(static_cast<unsigned>(i)));
                if (dice == 4) world.set_movable(id, i % 2 == 0);
            });
        }
        --busy_;
    }
    void ask(std::uint64_t seed) {
        Random random(seed);
        while (busy_ > 0) {
            const Vec3 p = random.in_box({-1, -1, -1}, {10, 3, 3});
            const ObjectId a = ids_.any(random), b = ids_.any(random);
            const bool agrees = live_.ask([&](const World& world) {
                asked_ += world.overlapping({p, p + Vec3{1, 1, 1}}).size() + world.size();
                asked_ += world.first_hit(Ray(p, {1, 0.1, 0.2})) ? 1u : 0u;
                asked_ += world.nearest(p) ? 1u : 0u;
                asked_ += world.find("nobody") ? 1u : 0u;
                if (!world.contains(a) || !world.contains(b)) return true;
                asked_ += world.version(a) + world.objects().size();
                const bool touch = intersects(world.shape(a), world.pose(a), world.shape(b), world.pose(b));
                return world.touching(a, b) == touch && (world.distance(a, b).value == 0) == touch;
            });
            wrong_ += agrees ? 0 : 1;
        }
    }
    // When all is quiet: what was told is what a test of all pairs finds.
    void check() {
        detection_.request_stop();
        detection_.join();
        live_.post([](World& world) {
            for (const ObjectId id : world.objects()) {
                world.wake(id);
                world.set_movable(id, true);
            }
        });
        while (live_.run_once()) {
        }
        live_.deliver();
        while (live_.run_once()) live_.deliver();
        std::set<std::pair<ObjectId, ObjectId>> expected;
        live_.ask([&](const World& world) {
            for (const ObjectId a : world.objects())
                for (const ObjectId b : world.objects())
                    if (a < b && world.touching(a, b)) expected.emplace(a, b);
        });
        EXPECT_EQ(touching_, expected);
        EXPECT_EQ(confused_, 0);
        EXPECT_EQ(wrong_, 0);
        EXPECT_GT(asked_, 0u);
        EXPECT_EQ(live_.counts().dropped_collisions, 0u);
    }
    static Pose somewhere(Random& random) { return {random.rotation(), random.in_box({0, 0, 0}, {9, 2, 2})}; }
    static Shape some_shape(Random& random) {
        static const std::array shapes{unit_box(), Shape(make_sphere(0.7, 20)), Shape()};
        return shapes[random.below(shapes.size())];
    }

    LiveWorld live_;
    SharedIds ids_;
    std::atomic<int> busy_{0}, confused_{0}, wrong_{0};
    std::atomic<std::size_t> asked_{0};
    std::set<std::pair<ObjectId, ObjectId>> touching_;  // by the thread that delivers
    Random told_random_{1}, inside_random_{2};          // by that thread; by detection
    std::jthread detection_{[this](std::stop_token stop) { live_.run(stop); }};
};

TEST(LiveWorld, tells_and_answers_the_truth_when_all_add_remove_move_change_and_ask_at_once) {
    LiveSoak soak;
    soak.run(4000 * test::soak_factor());
}

}  // namespace
}  // namespace graze
