// Primitives that are longer than what is read at once.
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "tests/io/gltf/gltf_files.h"

namespace graze::test {
namespace {

using Corners = std::array<std::uint32_t, 3>;

constexpr int strip_mode = 5, fan_mode = 6;

// Any numbers, and some that come twice in a row, as at the stitches of strips.
std::vector<std::uint32_t> random_corners(Random& random, std::size_t count, std::uint32_t vertices) {
    std::vector<std::uint32_t> corners(count);
    for (std::uint32_t& c : corners) c = static_cast<std::uint32_t>(random.below(vertices));
    for (std::size_t i = 1; i < count; ++i)
        if (random.chance(0.2)) corners[i] = corners[i - 1];
    return corners;
}

// As the specification has it (glTF 2.0, 3.7.2.1), but for stitches.
std::vector<Corners> triangles_of(const std::vector<std::uint32_t>& c, int mode) {
    std::vector<Corners> triangles;
    if (mode == 4) {
        for (std::size_t i = 0; i + 2 < c.size(); i += 3) triangles.push_back({c[i], c[i + 1], c[i + 2]});
        return triangles;
    }
    for (std::size_t i = 0; i + 2 < c.size(); ++i) {
        const Corners t = mode == strip_mode ? Corners{c[i], c[i + 1 + i % 2], c[i + 2 - i % 2]}
                                             : Corners{c[i + 1], c[i + 2], c[0]};
        if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) triangles.push_back(t);
    }
    return triangles;
}

std::vector<float> random_positions(Random& random, std::size_t count) {
    std::vector<float> positions(3 * count);
    for (float& p : positions) p = static_cast<float>(random.uniform(-1, 1));
    return positions;
}

Vec3 vertex(const std::vector<float>& positions, std::uint32_t v) {
    return {positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]};
}

void expect_triangles(const Mesh& mesh, const std::vector<float>& positions,
                      const std::vector<Corners>& triangles) {
    ASSERT_EQ(mesh.triangle_count(), triangles.size());
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t)
        for (std::size_t k = 0; k < 3; ++k)
            ASSERT_EQ(mesh.triangle(t)[k], vertex(positions, triangles[t][k])) << "triangle " << t;
}

TEST(GltfMeshes, of_long_lists_strips_and_fans_have_the_triangles_of_the_specification) {
    Random random(81);
    for (const int mode : {4, strip_mode, fan_mode}) {
        for (const std::size_t count : {3071u, 3072u, 3073u, 3074u, 10007u}) {
            SCOPED_TRACE("seed 81, mode " + std::to_string(mode) + ", " + std::to_string(count) + " corners");
            // Half of the vertices, all of them, and so many that they are not kept in a table.
            for (const std::uint32_t vertices : {5000u, 500u, 50000u}) {
                const std::vector<float> positions = random_positions(random, vertices);
                const std::vector<std::uint32_t> corners = random_corners(random, count, vertices);
                GltfFile file;
                file.mesh(GltfFile::primitive(file.positions(positions),
                                              file.numbers(corners, 5125, "SCALAR"),
                                              R"(,"mode":)" + std::to_string(mode)));
                file.node(R"("mesh":0)");
                const Assembly assembly = gltf_assembly(file);
                expect_triangles(*assembly.parts[0].mesh, positions, triangles_of(corners, mode));
                EXPECT_EQ(assembly.parts[0].mesh->unused_vertex_count(), 0u);
            }
        }
    }
}

TEST(GltfMeshes, without_indices_have_their_vertices_in_a_row) {
    Random random(82);
    const std::vector<float> positions = random_positions(random, 7003);
    std::vector<std::uint32_t> corners(7003);
    for (std::uint32_t i = 0; i < corners.size(); ++i) corners[i] = i;
    for (const int mode : {4, strip_mode, fan_mode}) {
        GltfFile file;
        file.mesh(GltfFile::primitive(file.positions(positions), -1, R"(,"mode":)" + std::to_string(mode)));
        file.node(R"("mesh":0)");
        expect_triangles(*gltf_assembly(file).parts[0].mesh, positions, triangles_of(corners, mode));
    }
}

TEST(GltfMeshes, of_several_primitives_on_several_accessors_are_put_together_in_order) {
    Random random(83);
    GltfFile file;
    std::string primitives;
    std::vector<Triangle> expected;
    for (int accessor = 0; accessor < 4; ++accessor) {
        const auto vertices = static_cast<std::uint32_t>(3 + random.below(3000));
        const std::vector<float> positions = random_positions(random, vertices);
        const int position = file.positions(positions);
        for (int i = 0; i < 3; ++i) {
            const std::vector<std::uint32_t> corners =
                random_corners(random, 3 * random.below(2000), vertices);
            if (!primitives.empty()) primitives += ',';
            primitives += GltfFile::primitive(position, file.numbers(corners, 5125, "SCALAR"));
            for (const Corners& t : triangles_of(corners, 4))
                expected.push_back(
                    {vertex(positions, t[0]), vertex(positions, t[1]), vertex(positions, t[2])});
        }
    }
    file.mesh(primitives);
    file.node(R"("mesh":0)");
    const Assembly assembly = gltf_assembly(file);
    const Mesh& mesh = *assembly.parts[0].mesh;
    EXPECT_EQ(mesh.parts().size(), 12u);
    ASSERT_EQ(mesh.triangle_count(), expected.size());
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t)
        ASSERT_EQ(mesh.triangle(t).corner, expected[t].corner) << "seed 83, triangle " << t;
}

TEST(GltfMeshes, refuse_an_index_out_of_range_wherever_it_is) {
    for (const std::size_t bad : {0u, 3071u, 3072u, 8999u}) {
        GltfFile file;
        std::vector<std::uint32_t> corners(9000, 1);
        corners[bad] = 3;
        const int position = file.positions(corner_triangle);
        file.mesh(GltfFile::primitive(position, file.numbers(corners, 5125, "SCALAR")));
        file.node(R"("mesh":0)");
        EXPECT_TRUE(contains(gltf_refusal(file), "accessor 1: its index 3 is out of range (3 vertices)"))
            << gltf_refusal(file);
    }
}

TEST(GltfMeshes, refuse_a_coordinate_out_of_range_only_if_it_is_used) {
    std::vector<float> positions(3 * 5000, 1);
    positions[3 * 4000 + 1] = std::numeric_limits<float>::infinity();
    for (const bool used : {false, true}) {
        GltfFile file;
        std::vector<std::uint32_t> corners(9000);
        for (std::uint32_t i = 0; i < corners.size(); ++i) corners[i] = i % 4000;
        if (used) corners[7] = 4000;
        const int position = file.positions(positions);
        file.mesh(GltfFile::primitive(position, file.numbers(corners, 5125, "SCALAR")));
        file.node(R"("mesh":0)");
        EXPECT_EQ(contains(gltf_refusal(file), "accessor 0, element 4000: coordinate is not a finite number"),
                  used)
            << gltf_refusal(file);
    }
}

}  // namespace
}  // namespace graze::test
