#include "graze/io/save.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "tests/io/files.h"

namespace graze::test {
namespace {

// Polygons, parts and awkward doubles.
Mesh random_mesh(std::uint64_t seed) {
    Random random(seed);
    PolygonSoup soup;
    soup.vertices.resize(50);
    for (Vec3& v : soup.vertices) {
        v = random.in_box({-1, -1, -1}, {1, 1, 1});
        const double scales[] = {1, 1e-300, 1e99, 1e-7, 5e-324};
        v = v * scales[random.below(5)];
    }
    PolygonId polygons = 0;
    for (int part = 0; part < 4; ++part) {
        const auto count = static_cast<PolygonId>(1 + random.below(6));
        soup.parts.push_back({"part " + std::to_string(random.below(3)), polygons, count});
        polygons += count;
    }
    for (PolygonId p = 0; p < polygons; ++p) {
        soup.corner_counts.push_back(static_cast<std::uint32_t>(3 + random.below(5)));
        for (std::uint32_t i = 0; i < soup.corner_counts.back(); ++i)
            soup.corners.push_back(static_cast<VertexId>(random.below(50)));
    }
    return Mesh(std::move(soup));
}

void expect_nothing_lost(const Saved& saved) {
    EXPECT_EQ(saved.rounded_coordinates, 0u);
    EXPECT_EQ(saved.unused_vertices_dropped, 0u);
    EXPECT_EQ(saved.renamed_parts, 0u);
    EXPECT_FALSE(saved.parts_dropped);
    EXPECT_FALSE(saved.polygons_cut);
    EXPECT_FALSE(saved.unit_dropped);
}

TEST(ObjWriter, loses_nothing) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Mesh mesh = random_mesh(seed);
        Saved saved;
        const Loaded again = parse_obj(written(mesh, Format::obj, false, &saved));
        expect_nothing_lost(saved);
        EXPECT_TRUE(again.skipped.empty());
        expect_same_polygons(again.mesh, mesh);
        EXPECT_TRUE(std::ranges::equal(again.mesh.parts(), mesh.parts()));
    }
}

TEST(ObjWriter, writes_no_object_for_one_part_without_a_name) {
    EXPECT_FALSE(contains(written(make_box({1, 1, 1}), Format::obj), "\no"));
}

TEST(StlTextWriter, keeps_every_coordinate_and_part) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Mesh mesh = random_mesh(seed);
        Saved saved;
        const Loaded again = parse_stl(written(mesh, Format::stl, true, &saved));
        EXPECT_TRUE(saved.polygons_cut);
        EXPECT_EQ(saved.unused_vertices_dropped, mesh.unused_vertex_count());
        ASSERT_EQ(again.mesh.triangle_count(), mesh.triangle_count());
        for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
            EXPECT_EQ(again.mesh.triangle(t).corner, mesh.triangle(t).corner);
            const auto part = [](const Mesh& m, TriangleId i) { return m.part_of(m.polygon_of(i)); };
            EXPECT_EQ(part(again.mesh, t), part(mesh, t));
        }
        ASSERT_EQ(again.mesh.parts().size(), mesh.parts().size());
        for (std::size_t p = 0; p < mesh.parts().size(); ++p)
            EXPECT_EQ(again.mesh.parts()[p].name, mesh.parts()[p].name);
    }
}

TEST(StlWriter, rounds_to_floats_and_counts_it) {
    const Mesh mesh({{0.5, 0.1, 0}, {1, 0, 0}, {0, 1e-60, 1.0 / 3}, {0.7, 0.7, 0.7}}, {{0, 1, 2}});
    Saved saved;
    const Loaded again = parse_stl(written(mesh, Format::stl, false, &saved));
    EXPECT_EQ(saved.rounded_coordinates, 3u) << "of used vertices only";
    EXPECT_EQ(saved.unused_vertices_dropped, 1u);
    EXPECT_EQ(again.mesh.vertices()[0], (Vec3{0.5, 0.1f, 0}));
    EXPECT_EQ(again.mesh.vertices()[2], (Vec3{0, 0, 1.0f / 3}));
}

TEST(StlWriter, keeps_a_mesh_of_floats) {
    const Mesh box = make_box({1, 2, 4}, 4);
    Saved saved;
    const Loaded again = parse_stl(written(box, Format::stl, false, &saved));
    expect_nothing_lost(saved);
    ASSERT_EQ(again.mesh.triangle_count(), box.triangle_count());
    EXPECT_EQ(again.mesh.vertices().size(), box.vertices().size());
    for (TriangleId t = 0; t < box.triangle_count(); ++t)
        EXPECT_EQ(again.mesh.triangle(t).corner, box.triangle(t).corner);
}

TEST(StlWriter, stores_unit_normals) {
    const std::string content =
        written(Mesh({{0, 0, 0}, {0, 3, 0}, {0, 0, 2}}, {{0, 1, 2}, {1, 1, 2}}), Format::stl);
    EXPECT_EQ(content.substr(84, 12), std::string("\0\0\x80\x3f\0\0\0\0\0\0\0\0", 12));
    EXPECT_EQ(content.substr(134, 12), std::string(12, '\0')) << "a flat triangle has none";
}

TEST(StlWriter, refuses_coordinates_beyond_floats_only_if_they_are_used) {
    const auto mesh = [](double x) {
        return Mesh({{x, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1e60, 0, 0}}, {{0, 1, 2}});
    };
    EXPECT_EQ(refusal([&] { written(mesh(1e39), Format::stl); }),
              "vertex 0 has a coordinate beyond 3.4e38, the range of binary STL files; write text STL or OBJ "
              "instead");
    EXPECT_EQ(refusal([&] { written(mesh(-3.4028235e38), Format::stl); }), "accepted");
    EXPECT_EQ(refusal([&] { written(mesh(1e39), Format::stl, true); }), "accepted");
    EXPECT_EQ(refusal([&] { written(mesh(1e39), Format::obj); }), "accepted");
}

TEST(SaveMesh, says_what_the_format_cannot_hold) {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    soup.corners = {0, 1, 2, 3};
    soup.corner_counts = {4};
    soup.parts = {{"plate", 0, 1}};
    soup.metres_per_unit = 0.001;
    const Mesh mesh(soup);
    Saved saved;
    written(mesh, Format::stl, false, &saved);
    EXPECT_TRUE(saved.parts_dropped);
    EXPECT_TRUE(saved.polygons_cut);
    EXPECT_TRUE(saved.unit_dropped);
    written(mesh, Format::obj, false, &saved);
    EXPECT_FALSE(saved.parts_dropped);
    EXPECT_FALSE(saved.polygons_cut);
    EXPECT_TRUE(saved.unit_dropped);
}

TEST(SaveMesh, makes_names_fit_on_a_line_and_counts_them) {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
    soup.corners = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
    soup.parts = {{"a\nf 1 1 1", 0, 1}, {" b ", 1, 1}, {"c\\", 2, 1}, {"d # e", 3, 1}};
    const Mesh mesh(soup);
    Saved saved;
    const Loaded obj = parse_obj(written(mesh, Format::obj, false, &saved));
    EXPECT_EQ(saved.renamed_parts, 3u);
    const std::vector<MeshPart> expected{{"a f 1 1 1", 0, 1}, {"b", 1, 1}, {"c_", 2, 1}, {"d # e", 3, 1}};
    EXPECT_TRUE(std::ranges::equal(obj.mesh.parts(), expected));
    const Loaded stl = parse_stl(written(mesh, Format::stl, true, &saved));
    EXPECT_EQ(saved.renamed_parts, 2u);
    EXPECT_EQ(stl.mesh.parts()[2].name, "c\\");
}

TEST(SaveMesh, finds_the_format_by_extension_or_option) {
    const TemporaryFolder folder;
    const Mesh box = make_box({1, 1, 1});
    save_mesh(box, folder / "a.STL");
    EXPECT_EQ(load_mesh(folder / "a.STL").format, "stl (binary)");
    SaveOptions options;
    options.format = Format::obj;
    save_mesh(box, folder / "b.stl", options);
    EXPECT_TRUE(contains(content_of(folder / "b.stl"), "\nf 1 "));
    EXPECT_TRUE(contains(refusal([&] { save_mesh(box, folder / "c.png"); }),
                         "c.png: is of a kind that is not known"));
    EXPECT_EQ(folder.file_count(), 2u);
}

TEST(SaveMesh, leaves_the_old_file_and_no_other_when_it_fails) {
    const TemporaryFolder folder;
    const auto file = folder.write("a.stl", "old");
    const Mesh huge({{1e50, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}});
    EXPECT_NE(refusal([&] { save_mesh(huge, file); }), "accepted");
    CancelAtOnce progress;
    SaveOptions options;
    options.progress = &progress;
    EXPECT_EQ(refusal([&] { save_mesh(make_sphere(1, 1000), file, options); }),
              file.string() + ": cancelled");
    EXPECT_EQ(content_of(file), "old");
    EXPECT_EQ(folder.file_count(), 1u);
}

TEST(SaveMesh, replaces_files_but_nothing_else) {
    const TemporaryFolder folder;
    const Mesh box = make_box({1, 1, 1});
    const auto file = folder.write("a.stl", "old");
    std::filesystem::permissions(file,
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    std::filesystem::create_symlink("a.stl", folder / "link.stl");
    save_mesh(box, folder / "link.stl");
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.stl"));
    EXPECT_EQ(load_mesh(file).mesh.triangle_count(), 12u);
    EXPECT_EQ(std::filesystem::status(file).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);

    std::filesystem::create_directory(folder / "folder.stl");
    EXPECT_TRUE(contains(refusal([&] { save_mesh(box, folder / "folder.stl"); }), "is a folder"));
    ASSERT_EQ(::mkfifo((folder / "pipe.stl").c_str(), 0600), 0);
    EXPECT_TRUE(
        contains(refusal([&] { save_mesh(box, folder / "pipe.stl"); }), "is a pipe, socket or device"));
    EXPECT_TRUE(
        contains(refusal([&] { save_mesh(box, folder / "no/such.stl"); }), "No such file or directory"));
    EXPECT_EQ(folder.file_count(), 4u);
}

TEST(FormatMesh, appends_and_leaves_the_content_alone_on_error) {
    std::string content = "before";
    format_mesh(make_box({1, 1, 1}), Format::obj, content);
    EXPECT_TRUE(content.starts_with("before# written"));
    content = "before";
    const Mesh huge({{0, 1, 0}, {0, 0, 1}, {1e50, 0, 0}}, {{0, 1, 2}});
    EXPECT_THROW(format_mesh(huge, Format::stl, content), Error);
    EXPECT_EQ(content, "before");
}

}  // namespace
}  // namespace graze::test
