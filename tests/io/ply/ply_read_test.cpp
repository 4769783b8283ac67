#include <gtest/gtest.h>

#include <array>

#include "graze/io/save.h"
#include "tests/io/ply/ply_files.h"

namespace graze::test {
namespace {

const std::string square_head =
    ply_head("ascii", "element vertex 4\n" + ply_xyz + "element face 1\n" + ply_corners);
const std::string square_vertices = "0 0 0\n1 0 0\n1 1 0\n0 1 0.25\n";
const std::string triangle_head =
    ply_head("ascii", "element vertex 3\n" + ply_xyz + "element face 1\n" + ply_corners);
const std::string triangle_vertices = "0 0 0\n1 0 0\n0 1 0\n";

TEST(PlyReader, reads_text_in_doubles) {
    const Loaded loaded = parse_ply(square_head + "0.1 1e-300 -1e+99\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n");
    EXPECT_EQ(loaded.format, "ply (ascii)");
    EXPECT_FALSE(loaded.single_precision) << "text has as many digits as it has";
    EXPECT_EQ(loaded.mesh.vertices()[0], (Vec3{0.1, 1e-300, -1e+99}));
    EXPECT_EQ(loaded.mesh.polygon_count(), 1u);
    EXPECT_EQ(loaded.mesh.triangle_count(), 2u);
    EXPECT_TRUE(loaded.skipped.empty());
    EXPECT_FALSE(loaded.mesh.metres_per_unit());
}

TEST(PlyReader, takes_any_line_ends_comments_and_line_breaks_within_an_element) {
    std::string text = triangle_head + "0 0\n0\n\n1 0 0\n0 1 0\n3\n0 1 2";
    text.replace(4, 0, "comment made by hand\nobj_info 7 \xc3\xa4\n\n");
    EXPECT_EQ(parse_ply(text).mesh.triangle_count(), 1u);
    for (const std::string end : {"\r\n", "\r"}) {
        std::string other;
        for (const char c : text) c == '\n' ? other += end : other += c;
        EXPECT_EQ(parse_ply(other).mesh.triangle_count(), 1u) << end.size();
    }
}

TEST(PlyReader, finds_x_y_z_among_other_properties_in_any_order) {
    const std::string head =
        ply_head("ascii",
                 "element vertex 3\nproperty uchar red\nproperty double z\nproperty list uchar float more\n"
                 "property float x\nproperty int y\nelement face 1\nproperty uchar flag\n"
                 "property list uchar float texcoord\n" +
                     ply_corners + "property float quality\n");
    const Loaded loaded =
        parse_ply(head + "7 3 2 0.5 0.5 1 2\n7 6 0 4 5\n7 9 1 0 7 8\n1 2 0.5 0.5 3 0 1 2 nan\n");
    const std::vector<Vec3> expected{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    EXPECT_TRUE(std::ranges::equal(loaded.mesh.vertices(), expected));
    EXPECT_EQ(loaded.mesh.triangle_count(), 1u);
    EXPECT_TRUE(loaded.skipped.empty()) << "colours and the like have no bearing on shape";
}

// One vertex of every type, one face whose list has every type; both byte orders.
template <typename Coordinate, typename Count, typename Index>
void expect_types(const std::string& coordinate, const std::string& count, const std::string& index,
                  bool big_endian) {
    SCOPED_TRACE(coordinate + " " + count + " " + index + (big_endian ? " big" : " little"));
    const std::string head = ply_head(
        big_endian ? "binary_big_endian" : "binary_little_endian",
        "element vertex 3\nproperty " + coordinate + " x\nproperty " + coordinate + " y\nproperty " +
            coordinate + " z\nelement face 1\nproperty list " + count + " " + index + " vertex_index\n");
    PlyBytes bytes(big_endian);
    for (const auto& [x, y] : {std::pair{0, 0}, {1, 0}, {100, 100}})
        bytes.put_all(static_cast<Coordinate>(x), static_cast<Coordinate>(y), Coordinate{2});
    bytes.put(Count{3}).put_all(Index{2}, Index{0}, Index{1});
    const Loaded loaded = parse_ply(head + bytes.text);
    const std::vector<Vec3> expected{{0, 0, 2}, {1, 0, 2}, {100, 100, 2}};
    EXPECT_TRUE(std::ranges::equal(loaded.mesh.vertices(), expected));
    EXPECT_EQ(loaded.mesh.triangles()[0], (std::array<VertexId, 3>{2, 0, 1}));
    EXPECT_EQ(loaded.single_precision, coordinate.starts_with("float3") || coordinate == "float");
    EXPECT_EQ(loaded.format, big_endian ? "ply (binary, big endian)" : "ply (binary)");
}

TEST(PlyReader, reads_all_types_in_both_byte_orders) {
    for (const bool big_endian : {false, true}) {
        expect_types<std::int8_t, std::int8_t, std::int8_t>("char", "char", "char", big_endian);
        expect_types<std::int8_t, std::int8_t, std::int8_t>("int8", "int8", "int8", big_endian);
        expect_types<std::uint8_t, std::uint8_t, std::uint8_t>("uchar", "uchar", "uchar", big_endian);
        expect_types<std::uint8_t, std::uint8_t, std::uint8_t>("uint8", "uint8", "uint8", big_endian);
        expect_types<std::int16_t, std::int16_t, std::int16_t>("short", "short", "short", big_endian);
        expect_types<std::int16_t, std::int16_t, std::int16_t>("int16", "int16", "int16", big_endian);
        expect_types<std::uint16_t, std::uint16_t, std::uint16_t>("ushort", "ushort", "ushort", big_endian);
        expect_types<std::uint16_t, std::uint16_t, std::uint16_t>("uint16", "uint16", "uint16", big_endian);
        expect_types<std::int32_t, std::int32_t, std::int32_t>("int", "int", "int", big_endian);
        expect_types<std::int32_t, std::int32_t, std::int32_t>("int32", "int32", "int32", big_endian);
        expect_types<std::uint32_t, std::uint32_t, std::uint32_t>("uint", "uint", "uint", big_endian);
        expect_types<std::uint32_t, std::uint32_t, std::uint32_t>("uint32", "uint32", "uint32", big_endian);
        expect_types<float, std::uint8_t, float>("float", "uchar", "float", big_endian);
        expect_types<float, std::uint8_t, float>("float32", "uchar", "float32", big_endian);
        expect_types<double, std::uint8_t, double>("double", "uchar", "double", big_endian);
        expect_types<double, std::uint8_t, double>("float64", "uchar", "float64", big_endian);
    }
}

TEST(PlyReader, walks_through_binary_elements_that_have_lists) {
    const std::string head =
        ply_head("binary_little_endian",
                 "element vertex 3\nproperty list uchar short more\nproperty float z\nproperty uchar red\n"
                 "property double x\nproperty short y\nelement note 2\nproperty list uint uchar text\n"
                 "element face 2\nproperty short flags\nproperty list uchar float texcoord\n" +
                     ply_corners + "property uchar red\nproperty uchar green\n");
    PlyBytes bytes(false);
    using u8 = std::uint8_t;
    using i16 = std::int16_t;
    for (int i = 0; i < 3; ++i) {
        bytes.put(static_cast<u8>(i));
        for (int k = 0; k < i; ++k) bytes.put(i16{-1});
        bytes.put_all(3.0f * static_cast<float>(i), u8{255}, 0.1 * i, static_cast<i16>(-i * i));
    }
    bytes.put(std::uint32_t{2}).put_all(u8{'h'}, u8{'i'}).put(std::uint32_t{0});
    for (int i = 0; i < 2; ++i) bytes.put_all(i16{1}, u8{1}, 0.5f, u8{3}, 0, 1, 2, u8{1}, u8{2});
    const Loaded loaded = parse_ply(head + bytes.text);
    const std::vector<Vec3> expected{{0, 0, 0}, {0.1, -1, 3}, {0.2, -4, 6}};
    EXPECT_TRUE(std::ranges::equal(loaded.mesh.vertices(), expected));
    EXPECT_EQ(loaded.mesh.triangle_count(), 2u);
    EXPECT_EQ(loaded.skipped, (std::vector<Skipped>{{"elements \"note\"", 2}}));
}

TEST(PlyReader, reads_faces_before_vertices) {
    const std::string head =
        ply_head("ascii", "element face 1\n" + ply_corners + "element vertex 3\n" + ply_xyz);
    EXPECT_EQ(parse_ply(head + "3 0 1 2\n" + triangle_vertices).mesh.triangle_count(), 1u);
}

TEST(PlyReader, counts_what_it_skips) {
    const std::string head =
        ply_head("ascii", "element camera 0\nproperty int a\nelement vertex 3\n" + ply_xyz +
                              "element edge 2\nproperty int vertex1\nproperty int vertex2\nelement face 4\n" +
                              ply_corners);
    const Loaded loaded =
        parse_ply(head + triangle_vertices + "0 1\n1 2\n3 0 1 2\n2 0 1\n0\n3 2 1 0\nmore\n");
    EXPECT_EQ(loaded.mesh.triangle_count(), 2u);
    EXPECT_EQ(loaded.skipped, (std::vector<Skipped>{{"elements \"edge\"", 2},
                                                    {"faces with fewer than three corners", 2},
                                                    {"trailing bytes", 5}}));
}

TEST(PlyReader, cuts_strips_into_triangles_that_are_wound_alike) {
    const std::string head =
        ply_head("ascii", "element vertex 5\n" + ply_xyz +
                              "element tristrips 1\nproperty list int int vertex_indices\n");
    const Loaded loaded = parse_ply(head + "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n9 0 1 2 3 4 -1 2 1 0\n");
    const std::vector<std::array<VertexId, 3>> expected{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}, {2, 1, 0}};
    EXPECT_TRUE(std::ranges::equal(loaded.mesh.triangles(), expected));
}

TEST(PlyReader, keeps_the_unit_that_graze_wrote_and_lets_the_caller_win) {
    std::string text = triangle_head + triangle_vertices + "3 0 1 2\n";
    text.replace(4, 0, "comment metres per unit 0.001\n");
    LoadOptions options;
    options.unit = 1;
    EXPECT_EQ(parse(text, Format::ply).mesh.metres_per_unit(), 0.001);
    EXPECT_EQ(parse(text, Format::ply, options).mesh.metres_per_unit(), 1);
    EXPECT_EQ(parse(text, Format::ply, options).stated_unit, 0.001);
    EXPECT_EQ(
        parse(triangle_head + triangle_vertices + "3 0 1 2\n", Format::ply, options).mesh.metres_per_unit(),
        1.0);
    for (const char* bad : {"x", "-1", "0", "inf", "1e999", "1 m"}) {
        std::string strange = triangle_head + triangle_vertices + "3 0 1 2\n";
        strange.replace(4, 0, std::string("comment metres per unit ") + bad + "\n");
        EXPECT_FALSE(parse_ply(strange).mesh.metres_per_unit()) << bad;
    }
}

TEST(PlyReader, gives_the_same_from_file_and_memory) {
    const TemporaryFolder folder;
    // More than a block of the stream, and a header that does not fit into the first look at the file.
    std::string head =
        ply_head("binary_big_endian", "element vertex 100000\n" + ply_xyz +
                                          "property uchar red\nelement face 60000\n" + ply_corners);
    head.replace(4, 0, "comment " + std::string(10'000, 'x') + "\n");
    PlyBytes bytes(true);
    for (int i = 0; i < 100'000; ++i)
        bytes.put_all(static_cast<float>(i), 0.5f, static_cast<float>(i % 7), std::uint8_t{9});
    for (int i = 0; i < 60'000; ++i) {
        if (i % 2 == 0)
            bytes.put(std::uint8_t{3}).put_all(i, i + 1, i + 2);
        else
            bytes.put(std::uint8_t{4}).put_all(i, i + 1, i + 3, i + 2);
    }
    const std::string content = head + bytes.text;
    const Loaded from_file = load_mesh(folder.write("a.ply", content));
    const Loaded from_memory = parse_ply(content);
    EXPECT_TRUE(std::ranges::equal(from_file.mesh.vertices(), from_memory.mesh.vertices()));
    EXPECT_TRUE(std::ranges::equal(from_file.mesh.triangles(), from_memory.mesh.triangles()));
    EXPECT_EQ(from_file.mesh.vertices()[99'999], (Vec3{99'999, 0.5, 99'999 % 7}));
    EXPECT_EQ(from_file.mesh.polygon_count(), 60'000u);
    const std::string cut = content.substr(0, content.size() - 1);
    EXPECT_EQ(refusal([&] { load_mesh(folder.write("b.ply", cut)); }),
              (folder / "b.ply").string() + ", face 59999: the file is truncated; check that it is complete");
}

TEST(PlyReader, refuses_clouds_of_points_with_a_word_for_them) {
    EXPECT_EQ(ply_refusal(ply_head("ascii", "element vertex 3\n" + ply_xyz) + triangle_vertices),
              "file: holds no faces, only 3 points");
    EXPECT_EQ(
        ply_refusal(ply_head("ascii", "element vertex 3\n" + ply_xyz + "element face 0\n" + ply_corners) +
                    triangle_vertices),
        "file: holds no faces, only 3 points");
    EXPECT_EQ(ply_refusal(ply_head("ascii", "")), "file: holds no faces");
    EXPECT_EQ(ply_refusal(triangle_head + triangle_vertices + "2 0 1\n"), "file: holds no triangles");
}

TEST(PlyReader, refuses_headers_it_does_not_understand_with_the_line) {
    const auto expect = [](const std::string& text, const std::string& message) {
        EXPECT_EQ(ply_refusal(text), "file" + message) << text;
    };
    expect("plx\n",
           ": is not a PLY file: it does not start with \"ply\"; check that it is a PLY file and complete");
    expect("ply\n", ", line 1: the header has no end; the file is truncated");
    expect("ply\nformat ascii 1.0\nelement", ", line 2: the header has no end; the file is truncated");
    expect("ply\nend_header\n", ", line 2: the header does not say the format");
    expect("ply\nformat ascii 2.0\n", ", line 2: version \"2.0\" is not known, only 1.0 is");
    expect("ply\nformat utf8 1.0\n", ", line 2: format \"utf8\" is not known");
    expect("ply\nhello\n", ", line 2: expected \"element\", \"property\" or \"end_header\", found \"hello\"");
    expect("ply\nproperty int a\n", ", line 2: a property comes before any element");
    expect("ply\nelement vertex -1\n", ", line 2: expected \"element\", a name and a count, found \"-1\"");
    expect("ply\nelement vertex 99999999999999999999\n",
           ", line 2: expected \"element\", a name and a count, found \"99999999999999999999\"");
    expect("ply\nelement a 1\nelement a 1\n", ", line 3: element \"a\" comes twice");
    expect("ply\nelement a 1\nproperty int\n", ", line 3: a property has no name");
    expect("ply\nelement a 1\nproperty half x\n", ", line 3: type \"half\" is not known");
    expect("ply\nelement a 1\nproperty int x\nproperty int x\n", ", line 4: property \"x\" comes twice");
    expect("ply\nelement a 1\nproperty list float int x\n",
           ", line 3: the length of a list must be an integer");
}

TEST(PlyReader, refuses_elements_without_what_makes_a_mesh) {
    const auto expect = [](const std::string& elements, const std::string& problem) {
        EXPECT_EQ(ply_refusal(ply_head("ascii", elements) + "1 1 1 1 1 1 1 1 1 1 1 1 1\n"),
                  "file: " + problem);
    };
    expect("element face 1\n" + ply_corners, "holds faces but no vertices");
    expect("element vertex 1\nproperty float x\nproperty float y\nelement face 1\n" + ply_corners,
           "its vertices have no property \"z\"");
    expect("element vertex 1\nproperty list int float x\nelement face 1\n" + ply_corners,
           "its vertices have no property \"x\"");
    expect("element vertex 1\n" + ply_xyz + "element face 1\nproperty int vertex_indices\n",
           "elements \"face\" have no list \"vertex_indices\"");
    expect("element vertex 1\n" + ply_xyz + "element face 1\n",
           "elements \"face\" have no list \"vertex_indices\"");
}

TEST(PlyReader, refuses_text_that_does_not_parse_with_its_line) {
    const auto expect = [](const std::string& data, const std::string& message) {
        EXPECT_EQ(ply_refusal(triangle_head + data), "file, line " + message) << data;
    };
    expect("0 0 0\n1 x 0\n0 1 0\n3 0 1 2\n", "11: expected a number, found \"x\"");
    expect("0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n", "11: coordinate \"nan\" is not a number");
    expect("0 0 0\n1 1e101 0\n0 1 0\n3 0 1 2\n", "11: coordinate \"1e101\" is beyond 1e100");
    expect("0 0 0\n1 0 0 7\n0 1 0\n3 0 1 2\n",
           "11: there are more values in the line than its element has: \"7\"");
    expect(triangle_vertices + "3 0 1 3\n",
           "13: vertex index 3 is out of range (3 vertices, counted from 0)");
    expect(triangle_vertices + "3 0 1 -1\n",
           "13: vertex index -1 is out of range (3 vertices, counted from 0)");
    expect(triangle_vertices + "3 0 1 1.5\n", "13: expected an index, found \"1.5\"");
    expect(triangle_vertices + "-3 0 1 2\n", "13: a list has -3 items");
    expect(triangle_vertices + "three 0 1 2\n", "13: expected a number of items, found \"three\"");
    expect(triangle_vertices + "3 0 1\n",
           "14: expected an index, found the end of the file; the file is truncated");
}

TEST(PlyReader, refuses_counts_that_do_not_fit_the_file_before_it_makes_room) {
    const std::string rest = ply_xyz + "element face 1\n" + ply_corners;
    const auto refused = [&](const std::string& format, const std::string& count) {
        return ply_refusal(
            ply_head(format, "element vertex " + count + "\n" + rest).append(triangle_vertices));
    };
    for (const std::string format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
        EXPECT_EQ(
            refused(format, "4000000000"),
            "file: as its header says, it would hold 4000000000 elements \"vertex\", more than fit into its "
            "size; it is truncated; check that the file is complete");
        EXPECT_EQ(refused(format, "18446744073709551615"),
                  "file: a mesh holds at most 4294967295 vertices, not 18446744073709551615; split it");
    }
    // Elements of no properties take no bytes: any number of them takes no time.
    const std::string head =
        ply_head("ascii", "element ghost 18446744073709551615\nelement vertex 3\n" + rest);
    EXPECT_EQ(parse_ply(head + triangle_vertices + "3 0 1 2\n").mesh.triangle_count(), 1u);
}

TEST(PlyReader, refuses_bad_binary_values_with_their_place) {
    const auto head = [](const std::string& list) {
        return ply_head("binary_little_endian",
                        "element vertex 3\nproperty double x\nproperty double y\nproperty double z\n"
                        "element face 2\nproperty list " +
                            list + " vertex_indices\n");
    };
    PlyBytes vertices(false);
    for (int i = 0; i < 9; ++i) vertices.put(0.5 * i);
    const auto expect = [&](const std::string& list, const PlyBytes& faces, const std::string& message) {
        EXPECT_EQ(ply_refusal(head(list) + vertices.text + faces.text), "file" + message);
    };
    using u8 = std::uint8_t;
    const auto faces = [](auto... values) {
        return PlyBytes(false).put_all(u8{3}, 0, 1, 2).put_all(values...);
    };
    expect("uchar int", faces(u8{3}, 0, 1, 3),
           ", face 1: vertex index 3 is out of range (3 vertices, counted from 0)");
    expect("uchar int", faces(u8{3}, 0, 1, -1),
           ", face 1: vertex index -1 is out of range (3 vertices, counted from 0)");
    expect("uchar int", faces(u8{3}, 0, 1), ", face 1: the file is truncated; check that it is complete");
    expect("char int", faces(u8{253}, 0, 1, 2), ", face 1: a list has -3 items");
    expect("uint uchar", PlyBytes(false).put_all(3u, u8{0}, u8{1}, u8{2}, 0xffffffffu, u8{1}),
           ", face 1: the file is truncated; check that it is complete");
    PlyBytes floats(false);
    floats.put(u8{3}).put_all(0.f, 1.f, 2.f).put(u8{3});
    expect("uchar float", PlyBytes(floats).put_all(0.f, 1.f, 1.5f),
           ", face 1: vertex index 1.500000 is out of range (3 vertices, counted from 0)");
    expect("uchar float", PlyBytes(floats).put_all(0.f, 1.f, std::bit_cast<float>(0x7fc00000u)),
           ", face 1: vertex index nan is out of range (3 vertices, counted from 0)");
    PlyBytes bad(false);
    for (int i = 0; i < 9; ++i) bad.put(i == 4 ? std::bit_cast<double>(0x7ff8000000000000u) : 1.0 * i);
    EXPECT_EQ(ply_refusal(head("uchar int") + bad.text + faces(u8{3}, 0, 1, 2).text),
              "file, vertex 1: coordinate is not a finite number");
}

}  // namespace
}  // namespace graze::test
