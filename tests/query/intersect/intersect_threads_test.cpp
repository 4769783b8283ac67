#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/intersect/intersect.h"
#include "tests/base/task_pools.h"

namespace graze {
namespace {

TEST(IntersectBatch, gives_the_same_on_one_thread_and_two_and_one_by_one) {
    Random r(71);
    TreeOptions options;
    options.threads = Threads(2, ThreadBackend::standard);
    const Shape a(make_torus(2, 0.5, 300, 60), options), b(make_sphere(0.7, 2000));
    std::vector<PosePair> poses;
    for (int i = 0; i < 500; ++i) {
        const Quat turn_a = r.rotation(), turn_b = r.rotation();
        poses.push_back({Pose(turn_a, {}), Pose(turn_b, r.in_box({-3, -3, -2}, {3, 3, 2}))});
    }
    std::vector<Answer> one(poses.size()), two(poses.size());
    intersects_batch(a, b, poses, one);
    intersects_batch(a, b, poses, two, {.threads = Threads(2, ThreadBackend::standard)});
    EXPECT_EQ(one, two);
    int hits = 0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        ASSERT_EQ(one[i], intersects(a, poses[i].a, b, poses[i].b) ? Answer::yes : Answer::no);
        hits += one[i] == Answer::yes ? 1 : 0;
    }
    EXPECT_GT(hits, 20);
    one[0] = Answer::bad_input;
    EXPECT_EQ(intersects_batch(a, b, poses, std::span(one).first(3)), QueryStatus::bad_input);
    EXPECT_EQ(one[0], Answer::bad_input) << "nothing is written";
}

TEST(IntersectingTriangles, are_the_same_on_a_pool_of_the_callers_whatever_its_order) {
    const Shape a(make_torus(2, 0.5, 80, 40)), b(make_sphere(0.7, 2000));
    const Pose there = Pose::translation({2, 0.1, 0});
    const auto all_on = [&](const Threads& threads) {
        std::vector<std::pair<TriangleId, TriangleId>> pairs;
        for (const auto& pair : intersecting_triangles(a, {}, b, there, {.threads = threads}))
            pairs.emplace_back(pair.a, pair.b);
        return pairs;
    };
    const auto expected = all_on({});
    EXPECT_GT(expected.size(), 100u);
    const auto backward = std::make_shared<test::BackwardPool>();
    EXPECT_EQ(all_on(Threads(backward, 4)), expected);
    EXPECT_GT(backward->calls, 0);
    EXPECT_EQ(all_on(Threads(std::make_shared<test::FreshThreadsPool>(), 3)), expected);
}

}  // namespace
}  // namespace graze
