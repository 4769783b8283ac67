#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "graze/base/detail/json_text.h"
#include "graze/base/detail/utf8.h"
#include "graze/base/error.h"
#include "graze/io/load_assembly.h"
#include "graze/io/save.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/generate.h"
#include "tests/io/files.h"
#include "tests/io/gltf/gltf_files.h"
#include "tests/io/temporary_folder.h"

namespace graze::test {
namespace {

std::shared_ptr<const Mesh> shared(Mesh mesh) {
    return std::make_shared<const Mesh>(std::move(mesh));
}

std::string as_glb(const Assembly& assembly, Saved* saved = nullptr) {
    std::string content;
    const Saved result = format_assembly(assembly, Format::gltf, content);
    if (saved) *saved = result;
    return content;
}

// Written, read, and its paths without the stem.
Assembly round_trip(const Assembly& assembly) {
    Assembly again = parse_gltf(as_glb(assembly)).assembly;
    for (Part& part : again.parts) {
        part.path.erase(0, std::string_view("file").size());
        if (part.path.starts_with('/')) part.path.erase(0, 1);
    }
    return again;
}

void expect_equal(const Assembly& is, const Assembly& should) {
    ASSERT_EQ(is.parts.size(), should.parts.size());
    EXPECT_EQ(is.metres_per_unit, should.metres_per_unit);
    EXPECT_EQ(is.up, should.up);
    std::set<const Mesh*> meshes, expected_meshes;
    for (std::size_t i = 0; i < is.parts.size(); ++i) {
        EXPECT_EQ(is.parts[i].path, should.parts[i].path);
        EXPECT_EQ(is.parts[i].world_from_part, should.parts[i].world_from_part) << should.parts[i].path;
        const Mesh &mesh = *is.parts[i].mesh, &expected = *should.parts[i].mesh;
        EXPECT_TRUE(std::ranges::equal(mesh.vertices(), expected.vertices())) << should.parts[i].path;
        EXPECT_TRUE(std::ranges::equal(mesh.triangles(), expected.triangles())) << should.parts[i].path;
        EXPECT_TRUE(std::ranges::equal(mesh.parts(), expected.parts())) << should.parts[i].path;
        EXPECT_EQ(mesh.metres_per_unit(), should.metres_per_unit);
        meshes.insert(&mesh);
        expected_meshes.insert(&expected);
    }
    EXPECT_EQ(meshes.size(), expected_meshes.size());
}

Mesh box() {
    return make_box({1, 2, 4});
}

// Two meshes, five places, three levels.
Assembly engine() {
    const auto block = shared(box()), bolt = shared(make_box({0.5, 0.5, 2}));
    return {{{"engine/block", block, Pose()},
             {"engine/bolts/1", bolt, Pose::translation({0.1, 0.2, 0.3})},
             {"engine/bolts/2", bolt, Pose::rotation_turns({1, 2, 3}, 0.123)},
             {"engine/lid", block, Pose::rotation_turns({0, 0, 1}, 0.25)},
             {"stand", bolt, Pose(Quat{1, 2, 3, 4}, {1e6, -1e-6, 0})}},
            {},
            {}};
}

TEST(GlbWriter, keeps_paths_poses_and_shared_meshes_exactly) {
    expect_equal(round_trip(engine()), engine());
}

TEST(GlbWriter, keeps_unit_and_upward_axis) {
    for (const std::optional<double> unit :
         {std::optional<double>{}, {1.0}, {0.001}, {0.0254}, {12345.678}}) {
        for (const std::optional<Axis> up : {std::optional<Axis>{}, {Axis::x}, {Axis::y}, {Axis::z}}) {
            Assembly assembly = engine();
            assembly.metres_per_unit = unit;
            assembly.up = up;
            expect_equal(round_trip(assembly), assembly);
        }
    }
}

TEST(GlbWriter, says_metres_with_y_up_to_others) {
    Assembly assembly{{{"lamp", shared(box()), Pose::translation({0, 0, 500})}}, 0.001, Axis::z};
    std::string content = as_glb(assembly);
    const std::size_t at = content.find(R"("extras":{"graze")");
    ASSERT_NE(at, std::string::npos);
    content.replace(at, 8, R"("oextra")");  // as if another program had written it
    const LoadedAssembly loaded = parse_gltf(content);
    EXPECT_EQ(loaded.assembly.metres_per_unit, 1.0);
    EXPECT_EQ(loaded.assembly.up, Axis::y);
    const Part& part = loaded.assembly.parts[0];
    EXPECT_EQ(part.path, "file/unit and axis/lamp");
    EXPECT_EQ(part.world_from_part(Vec3{}), (Vec3{0, 0.5, 0}));
    const Box world = part.world_from_part(part.mesh->box());
    EXPECT_LT(length(world.upper - Vec3{0.0005, 0.502, 0.001}), 1e-12);
}

TEST(GlbWriter, takes_the_unit_of_the_caller_where_the_assembly_has_none) {
    LoadOptions options;
    options.unit = 0.01;
    EXPECT_EQ(parse_gltf(as_glb(engine()), options).assembly.metres_per_unit, 0.01);
}

TEST(GlbWriter, keeps_names_in_any_script_with_blanks_slashes_and_none_at_all) {
    Assembly assembly;
    const auto mesh = shared(box());
    for (const char* path :
         {"机器/größer als", " blanks ", "a\\/b/c", "back\\\\slash", "\xf0\x9f\x94\xa9", "quote\"d",
          "tab\there", "", "/below nothing", "a//b", "node 3", "x (2)", "x", "new\nline"})
        assembly.parts.push_back({path, mesh, Pose()});
    // Depth first, as they are written.
    std::ranges::stable_sort(assembly.parts, {}, [](const Part& part) { return split_path(part.path)[0]; });
    expect_equal(round_trip(assembly), assembly);
}

TEST(GlbWriter, keeps_parts_that_hold_others_in_their_place) {
    const auto mesh = shared(box());
    const Assembly assembly{{{"arm", mesh, Pose::rotation_turns({1, 1, 0}, 0.1)},
                             {"arm/hand", mesh, Pose::rotation_turns({1, 0, 0}, 0.3)},
                             {"arm/hand/", mesh, Pose::translation({1, 2, 3})},
                             {"leg", mesh, Pose()},
                             {"leg/foot", mesh, Pose::translation({0, 0, 1})}},
                            {},
                            {}};
    Assembly again = round_trip(assembly);
    // A part that has a place and parts below it follows them.
    std::ranges::sort(again.parts, {}, &Part::path);
    expect_equal(again, assembly);
}

TEST(GlbWriter, keeps_the_parts_of_meshes) {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    soup.corners = {0, 1, 2, 0, 2, 3, 1, 2, 3};
    soup.parts = {{"front", 0, 2}, {"", 2, 0}, {"back", 2, 1}};
    std::string content;
    const Mesh mesh(soup);
    const Saved saved = format_mesh(mesh, Format::gltf, content);
    EXPECT_FALSE(saved.parts_dropped);
    const Loaded loaded = parse(content, Format::gltf);
    EXPECT_EQ(loaded.format, "glb");
    ASSERT_EQ(loaded.mesh.parts().size(), 2u);
    EXPECT_EQ(loaded.mesh.parts()[0], (MeshPart{"front", 0, 2}));
    EXPECT_EQ(loaded.mesh.parts()[1], (MeshPart{"back", 2, 1}));
    EXPECT_TRUE(std::ranges::equal(loaded.mesh.triangles(), mesh.triangles()));
}

TEST(GlbWriter, writes_a_mesh_that_reads_back_as_it_was) {
    const Mesh mesh = make_box({0.5, 0.25, 3}).with_unit(0.001);
    std::string content;
    const Saved saved = format_mesh(mesh, Format::gltf, content);
    EXPECT_EQ(saved.rounded_coordinates, 0u);
    EXPECT_FALSE(saved.unit_dropped || saved.polygons_cut || saved.parts_dropped || saved.up_dropped);
    EXPECT_EQ(content_hash(parse(content, Format::gltf).mesh), content_hash(mesh));
}

TEST(GlbWriter, counts_what_glb_cannot_hold) {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {9, 9, 9}, {0.1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    soup.corners = {0, 2, 3, 4};
    soup.corner_counts = {4};
    Assembly assembly{
        {{"bad \xff name", shared(Mesh(soup)), Pose()}, {"empty", shared(Mesh()), Pose()}}, {}, {}};
    Saved saved;
    const Assembly again = parse_gltf(as_glb(assembly, &saved)).assembly;
    EXPECT_EQ(saved.rounded_coordinates, 1u);
    EXPECT_EQ(saved.unused_vertices_dropped, 1u);
    EXPECT_EQ(saved.renamed_parts, 1u);
    EXPECT_TRUE(saved.polygons_cut);
    EXPECT_TRUE(saved.parts_dropped);
    EXPECT_EQ(again.parts[0].path, "file/bad \xef\xbf\xbd name");
    EXPECT_EQ(again.parts[0].mesh->vertices().size(), 4u);
    EXPECT_EQ(again.parts[0].mesh->triangle_count(), 2u);
    EXPECT_EQ(again.parts[0].mesh->vertices()[1].x, double{0.1F});
}

TEST(GlbWriter, tells_names_apart_that_become_the_same) {
    const auto mesh = shared(box());
    const Assembly assembly{{{"a\xff", mesh, Pose()}, {"a\xfe", mesh, Pose()}}, {}, {}};
    Saved saved;
    EXPECT_EQ(paths_of(parse_gltf(as_glb(assembly, &saved)).assembly),
              (std::vector<std::string>{"a\xef\xbf\xbd", "a\xef\xbf\xbd (2)"}));
    EXPECT_EQ(saved.renamed_parts, 3u);
}

TEST(GlbWriter, refuses_nothing_and_coordinates_beyond_floats) {
    EXPECT_EQ(refusal([] { as_glb({}); }), "there are no triangles to write");
    const Assembly far{
        {{"far", shared(Mesh({{0, 0, 0}, {1e39, 0, 0}, {0, 1, 0}}, {{{0, 1, 2}}})), Pose()}}, {}, {}};
    EXPECT_TRUE(contains(refusal([&] { as_glb(far); }), "part \"far\": has a coordinate beyond 3.4e38"));
}

TEST(GlbWriter, writes_indices_of_both_sizes_into_one_file) {
    const auto rounded = [](const Mesh& mesh) {
        std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
        for (Vec3& v : vertices)
            v = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
        return Mesh(vertices, {mesh.triangles().begin(), mesh.triangles().end()});
    };
    // A heightfield of more than 65535 vertices, so that nothing coincides after rounding.
    constexpr VertexId side = 300;
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (VertexId y = 0; y < side; ++y)
        for (VertexId x = 0; x < side; ++x) vertices.push_back({1.0 * x, 1.0 * y, 0});
    for (VertexId y = 0; y + 1 < side; ++y)
        for (VertexId x = 0; x + 1 < side; ++x) {
            const VertexId v = y * side + x;
            triangles.push_back({v, v + 1, v + side});
            triangles.push_back({v + 1, v + side + 1, v + side});
        }
    const auto large = shared(Mesh(vertices, triangles)), small = shared(rounded(make_box({1, 2, 3})));
    const Assembly assembly{{{"a", small, Pose()}, {"b", large, Pose()}, {"c", small, Pose()}}, {}, {}};
    expect_equal(round_trip(assembly), assembly);
}

TEST(GlbWriter, writes_the_file_only_when_it_is_complete) {
    TemporaryFolder folder;
    folder.write("old.glb", "precious");
    EXPECT_TRUE(
        contains(refusal([&] { save_assembly({}, folder / "old.glb"); }), "old.glb: there are no triangles"));
    EXPECT_EQ(content_of(folder / "old.glb"), "precious");
    EXPECT_TRUE(contains(refusal([&] { save_assembly(engine(), folder / "x.gltf"); }), "name it .glb"));
    EXPECT_EQ(folder.file_count(), 1u);
}

TEST(GlbWriter, carries_very_many_parts_of_one_triangle) {
    Assembly assembly;
    for (int i = 0; i < 30000; ++i) {
        const double x = i;
        assembly.parts.push_back({"group " + std::to_string(i / 1000) + "/part " + std::to_string(i),
                                  shared(Mesh({{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}}, {{{0, 1, 2}}})),
                                  Pose()});
    }
    const Assembly again = round_trip(assembly);
    ASSERT_EQ(again.parts.size(), assembly.parts.size());
    for (std::size_t i = 0; i < again.parts.size(); i += 999) {
        EXPECT_EQ(again.parts[i].path, assembly.parts[i].path);
        EXPECT_EQ(again.parts[i].mesh->triangle(0).corner, assembly.parts[i].mesh->triangle(0).corner);
    }
}

TEST(GlbWriter, takes_a_backslash_that_escapes_nothing_as_it_is) {
    const auto mesh = shared(box());
    const Assembly assembly{{{"C:\\parts\\bolt.sldprt", mesh, Pose()}, {"end\\", mesh, Pose()}}, {}, {}};
    EXPECT_EQ(paths_of(parse_gltf(as_glb(assembly)).assembly),
              (std::vector<std::string>{"C:\\\\parts\\\\bolt.sldprt", "end\\\\"}));
}

TEST(GlbWriter, mends_what_is_not_utf8_byte_by_byte) {
    const std::string mark = "\xef\xbf\xbd";
    EXPECT_EQ(detail::valid_utf8("a\xc3\xa9\xe4\xb8\xad\xf0\x9f\x94\xa9"),
              "a\xc3\xa9\xe4\xb8\xad\xf0\x9f\x94\xa9");
    EXPECT_EQ(detail::valid_utf8("\xc0\xaf"), mark + mark);                        // too long a form
    EXPECT_EQ(detail::valid_utf8("\xed\xa0\x80"), mark + mark + mark);             // half of a pair
    EXPECT_EQ(detail::valid_utf8("\xf4\x90\x80\x80"), mark + mark + mark + mark);  // beyond the last one
    EXPECT_EQ(detail::valid_utf8("\xe4\xb8"), mark + mark);                        // cut off
}

TEST(SaveAssembly, writes_obj_with_an_object_of_each_path_in_its_place) {
    std::string content;
    Assembly assembly = engine();
    assembly.up = Axis::z;
    const Saved saved = format_assembly(assembly, Format::obj, content);
    EXPECT_FALSE(saved.parts_dropped);
    EXPECT_TRUE(saved.up_dropped);
    const Loaded loaded = parse_obj(content);
    ASSERT_EQ(loaded.mesh.parts().size(), 5u);
    EXPECT_EQ(loaded.mesh.parts()[1].name, "engine/bolts/1");
    EXPECT_EQ(content_hash(loaded.mesh), content_hash(merged(engine())));
}

TEST(SaveAssembly, drops_the_parts_where_the_format_has_none) {
    std::string content;
    EXPECT_TRUE(format_assembly(engine(), Format::stl, content).parts_dropped);
    EXPECT_EQ(parse(content, Format::stl).mesh.triangle_count(), 60u);
}

TEST(SaveAssembly, knows_which_formats_keep_assemblies) {
    EXPECT_TRUE(keeps_assemblies("x.glb"));
    EXPECT_TRUE(keeps_assemblies("X.GLB"));
    EXPECT_FALSE(keeps_assemblies("x.obj"));
    EXPECT_FALSE(keeps_assemblies("glb"));
}

// Poses at two times; what viewers interpolate.
TEST(GltfWriter, parts_that_move_are_written_with_times_places_and_rotations) {
    TemporaryFolder folder;
    Assembly assembly;
    assembly.parts.push_back({"base", shared(make_box({4, 4, 1})), Pose()});
    assembly.parts.push_back({"lid", shared(make_box({1, 1, 1}, 2)), Pose::translation({0, 0, 1})});
    const PartAnimation lid{1,
                            {0, 0.5, 2},
                            {Pose::translation({0, 0, 1}), Pose::translation({0, 0, 2}),
                             Pose::translation({0, 0, 3}) * Pose::rotation_turns({0, 0, 1}, 0.25)}};
    const auto file = folder / "moving.glb";
    save_animation(assembly, std::span(&lid, 1), file);
    const LoadedAssembly again = load_assembly({file});
    ASSERT_EQ(again.assembly.parts.size(), 2u);
    EXPECT_EQ(again.assembly.parts[1].world_from_part, Pose::translation({0, 0, 1}));

    // The last 4 * 8 * 3 bytes are the numbers of the animation: times, places, rotations.
    const std::string bytes = content_of(file);
    std::array<float, 24> numbers{};
    std::memcpy(numbers.data(), bytes.data() + bytes.size() - sizeof numbers, sizeof numbers);
    EXPECT_EQ(std::vector<float>(numbers.begin(), numbers.begin() + 3), (std::vector<float>{0, 0.5F, 2}));
    EXPECT_EQ(std::vector<float>(numbers.begin() + 3, numbers.begin() + 12),
              (std::vector<float>{0, 0, 1, 0, 0, 2, 0, 0, 3}));
    EXPECT_EQ(numbers[15], 1.0F);  // no rotation: x, y, z, w
    EXPECT_NEAR(numbers[22], 0.70710678, 1e-6);
    EXPECT_NEAR(numbers[23], 0.70710678, 1e-6);
}

TEST(GltfWriter, refuses_motions_that_are_none) {
    TemporaryFolder folder;
    Assembly assembly;
    assembly.parts.push_back({"lid", shared(box()), Pose()});
    const auto file = folder / "moving.glb";
    const auto refuses = [&](const PartAnimation& a, const std::filesystem::path& name) {
        EXPECT_THROW(save_animation(assembly, std::span(&a, 1), name), Error);
    };
    refuses({1, {0}, {Pose()}}, file);
    refuses({0, {}, {}}, file);
    refuses({0, {0, 1}, {Pose()}}, file);
    refuses({0, {1, 1}, {Pose(), Pose()}}, file);
    refuses({0, {-1, 1}, {Pose(), Pose()}}, file);
    refuses({0, {0}, {Pose()}}, folder / "moving.obj");
    EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace graze::test
