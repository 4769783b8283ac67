#include <gtest/gtest.h>

#include <cmath>

#include "graze/mesh/closed_surface.h"
#include "graze/mesh/generate.h"
#include "tests/io/gltf/gltf_files.h"

namespace graze::test {
namespace {

using Paths = std::vector<std::string>;

constexpr const char* instancing = R"("EXT_mesh_gpu_instancing")";

std::vector<Triangle> world_triangles(const Part& part) {
    std::vector<Triangle> triangles;
    for (TriangleId t = 0; t < part.mesh->triangle_count(); ++t)
        triangles.push_back(part.world_from_part(part.mesh->triangle(t)));
    return triangles;
}

Triangle only_triangle(const GltfFile& file) {
    const Assembly assembly = gltf_assembly(file);
    EXPECT_EQ(assembly.parts.size(), 1u);
    EXPECT_EQ(assembly.parts[0].mesh->triangle_count(), 1u);
    return world_triangles(assembly.parts[0])[0];
}

const Triangle the_triangle{{Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};

TEST(GltfReader, reads_a_triangle_in_metres_with_y_up) {
    GltfFile file = one_triangle();
    file.node(R"("mesh":0,"name":"plate")");
    const LoadedAssembly loaded = parse_gltf(file.as_glb());
    EXPECT_EQ(paths_of(loaded.assembly), Paths{"plate"});
    EXPECT_EQ(loaded.assembly.parts[0].mesh->triangle(0).corner, the_triangle.corner);
    EXPECT_EQ(loaded.assembly.metres_per_unit, 1.0);
    EXPECT_EQ(loaded.assembly.up, Axis::y);
    EXPECT_EQ(loaded.files[0].format, "glb");
    EXPECT_TRUE(loaded.files[0].single_precision);
    EXPECT_TRUE(loaded.files[0].skipped.empty());
}

TEST(GltfReader, takes_the_callers_unit_and_says_its_own) {
    GltfFile file = one_triangle();
    file.node(R"("mesh":0)");
    LoadOptions options;
    options.unit = 0.001;
    EXPECT_EQ(parse_gltf(file.as_glb()).assembly.metres_per_unit, 1.0);
    const LoadedAssembly loaded = parse_gltf(file.as_glb(), options);
    EXPECT_EQ(loaded.assembly.metres_per_unit, 0.001);
    EXPECT_EQ(loaded.files[0].stated_unit, 1);
}

TEST(GltfReader, reads_text_with_data_in_its_uris) {
    GltfFile file = one_triangle();
    file.node(R"("mesh":0)");
    file.uri = "data:application/octet-stream;base64," + base64(file.binary);
    const LoadedAssembly loaded = parse_gltf("\xef\xbb\xbf" + file.json());
    EXPECT_EQ(loaded.files[0].format, "gltf");
    EXPECT_EQ(loaded.assembly.parts[0].mesh->triangle(0).corner, the_triangle.corner);
}

TEST(GltfReader, reads_files_beside_the_file) {
    TemporaryFolder folder;
    GltfFile file = one_triangle();
    file.node(R"("mesh":0)");
    folder.write("a b.bin", file.binary + "padding");
    file.uri = "a%20b.bin";
    EXPECT_EQ(load_mesh(folder.write("x.gltf", file.json())).mesh.triangle(0).corner, the_triangle.corner);
    EXPECT_EQ(load_mesh(folder.write("x.glb", file.as_glb())).mesh.triangle(0).corner, the_triangle.corner);
    EXPECT_EQ(load_mesh(folder.write("named-otherwise.obj", file.as_glb())).format, "glb");
}

TEST(GltfReader, names_files_that_it_cannot_read) {
    TemporaryFolder folder;
    GltfFile file = one_triangle();
    file.node(R"("mesh":0)");
    const auto refused = [&](const std::string& uri) {
        file.uri = uri;
        return refusal([&] { load_mesh(folder.write("x.gltf", file.json())); });
    };
    EXPECT_TRUE(contains(refused("gone.bin"), "buffer 0, gone.bin: "));
    folder.write("short.bin", "12345678");
    EXPECT_TRUE(contains(refused("short.bin"), "buffer 0: is truncated: it has 8 bytes of 36"));
    for (const char* uri : {"/etc/hostname", "%2Fetc/hostname", "https://example.org/a.bin",
                            "file:///etc/hostname", "C:a.bin", "\\\\\\\\host\\\\a.bin"})
        EXPECT_TRUE(contains(refused(uri), "only files named relative to this one are read")) << uri;
    EXPECT_TRUE(contains(refused("x\\u0000.bin"), "its URI names no file"));
    EXPECT_TRUE(contains(refused("."), "buffer 0, .: "));
    file.uri = "a.bin";
    EXPECT_TRUE(contains(gltf_refusal(file.json()), "\"a.bin\", which cannot be read from memory"));
}

TEST(GltfReader, reads_indices_of_all_sizes) {
    for (const auto& [component, bytes] :
         std::vector<std::pair<int, std::string>>{{5121, bytes_of(std::vector<std::uint8_t>{0, 1, 2})},
                                                  {5123, bytes_of(std::vector<std::uint16_t>{0, 1, 2})},
                                                  {5125, bytes_of(std::vector<std::uint32_t>{0, 1, 2})}}) {
        GltfFile file;
        const int position = file.positions(corner_triangle);
        const int index =
            file.accessor(R"("bufferView":)" + std::to_string(file.view(bytes)) + R"(,"componentType":)" +
                          std::to_string(component) + R"(,"count":3,"type":"SCALAR")");
        file.mesh(GltfFile::primitive(position, index));
        file.node(R"("mesh":0)");
        EXPECT_EQ(only_triangle(file).corner, the_triangle.corner) << component;
    }
}

TEST(GltfReader, reads_positions_of_all_types) {
    const auto read = [](auto values, int component, const char* more) {
        GltfFile file;
        file.mesh(GltfFile::primitive(file.numbers(values, component, "VEC3", more)));
        file.node(R"("mesh":0)");
        return only_triangle(file);
    };
    using Bytes = std::vector<std::int8_t>;
    EXPECT_EQ(read(Bytes{0, 0, 0, 1, 0, 0, 0, 1, 0}, 5120, "").corner, the_triangle.corner);
    EXPECT_EQ(
        read(std::vector<std::uint8_t>{0, 0, 0, 255, 0, 0, 0, 255, 0}, 5121, R"(,"normalized":true)").corner,
        the_triangle.corner);
    EXPECT_EQ(
        read(std::vector<std::int16_t>{0, 0, 0, 32767, 0, 0, 0, 32767, 0}, 5122, R"(,"normalized":true)")
            .corner,
        the_triangle.corner);
    EXPECT_EQ(
        read(std::vector<std::uint16_t>{0, 0, 0, 1, 0, 0, 0, 1, 0}, 5123, R"(,"normalized":false)").corner,
        the_triangle.corner);
    EXPECT_EQ(read(std::vector<std::uint32_t>{0, 0, 0, 1, 0, 0, 0, 1, 0}, 5125, "").corner,
              the_triangle.corner);
    EXPECT_EQ(read(std::vector<double>{0, 0, 0, 0.1, 0, 0, 0, 1, 0}, 5130, "")[1].x, 0.1);
    // The least of a signed type is -1, as the one after it.
    EXPECT_EQ(read(Bytes{-128, 0, 0, -127, 1, 0, 127, 0, 0}, 5120, R"(,"normalized":true)")[0].x, -1);
}

TEST(GltfReader, knows_doubles_from_floats) {
    GltfFile file;
    file.mesh(GltfFile::primitive(file.numbers(std::vector<double>{0, 0, 0, 0.1, 0, 0, 0, 1, 0}, 5130)));
    file.node(R"("mesh":0)");
    EXPECT_FALSE(parse_gltf(file.as_glb()).files[0].single_precision);
}

TEST(GltfReader, reads_interleaved_positions) {
    GltfFile file;
    std::vector<float> mixed;
    for (std::size_t v = 0; v < 3; ++v) {
        mixed.insert(mixed.end(), {9, 9});  // texture coordinates
        for (std::size_t i = 0; i < 3; ++i) mixed.push_back(corner_triangle[3 * v + i]);
    }
    const int view = file.view(bytes_of(mixed), R"(,"byteStride":20)");
    file.mesh(GltfFile::primitive(
        file.accessor(R"("bufferView":)" + std::to_string(view) +
                      R"(,"byteOffset":8,"componentType":5126,"count":3,"type":"VEC3")")));
    file.node(R"("mesh":0)");
    EXPECT_EQ(only_triangle(file).corner, the_triangle.corner);
}

TEST(GltfReader, reads_sparse_positions_with_and_without_others_below) {
    for (const bool below : {true, false}) {
        GltfFile file;
        const int indices = file.view(bytes_of(std::vector<std::uint8_t>{1, 2}));
        const int values = file.view(bytes_of(std::vector<float>{1, 0, 0, 0, 1, 0}));
        const std::string base =
            below ? R"("bufferView":)" + std::to_string(file.view(bytes_of(std::vector<float>(9, 0)))) + ","
                  : std::string();
        file.mesh(GltfFile::primitive(file.accessor(
            base + R"("componentType":5126,"count":3,"type":"VEC3","sparse":{"count":2,"indices":{)" +
            R"("bufferView":)" + std::to_string(indices) +
            R"(,"componentType":5121},"values":{"bufferView":)" + std::to_string(values) + "}}")));
        file.node(R"("mesh":0)");
        EXPECT_EQ(only_triangle(file).corner, the_triangle.corner);
    }
}

TEST(GltfReader, reads_strips_and_fans_with_the_winding_of_the_specification) {
    GltfFile file;
    const int position = file.positions({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0});
    const int fan = file.indices({0, 1, 3, 2});
    file.mesh(GltfFile::primitive(position, -1, R"(,"mode":5)") + ',' +
              GltfFile::primitive(position, fan, R"(,"mode":6)"));
    file.node(R"("mesh":0)");
    const auto triangles = world_triangles(gltf_assembly(file).parts[0]);
    ASSERT_EQ(triangles.size(), 4u);
    for (const Triangle& t : triangles) EXPECT_EQ(cross(t[1] - t[0], t[2] - t[0]), (Vec3{0, 0, 1}));
}

TEST(GltfReader, drops_the_stitches_of_strips) {
    GltfFile file;
    const int position = file.positions({0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 6, 0, 0, 5, 1, 0});
    const int strip = file.indices({0, 1, 2, 2, 3, 3, 4, 5});
    file.mesh(GltfFile::primitive(position, strip, R"(,"mode":5)"));
    file.node(R"("mesh":0)");
    EXPECT_EQ(gltf_assembly(file).parts[0].mesh->triangle_count(), 2u);
}

TEST(GltfReader, counts_points_lines_and_corners_that_are_left_over) {
    GltfFile file;
    const int position = file.positions({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0});
    std::string primitives = GltfFile::primitive(position);  // four corners
    for (int mode = 0; mode < 4; ++mode)
        primitives += ',' + GltfFile::primitive(position, -1, R"(,"mode":)" + std::to_string(mode));
    file.mesh(primitives + R"(,{"attributes":{}})");
    file.node(R"("mesh":0)");
    EXPECT_EQ(parse_gltf(file.as_glb()).files[0].skipped,
              (std::vector<Skipped>{{"point primitives", 1},
                                    {"line primitives", 3},
                                    {"primitives without positions", 1},
                                    {"corners that make no whole triangle", 1}}));
}

TEST(GltfReader, counts_what_moves) {
    GltfFile file = one_triangle();
    file.meshes[0].insert(file.meshes[0].find("}}") + 1, R"(,"targets":[{"POSITION":0},{"POSITION":0}])");
    file.node(R"("mesh":0,"skin":0)");
    file.rest = R"(,"animations":[{"channels":[]}],"skins":[{}],"cameras":[{"type":"odd"}])";
    EXPECT_EQ(parse_gltf(file.as_glb()).files[0].skipped,
              (std::vector<Skipped>{{"morph targets", 2}, {"skins", 1}, {"animations", 1}}));
}

TEST(GltfReader, closes_what_was_split_at_seams) {
    const Mesh box = make_box({1, 2, 3});
    GltfFile file;
    std::vector<float> corners;
    for (TriangleId t = 0; t < box.triangle_count(); ++t)
        for (const Vec3& v : box.triangle(t).corner)
            for (std::size_t axis = 0; axis < 3; ++axis) corners.push_back(static_cast<float>(v[axis]));
    file.mesh(GltfFile::primitive(file.positions(corners)));
    file.node(R"("mesh":0)");
    const LoadedAssembly loaded = parse_gltf(file.as_glb());
    EXPECT_EQ(loaded.assembly.parts[0].mesh->vertices().size(), 8u);
    EXPECT_EQ(loaded.files[0].merged_vertices, 28u);
    EXPECT_TRUE(ClosedSurface(*loaded.assembly.parts[0].mesh).closed());
}

TEST(GltfReader, takes_only_the_vertices_that_a_mesh_uses) {
    GltfFile file;
    std::vector<float> many(3 * 50, 7);
    std::ranges::copy(corner_triangle, many.begin() + 60);
    const int position = file.positions(many);
    file.mesh(GltfFile::primitive(position, file.indices({20, 21, 22})));
    file.mesh(GltfFile::primitive(position, file.indices({22, 20, 21})));
    file.node(R"("mesh":0)");
    file.node(R"("mesh":1)");
    const Assembly assembly = gltf_assembly(file);
    for (const Part& part : assembly.parts) {
        EXPECT_EQ(part.mesh->vertices().size(), 3u);
        EXPECT_EQ(part.mesh->vertices()[0], (Vec3{0, 0, 0}));  // in the order of the file
    }
    EXPECT_EQ(assembly.parts[1].mesh->triangles()[0], (std::array<VertexId, 3>{2, 0, 1}));
}

TEST(GltfReader, names_the_parts_of_a_mesh_after_their_materials) {
    GltfFile file;
    const int position = file.positions(corner_triangle);
    file.mesh(GltfFile::primitive(position, -1, R"(,"material":1)") + ',' +
              GltfFile::primitive(position, -1, R"(,"material":0)") + ',' + GltfFile::primitive(position));
    file.node(R"("mesh":0)");
    file.rest = R"(,"materials":[{"name":"steel"},{"name":"rubber"}])";
    const Assembly assembly = gltf_assembly(file);
    const auto parts = assembly.parts[0].mesh->parts();
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[0].name, "rubber");
    EXPECT_EQ(parts[1].name, "steel");
    EXPECT_EQ(parts[2].name, "");
    EXPECT_EQ(parts[2].first_polygon, 2u);
}

TEST(GltfReader, shares_meshes_among_nodes_and_equal_meshes) {
    GltfFile file = one_triangle();
    file.mesh(GltfFile::primitive(0, -1, R"(,"material":3)"));  // the same with another colour
    file.node(R"("mesh":0,"translation":[1,2,3])");
    file.node(R"("mesh":0,"rotation":[0,0,2,2])");
    file.node(R"("mesh":1)");
    const Assembly assembly = gltf_assembly(file);
    ASSERT_EQ(assembly.parts.size(), 3u);
    EXPECT_EQ(assembly.parts[0].mesh, assembly.parts[1].mesh);
    EXPECT_EQ(assembly.parts[0].mesh, assembly.parts[2].mesh);
    EXPECT_EQ(assembly.parts[0].world_from_part.translation(), (Vec3{1, 2, 3}));
    const Vec3 turned = assembly.parts[1].world_from_part(Vec3{1, 0, 0});
    EXPECT_NEAR(turned.y, 1, 1e-15);
}

TEST(GltfReader, composes_transformations_down_the_tree) {
    GltfFile file = one_triangle();
    file.node(R"("children":[1],"scale":[2,2,2],"name":"engine")");
    file.node(
        R"("children":[2],"translation":[1,0,0],"rotation":[0,0,0.7071067811865476,0.7071067811865476])");
    file.node(R"("mesh":0,"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,5,0,1],"name":"bolt")");
    const Assembly assembly = gltf_assembly(file);
    EXPECT_EQ(paths_of(assembly), Paths{"engine/node 1/bolt"});
    // 2 * (turned (x, y + 5) + (1, 0)) = (2 - 2 (y + 5), 2 x)
    const Triangle t = world_triangles(assembly.parts[0])[0];
    EXPECT_LT(length(t[0] - Vec3{-8, 0, 0}), 1e-14);
    EXPECT_LT(length(t[1] - Vec3{-8, 2, 0}), 1e-14);
    EXPECT_LT(length(t[2] - Vec3{-10, 0, 0}), 1e-14);
}

TEST(GltfReader, bakes_scales_and_mirrors_and_turns_the_winding) {
    GltfFile file = one_triangle();
    file.node(R"("mesh":0,"scale":[-2,3,1])");
    file.node(R"("mesh":0,"scale":[-2,3,1],"translation":[5,0,0])");
    const Assembly assembly = gltf_assembly(file);
    EXPECT_EQ(assembly.parts[0].mesh, assembly.parts[1].mesh);
    const Triangle t = world_triangles(assembly.parts[0])[0];
    EXPECT_GT(cross(t[1] - t[0], t[2] - t[0]).z, 0);
    EXPECT_EQ(assembly.parts[1].world_from_part.translation(), (Vec3{5, 0, 0}));
}

TEST(GltfReader, makes_paths_of_names_in_any_script_with_blanks_slashes_and_duplicates) {
    GltfFile file = one_triangle();
    file.node(R"("name":"机器/a\\b","children":[1,2,3,4])");
    file.node(R"("name":"Schraube größer","mesh":0)");
    file.node(R"("name":"Schraube größer","mesh":0)");
    file.node(R"json("name":"Schraube größer (2)","mesh":0)json");
    file.node(R"("children":[5],"name":"")");
    file.node(R"("mesh":1)");
    file.meshes.push_back(file.meshes[0]);
    file.meshes[1].insert(1, R"("name":"wheel",)");
    EXPECT_EQ(paths_of(gltf_assembly(file)),
              (Paths{R"(机器\/a\\b/Schraube größer)", R"json(机器\/a\\b/Schraube größer (3))json",
                     R"json(机器\/a\\b/Schraube größer (2))json", R"(机器\/a\\b/node 4/wheel)"}));
}

TEST(GltfReader, names_groups_apart_that_have_equal_names) {
    GltfFile file = one_triangle();
    for (int i = 0; i < 2; ++i) {
        file.node(R"("name":"wheel","children":[)" + std::to_string(2 * i + 1) + "]");
        file.node(R"("name":"bolt","mesh":0)");
    }
    EXPECT_EQ(paths_of(gltf_assembly(file)), (Paths{"wheel/bolt", "wheel (2)/bolt"}));
}

TEST(GltfReader, calls_the_only_part_without_a_name_after_the_file) {
    GltfFile file = one_triangle();
    file.node(R"("mesh":0)");
    EXPECT_EQ(gltf_assembly(file).parts[0].path, "file");
}

TEST(GltfReader, shows_the_scene_to_be_shown_and_counts_the_rest) {
    GltfFile file = one_triangle();
    file.mesh(GltfFile::primitive(0));
    for (const char* name : {"a", "b", "c"}) file.node(R"("mesh":0,"name":")" + std::string(name) + '"');
    file.node(R"("name":"camera")");
    file.rest = R"(,"scene":1,"scenes":[{"nodes":[0]},{"nodes":[1,3]}])";
    const LoadedAssembly loaded = parse_gltf(file.as_glb());
    EXPECT_EQ(paths_of(loaded.assembly), Paths{"b"});
    EXPECT_EQ(loaded.files[0].skipped,
              (std::vector<Skipped>{{"nodes outside the scene", 2}, {"meshes that no node uses", 1}}));
    file.rest = R"(,"scenes":[{"nodes":[0]},{"nodes":[1,3]}])";
    EXPECT_EQ(paths_of(gltf_assembly(file)), Paths{"a"});
}

TEST(GltfReader, reads_instances_of_a_node) {
    GltfFile file = one_triangle();
    const int translations = file.positions({1, 0, 0, 0, 2, 0});
    const int rotations = file.numbers(std::vector<std::int16_t>{0, 0, 0, 32767, 0, 0, 32767, 0}, 5122,
                                       "VEC4", R"(,"normalized":true)");
    const int scales = file.positions({1, 1, 1, 4, 4, 4});
    file.node(std::string(R"("name":"bolts","mesh":0,"translation":[0,0,1],"children":[1],"extensions":{)") +
              instancing + R"(:{"attributes":{"TRANSLATION":)" + std::to_string(translations) +
              R"(,"ROTATION":)" + std::to_string(rotations) + R"(,"SCALE":)" + std::to_string(scales) +
              "}}}");
    file.node(R"("name":"1","mesh":0)");
    file.rest = std::string(R"(,"extensionsRequired":[)") + instancing + "]";
    const Assembly assembly = gltf_assembly(file);
    EXPECT_EQ(paths_of(assembly), (Paths{"bolts/1 (2)", "bolts/2", "bolts/1"}));
    EXPECT_EQ(assembly.parts[0].mesh, assembly.parts[2].mesh);
    EXPECT_EQ(assembly.parts[0].world_from_part.translation(), (Vec3{1, 0, 1}));
    EXPECT_EQ(world_triangles(assembly.parts[1])[0][1], (Vec3{-4, 2, 1}));
}

TEST(GltfReader, reads_a_tree_a_hundred_thousand_deep) {
    GltfFile file = one_triangle();
    constexpr int depth = 100000;
    for (int i = 0; i < depth; ++i)
        file.node(R"("name":"n","translation":[1,0,0],"children":[)" + std::to_string(i + 1) + "]");
    file.node(R"("mesh":0)");
    const Assembly assembly = gltf_assembly(file);
    EXPECT_EQ(assembly.parts[0].path.size(),
              std::string("file/").size() + 2 * depth + std::string("node 100000").size());
    EXPECT_EQ(assembly.parts[0].world_from_part.translation().x, depth);
}

TEST(GltfReader, passes_over_what_has_no_bearing_on_shape_however_broken_it_is) {
    GltfFile file = one_triangle();
    file.node(R"("mesh":0)");
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += '[';
    for (int i = 0; i < 100000; ++i) deep += ']';
    file.rest = R"(,"extras":)" + deep + R"(,"images":[{"bufferView":77}],"textures":3,"samplers":null)";
    EXPECT_EQ(only_triangle(file).corner, the_triangle.corner);
}

TEST(GltfReader, accepts_required_extensions_of_looks) {
    GltfFile file = one_triangle();
    file.node(R"("mesh":0)");
    file.rest =
        R"(,"extensionsRequired":["KHR_materials_unlit","KHR_texture_transform","KHR_mesh_quantization"])";
    EXPECT_EQ(only_triangle(file).corner, the_triangle.corner);
}

TEST(GltfReader, counts_bytes_and_chunks_that_it_does_not_know) {
    GltfFile file = one_triangle();
    file.node(R"("mesh":0)");
    std::string content = file.as_glb() + glb_chunk("ABCD", "what", ' ');
    content.replace(8, 4, glb_number(static_cast<std::uint32_t>(content.size())));
    EXPECT_EQ(parse_gltf(content + "xyz").files[0].skipped,
              (std::vector<Skipped>{{"unknown chunks", 1}, {"bytes after the end", 3}}));
}

}  // namespace
}  // namespace graze::test
