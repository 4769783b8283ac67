#include "graze/query/intersect/intersect_cache.h"

#include <gtest/gtest.h>

#include <optional>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/intersect/intersect.h"

namespace graze {
namespace {

// Towards the other shape, through it and away again, turning.
Pose along_path(double t) {
    return Pose(Quat::about_turns({1, 2, 3}, 0.7 * t), {4.2 - 8.4 * t, 0.3, 0.1});
}

void expect_same_answers(const Shape& a, const Shape& b, int steps) {
    QueryCache cache;
    int touching = 0;
    for (int i = 0; i <= steps; ++i) {
        const Pose pose = along_path(static_cast<double>(i) / steps);
        const bool answer = intersects(a, Pose(), b, pose);
        ASSERT_EQ(intersects(a, Pose(), b, pose, cache), answer) << "step " << i << " of " << steps;
        touching += answer ? 1 : 0;
    }
    EXPECT_GT(touching, steps / 10);
    EXPECT_LT(touching, steps - steps / 10);
}

TEST(IntersectCache, changes_no_answer_along_a_path) {
    const Shape torus(make_torus(1, 0.4, 60, 20)), box(make_box({0.5, 1, 1.5}, 6)),
        sphere(make_sphere(0.8, 3000));
    for (const int steps : {40, 400, 4000}) {
        expect_same_answers(torus, box, steps);
        expect_same_answers(sphere, torus, steps);
        expect_same_answers(box, box, steps);
    }
}

TEST(IntersectCache, changes_no_answer_when_poses_jump) {
    const Shape torus(make_torus(1, 0.4, 60, 20)), box(make_box({0.5, 1, 1.5}, 6));
    Random r(3);
    QueryCache cache;
    for (int i = 0; i < 3000; ++i) {
        const auto pose = [&] {
            const double size = i % 7 == 0 ? 1.8 : 1e-3;  // mostly small steps around a place
            return Pose(Quat::about_turns(r.in_box({-1, -1, -1}, {1, 1, 1}), 0.01 * r.uniform()),
                        Vec3{1.6, 0, 0} + r.in_box({-size, -size, -size}, {size, size, size}));
        };
        const Pose a, b = pose();
        ASSERT_EQ(intersects(torus, a, box, b, cache), intersects(torus, a, box, b)) << "step " << i;
    }
}

// The pair of the step before is found again while it intersects.
TEST(IntersectCache, gives_a_pair_that_intersects_wherever_there_is_one) {
    const Shape torus(make_torus(1, 0.4, 60, 20)), box(make_box({0.5, 1, 1.5}, 6));
    QueryCache cache;
    int same = 0, touching = 0;
    Witness last;
    for (int i = 0; i <= 2000; ++i) {
        const Pose pose = along_path(i / 2000.0);
        const Witness found = witness(torus, Pose(), box, pose, cache);
        ASSERT_EQ(found.found(), intersects(torus, Pose(), box, pose)) << "step " << i;
        if (found.found()) {
            const Triangle in_torus = torus.mesh().triangle(found.feature_a.index);
            const Triangle in_box = pose(box.mesh().triangle(found.feature_b.index));
            ASSERT_TRUE(intersects(in_torus, in_box));
            ASSERT_EQ(found.point_a, intersection(in_torus, in_box).middle());
            ++touching;
            if (last.found() && last.feature_a.index == found.feature_a.index &&
                last.feature_b.index == found.feature_b.index)
                ++same;
        }
        last = found;
    }
    EXPECT_GT(touching, 200);
    EXPECT_GT(same, touching * 3 / 4);
}

TEST(IntersectCache, of_another_pair_of_shapes_is_forgotten) {
    const Shape big(make_sphere(1, 2000)), small(make_sphere(0.1, 2000));
    const Pose side = Pose::translation({0.9, 0.9, 0.9});
    QueryCache cache;
    EXPECT_TRUE(intersects(big, Pose(), big, side, cache));
    EXPECT_FALSE(intersects(small, Pose(), small, side, cache));
    EXPECT_TRUE(intersects(big, Pose(), big, side, cache));
    EXPECT_FALSE(intersects(big, Pose(), Shape(), side, cache));
    EXPECT_TRUE(intersects(big, Pose(), big, side, cache));
}

TEST(IntersectCache, notices_the_smallest_step_into_contact) {
    // Corner to face: one step of a double apart, then touching.
    const Shape box(make_box({1, 1, 1}, 8));
    QueryCache cache;
    for (double gap = 0.5; gap > 1e-300; gap /= 4) {
        const Pose apart = Pose::translation({0.25, 0.25, 1 + gap});
        ASSERT_EQ(intersects(box, Pose(), box, apart, cache), intersects(box, Pose(), box, apart)) << gap;
    }
    EXPECT_TRUE(intersects(box, Pose(), box, Pose::translation({0.25, 0.25, 1}), cache));
}

}  // namespace
}  // namespace graze
