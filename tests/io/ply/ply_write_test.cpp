#include <gtest/gtest.h>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "tests/io/ply/ply_files.h"

namespace graze::test {
namespace {

// Polygons of 3 to `most` corners, awkward doubles, a vertex that nothing uses.
Mesh random_polygons(std::uint64_t seed, std::uint32_t most) {
    Random random(seed);
    PolygonSoup soup;
    soup.vertices.resize(50);
    for (Vec3& v : soup.vertices) {
        const double scales[] = {1, 1e-300, 1e99, 1e-7, 5e-324};
        v = random.in_box({-1, -1, -1}, {1, 1, 1}) * scales[random.below(5)];
    }
    for (int p = 0; p < 20; ++p) {
        soup.corner_counts.push_back(static_cast<std::uint32_t>(3 + random.below(most - 2)));
        for (std::uint32_t i = 0; i < soup.corner_counts.back(); ++i)
            soup.corners.push_back(static_cast<VertexId>(random.below(49)));
    }
    return Mesh(std::move(soup));
}

struct Kind {
    Format format;
    bool ascii;
};
constexpr Kind kinds[] = {{Format::ply, false}, {Format::ply, true}, {Format::off, false}};

TEST(PlyAndOffWriters, keep_vertices_and_polygons_exactly) {
    for (const Kind& kind : kinds) {
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            SCOPED_TRACE(seed);
            const Mesh mesh = random_polygons(seed, seed < 20 ? 7 : 400);
            Saved saved;
            const std::string content = written(mesh, kind.format, kind.ascii, &saved);
            expect_same_polygons(parse(content, kind.format).mesh, mesh);
            EXPECT_EQ(saved.rounded_coordinates + saved.unused_vertices_dropped, 0u);
            EXPECT_FALSE(saved.parts_dropped || saved.polygons_cut || saved.unit_dropped);
        }
        expect_same_polygons(parse(written(make_box({1, 2, 3}), kind.format, kind.ascii), kind.format).mesh,
                             make_box({1, 2, 3}));
    }
}

TEST(PlyAndOffWriters, say_what_they_cannot_hold) {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
    soup.corners = {0, 1, 2};
    soup.parts = {{"plate", 0, 1}};
    soup.metres_per_unit = 0.0254;
    const Mesh mesh(std::move(soup));
    for (const Kind& kind : kinds) {
        Saved saved;
        const Loaded again = parse(written(mesh, kind.format, kind.ascii, &saved), kind.format);
        EXPECT_TRUE(saved.parts_dropped);
        EXPECT_EQ(saved.unit_dropped, kind.format == Format::off);
        EXPECT_EQ(again.mesh.metres_per_unit(),
                  kind.format == Format::ply ? std::optional(0.0254) : std::nullopt);
    }
}

TEST(PlyWriter, uses_the_types_that_most_programs_expect) {
    const std::string content = written(make_box({1, 1, 1}), Format::ply, false);
    EXPECT_TRUE(content.starts_with("ply\nformat binary_little_endian 1.0\n"));
    EXPECT_TRUE(contains(content, "\nproperty double x\n"));
    EXPECT_TRUE(contains(content, "\nproperty list uchar int vertex_indices\n"));
    EXPECT_TRUE(contains(written(random_polygons(1, 400), Format::ply, false),
                         "\nproperty list uint int vertex_indices\n"));
}

TEST(PlyAndOffWriters, are_found_by_extension) {
    const TemporaryFolder folder;
    save_mesh(make_box({1, 1, 1}), folder / "a.PLY");
    save_mesh(make_box({1, 1, 1}), folder / "a.off");
    EXPECT_EQ(load_mesh(folder / "a.PLY").format, "ply (binary)");
    EXPECT_EQ(load_mesh(folder / "a.off").format, "off");
}

}  // namespace
}  // namespace graze::test
