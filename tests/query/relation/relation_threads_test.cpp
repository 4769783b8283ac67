#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "graze/mesh/generate.h"
#include "graze/query/relation/relation.h"

namespace graze {
namespace {

TEST(Relation, may_be_asked_for_by_many_threads_at_once_from_the_first_question_on) {
    const Shape box(make_box({2, 2, 2}, 6)), ball(make_sphere(0.5, 500));
    std::vector<Relation> touching(4), inside(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            touching[i] = relation(box, {}, box, Pose::translation({2, 0, 0}));
            inside[i] = relation(ball, {}, box, {});
        });
    }
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(touching, std::vector<Relation>(4, Relation::touching));
    EXPECT_EQ(inside, std::vector<Relation>(4, Relation::a_in_b));
}

}  // namespace
}  // namespace graze
