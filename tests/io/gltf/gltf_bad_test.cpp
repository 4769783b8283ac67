// glTF files that nobody should have written: one sentence each, and no memory to speak of.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/io/gltf/gltf_files.h"

namespace graze::test {
namespace {

GltfFile triangle_with_node() {
    GltfFile file = one_triangle();
    file.node(R"("mesh":0,"name":"plate")");
    return file;
}

// The file with one piece of its JSON replaced.
std::string refused(const std::string& from, const std::string& to) {
    GltfFile file = triangle_with_node();
    std::string json = file.json();
    const std::size_t at = json.find(from);
    if (at == std::string::npos) return "there is no " + from;
    json.replace(at, from.size(), to);
    return gltf_refusal(glb(json, file.binary));
}

TEST(GltfReader, refuses_nodes_that_form_a_circle) {
    GltfFile file = one_triangle();
    file.node(R"("mesh":0,"children":[1])");
    file.node(R"("children":[2],"name":"middle")");
    file.node(R"("children":[0])");
    EXPECT_EQ(gltf_refusal(file), "file.glb: its nodes form a circle: none is without a parent");
    file.rest = R"(,"scenes":[{"nodes":[1]}])";
    EXPECT_TRUE(
        contains(gltf_refusal(file), "file.glb, node 1 \"middle\": is reached twice: it is below itself"));
    GltfFile own = one_triangle();
    own.node(R"("mesh":0,"children":[0])");
    own.rest = R"(,"scenes":[{"nodes":[0]}])";
    EXPECT_TRUE(contains(gltf_refusal(own), "node 0: is reached twice"));
}

TEST(GltfReader, refuses_nodes_with_two_parents) {
    GltfFile file = one_triangle();
    file.node(R"("children":[2])");
    file.node(R"("children":[2])");
    file.node(R"("mesh":0,"name":"shared")");
    EXPECT_TRUE(contains(gltf_refusal(file), "node 2 \"shared\": has two parents"));
    GltfFile twice = triangle_with_node();
    twice.rest = R"(,"scenes":[{"nodes":[0,0]}])";
    EXPECT_TRUE(contains(gltf_refusal(twice), "node 0 \"plate\": is reached twice"));
}

TEST(GltfReader, refuses_indices_that_are_out_of_range) {
    EXPECT_TRUE(contains(refused(R"("mesh":0)", R"("mesh":7)"),
                         "node 0 \"plate\", mesh 7: is not in the file, which has 1"));
    EXPECT_TRUE(contains(refused(R"("POSITION":0)", R"("POSITION":7)"),
                         "mesh 0, accessor 7: is not in the file, which has 1"));
    EXPECT_TRUE(
        contains(refused(R"("bufferView":0)", R"("bufferView":7)"), "buffer view 7: is not in the file"));
    EXPECT_TRUE(contains(refused(R"("buffer":0)", R"("buffer":7)"), "buffer 7: is not in the file"));
    EXPECT_TRUE(
        contains(refused(R"("mesh":0)", R"("children":[7])"), "node 7: is not in the file, which has 1"));
    EXPECT_TRUE(
        contains(refused(R"("nodes")", R"("scene":4,"scenes":[{}],"nodes")"), "scene 4: is not in the file"));
    EXPECT_TRUE(
        contains(refused(R"("nodes")", R"("scenes":[{"nodes":[9]}],"nodes")"), "node 9: is not in the file"));
    GltfFile file;
    const int position = file.positions(corner_triangle);
    file.mesh(GltfFile::primitive(position, file.indices({0, 1, 3})));
    file.node(R"("mesh":0)");
    EXPECT_TRUE(contains(gltf_refusal(file), "accessor 1: its index 3 is out of range (3 vertices)"));
}

TEST(GltfReader, refuses_values_of_the_wrong_type_where_they_are) {
    EXPECT_TRUE(contains(refused(R"("mesh":0)", R"("mesh":"0")"),
                         "nodes[0].mesh: is not a whole number from 0 to 2147483647"));
    EXPECT_TRUE(contains(refused(R"("mesh":0)", R"("mesh":0.0)"), "nodes[0].mesh: is not a whole number"));
    EXPECT_TRUE(contains(refused(R"("mesh":0)", R"("mesh":-1)"), "nodes[0].mesh: is not a whole number"));
    EXPECT_TRUE(
        contains(refused(R"("mesh":0)", R"("mesh":4294967296)"), "nodes[0].mesh: is not a whole number"));
    EXPECT_TRUE(contains(refused(R"("mesh":0)", R"("mesh":null)"), "nodes[0].mesh: is not a whole number"));
    EXPECT_TRUE(contains(refused(R"("mesh":0)", R"("mesh":0,"translation":[0,"x",0])"),
                         "nodes[0].translation[1]: is not a number"));
    EXPECT_TRUE(
        contains(refused(R"("mesh":0)", R"("mesh":0,"children":{})"), "nodes[0].children: is not a list"));
    EXPECT_TRUE(
        contains(refused(R"("count":3)", R"("count":-3)"), "accessors[0].count: is not a whole number"));
    EXPECT_TRUE(
        contains(refused(R"("count":3)", R"("count":true)"), "accessors[0].count: is not a whole number"));
    EXPECT_TRUE(contains(refused(R"("type":"VEC3")", R"("type":3)"), "accessors[0].type: is not a text"));
    EXPECT_TRUE(contains(gltf_refusal("[1,2,3]"), "is not an object"));
    EXPECT_TRUE(contains(gltf_refusal("12345"), "is not an object"));
}

TEST(GltfReader, refuses_accessors_that_reach_too_far) {
    EXPECT_TRUE(
        contains(refused(R"("count":3)", R"("count":4)"), "its 4 elements reach beyond the 36 bytes"));
    EXPECT_TRUE(contains(refused(R"("count":3)", R"("count":281474976710656)"), "reach beyond the 36 bytes"));
    EXPECT_TRUE(contains(refused(R"("count":3)", R"("count":18446744073709551615)"), "accessors[0].count"));
    EXPECT_TRUE(
        contains(refused(R"("count":3)", R"("count":3,"byteOffset":1)"), "reach beyond the 36 bytes"));
    EXPECT_TRUE(contains(refused(R"("byteOffset":0)", R"("byteOffset":281474976710656)"),
                         "reaches beyond the 36 bytes"));
    EXPECT_TRUE(
        contains(refused(R"("byteLength":36}],)", R"("byteLength":37}],)"), "buffer view 0: reaches beyond"));
    EXPECT_TRUE(contains(refused(R"("buffers":[{"byteLength":36)", R"("buffers":[{"byteLength":4294967296)"),
                         "buffer 0: is truncated: it has 36 bytes of 4294967296"));
    EXPECT_TRUE(
        contains(refused(R"("byteOffset":0)", R"("byteOffset":0,"byteStride":4)"), "its elements overlap"));
    EXPECT_TRUE(
        contains(refused(R"("componentType":5126)", R"("componentType":5127)"), "component type 5127"));
    EXPECT_TRUE(contains(refused("VEC3", "VEC2"), "another number of components than 3"));
    EXPECT_TRUE(contains(refused("VEC3", "MAT9"), "is not sound glTF"));
    EXPECT_TRUE(contains(refused(R"("bufferView":0,)", ""), "accepted"));  // three zeros: legal, and flat
}

TEST(GltfReader, refuses_files_that_stand_for_more_than_they_hold) {
    // Zeros that are nowhere in the file.
    EXPECT_TRUE(contains(refused(R"("bufferView":0,"componentType":5126,"count":3)",
                                 R"("componentType":5126,"count":3000000000)"),
                         "stand for more triangles than it has data for"));
    // One accessor for very many primitives.
    GltfFile file;
    const int position = file.positions(corner_triangle);
    std::vector<std::uint16_t> corners(300000);
    const int index = file.indices(corners);
    std::string primitives = GltfFile::primitive(position, index);
    for (int i = 0; i < 1000; ++i) primitives += ',' + GltfFile::primitive(position, index);
    file.mesh(primitives);
    file.node(R"("mesh":0)");
    EXPECT_TRUE(contains(gltf_refusal(file), "stand for more triangles than it has data for"));
    // Instances that are nowhere in the file.
    GltfFile instances = one_triangle();
    instances.accessor(R"("componentType":5126,"count":3000000000,"type":"VEC3")");
    instances.node(R"("mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"SCALE":1}}})");
    EXPECT_TRUE(contains(gltf_refusal(instances), "more instances than the file has data for"));
    // Entries of two characters.
    std::string nodes = R"({"asset":{"version":"2.0"},"nodes":[{})";
    for (int i = 0; i < 200000; ++i) nodes += ",{}";
    EXPECT_TRUE(contains(gltf_refusal(nodes + "]}"), "entries that are nearly empty"));
    // Paths that grow as the square of the depth.
    GltfFile deep = one_triangle();
    for (int i = 0; i < 20000; ++i)
        deep.node(R"("mesh":0,"name":"a fairly long name","children":[)" + std::to_string(i + 1) + "]");
    deep.node(R"("mesh":0)");
    EXPECT_TRUE(contains(gltf_refusal(deep), "the names of its parts"));
}

TEST(GltfReader, refuses_coordinates_and_transformations_that_are_no_numbers) {
    GltfFile file;
    file.mesh(GltfFile::primitive(file.positions({0, 0, 0, 1, std::nanf(""), 0, 0, 1, 0})));
    file.node(R"("mesh":0)");
    EXPECT_TRUE(
        contains(gltf_refusal(file), "mesh 0, accessor 0, element 1: coordinate is not a finite number"));
    EXPECT_TRUE(contains(refused(R"("mesh":0)", R"("mesh":0,"scale":[1e99,1e99,1e400])"), "is not JSON"));
    EXPECT_TRUE(contains(refused(R"("mesh":0)", R"("mesh":0,"scale":[1e200,1,1])"), "node 0 \"plate\""));
    EXPECT_TRUE(
        contains(refused(R"("mesh":0)", R"("mesh":0,"translation":[1e200,1,1])"), "node 0 \"plate\""));
    EXPECT_TRUE(
        contains(refused(R"("mesh":0)", R"("mesh":0,"rotation":[0,0,0,0])"), "its rotation or translation"));
    EXPECT_TRUE(
        contains(refused(R"("mesh":0)", R"("mesh":0,"translation":[1,2])"), "has 2 numbers and not 3"));
    EXPECT_TRUE(contains(refused(R"("mesh":0)", R"("mesh":0,"matrix":[1])"), "has 1 numbers and not 16"));
    EXPECT_TRUE(contains(refused(R"("mesh":0)", R"("mesh":0,"matrix":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1])"),
                         "the last row of its matrix is not 0 0 0 1"));
    // Two scales that are fine one by one.
    GltfFile chain = one_triangle();
    chain.node(R"("children":[1],"scale":[1e90,1e90,1e90])");
    chain.node(R"("mesh":0,"scale":[1e90,1e90,1e90],"name":"far")");
    EXPECT_TRUE(contains(gltf_refusal(chain), "at most 1e100"));
}

TEST(GltfReader, refuses_extensions_that_it_does_not_read) {
    const auto require = [](const char* extension) {
        return refused(R"("nodes")", R"("extensionsRequired":[")" + std::string(extension) + R"("],"nodes")");
    };
    EXPECT_EQ(require("KHR_draco_mesh_compression"),
              "file.glb: is compressed with KHR_draco_mesh_compression, which graze does not read; export it "
              "without compression");
    EXPECT_TRUE(contains(require("EXT_meshopt_compression"), "is compressed with EXT_meshopt_compression"));
    EXPECT_TRUE(contains(require("ACME_voxels"), "requires the extension \"ACME_voxels\""));
}

TEST(GltfReader, says_what_is_wrong_in_a_sentence_however_long_names_are) {
    const std::string name(5'000'000, 'x');
    const std::vector<std::array<std::string, 2>> changes{
        {R"("nodes")", R"("extensionsRequired":[")" + name + R"(meshopt_compression"],"nodes")"},
        {R"("nodes")", R"("extensionsRequired":[")" + name + R"("],"nodes")"},
        {R"("mesh":0)", R"("mesh":7,"name":")" + name + '"'},
        {R"("version":"2.0")", R"("version":")" + name + '"'},
        {R"("type":"VEC3")", R"("type":")" + name + '"'},
        {R"("asset")", R"("x":)" + name + R"(,"asset")"},
        {R"("byteLength":36}]})", R"("byteLength":36,"uri":")" + name + R"("}]})"}};
    for (const auto& [from, to] : changes) {
        const std::string said = refused(from, to);
        EXPECT_NE(said, "accepted") << from;
        EXPECT_LT(said.size(), 400u) << said.substr(0, 400);
    }
}

TEST(GltfReader, refuses_accessors_that_share_more_sparse_elements_than_there_is_data) {
    GltfFile file;
    constexpr std::uint32_t elements = 100'000, accessors = 200;
    std::vector<std::uint32_t> indices(elements);
    for (std::uint32_t i = 0; i < elements; ++i) indices[i] = i;
    const int at = file.view(bytes_of(indices)), values = file.view(std::string(12 * elements, '\0'));
    for (std::uint32_t i = 0; i < accessors; ++i) {
        const int position = file.accessor(
            R"("componentType":5126,"type":"VEC3","count":100000,"sparse":{"count":100000,"indices":{"bufferView":)" +
            std::to_string(at) + R"(,"componentType":5125},"values":{"bufferView":)" +
            std::to_string(values) + "}}");
        const int index = file.indices({0, 1, 2});
        file.node(R"("mesh":)" + std::to_string(file.mesh(GltfFile::primitive(position, index))));
    }
    EXPECT_TRUE(contains(gltf_refusal(file), "more sparse elements than it has data for"));
}

TEST(GltfReader, names_the_extension_of_compressed_files_as_they_really_are) {
    // Accessors of compressed meshes have no buffer view.
    GltfFile file;
    file.view("compressed!!");
    file.accessor(R"("componentType":5126,"count":3,"type":"VEC3")");
    file.accessor(R"("componentType":5123,"count":3,"type":"SCALAR")");
    file.mesh(GltfFile::primitive(
        0, 1,
        R"(,"extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{"POSITION":0}}})"));
    file.node(R"("mesh":0)");
    file.rest = R"(,"extensionsRequired":["KHR_draco_mesh_compression"])";
    EXPECT_TRUE(contains(gltf_refusal(file), "is compressed with KHR_draco_mesh_compression"));
}

TEST(GltfReader, refuses_sparse_elements_out_of_order_or_range) {
    const auto refused_sparse = [](const std::vector<std::uint8_t>& at, const char* count = "2") {
        GltfFile file;
        const std::string indices = std::to_string(file.view(bytes_of(at)));
        const std::string values = std::to_string(file.view(bytes_of(std::vector<float>(6, 1))));
        file.mesh(GltfFile::primitive(
            file.accessor(std::string(R"("componentType":5126,"count":3,"type":"VEC3","sparse":{"count":)") +
                          count + R"(,"indices":{"bufferView":)" + indices +
                          R"(,"componentType":5121},"values":{"bufferView":)" + values + "}}")));
        file.node(R"("mesh":0)");
        return gltf_refusal(file);
    };
    EXPECT_EQ(refused_sparse({0, 2}), "accepted");
    EXPECT_TRUE(contains(refused_sparse({2, 0}), "do not rise, or are out of range"));
    EXPECT_TRUE(contains(refused_sparse({1, 1}), "do not rise, or are out of range"));
    EXPECT_TRUE(contains(refused_sparse({1, 3}), "do not rise, or are out of range"));
    EXPECT_TRUE(contains(refused_sparse({1, 2}, "3"), "reach beyond"));
}

TEST(GltfReader, refuses_text_that_is_not_json_or_not_gltf_2) {
    EXPECT_TRUE(contains(gltf_refusal(R"({"asset":{"version":"2.0"})"), "is not JSON"));
    EXPECT_TRUE(contains(gltf_refusal("hello"), "file.glb, byte 1: is not JSON"));
    EXPECT_TRUE(contains(gltf_refusal("{\"nodes\":[{\"name\":\"\xff\"}]}"), "is not JSON"));
    EXPECT_TRUE(contains(gltf_refusal("{}  "), "is not sound glTF"));
    EXPECT_TRUE(contains(gltf_refusal(R"({"asset":{}})"), "is not sound glTF"));
    EXPECT_TRUE(contains(gltf_refusal(R"({"asset":{"version":"1.0"}})"), "is glTF of version \"1.0\""));
    EXPECT_TRUE(contains(gltf_refusal(R"({"asset":{"version":"2.0"}})"), "holds no triangles"));
    EXPECT_TRUE(contains(gltf_refusal(std::string(100, '\0')), "is neither GLB nor text"));
    EXPECT_TRUE(contains(gltf_refusal(""), "is empty"));
}

TEST(GltfReader, refuses_glb_files_cut_anywhere) {
    const std::string content = triangle_with_node().as_glb();
    for (std::size_t size = 4; size < content.size(); ++size)
        EXPECT_TRUE(contains(gltf_refusal(content.substr(0, size)), "is truncated")) << size;
}

TEST(GltfReader, refuses_glb_files_whose_header_does_not_fit) {
    const std::string content = triangle_with_node().as_glb();
    const auto with = [&](std::size_t at, std::uint32_t number) {
        std::string changed = content;
        changed.replace(at, 4, glb_number(number));
        return gltf_refusal(changed);
    };
    EXPECT_TRUE(contains(with(4, 1), "is a GLB file of version 1"));
    EXPECT_TRUE(contains(with(8, 0xffffffff), "is truncated"));
    EXPECT_TRUE(contains(with(8, 11), "is truncated"));
    EXPECT_TRUE(contains(with(12, 0xffffffff), "is truncated"));
    EXPECT_TRUE(contains(with(16, 0x12345678), "its first chunk is not JSON"));
}

TEST(GltfReader, refuses_data_uris_that_are_not_base64) {
    GltfFile file = triangle_with_node();
    const auto refused_uri = [&](const std::string& uri) {
        file.uri = uri;
        return gltf_refusal(file.json());
    };
    EXPECT_TRUE(contains(refused_uri("data:application/octet-stream,abc"), "its data URI is not base64"));
    EXPECT_TRUE(contains(refused_uri("data:"), "its data URI is not base64"));
    EXPECT_TRUE(contains(refused_uri("data:;base64,AAA AAA"), "a character that is not base64"));
    EXPECT_TRUE(contains(refused_uri("data:;base64,AAAAA"), "its data URI is truncated"));
    EXPECT_TRUE(contains(refused_uri("data:;base64,AAAA"), "buffer 0: is truncated: it has 3 bytes of 36"));
}

TEST(GltfReader, misses_the_data_of_a_buffer_that_has_none) {
    const GltfFile file = triangle_with_node();
    EXPECT_TRUE(contains(gltf_refusal(glb(file.json())), "buffer 0: has no data"));
    EXPECT_TRUE(contains(gltf_refusal(file.json()), "buffer 0: has no data"));
}

TEST(GltfReader, can_be_cancelled) {
    struct Silent : Progress {
        void report(std::string_view, std::uint64_t, std::uint64_t) override {}
    } cancelled;
    cancelled.cancel();
    LoadOptions options;
    options.progress = &cancelled;
    EXPECT_TRUE(contains(refusal([&] { parse_gltf(triangle_with_node().as_glb(), options); }), "cancelled"));
}

}  // namespace
}  // namespace graze::test
