#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "tests/query/answers.h"

namespace graze {
namespace {

using test::Answers;
using test::ask;
using test::ask_all;
using test::Scene;
using test::Scenes;

// Some of every family, so that it stays quick under the thread sanitizer; the shapes are new ones, and
// nobody has asked them anything yet.
Scenes some_scenes() {
    Scenes some;
    const Scenes all = test::all_scenes();
    for (std::size_t i = 0; i < all.size(); i += 7) some.push_back(all[i]);
    return some;
}

// Complaint: unclear thread safety.
TEST(Complaints, any_number_of_threads_may_query_one_shape) {
    const Scenes scenes = some_scenes();
    const std::vector<Answers> expected = ask_all(some_scenes());
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            for (std::size_t k = 0; k < scenes.size(); ++k) {
                // Two of them begin at the same end, two in the middle.
                const std::size_t which = (k + i / 2 * scenes.size() / 2) % scenes.size();
                if (!(ask(scenes[which]) == expected[which])) ++wrong;
            }
        });
    }
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(wrong, 0);
}

TEST(Complaints, a_shape_may_be_copied_and_dropped_while_others_query_it) {
    const Shape ball(make_sphere(1, 500));
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([mine = ball, i, &wrong]() mutable {
            for (int k = 0; k < 200; ++k) {
                const Shape copy = mine;
                const double x = 0.02 * k;  // 2 is where the poles meet
                if (intersects(copy, {}, mine, test::at(x)) != (x <= 2)) ++wrong;
                if (k == 50 * (i + 1)) mine = Shape(mine.mesh());
            }
        });
    }
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(wrong, 0);
}

TEST(EveryQuery, gives_the_same_in_a_batch_on_one_thread_and_two) {
    const Threads two(2, ThreadBackend::standard);
    for (const Scene& s : some_scenes()) {
        SCOPED_TRACE(s.name);
        // B goes through A in small steps, so that the border between yes and no is somewhere among them.
        const Box a = s.pose_a(s.a.mesh().box()), b = s.pose_b(s.b.mesh().box());
        std::vector<PosePair> poses;
        for (int i = 0; i < 150; ++i) {
            const double x = (a.lower.x - b.upper.x) + (a.size().x + b.size().x) * i / 149;
            poses.push_back({s.pose_a, test::at(x) * s.pose_b});
        }
        poses.push_back({s.pose_a, s.pose_b});
        std::vector<Answer> by_one(poses.size()), by_two(poses.size()), one_by_one;
        intersects_batch(s.a, s.b, poses, by_one);
        intersects_batch(s.a, s.b, poses, by_two, {.threads = two});
        for (const PosePair& p : poses)
            one_by_one.push_back(intersects(s.a, p.a, s.b, p.b) ? Answer::yes : Answer::no);
        ASSERT_EQ(by_one, one_by_one);
        ASSERT_EQ(by_two, one_by_one);
    }
}

TEST(EveryQuery, takes_the_same_way_on_trees_built_by_one_thread_and_two) {
    for (const Scene& s : some_scenes()) {
        Scene built = s;
        const TreeOptions by_two{.threads = Threads(2, ThreadBackend::standard)};
        built.a = Shape(s.a.mesh(), by_two);
        built.b = Shape(s.b.mesh(), by_two);
        ASSERT_TRUE(ask(built) == ask(s)) << s.name;
    }
}

}  // namespace
}  // namespace graze
