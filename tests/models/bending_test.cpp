#include "graze/models/bending.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "graze/base/error.h"
#include "graze/mesh/content_hash.h"

namespace graze::test {
namespace {

using Make = BendingScene (*)(const BendingOptions&);
constexpr std::array<Make, 4> all_scenes{make_tablecloth, make_swirling_cloth, make_walk_in_shirt,
                                         make_walk_in_dress};

TEST(BendingScenes, have_the_triangles_and_keys_that_were_asked_for) {
    for (const Make make : all_scenes) {
        for (const std::uint32_t triangles : {2'000U, 33'000U}) {
            const BendingScene scene = make({triangles, 5});
            EXPECT_GT(static_cast<double>(scene.triangle_count()), 0.8 * triangles);
            EXPECT_LT(static_cast<double>(scene.triangle_count()), 1.2 * triangles);
            ASSERT_EQ(scene.times.size(), 5U);
            EXPECT_EQ(scene.times.front(), 0);
            for (const KeyedMesh& keyed : scene.meshes) {
                ASSERT_EQ(keyed.keys.size(), 5U);
                EXPECT_TRUE(std::ranges::equal(keyed.keys.front(), keyed.mesh.vertices()));
                EXPECT_EQ(keyed.mesh.unused_vertex_count(), 0U);
                for (const auto& key : keyed.keys) {
                    ASSERT_EQ(key.size(), keyed.mesh.vertices().size());
                    for (const Vec3& p : key) ASSERT_TRUE(is_finite(p));
                }
            }
        }
    }
    EXPECT_THROW(make_tablecloth({499, 5}), Error);
    EXPECT_THROW(make_walk_in_dress({2'000, 1}), Error);
    EXPECT_THROW(make_growing_balls(100), Error);
}

TEST(BendingScenes, have_the_same_bits_everywhere) {
    constexpr std::array<std::array<std::string_view, 2>, 4> hashes{
        {{"485e57bb33ddc7d8a1fd54cdd30e7fbb", "55d7c93c1a978d4470ea27602f9f2110"},
         {"f0814ef3949bab98b84c2ff875ecfae7", ""},
         {"17ab6f58fbe731c52a1389c3e7d27d97", "eb3136148f785848987a57715a95e77e"},
         {"17ab6f58fbe731c52a1389c3e7d27d97", "56845b51a91ffee29dea0b42c56b040d"}}};
    for (std::size_t i = 0; i < all_scenes.size(); ++i) {
        const BendingScene scene = all_scenes[i]({2'000, 4});
        for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
            const KeyedMesh& keyed = scene.meshes[m];
            const Mesh third(keyed.keys[2], {keyed.mesh.triangles().begin(), keyed.mesh.triangles().end()});
            EXPECT_EQ(content_hash(third).hex(), hashes[i][m]) << i << ", " << keyed.name;
        }
    }
}

TEST(BendingScenes, move_everything_but_the_table) {
    for (const Make make : all_scenes) {
        const BendingScene scene = make({2'000, 3});
        for (const KeyedMesh& keyed : scene.meshes)
            EXPECT_EQ(keyed.keys.front() == keyed.keys.back(), keyed.name == "table") << keyed.name;
    }
}

TEST(GrowingBalls, meet_after_a_second) {
    const GrowingBalls balls = make_growing_balls(2'000);
    EXPECT_NEAR(static_cast<double>(balls.a.mesh.triangle_count() + balls.b.mesh.triangle_count()), 2'000,
                200);
    double right = -10, left = 10;
    for (std::size_t v = 0; v < balls.a.mesh.vertices().size(); ++v)
        right = std::max(right, balls.a.mesh.vertices()[v].x + balls.a.velocities[v].x);
    for (std::size_t v = 0; v < balls.b.mesh.vertices().size(); ++v)
        left = std::min(left, balls.b.mesh.vertices()[v].x + balls.b.velocities[v].x);
    EXPECT_NEAR(right, 0, 0.01);
    EXPECT_NEAR(left, 0, 0.01);
}

}  // namespace
}  // namespace graze::test
