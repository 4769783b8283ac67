#include "graze/io/import/detail/import_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "tests/io/import/import_files.h"

namespace graze::test {
namespace {

using detail::ImportTag;
using detail::no_node;
using detail::PartsFile;

PartsFile read(std::string_view bytes, std::optional<double> unit = {}) {
    const auto pull = [&](std::span<std::byte> into) {
        if (into.size() > bytes.size()) throw Error("the stream ends");
        std::ranges::copy(std::as_bytes(std::span(bytes.substr(0, into.size()))), into.begin());
        bytes.remove_prefix(into.size());
    };
    return detail::read_import_stream(pull, unit, nullptr);
}
PartsFile read(const ImportBytes& stream, std::optional<double> unit = {}) {
    return read(stream.bytes(), unit);
}
std::string refused(const ImportBytes& stream) {
    return refusal([&] { read(stream); });
}

ImportBytes one_part() {
    ImportBytes stream;
    stream.header().triangle().node(no_node, "a").part(0, 0);
    return stream;
}

TEST(ImportStream, gives_parts_with_the_names_around_them) {
    ImportBytes stream;
    stream.header(0.001, detail::ImportUp::z).triangle();
    stream.node(no_node, "engine").node(0, "").node(1, "a/b").part(2, 0).part(2, 0, 2).part(no_node, 0).end();
    const PartsFile file = read(stream);
    ASSERT_EQ(file.assembly.parts.size(), 3u);
    EXPECT_EQ(file.assembly.parts[0].path, "engine/a\\/b");
    EXPECT_EQ(file.assembly.parts[1].path, "engine/a\\/b (2)");
    EXPECT_EQ(file.assembly.parts[2].path, "");
    EXPECT_EQ(file.assembly.parts[0].mesh, file.assembly.parts[2].mesh);
    EXPECT_EQ(file.assembly.parts[1].mesh->box().upper.x, 2);
    EXPECT_EQ(file.assembly.metres_per_unit, 0.001);
    EXPECT_EQ(file.assembly.up, Axis::z);
    EXPECT_EQ(file.format, "made up");
}

TEST(ImportStream, welds_vertices_and_counts_them) {
    const PartsFile file = read(one_part().end());
    EXPECT_EQ(file.assembly.parts[0].mesh->vertices().size(), 3u);
    EXPECT_EQ(file.merged_vertices, 1u);
}

TEST(ImportStream, takes_the_callers_unit_and_says_the_files) {
    EXPECT_EQ(read(one_part().end(), 0.5).assembly.metres_per_unit, 0.5);
    ImportBytes stream;
    stream.header(0.001).triangle().part(no_node, 0).end();
    EXPECT_EQ(read(stream).assembly.metres_per_unit, 0.001);
    EXPECT_EQ(read(stream, 0.5).assembly.metres_per_unit, 0.5);
    EXPECT_EQ(read(stream, 0.5).stated_unit, 0.001);
}

TEST(ImportStream, of_converted_coordinates_takes_the_unit_for_that_of_the_file) {
    ImportBytes stream;
    stream.number(ImportTag::unit).number(0.0254).header(0.001).triangle().part(no_node, 0).end();
    EXPECT_EQ(read(stream).assembly.metres_per_unit, 0.001);
    EXPECT_EQ(read(stream).stated_unit, 0.0254);
    EXPECT_EQ(read(stream, 0.0254).assembly.metres_per_unit, 0.001);  // the file says so itself
    EXPECT_DOUBLE_EQ(read(stream, 0.001).assembly.metres_per_unit.value(), 0.001 / 25.4);
    ImportBytes late;
    late.header(0.001).number(ImportTag::unit).number(0.0254).end();
    EXPECT_TRUE(contains(refusal([&] { read(late); }), "unit"));
    ImportBytes bad;
    bad.number(ImportTag::unit).number(-1.0).header(0.001).end();
    EXPECT_TRUE(contains(refusal([&] { read(bad); }), "its unit is no length"));
}

TEST(ImportStream, gives_meshes_their_faces_in_their_size) {
    ImportBytes stream;
    stream.header().triangle(1, 2).face().face(0).number(0U).part(no_node, 0).part(no_node, 0, 2).end();
    const PartsFile file = read(stream);
    const SurfaceFaces* const faces = file.assembly.parts.at(0).mesh->faces();
    ASSERT_NE(faces, nullptr);
    ASSERT_EQ(faces->faces.size(), 2u);
    EXPECT_EQ(faces->of_triangle, std::vector<std::uint32_t>{0});
    EXPECT_EQ(faces->faces[0].kind, SurfaceKind::cylinder);
    EXPECT_TRUE(faces->faces[0].concave);
    EXPECT_EQ(faces->faces[0].outward, 0.5);
    EXPECT_EQ(faces->faces[0].point, (Vec3{1, 2, 3}));
    EXPECT_EQ(faces->faces[1].kind, SurfaceKind::other);
    const SurfaceFaces* const larger = file.assembly.parts.at(1).mesh->faces();
    ASSERT_NE(larger, nullptr);
    EXPECT_EQ(larger->faces[0].radius, 6);
}

TEST(ImportStream, refuses_faces_that_make_no_sense) {
    EXPECT_TRUE(contains(refused(ImportBytes().header().triangle(1, 1).face(5).number(0U)), "of kind 5"));
    EXPECT_TRUE(contains(refused(ImportBytes().header().triangle(1, 1).face(2, -1).number(0U)),
                         "mesh 0, face 0: a length is negative"));
    EXPECT_TRUE(contains(refused(ImportBytes().header().triangle(1, 1).face().number(1U)),
                         "mesh 0, triangle 0: its face does not exist"));
    EXPECT_TRUE(contains(refused(ImportBytes().header().triangle(1, ~std::uint64_t{0})), "too long"));
    EXPECT_TRUE(contains(refused(ImportBytes().header().triangle(1, 1000)), "the stream ends"));
}

TEST(ImportStream, counts_what_was_skipped) {
    ImportBytes stream = one_part();
    stream.number(ImportTag::skipped).string("lines").number(std::uint64_t{7}).triangle(2).end();
    EXPECT_EQ(read(stream).skipped, (std::vector<Skipped>{{"lines", 7}, {"meshes that no part uses", 1}}));
}

TEST(ImportStream, gives_attributes_to_the_part_before_them) {
    const auto attribute = [](ImportBytes& stream, std::string_view name,
                              std::string_view value) -> ImportBytes& {
        return stream.number(ImportTag::attribute).string(name).string(value);
    };
    ImportBytes stream;
    stream.header().triangle().part(no_node, 0);
    attribute(stream, "GlobalId", "1");
    attribute(attribute(stream, "GlobalId", "2"), "", "\xff").part(no_node, 0).end();
    const PartsFile file = read(stream);
    EXPECT_EQ(file.assembly.parts.at(0).attributes,
              (std::vector<Attribute>{{"GlobalId", "1"}, {"GlobalId", "2"}, {"", "\ufffd"}}));
    EXPECT_TRUE(file.assembly.parts.at(1).attributes.empty());
    ImportBytes early;
    attribute(early.header(), "a", "b");
    EXPECT_TRUE(contains(refused(early), "an attribute has no part"));
    ImportBytes many = one_part();
    for (std::uint32_t i = 0; i <= detail::most_import_attributes; ++i) attribute(many, "a", "b");
    EXPECT_TRUE(contains(refused(many), "a part has too many attributes"));
}

TEST(ImportStream, raises_the_error_that_it_holds) {
    ImportBytes stream;
    stream.number(ImportTag::error).string("holds no shapes").string("draw some");
    EXPECT_EQ(refused(stream), "holds no shapes; draw some");
}

TEST(ImportStream, refuses_what_is_no_stream) {
    EXPECT_TRUE(contains(refusal([] { read("hello, I am no stream"); }), "does not start as one"));
    ImportBytes other;
    std::string bytes = other.bytes();
    bytes[8] = 9;
    EXPECT_TRUE(contains(refusal([&] { read(bytes); }), "it is of version 9, not 4"));
}

TEST(ImportStream, refuses_records_that_make_no_sense) {
    EXPECT_TRUE(contains(refused(ImportBytes().number('?')), "record of kind 63"));
    EXPECT_TRUE(contains(refused(ImportBytes().triangle()), "there is no header"));
    EXPECT_TRUE(contains(refused(ImportBytes().header().header()), "second header"));
    EXPECT_TRUE(contains(refused(ImportBytes().header(-1)), "unit is no length"));
    EXPECT_TRUE(contains(refused(ImportBytes().header(std::nan(""))), "unit is no length"));
    EXPECT_TRUE(contains(refused(ImportBytes().header().node(0, "")), "before its parent"));
    EXPECT_TRUE(contains(refused(ImportBytes().header().part(no_node, 0)), "no node or no mesh"));
    EXPECT_TRUE(contains(refused(ImportBytes().header().triangle().part(0, 0)), "no node or no mesh"));
    EXPECT_TRUE(contains(refused(one_part().part(0, 0, std::nan(""))), "not a finite number"));
    EXPECT_TRUE(contains(refused(ImportBytes().header().triangle(std::nan(""))), "mesh 0, vertex 1"));
    EXPECT_EQ(refused(ImportBytes().header().end()), "holds no triangles");
    EXPECT_TRUE(contains(refused(ImportBytes().end()), "there is no header"));
}

TEST(ImportStream, refuses_corners_without_a_vertex) {
    ImportBytes stream;
    stream.header().number(ImportTag::mesh).number(std::uint64_t{1}).number(std::uint64_t{3});
    stream.number(std::uint64_t{0}).number(std::uint64_t{0}).number(0.0).number(0.0).number(0.0);
    for (const std::uint32_t v : {0U, 0U, 1U}) stream.number(v);
    EXPECT_TRUE(contains(refused(stream), "a corner has no vertex"));
}

// It would take 100 GB to believe them.
TEST(ImportStream, believes_no_size_before_the_bytes_are_there) {
    ImportBytes mesh;
    mesh.header().number(ImportTag::mesh).number(std::uint64_t{4000000000}).number(std::uint64_t{3});
    mesh.number(std::uint64_t{0}).number(std::uint64_t{0});
    EXPECT_EQ(refused(mesh), "the stream ends");
    ImportBytes too_many;
    too_many.header().number(ImportTag::mesh).number(~std::uint64_t{0}).number(std::uint64_t{3});
    too_many.number(std::uint64_t{0}).number(std::uint64_t{0});
    EXPECT_TRUE(contains(refused(too_many), "too many vertices"));
    ImportBytes name;
    name.number(ImportTag::error).number(std::uint32_t{0xffffffff});
    EXPECT_TRUE(contains(refused(name), "a name is too long"));
}

TEST(ImportStream, refuses_nodes_too_deep_and_names_too_long) {
    ImportBytes deep;
    deep.header();
    for (std::uint32_t i = 0; i < 1001; ++i) deep.node(i == 0 ? no_node : i - 1, "");
    EXPECT_TRUE(contains(refused(deep), "too deep"));
    ImportBytes wide;
    wide.header().triangle().node(no_node, std::string(40000, 'x')).node(0, std::string(40000, 'x'));
    EXPECT_TRUE(contains(refused(wide.part(1, 0)), "65536 bytes"));
}

}  // namespace
}  // namespace graze::test
