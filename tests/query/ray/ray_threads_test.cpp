#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/ray/ray.h"
#include "tests/query/rays.h"

namespace graze {
namespace {

// Rays against trees that fit the caches are not interleaved.
class RayBatch : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(SmallAndLarge, RayBatch, testing::Values(20, 160));

TEST_P(RayBatch, gives_the_same_on_one_thread_and_two_and_one_by_one) {
    Random r(431);
    const Shape ring(make_torus(2, 0.5, GetParam(), 40));
    const Pose pose(r.rotation(), {1, 2, 3});
    std::vector<Ray> rays;
    for (int i = 0; i < 1500; ++i) rays.push_back(test::ray_at(ring, pose, r));
    const Threads two(2, ThreadBackend::standard);
    std::vector<FirstHit> one_thread(rays.size()), two_threads(rays.size());
    std::vector<Answer> any_one(rays.size(), Answer::bad_input), any_two(rays.size(), Answer::bad_input);
    first_hits(ring, pose, rays, one_thread);
    first_hits(ring, pose, rays, two_threads, {.threads = two});
    any_hits(ring, pose, rays, any_one);
    any_hits(ring, pose, rays, any_two, {.threads = two});
    EXPECT_EQ(any_one, any_two);
    int hits = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const FirstHit alone = first_hit(ring, pose, rays[i]);
        for (const FirstHit& hit : {one_thread[i], two_threads[i]}) {
            ASSERT_EQ(hit.answer, alone.answer) << i;
            if (!alone.found()) continue;
            ASSERT_EQ(hit.feature, alone.feature);
            ASSERT_EQ(hit.t, alone.t);
            ASSERT_EQ(hit.weight, alone.weight);
        }
        ASSERT_EQ(any_one[i], alone.answer);
        hits += alone.found() ? 1 : 0;
    }
    EXPECT_GT(hits, 500);
}

TEST(RayBatches, of_no_rays_or_against_an_empty_shape_is_fine) {
    const Shape ball(make_sphere(1, 100));
    first_hits(ball, {}, {}, {});
    std::vector<Ray> rays(5);
    std::vector<FirstHit> out(5, FirstHit{{}, Answer::yes});
    EXPECT_EQ(first_hits(Shape(), {}, rays, out), QueryStatus::complete);
    for (const FirstHit& hit : out) EXPECT_FALSE(hit.found());
    EXPECT_EQ(first_hits(ball, {}, rays, std::span(out).first(3)), QueryStatus::bad_input);
    std::vector<Answer> any(4);
    EXPECT_EQ(any_hits(ball, {}, rays, any), QueryStatus::bad_input);
}

}  // namespace
}  // namespace graze
