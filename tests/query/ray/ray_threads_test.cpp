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
    std::vector<std::optional<RayHit>> one_thread(rays.size()), two_threads(rays.size());
    std::vector<std::uint8_t> any_one(rays.size(), 7), any_two(rays.size(), 7);
    first_hits(ring, pose, rays, one_thread);
    first_hits(ring, pose, rays, two_threads, two);
    any_hits(ring, pose, rays, any_one);
    any_hits(ring, pose, rays, any_two, two);
    EXPECT_EQ(any_one, any_two);
    int hits = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const auto alone = first_hit(ring, pose, rays[i]);
        for (const auto* batch : {&one_thread[i], &two_threads[i]}) {
            ASSERT_EQ(batch->has_value(), alone.has_value()) << i;
            if (!alone || !*batch) continue;
            const RayHit& hit = **batch;
            ASSERT_EQ(hit.triangle, alone->triangle);
            ASSERT_EQ(hit.t, alone->t);
            ASSERT_EQ(hit.weight, alone->weight);
        }
        ASSERT_EQ(any_one[i], alone ? 1 : 0);
        hits += any_one[i];
    }
    EXPECT_GT(hits, 500);
}

TEST(RayBatches, of_no_rays_or_against_an_empty_shape_is_fine) {
    const Shape ball(make_sphere(1, 100));
    first_hits(ball, {}, {}, {});
    std::vector<Ray> rays(5);
    std::vector<std::optional<RayHit>> out(5, RayHit{});
    first_hits(Shape(), {}, rays, out);
    for (const auto& hit : out) EXPECT_FALSE(hit);
}

}  // namespace
}  // namespace graze
