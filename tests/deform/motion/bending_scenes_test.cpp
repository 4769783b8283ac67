// What graze/models/bending.h says of its scenes, by the questions of this room.
#include <gtest/gtest.h>

#include "graze/deform/deformable_shape.h"
#include "graze/deform/self_collision/self_intersections.h"
#include "graze/models/bending.h"
#include "graze/query/intersect/intersect.h"

namespace graze {
namespace {

TEST(BendingScenes, do_not_meet_themselves_or_one_another_at_their_keys) {
    for (const auto make : {make_tablecloth, make_walk_in_shirt, make_walk_in_dress}) {
        for (const std::uint32_t triangles : {2'000U, 12'000U}) {
            const BendingScene scene = make({triangles, 9});
            ASSERT_EQ(scene.meshes.size(), 2U);
            DeformableShape a(scene.meshes[0].mesh), b(scene.meshes[1].mesh);
            for (std::size_t k = 0; k < scene.times.size(); ++k) {
                a.move_to(scene.meshes[0].keys[k]);
                b.move_to(scene.meshes[1].keys[k]);
                const std::string where = scene.meshes[0].name + " of " + std::to_string(triangles) +
                                          " triangles, key " + std::to_string(k);
                EXPECT_FALSE(self_intersects(a.shape())) << where;
                EXPECT_FALSE(self_intersects(b.shape())) << where;
                EXPECT_FALSE(intersects(a.shape(), {}, b.shape(), {})) << where;
            }
        }
    }
}

TEST(BendingScenes, wring_a_cloth_until_it_meets_itself) {
    const BendingScene scene = make_swirling_cloth({4'000, 5});
    DeformableShape cloth(scene.meshes[0].mesh);
    EXPECT_FALSE(self_intersects(cloth.shape()));
    EXPECT_GT(self_intersections(cloth.move_to(scene.meshes[0].keys.back())).size(), 500U);
}

}  // namespace
}  // namespace graze
