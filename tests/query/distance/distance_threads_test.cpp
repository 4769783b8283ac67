#include <gtest/gtest.h>

#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/point/point_distance.h"

namespace graze {
namespace {

TEST(DistanceBatch, gives_the_same_on_one_thread_and_two_and_one_by_one) {
    Random r(72);
    const Shape a(make_torus(2, 0.5, 100, 30)), b(make_sphere(0.7, 1000));
    std::vector<PosePair> poses;
    std::vector<Vec3> points;
    for (int i = 0; i < 200; ++i) {
        poses.push_back({Pose(r.rotation(), {}), Pose(r.rotation(), r.in_box({-5, -5, -5}, {5, 5, 5}))});
        points.push_back(r.in_box({-5, -5, -5}, {5, 5, 5}));
    }
    std::vector<Distance> one(poses.size()), two(poses.size());
    distance_batch(a, b, poses, one);
    distance_batch(a, b, poses, two, {.threads = Threads(2, ThreadBackend::standard)});
    std::vector<PointDistance> point_one(points.size()), point_two(points.size());
    distance_batch(a, Pose(), points, point_one);
    distance_batch(a, Pose(), points, point_two, {.threads = Threads(2, ThreadBackend::standard)});
    for (std::size_t i = 0; i < poses.size(); ++i) {
        EXPECT_EQ(one[i].value, distance(a, poses[i].a, b, poses[i].b).value);
        EXPECT_EQ(one[i].value, two[i].value);
        EXPECT_EQ(one[i].feature_a.index, two[i].feature_a.index);
        EXPECT_EQ(one[i].feature_b.index, two[i].feature_b.index);
        EXPECT_EQ(point_one[i].value, distance(a, Pose(), points[i]).value);
        EXPECT_EQ(point_one[i].value, point_two[i].value);
        EXPECT_EQ(point_one[i].feature, point_two[i].feature);
    }
    const double before = one[0].value;
    poses[0].b = Pose();
    EXPECT_EQ(distance_batch(a, b, poses, std::span(one).first(3)), QueryStatus::bad_input);
    EXPECT_EQ(one[0].value, before) << "nothing is written";
    EXPECT_EQ(distance_batch(a, Pose(), points, std::span(point_one).first(3)), QueryStatus::bad_input);
}

// The sign needs to know whether the mesh is closed, which the first to ask finds out.
TEST(SignedDistance, may_be_asked_for_by_several_threads_at_once) {
    const Shape ball(make_sphere(1, 2000));
    std::vector<double> found(64);
    parallel_for(Threads(2, ThreadBackend::standard), found.size(), 1, [&](std::size_t i, std::size_t) {
        found[i] = signed_distance(ball, Pose(), {0.01 * static_cast<double>(i), 0, 0}).value;
    });
    for (const double d : found) EXPECT_LT(d, 0);
}

}  // namespace
}  // namespace graze
