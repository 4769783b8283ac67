#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graze/base/random.h"
#include "graze/mesh/weld.h"
#include "tests/io/files.h"

namespace graze::test {
namespace {

const std::vector<float> two_facets{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, -0.0f, 1, 1, 0, 0, 1, 0.1f};

const std::string one_text_facet =
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";

TEST(StlReader, reads_binary_facets_and_welds_their_corners) {
    const Loaded loaded = parse_stl(binary_stl(two_facets));
    EXPECT_EQ(loaded.format, "stl (binary)");
    EXPECT_TRUE(loaded.single_precision);
    EXPECT_TRUE(loaded.skipped.empty());
    EXPECT_EQ(loaded.merged_vertices, 2u);
    ASSERT_EQ(loaded.mesh.triangle_count(), 2u);
    ASSERT_EQ(loaded.mesh.vertices().size(), 4u);
    EXPECT_EQ(loaded.mesh.triangles()[1], (std::array<VertexId, 3>{0, 2, 3}));
    EXPECT_EQ(loaded.mesh.vertices()[3], (Vec3{0, 1, 0.1f}));
    EXPECT_EQ(loaded.mesh.parts()[0], (MeshPart{"", 0, 2}));
}

TEST(StlReader, tells_binary_from_text_by_size_and_not_by_the_word_solid) {
    EXPECT_EQ(parse_stl(binary_stl(two_facets, "solid facet normal")).format, "stl (binary)");
    EXPECT_EQ(parse_stl("solid\n" + one_text_facet + "endsolid\n").format, "stl (ascii)");
}

TEST(StlReader, counts_trailing_bytes_of_a_binary_file) {
    for (const char* header : {"made by hand", "solid"}) {
        const Loaded loaded = parse_stl(binary_stl(two_facets, header) + "abcde");
        EXPECT_EQ(loaded.skipped, (std::vector<Skipped>{{"trailing bytes", 5}}));
        EXPECT_EQ(loaded.mesh.triangle_count(), 2u);
    }
}

TEST(StlReader, refuses_a_truncated_binary_file) {
    const std::string whole = binary_stl(two_facets);
    for (std::size_t n = 84; n < whole.size(); ++n)
        ASSERT_TRUE(contains(stl_refusal(whole.substr(0, n)), "truncated")) << n;
    for (std::size_t n = 1; n < 84; ++n)
        ASSERT_TRUE(contains(stl_refusal(whole.substr(0, n)), "file: is not an STL file")) << n;
    EXPECT_EQ(stl_refusal(""), "file: is empty");
}

TEST(StlReader, refuses_a_header_that_promises_more_than_the_file_holds) {
    std::string content = binary_stl(two_facets);
    for (std::size_t i = 80; i < 84; ++i) content[i] = '\xff';
    EXPECT_TRUE(
        contains(stl_refusal(content), "4294967295 facets it would have 214748364834 bytes, but it has 184"));
}

TEST(StlReader, refuses_files_that_are_mostly_something_else) {
    EXPECT_TRUE(
        contains(stl_refusal(binary_stl(two_facets) + std::string(1000, 'x')), "1000 bytes unexplained"));
    EXPECT_TRUE(contains(stl_refusal("\x89PNG\r\n\x1a\n" + std::string(300, '\x55')), "not an STL file"));
    EXPECT_TRUE(contains(stl_refusal("once upon a time"), "not an STL file"));
}

TEST(StlReader, refuses_files_without_triangles) {
    EXPECT_EQ(stl_refusal(binary_stl({})), "file: holds no triangles");
    EXPECT_EQ(stl_refusal("solid nothing\nendsolid nothing\n"), "file: holds no triangles");
}

TEST(StlReader, names_the_facet_with_a_coordinate_that_is_not_finite) {
    for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
        std::vector<float> many;
        for (int i = 0; i < 1000; ++i) many.insert(many.end(), two_facets.begin(), two_facets.end());
        many[1234 * 9 + 4] = bad;
        EXPECT_EQ(stl_refusal(binary_stl(many)), "file, facet 1235: coordinate is not a finite number");
    }
}

TEST(StlReader, agrees_with_weld) {
    Random random(3);
    std::vector<float> coordinates(9 * 5000);
    for (float& c : coordinates) c = static_cast<float>(random.below(12)) * 0.1f;
    std::vector<Vec3> corners;
    for (std::size_t i = 0; i < coordinates.size(); i += 3)
        corners.push_back({coordinates[i], coordinates[i + 1], coordinates[i + 2]});
    const Welded welded = weld(corners);
    const Mesh mesh = parse_stl(binary_stl(coordinates)).mesh;
    ASSERT_TRUE(std::ranges::equal(mesh.vertices(), welded.vertices));
    for (std::size_t i = 0; i < corners.size(); ++i)
        ASSERT_EQ(mesh.triangles()[i / 3][i % 3], welded.index[i]);
}

TEST(StlTextReader, takes_any_case_and_white_space) {
    const std::string odd =
        "\xef\xbb\xbf  SOLID  a name \t\r\n\r\nFACET NORMAL 0 0 1 OUTER LOOP VERTEX\r\n0 +0 0\tVertex 1e0 "
        "0.0 -0\r"
        "vertex 0 1. .5 EndLoop\vEndFacet\nENDSOLID a name\r\n\n";
    const Loaded loaded = parse_stl(odd);
    EXPECT_EQ(loaded.format, "stl (ascii)");
    EXPECT_FALSE(loaded.single_precision);
    ASSERT_EQ(loaded.mesh.triangle_count(), 1u);
    EXPECT_EQ(loaded.mesh.vertices()[2], (Vec3{0, 1, 0.5}));
    EXPECT_EQ(loaded.mesh.parts()[0].name, "a name");
}

TEST(StlTextReader, keeps_doubles) {
    const Loaded loaded = parse_stl(
        "solid\nfacet normal nan nan nan\nouter loop\nvertex 0.1 1e-320 -1e99\nvertex 1e-400 "
        "-1e-999999999999999999999 "
        "0.00000000000000000000001e-320\nvertex 123456789.123456789 0 0\nendloop\nendfacet\nendsolid");
    EXPECT_EQ(loaded.mesh.vertices()[0], (Vec3{0.1, 1e-320, -1e99}));
    EXPECT_EQ(loaded.mesh.vertices()[1], (Vec3{0, 0, 0}));
    EXPECT_EQ(loaded.mesh.vertices()[2], (Vec3{123456789.123456789, 0, 0}));
}

TEST(StlTextReader, finds_points_again_however_they_are_written) {
    // Three facets with the same corners; texts, line ends and what else is in the line differ.
    const std::string facet = "facet normal 0 0 1\nouter loop\n";
    const std::string end = "endloop\nendfacet\n";
    const Loaded loaded =
        parse_stl("solid\n" + facet + "vertex 0.125 -3 7e2\nvertex 1 0 0\nvertex 0 1 0\n" + end +  //
                  facet + "vertex 0.125 -3 7e2\r\nvertex  1  0  0 \nvertex 0 1 0 " + end +         //
                  facet + "vertex 0.125 -3 7e2\nvertex 1\n0 0\nvertex 0 1 -0.0\n" + end +          //
                  facet + "vertex 0.125 -3 700.\nvertex 1 0 0\nvertex 0 1 0 endloop endfacet\nendsolid\n");
    const std::vector<Vec3> expected{{0.125, -3, 700}, {1, 0, 0}, {0, 1, 0}};
    EXPECT_TRUE(std::ranges::equal(loaded.mesh.vertices(), expected));
    EXPECT_EQ(loaded.mesh.triangle_count(), 4u);
    for (const auto& triangle : loaded.mesh.triangles())
        EXPECT_EQ(triangle, (std::array<VertexId, 3>{0, 1, 2}));
    // A point that was read before does not hide what is wrong behind it.
    EXPECT_TRUE(contains(stl_refusal("solid\n" + facet + "vertex 0.125 -3 7e2\nvertex 0.125 -3 7e2 8\n"),
                         "line 5: expected \"vertex\", found \"8\""));
}

TEST(StlTextReader, makes_each_solid_a_part) {
    const Loaded loaded =
        parse_stl("solid one\n" + one_text_facet + "endsolid one\nsolid\nendsolid\nsolid three\n" +
                  one_text_facet + one_text_facet + "endsolid");
    const std::vector<MeshPart> expected{{"one", 0, 1}, {"", 1, 0}, {"three", 1, 2}};
    EXPECT_TRUE(std::ranges::equal(loaded.mesh.parts(), expected));
    EXPECT_EQ(loaded.merged_vertices, 6u);
}

TEST(StlTextReader, refuses_a_truncated_file_wherever_it_ends) {
    const std::string whole = "solid x\n" + one_text_facet + one_text_facet + "endsolid";
    ASSERT_EQ(stl_refusal(whole), "accepted");
    for (std::size_t n = 5; n < whole.size(); ++n) {
        const std::string message = stl_refusal(whole.substr(0, n));
        ASSERT_NE(message, "accepted") << n;
        ASSERT_TRUE(contains(message, "file, line ")) << message;
    }
}

TEST(StlTextReader, says_the_line_and_what_it_found) {
    const auto with = [](const std::string& line5) {
        return stl_refusal("solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n" + line5 +
                           "\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n");
    };
    EXPECT_EQ(with("vertex 1 0 0"), "accepted");
    EXPECT_EQ(with("vertex 1 zero 0"), "file, line 5: expected a number, found \"zero\"");
    EXPECT_EQ(with("vertex 1 0x3 0"), "file, line 5: expected a number, found \"0x3\"");
    EXPECT_EQ(with("vertex 1 +-3 0"), "file, line 5: expected a number, found \"+-3\"");
    EXPECT_EQ(with("vertex 1 nan 0"), "file, line 5: coordinate \"nan\" is not a number");
    EXPECT_EQ(with("vertex 1 -inf 0"), "file, line 5: coordinate \"-inf\" is beyond 1e100");
    EXPECT_EQ(with("vertex 1 1e101 0"), "file, line 5: coordinate \"1e101\" is beyond 1e100");
    EXPECT_EQ(with("vertex 1 1e999 0"), "file, line 5: coordinate \"1e999\" is beyond 1e100");
    EXPECT_EQ(with("vertox\x1b 1 0 0"), "file, line 5: expected \"vertex\", found \"vertox\\x1b\"");
    EXPECT_EQ(with("vertex 1 0 0\nvertex 5 5 5"), "file, line 7: expected \"endloop\", found \"vertex\"");
    EXPECT_EQ(with("vertex 1 0"), "file, line 6: expected a number, found \"vertex\"");
}

}  // namespace
}  // namespace graze::test
