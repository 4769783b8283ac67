#include "graze/io/load_assembly.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "graze/io/save.h"
#include "graze/mesh/generate.h"
#include "graze/models/machine.h"
#include "tests/io/files.h"

namespace graze::test {
namespace {

using Paths = std::vector<std::string>;

constexpr std::string_view five_vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 7 7 7\n";

LoadedAssembly parse_parts(std::string_view obj, PartsFrom parts_from = PartsFrom::names) {
    LoadAssemblyOptions options;
    options.parts_from = parts_from;
    const std::string content = std::string(five_vertices) + std::string(obj);
    return parse_assembly(std::as_bytes(std::span(content)), Format::obj, "some/gear.obj", options);
}

Paths paths_of(const LoadedAssembly& loaded) {
    Paths paths;
    for (const Part& part : loaded.assembly.parts) paths.push_back(part.path);
    return paths;
}

Paths paths_in(std::string_view obj, PartsFrom parts_from = PartsFrom::names) {
    return paths_of(parse_parts(obj, parts_from));
}

TEST(LoadAssembly, makes_a_part_of_every_object) {
    EXPECT_EQ(paths_in("o a\nf 1 2 3\no b\nf 2 3 4\n"), (Paths{"gear/a", "gear/b"}));
}

TEST(LoadAssembly, makes_a_part_of_every_group_where_there_are_no_objects) {
    EXPECT_EQ(paths_in("g a\nf 1 2 3\ng b\nf 2 3 4\n"), (Paths{"gear/a", "gear/b"}));
}

TEST(LoadAssembly, keeps_groups_inside_objects_as_parts_of_the_mesh) {
    const LoadedAssembly loaded = parse_parts("o a\ng x\nf 1 2 3\ng y\nf 2 3 4\no b\nf 1 2 4\n");
    EXPECT_EQ(paths_of(loaded), (Paths{"gear/a", "gear/b"}));
    const Mesh& a = *loaded.assembly.parts[0].mesh;
    ASSERT_EQ(a.parts().size(), 2u);
    EXPECT_EQ(a.parts()[0], (MeshPart{"a/x", 0, 1}));
    EXPECT_EQ(a.parts()[1], (MeshPart{"a/y", 1, 1}));
}

TEST(LoadAssembly, takes_an_object_whose_name_holds_a_slash_for_what_it_is) {
    EXPECT_EQ(paths_in("o a/x\nf 1 2 3\no a\ng x\nf 2 3 4\n"), (Paths{"gear/a/x", "gear/a"}));
}

TEST(LoadAssembly, calls_what_has_no_name_after_the_file) {
    EXPECT_EQ(paths_in("f 1 2 3\n"), (Paths{"gear"}));
    EXPECT_EQ(paths_in("f 1 2 3\no a\nf 2 3 4\n"), (Paths{"gear", "gear/a"}));
    EXPECT_EQ(paths_in("g a\nf 1 2 3\ng\nf 2 3 4\n"), (Paths{"gear/a", "gear"}));
}

TEST(LoadAssembly, continues_a_part_whose_name_comes_again) {
    const LoadedAssembly loaded = parse_parts("o a\nf 1 2 3\no b\nf 2 3 4\no a\nf 1 3 4\n");
    EXPECT_EQ(paths_of(loaded), (Paths{"gear/a", "gear/b"}));
    const Mesh& a = *loaded.assembly.parts[0].mesh;
    EXPECT_EQ(a.triangle_count(), 2u);
    EXPECT_EQ(a.triangle(1).corner[2], (Vec3{0, 0, 1}));
}

TEST(LoadAssembly, gives_every_part_only_the_vertices_it_uses) {
    const LoadedAssembly loaded = parse_parts("o a\nf 1 2 3\no b\nf 2 3 4\n");
    for (const Part& part : loaded.assembly.parts) {
        EXPECT_EQ(part.mesh->vertices().size(), 3u);
        EXPECT_EQ(part.mesh->unused_vertex_count(), 0u);
    }
    EXPECT_EQ(loaded.files[0].unused_vertices, 1u);
    EXPECT_EQ(parse_parts("f 1 2 3 4\n").assembly.parts[0].mesh->vertices().size(), 4u);
}

TEST(LoadAssembly, can_take_groups_or_whole_files_instead) {
    constexpr std::string_view obj = "o a\ng x\nf 1 2 3\ng y\nf 2 3 4\no b\nf 1 2 4\n";
    EXPECT_EQ(paths_in(obj, PartsFrom::groups), (Paths{"gear/a/x", "gear/a/y", "gear/b"}));
    EXPECT_EQ(paths_in(obj, PartsFrom::files), (Paths{"gear"}));
}

TEST(LoadAssembly, takes_names_in_any_script_and_with_blanks) {
    EXPECT_EQ(paths_in("o Zahnrad groß 1\nf 1 2 3\no 歯車\nf 2 3 4\n"),
              (Paths{"gear/Zahnrad groß 1", "gear/歯車"}));
}

TEST(LoadAssembly, says_what_was_skipped) {
    const LoadedAssembly loaded = parse_parts("l 1 2\no nothing\no a\nf 1 2 3\n");
    EXPECT_EQ(loaded.files[0].skipped,
              (std::vector<Skipped>{{"line elements", 1}, {"objects without faces", 1}}));
    EXPECT_EQ(loaded.files[0].format, "obj");
}

TEST(LoadAssembly, counts_solids_without_facets) {
    constexpr std::string_view facet =
        "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
    const std::string stl = "solid a\n" + std::string(facet) +
                            "endsolid a\nsolid none\nendsolid none\nsolid b\n" + std::string(facet) +
                            "endsolid b\n";
    const LoadedAssembly loaded =
        parse_assembly(std::as_bytes(std::span(stl)), Format::stl, "two.stl", LoadAssemblyOptions{});
    EXPECT_EQ(paths_of(loaded), (Paths{"two/a", "two/b"}));
    EXPECT_EQ(loaded.files[0].skipped, (std::vector<Skipped>{{"parts without triangles", 1}}));
}

TEST(LoadAssembly, keeps_files_with_equal_names_apart) {
    const TemporaryFolder one, two;
    const std::string obj = std::string(five_vertices) + "o a\nf 1 2 3\n";
    const std::vector<std::filesystem::path> files{
        one.write("gear.obj", obj), two.write("gear.obj", obj), two.write("gear (2).obj", obj),
        two.write("gear.stl", binary_stl({0, 0, 0, 1, 0, 0, 0, 1, 0}))};
    const LoadedAssembly loaded = load_assembly(files);
    EXPECT_EQ(paths_of(loaded), (Paths{"gear/a", "gear (2)/a", "gear (2) (2)/a", "gear (3)"}));
    ASSERT_EQ(loaded.files.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(loaded.files[i].file, files[i].string());
        EXPECT_EQ(loaded.files[i].first_part, i);
        EXPECT_EQ(loaded.files[i].part_count, 1u);
    }
    EXPECT_TRUE(loaded.files[3].single_precision);
}

TEST(LoadAssembly, converts_to_the_unit_of_the_first_file) {
    const TemporaryFolder folder;
    save_mesh(make_box({2, 2, 2}).with_unit(1), folder / "metres.graze");
    save_mesh(make_box({500, 500, 500}).with_unit(0.001), folder / "millimetres.graze");
    const std::vector<std::filesystem::path> files{folder / "metres.graze", folder / "millimetres.graze"};
    const LoadedAssembly loaded = load_assembly(files);
    EXPECT_EQ(loaded.assembly.metres_per_unit, 1);
    EXPECT_EQ(loaded.assembly.parts[0].mesh->box().upper.x, 1);
    EXPECT_EQ(loaded.assembly.parts[1].mesh->box().upper.x, 0.25);
    EXPECT_EQ(loaded.assembly.parts[1].mesh->metres_per_unit(), 1);
}

TEST(LoadAssembly, refuses_to_guess_a_unit) {
    const TemporaryFolder folder;
    save_mesh(make_box({2, 2, 2}).with_unit(1), folder / "metres.graze");
    save_mesh(make_box({2, 2, 2}), folder / "unknown.obj");
    std::vector<std::filesystem::path> files{folder / "metres.graze", folder / "unknown.obj"};
    EXPECT_TRUE(contains(refusal([&] { load_assembly(files); }), "unknown.obj: does not say its unit"));
    std::swap(files[0], files[1]);
    EXPECT_TRUE(contains(refusal([&] { load_assembly(files); }), "metres.graze: says its unit"));
    LoadAssemblyOptions options;
    options.units = {0.001, std::nullopt};  // only for the one that does not say it
    EXPECT_EQ(load_assembly(files, options).assembly.parts[1].mesh->box().upper.x, 1000);
}

TEST(LoadAssembly, takes_the_unit_asked_for_whatever_files_say) {
    const TemporaryFolder folder;
    const Mesh box = make_box({2, 2, 2}).with_unit(1);
    Assembly one;
    one.parts.push_back({"box", std::make_shared<const Mesh>(box), Pose()});
    one.metres_per_unit = 1;
    save_assembly(one, folder / "box.glb");
    LoadAssemblyOptions options;
    options.load.unit = 0.001;
    for (const char* const name : {"box.graze", "box.ply", "box.glb", "box.obj"}) {
        if (std::string_view(name) != "box.glb") save_mesh(box, folder / name);
        const std::vector<std::filesystem::path> files{folder / name};
        const LoadedAssembly loaded = load_assembly(files, options);
        EXPECT_EQ(loaded.assembly.metres_per_unit, 0.001) << name;
        EXPECT_EQ(loaded.assembly.parts[0].mesh->metres_per_unit(), 0.001) << name;
        EXPECT_EQ(loaded.assembly.parts[0].mesh->box().upper.x, 1) << name;
        EXPECT_EQ(loaded.files[0].metres_per_unit, 0.001) << name;
        const bool says_it = std::string_view(name) != "box.obj";
        EXPECT_EQ(loaded.files[0].stated_unit, says_it ? std::optional(1.0) : std::nullopt) << name;
        EXPECT_EQ(load_mesh(files[0], options.load).mesh.metres_per_unit(), 0.001) << name;
        EXPECT_EQ(load(files[0], options.load).mesh().metres_per_unit(), 0.001) << name;
    }
}

// A box of size 1, 2, 3 along x, y, z above the origin, with the given axis upwards.
std::filesystem::path box_with_up(const TemporaryFolder& folder, const char* name, std::optional<Axis> up) {
    Assembly one;
    one.parts.push_back(
        {"box", std::make_shared<const Mesh>(make_box({1, 2, 3})), Pose::translation({10, 20, 30})});
    one.metres_per_unit = 1;
    one.up = up;
    save_assembly(one, folder / name);
    return folder / name;
}

TEST(LoadAssembly, turns_files_to_the_upward_axis_of_the_first_that_says_it) {
    const TemporaryFolder folder;
    const std::filesystem::path y = box_with_up(folder, "y.glb", Axis::y),
                                z = box_with_up(folder, "z.glb", Axis::z),
                                x = box_with_up(folder, "x.glb", Axis::x);
    save_mesh(make_box({1, 2, 3}).with_unit(1), folder / "says_nothing.graze");
    const std::vector<std::filesystem::path> files{folder / "says_nothing.graze", z, y, x, z};
    const LoadedAssembly loaded = load_assembly(files);
    EXPECT_EQ(loaded.assembly.up, Axis::z);
    const auto middle = [&](std::size_t part) { return loaded.assembly.parts[part].world_from_part(Vec3{}); };
    EXPECT_EQ(middle(0), (Vec3{0, 0, 0}));
    EXPECT_EQ(middle(1), (Vec3{10, 20, 30}));
    EXPECT_EQ(middle(2),
              (Vec3{10, -30, 20}));  // its height, 20, is along z; x stays, as in all exporters of glTF
    EXPECT_EQ(middle(3).z, 10);      // the height of the one with x up
    EXPECT_EQ(middle(4), middle(1));
    std::vector<bool> turned;
    for (const AssemblyFile& file : loaded.files) turned.push_back(file.turned);
    EXPECT_EQ(turned, (std::vector<bool>{false, false, true, true, false}));
}

TEST(LoadAssembly, turns_without_rounding_and_back_again) {
    const TemporaryFolder folder;
    for (const Axis from : {Axis::x, Axis::y, Axis::z})
        for (const Axis to : {Axis::x, Axis::y, Axis::z}) {
            const std::vector<std::filesystem::path> files{box_with_up(folder, "to.glb", to),
                                                           box_with_up(folder, "from.glb", from)};
            const LoadedAssembly loaded = load_assembly(files);
            const Vec3 up =
                loaded.assembly.parts[1].world_from_part.rotate(from == Axis::x   ? Vec3{1, 0, 0}
                                                                : from == Axis::y ? Vec3{0, 1, 0}
                                                                                  : Vec3{0, 0, 1});
            EXPECT_EQ(up[static_cast<std::size_t>(to)], 1);
            for (const auto& row : loaded.assembly.parts[1].world_from_part.matrix())
                for (std::size_t j = 0; j < 3; ++j)
                    EXPECT_TRUE(row[j] == 0 || row[j] == 1 || row[j] == -1) << row[j];
        }
}

TEST(LoadAssembly, names_the_file_that_is_wrong) {
    const TemporaryFolder folder;
    const std::vector<std::filesystem::path> files{
        folder.write("good.obj", std::string(five_vertices) + "f 1 2 3\n"),
        folder.write("bad.obj", "f 1 2 3\n")};
    EXPECT_TRUE(contains(refusal([&] { load_assembly(files); }), "bad.obj"));
    EXPECT_THROW(load_assembly({}), Error);
}

TEST(LoadAssembly, has_the_machine_back_as_it_was) {
    const Assembly machine = make_machine().assembly;
    const TemporaryFolder folder;
    save_mesh(merged(machine), folder / "machine.obj");
    const std::vector<std::filesystem::path> files{folder / "machine.obj"};
    const LoadedAssembly loaded = load_assembly(files);
    ASSERT_EQ(loaded.assembly.parts.size(), machine.parts.size());
    for (std::size_t i = 0; i < machine.parts.size(); ++i) {
        const Part &original = machine.parts[i], &read = loaded.assembly.parts[i];
        EXPECT_EQ(read.path, "machine/" + original.path);
        ASSERT_EQ(read.mesh->triangle_count(), original.mesh->triangle_count());
        for (TriangleId t = 0; t < read.mesh->triangle_count(); ++t)
            ASSERT_EQ(read.mesh->triangle(t).corner,
                      original.world_from_part(original.mesh->triangle(t)).corner);
    }
}

TEST(LoadAssembly, of_very_many_groups_is_not_quadratic) {
    constexpr int count = 100'000;
    std::string obj;
    for (int i = 0; i < count; ++i) obj += "g part " + std::to_string(i % (count - 1)) + "\nf 1 2 3\n";
    const LoadedAssembly loaded = parse_parts(obj);
    ASSERT_EQ(loaded.assembly.parts.size(), std::size_t{count - 1});
    EXPECT_EQ(loaded.assembly.parts[0].mesh->triangle_count(), 2u);
    EXPECT_EQ(loaded.assembly.parts[count - 2].path, "gear/part " + std::to_string(count - 2));
}

TEST(LoadAssembly, gives_the_whole_soup_if_asked) {
    const std::string content = std::string(five_vertices) + "o a\nf 1 2 3\no b\nf 2 3 4\n";
    LoadAssemblyOptions options;
    EXPECT_FALSE(parse_parts("o a\nf 1 2 3\n").files[0].soup.has_value());
    options.keep_soups = true;
    const LoadedAssembly loaded =
        parse_assembly(std::as_bytes(std::span(content)), Format::obj, "gear.obj", options);
    ASSERT_TRUE(loaded.files[0].soup.has_value());
    const Mesh soup = loaded.files[0].soup.value_or(Mesh());
    EXPECT_EQ(soup.vertices().size(), 5u);
    EXPECT_EQ(soup.triangle_count(), 2u);
    EXPECT_EQ(loaded.assembly.parts.size(), 2u);
}

}  // namespace
}  // namespace graze::test
