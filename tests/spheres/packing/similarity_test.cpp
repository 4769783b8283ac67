#include "graze/spheres/packing/similarity.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/pose.h"
#include "graze/mesh/generate.h"
#include "graze/spheres/packing/pack.h"

namespace graze {
namespace {

Mesh placed(const Mesh& mesh, double scale, const Pose& pose) {
    std::vector<Vec3> vertices;
    for (const Vec3& v : mesh.vertices()) vertices.push_back(pose(v * scale));
    return {std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}};
}

PackingSignature signature_of(const Mesh& mesh, std::uint32_t count = 200) {
    return packing_signature(pack(Shape(mesh), {.count = count}).packing);
}

TEST(Similarity, finds_each_shape_again_by_its_spheres_turned_scaled_and_moved) {
    const std::vector<std::pair<std::string, Mesh>> shapes{{"cube", make_box({1, 1, 1})},
                                                           {"rod", make_box({1, 0.2, 0.2})},
                                                           {"plate", make_box({1, 1, 0.15})},
                                                           {"ring", make_torus(1, 0.3, 24, 12)},
                                                           {"wide ring", make_torus(1, 0.12, 32, 10)}};
    std::vector<PackingSignature> known;
    for (const auto& [name, mesh] : shapes) known.push_back(signature_of(mesh));
    const Pose pose(Quat::about_turns({1, 2, 3}, 0.13), {5, -3, 2});
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const PackingSignature other = signature_of(placed(shapes[i].second, 37, pose), 300);
        for (std::size_t k = 0; k < shapes.size(); ++k) {
            if (k == i) continue;
            EXPECT_LT(difference(other, known[i]), 0.8 * difference(other, known[k]))
                << shapes[i].first << " and " << shapes[k].first;
        }
    }
}

TEST(Similarity, is_symmetric_none_for_the_same_and_at_most_1) {
    const PackingSignature cube = signature_of(make_box({1, 1, 1})),
                           rod = signature_of(make_box({1, 0.05, 0.05}));
    EXPECT_EQ(difference(cube, cube), 0);
    EXPECT_EQ(difference(cube, rod), difference(rod, cube));
    EXPECT_GT(difference(cube, rod), 0.05);
    EXPECT_LE(difference(cube, rod), 1);
    EXPECT_NEAR(cube.distances.back(), 1, 1e-12) << "shares of the whole";
    EXPECT_THROW(packing_signature({}), Error);
}

}  // namespace
}  // namespace graze
