#include <gtest/gtest.h>

#include "tests/io/files.h"

namespace graze::test {
namespace {

Loaded parse_off(std::string_view content) {
    return parse(content, Format::off);
}
std::string off_refusal(std::string_view content) {
    return refusal([&] { parse_off(content); });
}

const std::string off_square = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

TEST(OffReader, reads_polygons_of_any_size_in_doubles) {
    const Loaded loaded = parse_off(
        "OFF\n5 3 0\n0.1 0 1e-300\n1 0 0\n1 1 0\n0 1 0\n0.5 2 0\n4 0 1 2 3\n3 3 2 4\n5 0 1 2 4 3\n");
    EXPECT_EQ(loaded.format, "off");
    EXPECT_EQ(loaded.mesh.vertices()[0], (Vec3{0.1, 0, 1e-300}));
    EXPECT_EQ(loaded.mesh.polygon_count(), 3u);
    EXPECT_EQ(loaded.mesh.triangle_count(), 2u + 1u + 3u);
    EXPECT_TRUE(loaded.skipped.empty());
}

TEST(OffReader, takes_comments_colours_of_faces_and_any_line_ends) {
    const std::string text = "# a square\n\nOFF # here\n# counts\n4 2 5 # edges\n" + off_square +
                             "\n4 0 1 2 3 255 0 0 # red\n3 0\n1 2 0.5 0.5 0.5 1\n# end\n";
    EXPECT_EQ(parse_off(text).mesh.polygon_count(), 2u);
    EXPECT_TRUE(parse_off(text).skipped.empty());
    std::string windows;
    for (const char c : text) c == '\n' ? windows += "\r\n" : windows += c;
    EXPECT_EQ(parse_off(windows).mesh.polygon_count(), 2u);
}

TEST(OffReader, takes_counts_beside_the_word_without_edges_or_without_the_word) {
    for (const std::string head :
         {"OFF 4 1 0\n", "OFF 4 1\n", "OFF\n4\n1\n", "4 1 0\n", "\xef\xbb\xbfOFF\n4 1 4\n"})
        EXPECT_EQ(parse_off(head + off_square + "4 0 1 2 3").mesh.triangle_count(), 2u) << head;
}

TEST(OffReader, passes_over_colours_normals_and_texture_coordinates) {
    const auto parse_kind = [](const std::string& word, const std::string& more) {
        std::string text = word + "\n4 1 0\n";
        for (const char* point : {"0 0 0", "1 0 0", "1 1 0", "0 1 0"}) text += point + (" " + more + "\n");
        return parse_off(text + "4 0 1 2 3\n");
    };
    for (const auto& [word, more] : {std::pair{"COFF", "255 0 0 255"},
                                     {"COFF", "0.5 0.5 0.5"},
                                     {"NOFF", "0 0 1"},
                                     {"STOFF", "0.5 0.5"},
                                     {"STCNOFF", "0 0 1 1 1 1 1 0 0"},
                                     {"CNOFF", "0 0 1 1 1 1 1"}}) {
        const Loaded loaded = parse_kind(word, more);
        EXPECT_EQ(loaded.mesh.vertices()[2], (Vec3{1, 1, 0})) << word;
        EXPECT_TRUE(loaded.skipped.empty()) << word;
    }
}

TEST(OffReader, counts_what_it_skips) {
    const Loaded loaded = parse_off("OFF\n4 4 0\n" + off_square + "3 0 1 2\n2 0 1\n1 3\n0\nmore\n");
    EXPECT_EQ(loaded.mesh.triangle_count(), 1u);
    EXPECT_EQ(loaded.skipped,
              (std::vector<Skipped>{{"faces with fewer than three corners", 3}, {"trailing bytes", 5}}));
}

TEST(OffReader, refuses_kinds_that_are_not_three_dimensional_text) {
    EXPECT_EQ(off_refusal("4OFF\n1 1 0\n"),
              "file: has vertices of four coordinates (4OFF); only three are read");
    EXPECT_EQ(off_refusal("C4OFF\n1 1 0\n"),
              "file: has vertices of four coordinates (4OFF); only three are read");
    EXPECT_EQ(off_refusal("nOFF\n3\n1 1 0\n"),
              "file: has vertices of any number of coordinates (nOFF); only three are read");
    EXPECT_EQ(off_refusal("OFF BINARY\n\1\2\3"),
              "file: is a binary OFF file; only text is read; save it as text");
    EXPECT_EQ(off_refusal("hello\n"),
              "file: is not an OFF file: it starts neither with OFF nor with a number; check that it is an "
              "OFF file "
              "and complete");
}

TEST(OffReader, refuses_what_does_not_parse_with_its_line) {
    const auto expect = [](const std::string& text, const std::string& message) {
        EXPECT_EQ(off_refusal(text), "file" + message) << text;
    };
    expect("OFF\n",
           ", line 2: expected the number of vertices, found the end of the file; the file is truncated");
    expect("OFF\n4 x\n", ", line 2: expected the number of faces, found \"x\"");
    expect("OFF\n4 -1 0\n", ", line 2: expected the number of faces, found \"-1\"");
    expect("OFF\n4 1 0 7\n", ", line 2: expected the end of the line, found \"7\"");
    expect("OFF\n4000000000 1 0\n0 0 0\n",
           ", line 2: as it says, it would hold 4000000000 vertices and 1 faces, more than fit into its "
           "size; check "
           "that the file is complete");
    expect("OFF\n4 1 0\n0 0 0\n1 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n",
           ", line 5: coordinate \"nan\" is not a number");
    expect("OFF\n4 1 0\n0 0 0\n1 0 0\n1 x 0\n0 1 0\n3 0 1 2\n", ", line 5: expected a number, found \"x\"");
    expect("OFF\n4 1 0\n0 0 0 1\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n",
           ", line 3: there are more than three numbers in the line of a vertex; if they are a colour or "
           "normal, begin "
           "the file with COFF or NOFF");
    expect("OFF\n4 1 0\n" + off_square + "3 0 1 4\n",
           ", line 7: vertex index 4 is out of range (4 vertices, counted from 0)");
    expect("OFF\n4 1 0\n" + off_square + "3 0 1 -1\n",
           ", line 7: expected the index of a vertex, found \"-1\"");
    expect("OFF\n4 1 0\n" + off_square + "3 0 1",
           ", line 7: expected the index of a vertex, found the end of the file; the file is truncated");
    expect("OFF\n4 2 0\n" + off_square + "3 0 1 2\n",
           ", line 8: expected the number of corners, found the end of the file; the file is truncated");
    expect("OFF\n4 0 0\n" + off_square, ": holds no faces, only 4 points");
    expect("OFF\n4 1 0\n" + off_square + "2 0 1\n", ": holds no triangles");
}

}  // namespace
}  // namespace graze::test
