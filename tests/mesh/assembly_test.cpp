#include "graze/mesh/assembly.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/closed_surface.h"
#include "graze/mesh/generate.h"
#include "graze/models/machine.h"

namespace graze::test {
namespace {

// A quadrangle and two triangles in three parts that share vertices; vertex 0 is used by nobody.
Mesh three_parts() {
    PolygonSoup soup;
    soup.vertices = {{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {5, 5, 5}};
    soup.corners = {1, 2, 3, 4, 3, 4, 5, 1, 2, 5};
    soup.corner_counts = {4, 3, 3};
    soup.parts = {{"a", 0, 1}, {"b", 1, 1}, {"c", 2, 1}};
    soup.metres_per_unit = 0.001;
    return Mesh(std::move(soup));
}

TEST(Split, gives_every_piece_only_the_vertices_it_uses) {
    const std::vector<Mesh> pieces = split(three_parts(), std::vector<std::uint32_t>{0, 1, 0});
    ASSERT_EQ(pieces.size(), 2u);
    EXPECT_EQ(pieces[0].vertices().size(), 5u);
    EXPECT_EQ(pieces[1].vertices().size(), 3u);
    for (const Mesh& piece : pieces) {
        EXPECT_EQ(piece.unused_vertex_count(), 0u);
        EXPECT_EQ(piece.metres_per_unit(), 0.001);
    }
    // The same triangles, corner by corner.
    const Mesh whole = three_parts();
    EXPECT_EQ(pieces[0].triangle(0).corner, whole.triangle(0).corner);
    EXPECT_EQ(pieces[0].triangle(1).corner, whole.triangle(1).corner);
    EXPECT_EQ(pieces[0].triangle(2).corner, whole.triangle(3).corner);
    EXPECT_EQ(pieces[1].triangle(0).corner, whole.triangle(2).corner);
}

TEST(Split, keeps_names_polygons_and_order) {
    const std::vector<Mesh> pieces = split(three_parts(), std::vector<std::uint32_t>{1, 0, 1});
    ASSERT_EQ(pieces.size(), 2u);
    EXPECT_EQ(pieces[0].parts()[0], (MeshPart{"b", 0, 1}));
    ASSERT_EQ(pieces[1].parts().size(), 2u);
    EXPECT_EQ(pieces[1].parts()[0], (MeshPart{"a", 0, 1}));
    EXPECT_EQ(pieces[1].parts()[1], (MeshPart{"c", 1, 1}));
    EXPECT_EQ(pieces[1].polygon(0).size(), 4u);
}

TEST(Split, refuses_numbers_that_are_not_those_of_pieces) {
    EXPECT_THROW(split(three_parts(), std::vector<std::uint32_t>{0, 0}), Error);
    EXPECT_THROW(split(three_parts(), std::vector<std::uint32_t>{0, 2, 0}), Error);
    EXPECT_THROW(split(three_parts(), std::vector<std::uint32_t>{1, 1, 1}), Error);
}

TEST(Split, of_very_many_pieces_that_share_vertices_is_not_quadratic) {
    constexpr std::uint32_t count = 100'000;
    PolygonSoup soup;
    std::vector<std::uint32_t> piece_of_part;
    for (std::uint32_t i = 0; i < count + 2; ++i) soup.vertices.push_back({double(i), double(i % 2), 0});
    for (std::uint32_t i = 0; i < count; ++i) {
        soup.corners.insert(soup.corners.end(), {i, i + 1, i + 2});
        soup.parts.push_back({std::to_string(i), i, 1});
        piece_of_part.push_back(i);
    }
    const std::vector<Mesh> pieces = split(Mesh(std::move(soup)), piece_of_part);
    ASSERT_EQ(pieces.size(), count);
    EXPECT_EQ(pieces.back().vertices()[2].x, count + 1);
    EXPECT_EQ(pieces.back().vertices().size(), 3u);
}

TEST(Split, can_be_cancelled) {
    struct Cancelled : Progress {
        void report(std::string_view, std::uint64_t, std::uint64_t) override {}
    } progress;
    progress.cancel();
    EXPECT_THROW(split(three_parts(), std::vector<std::uint32_t>{0, 1, 2}, &progress), Error);
}

TEST(Merged, has_every_part_at_its_place_under_its_path) {
    const auto cube = std::make_shared<const Mesh>(make_box({1, 1, 1}));
    const auto parts = std::make_shared<const Mesh>(three_parts());
    const Assembly assembly{{{"cube", cube, Pose::translation({10, 0, 0})},
                             {"again", cube, Pose::rotation_turns({0, 0, 1}, 0.25)},
                             {"sheet", parts, Pose()}},
                            0.01,
                            {}};
    const Mesh mesh = merged(assembly);
    ASSERT_EQ(mesh.parts().size(), 3u);
    EXPECT_EQ(mesh.parts()[0], (MeshPart{"cube", 0, 12}));
    EXPECT_EQ(mesh.parts()[1], (MeshPart{"again", 12, 12}));
    EXPECT_EQ(mesh.parts()[2], (MeshPart{"sheet", 24, 3}));
    EXPECT_EQ(mesh.polygon(24).size(), 4u);
    EXPECT_EQ(mesh.metres_per_unit(), 0.01);
    for (TriangleId t = 0; t < 12; ++t) {
        EXPECT_EQ(mesh.triangle(t).corner, assembly.parts[0].world_from_part(cube->triangle(t)).corner);
        EXPECT_EQ(mesh.triangle(12 + t).corner, assembly.parts[1].world_from_part(cube->triangle(t)).corner);
    }
}

TEST(Merged, of_nothing_is_empty) {
    EXPECT_TRUE(merged(Assembly{}).empty());
}

TEST(Machine, has_closed_parts_but_for_the_label) {
    const Machine machine = make_machine();
    EXPECT_EQ(machine.assembly.parts.size(), 17u);
    EXPECT_EQ(machine.assembly.metres_per_unit, 0.001);
    for (const Part& part : machine.assembly.parts) {
        SCOPED_TRACE(part.path);
        EXPECT_EQ(ClosedSurface(*part.mesh).closed(), part.path != "label");
        EXPECT_EQ(part.mesh->metres_per_unit(), 0.001);
    }
}

TEST(Machine, shares_the_meshes_of_equal_parts) {
    const std::vector<Part> parts = make_machine().assembly.parts;
    EXPECT_EQ(parts[1].mesh, parts[2].mesh);
    EXPECT_NE(parts[1].mesh, parts[3].mesh);
}

TEST(Path, gives_back_the_names_it_was_joined_from) {
    const std::vector<std::string> names{"gear box", "a/b", "\\", "", "歯車\\/"};
    std::string path;
    for (const std::string& name : names) path = join_path(path, name);
    EXPECT_EQ(path, "gear box/a\\/b/\\\\//歯車\\\\\\/");
    EXPECT_EQ(split_path(path), names);
}

}  // namespace
}  // namespace graze::test
