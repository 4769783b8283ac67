#include <gtest/gtest.h>

#include "graze/io/detail/text.h"
#include "tests/io/files.h"

namespace graze::test {
namespace {

const std::string obj_square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

std::vector<VertexId> corners(const Mesh& mesh, PolygonId p) {
    return {mesh.polygon(p).begin(), mesh.polygon(p).end()};
}

TEST(ObjReader, reads_polygons_of_any_number_of_corners) {
    const Loaded loaded = parse_obj(obj_square + "v 0.5 2 0\nf 1 2 3 5 4\nf 1 2 3\nf 1 2 3 4\n");
    EXPECT_EQ(loaded.format, "obj");
    EXPECT_FALSE(loaded.single_precision);
    EXPECT_EQ(loaded.merged_vertices, 0u);
    EXPECT_TRUE(loaded.skipped.empty());
    EXPECT_EQ(loaded.mesh.triangle_count(), 6u);
    EXPECT_EQ(corners(loaded.mesh, 0), (std::vector<VertexId>{0, 1, 2, 4, 3}));
    EXPECT_EQ(corners(loaded.mesh, 1), (std::vector<VertexId>{0, 1, 2}));
    EXPECT_EQ(corners(loaded.mesh, 2), (std::vector<VertexId>{0, 1, 2, 3}));
}

TEST(ObjReader, needs_no_polygons_for_triangles) {
    EXPECT_TRUE(parse_obj(obj_square + "f 1 2 3\nf 1 3 4\n").mesh.all_triangles());
    EXPECT_FALSE(parse_obj(obj_square + "f 1 2 3\nf 1 3 4\nf 1 2 3 4\n").mesh.all_triangles());
}

TEST(ObjReader, takes_every_way_to_write_a_corner) {
    const Mesh mesh =
        parse_obj(obj_square +
                  "f 1/1 2/2 3/3\nf 1//1 2//1 3//1\nf 1/1/1 2/2/1 3/3/1\nf -4 -3 -2\nf 1/ 2// 3\n"
                  "f +1 +2/-1/-1 3")
            .mesh;
    for (PolygonId p = 0; p < 6; ++p) EXPECT_EQ(corners(mesh, p), (std::vector<VertexId>{0, 1, 2})) << p;
}

TEST(ObjReader, counts_negative_indices_from_the_latest_vertex) {
    const Mesh mesh = parse_obj(obj_square + "f -1 -2 -3\nv 9 9 9\nf -1 -2 -3\n").mesh;
    EXPECT_EQ(corners(mesh, 0), (std::vector<VertexId>{3, 2, 1}));
    EXPECT_EQ(corners(mesh, 1), (std::vector<VertexId>{4, 3, 2}));
}

TEST(ObjReader, lets_faces_come_before_their_vertices) {
    EXPECT_EQ(parse_obj("f 1 2 3\n" + obj_square).mesh.triangle_count(), 1u);
}

TEST(ObjReader, keeps_equal_and_unused_vertices) {
    const Mesh mesh = parse_obj("v 0 0 0\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 7 7 7\nf 2 3 4\n").mesh;
    EXPECT_EQ(mesh.vertices().size(), 5u);
    EXPECT_EQ(mesh.unused_vertex_count(), 2u);
}

TEST(ObjReader, reads_weights_and_colours_beside_coordinates) {
    const Loaded plain = parse_obj("v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0 1.0 0 0 1\nf 1 2 3\n");
    EXPECT_TRUE(plain.skipped.empty());
    EXPECT_EQ(plain.mesh.vertices()[1], (Vec3{1, 0, 0}));
    EXPECT_EQ(parse_obj("v 0 0 0 2\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").skipped,
              (std::vector<Skipped>{{"vertex weights other than 1", 1}}));
}

TEST(ObjReader, takes_comments_continuations_and_all_line_ends) {
    const std::string text =
        "\xef\xbb\xbf# comment \\\nv 0 0 0 # origin\r\n\r\nv 1 \\\r\n0 0\rv\t0 1\\\n 0\n  f 1 \\\n\\\n2 3# "
        "\nf 3 2 1\\\n";
    // "3#" is not a comment: that starts with a word of its own.
    EXPECT_EQ(obj_refusal(text),
              "file, line 10: expected a corner such as 7, 7/1, 7//3 or 7/1/3, found \"3#\"");
    std::string mended = text;
    mended.replace(mended.find("3# "), 3, "3 # ");
    const Loaded loaded = parse_obj(mended);
    EXPECT_EQ(loaded.mesh.triangle_count(), 2u);
    EXPECT_EQ(loaded.mesh.vertices()[1], (Vec3{1, 0, 0}));
    EXPECT_EQ(loaded.mesh.vertices()[2], (Vec3{0, 1, 0}));
    EXPECT_TRUE(loaded.skipped.empty());
}

TEST(ObjReader, ignores_what_has_no_bearing_on_shape) {
    EXPECT_TRUE(parse_obj(obj_square +
                          "vt 0 0\nvn 0 0 1\nvp 1\ns 1\ns off\nusemtl red\nmtllib a.mtl\nlod 3\nf 1 2 3\n")
                    .skipped.empty());
}

TEST(ObjReader, counts_what_it_skips) {
    const Loaded loaded =
        parse_obj(obj_square +
                  "l 1 2\\\n3\np\\\n1\nl 3 4\ncurv 0 1 1 2\nsurf 0 1 0 1 1 2 3\nwobble 1\nf 1 2\n"
                  "f\nf 1 2 3\nwobble\ncall x.obj\n");
    EXPECT_EQ(loaded.skipped, (std::vector<Skipped>{{"line elements", 2},
                                                    {"point elements", 1},
                                                    {"curve and surface statements", 2},
                                                    {"unknown statements \"wobble\"", 2},
                                                    {"faces with fewer than three corners", 2},
                                                    {"unknown statements \"call\"", 1}}));
    EXPECT_EQ(loaded.mesh.triangle_count(), 1u);
}

TEST(ObjReader, keeps_its_list_of_unknown_statements_short) {
    std::string text = obj_square + "f 1 2 3\n";
    for (int i = 0; i < 1000; ++i) text += "word" + std::to_string(i) + "\n";
    const Loaded loaded = parse_obj(text);
    EXPECT_LE(loaded.skipped.size(), 17u);
    std::uint64_t sum = 0;
    for (const Skipped& s : loaded.skipped) sum += s.count;
    EXPECT_EQ(sum, 1000u);
}

std::vector<MeshPart> parts_of(const std::string& statements) {
    const Loaded loaded = parse_obj(obj_square + statements);
    return {loaded.mesh.parts().begin(), loaded.mesh.parts().end()};
}

TEST(ObjReader, makes_parts_of_objects_and_groups) {
    EXPECT_EQ(parts_of("f 1 2 3\n"), (std::vector<MeshPart>{{"", 0, 1}}));
    EXPECT_EQ(parts_of("f 1 2 3\no  a b \nf 1 2 3\nf 1 2 3\no c\nf 1 2 3\n"),
              (std::vector<MeshPart>{{"", 0, 1}, {"a b", 1, 2}, {"c", 3, 1}}));
    EXPECT_EQ(parts_of("g a\nf 1 2 3\ng b\nf 1 2 3\ng a\nf 1 2 3\n"),
              (std::vector<MeshPart>{{"a", 0, 1}, {"b", 1, 1}, {"a", 2, 1}}));
    EXPECT_EQ(parts_of("o x\ng a\nf 1 2 3\ng b\nf 1 2 3\no y\nf 1 2 3\ng\nf 1 2 3\n"),
              (std::vector<MeshPart>{{"x/a", 0, 1}, {"x/b", 1, 1}, {"y", 2, 2}}));
}

TEST(ObjReader, takes_a_repeated_group_for_the_same_part_but_a_repeated_object_for_another) {
    EXPECT_EQ(parts_of("g a\nf 1 2 3\ng a\nf 1 2 3\n"), (std::vector<MeshPart>{{"a", 0, 2}}));
    EXPECT_EQ(parts_of("o a\nf 1 2 3\no a\nf 1 2 3\n"), (std::vector<MeshPart>{{"a", 0, 1}, {"a", 1, 1}}));
}

TEST(ObjReader, counts_objects_without_faces) {
    const Loaded loaded = parse_obj(obj_square + "o a\nl 1 2\no b\ng c\nf 1 2 3\no d\n");
    EXPECT_EQ(loaded.skipped, (std::vector<Skipped>{{"line elements", 1}, {"objects without faces", 2}}));
    EXPECT_EQ(loaded.mesh.parts()[0].name, "b/c");
}

TEST(ObjReader, refuses_names_that_multiply_beyond_the_size_of_the_file) {
    std::string text = obj_square + "o " + std::string(10'000, 'x') + "\n";
    for (int i = 0; i < 1000; ++i) text += "g " + std::to_string(i) + "\nf 1 2 3\n";
    EXPECT_TRUE(contains(obj_refusal(text), "the names of its parts take more memory than the file"));
}

TEST(ObjReader, says_the_line_and_what_is_wrong) {
    EXPECT_EQ(obj_refusal("v 0 0 0\nv 1 2\n"), "file, line 2: a number is missing");
    EXPECT_EQ(obj_refusal("v 0 0 0\nv 1 2 three\n"), "file, line 2: expected a number, found \"three\"");
    EXPECT_EQ(obj_refusal("v 0 0 NaN\n"), "file, line 1: coordinate \"NaN\" is not a number");
    EXPECT_EQ(obj_refusal("v 0 0 1e200\n"), "file, line 1: coordinate \"1e200\" is beyond 1e100");
    EXPECT_EQ(obj_refusal("v 0 0 -1e99999\n"), "file, line 1: coordinate \"-1e99999\" is beyond 1e100");
    EXPECT_EQ(obj_refusal(obj_square + "f 1 2 0\n"),
              "file, line 5: vertex index 0 is not allowed (they count from 1)");
    EXPECT_EQ(obj_refusal(obj_square + "f 1 2 -5\n"),
              "file, line 5: vertex index -5 is out of range (4 vertices so far)");
    EXPECT_EQ(obj_refusal(obj_square + "f 1 2 3\nf 1 2 12\nf 1 2 4\n"),
              "file, line 6: vertex index 12 is out of range (4 vertices in the file)");
    EXPECT_EQ(obj_refusal(obj_square + "f 1 2 99999999999\n"),
              "file, line 5: vertex index 99999999999 is out of range (4 vertices so far)");
    EXPECT_EQ(
        obj_refusal(obj_square + "f 1 2 99999999999999999999\n"),
        "file, line 5: expected a corner such as 7, 7/1, 7//3 or 7/1/3, found \"99999999999999999999\"");
    EXPECT_EQ(obj_refusal(obj_square + "f 1 2 3/x\n"),
              "file, line 5: expected a corner such as 7, 7/1, 7//3 or 7/1/3, found \"3/x\"");
    EXPECT_EQ(obj_refusal(obj_square + "f 1 2 1.5\n"),
              "file, line 5: expected a corner such as 7, 7/1, 7//3 or 7/1/3, found \"1.5\"");
    EXPECT_TRUE(contains(obj_refusal("v 0 0 " + std::string(1000, 'x')), std::string(40, 'x') + "...\""));
}

TEST(ObjReader, refuses_what_is_not_obj) {
    EXPECT_EQ(obj_refusal(obj_square), "file: holds no triangles");
    EXPECT_EQ(obj_refusal("Dear Sir,\nwe regret\n"),
              "file: holds no triangles; check that it is an OBJ file");
    EXPECT_EQ(obj_refusal(std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16)),
              "file: is not an OBJ file: it is not text; check that it is an OBJ file and complete");
    EXPECT_EQ(obj_refusal(""), "file: is empty");
}

TEST(ObjReader, passes_the_unit_on) {
    LoadOptions options;
    options.unit = 0.0254;
    EXPECT_EQ(parse(obj_square + "f 1 2 3", Format::obj, options).mesh.metres_per_unit(), 0.0254);
    options.unit = -1;
    EXPECT_EQ(refusal([&] { parse(obj_square + "f 1 2 3", Format::obj, options); }),
              "file: the unit must be a positive number of metres");
}

double number(std::string_view text) {
    double value = -1;
    EXPECT_TRUE(detail::take_number(text, value)) << text;
    EXPECT_TRUE(text.empty()) << text;
    return value;
}

TEST(Numbers, too_small_are_zero_and_too_large_infinite) {
    const std::string zeros(400, '0');
    EXPECT_EQ(number("1e-400"), 0);
    EXPECT_EQ(number("-123456e-99999999999999999999"), 0);
    EXPECT_EQ(number("0." + zeros + "1"), 0);
    EXPECT_EQ(number("0." + zeros + "1e10"), 0);
    EXPECT_EQ(number("0." + zeros + "1e+401"), 1);
    EXPECT_EQ(number("1" + zeros + "e-400"), 1);
    EXPECT_EQ(number("1" + zeros), std::numeric_limits<double>::infinity());
    EXPECT_EQ(number("-1" + zeros + "e-9"), -std::numeric_limits<double>::infinity());
    EXPECT_EQ(number("1e99999999999999999999"), std::numeric_limits<double>::infinity());
    EXPECT_EQ(number("0e99999999999999999999"), 0);
    EXPECT_EQ(number("5e-324"), 5e-324);
}

}  // namespace
}  // namespace graze::test
