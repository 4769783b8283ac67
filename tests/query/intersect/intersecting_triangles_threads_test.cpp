#include <gtest/gtest.h>

#include "graze/mesh/generate.h"
#include "graze/query/intersect/intersect.h"

namespace graze {
namespace {

bool same(const std::vector<IntersectingPair>& p, const std::vector<IntersectingPair>& q) {
    return std::equal(p.begin(), p.end(), q.begin(), q.end(), [](const auto& x, const auto& y) {
        return x.a == y.a && x.b == y.b && x.common.kind == y.common.kind &&
               x.common.point_count == y.common.point_count;
    });
}

TEST(IntersectingTriangles, are_the_same_for_any_number_of_threads) {
    const Shape torus(make_torus(1, 0.4, 120, 40)), sphere(make_sphere(1.1, 6000));
    const Pose pose(Quat::about_turns({1, 1, 0}, 0.1), {0.5, 0.2, 0.1});
    const auto one = intersecting_triangles(torus, Pose(), sphere, pose);
    ASSERT_GT(one.size(), 200u);
    for (const unsigned threads : {1u, 2u, 3u}) {
        EXPECT_TRUE(
            same(one, intersecting_triangles(torus, Pose(), sphere, pose, {.threads = Threads(threads)})));
    }
    EXPECT_TRUE(
        intersecting_triangles(torus, Pose(), sphere, Pose::translation({9, 0, 0}), {.threads = Threads(2)})
            .empty());
}

}  // namespace
}  // namespace graze
