#include "graze/mesh/content_hash.h"

#include <gtest/gtest.h>

#include <functional>
#include <unordered_set>
#include <utility>

#include "graze/base/detail/hash.h"
#include "graze/mesh/generate.h"

namespace graze {
namespace {

// A square and two triangles in two parts.
PolygonSoup tent() {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 3}};
    soup.corners = {3, 2, 1, 0, 0, 1, 4, 1, 2, 4};
    soup.corner_counts = {4, 3, 3};
    soup.parts = {{"floor", 0, 1}, {"sides", 1, 2}};
    soup.metres_per_unit = 0.001;
    return soup;
}

ContentHash hash_of(const std::function<void(PolygonSoup&)>& change) {
    PolygonSoup soup = tent();
    change(soup);
    return content_hash(Mesh(std::move(soup)));
}

TEST(ContentHash, is_the_same_on_every_machine_and_in_every_version) {
    EXPECT_EQ(content_hash(Mesh(tent())).hex(), "b6e0d6a348a26ebbac9c62951b691568");
    EXPECT_EQ(content_hash(make_box({1, 2, 3})).hex(), "b40c5e1a8dccaf03083ed1854e44a491");
    EXPECT_EQ(content_hash(Mesh()).hex(), "ce62b44e257dbdc8114ddfda264d5aa9");
}

TEST(GeometryHash, is_about_vertices_and_triangles_only) {
    const auto hash = [](const std::function<void(PolygonSoup&)>& change) {
        PolygonSoup soup = tent();
        change(soup);
        return geometry_hash(Mesh(std::move(soup)));
    };
    const ContentHash plain = hash([](PolygonSoup&) {});
    EXPECT_EQ(hash([](PolygonSoup& s) { s.parts[0].name = "ground"; }), plain);
    EXPECT_EQ(hash([](PolygonSoup& s) { s.parts.clear(); }), plain);
    EXPECT_EQ(hash([](PolygonSoup& s) { s.metres_per_unit.reset(); }), plain);
    EXPECT_NE(hash([](PolygonSoup& s) { s.vertices[4].z = 3.0000000000000004; }), plain);
    EXPECT_NE(hash([](PolygonSoup& s) { std::swap(s.corners[4], s.corners[5]); }), plain);
}

TEST(ContentHash, changes_with_everything_in_the_mesh) {
    const std::function<void(PolygonSoup&)> changes[] = {
        [](PolygonSoup&) {},
        [](PolygonSoup& s) { s.vertices[4].z = 3.0000000000000004; },
        [](PolygonSoup& s) { std::swap(s.vertices[0], s.vertices[1]); },
        [](PolygonSoup& s) { s.vertices.push_back({9, 9, 9}); },
        [](PolygonSoup& s) { std::swap(s.corners[5], s.corners[6]); },
        [](PolygonSoup& s) { s.corners = {2, 1, 0, 3, 0, 1, 4, 1, 2, 4}; },
        [](PolygonSoup& s) { s.parts[0].name = "Floor"; },
        [](PolygonSoup& s) { s.parts[0].name = "floors", s.parts[1].name = "ides"; },
        [](PolygonSoup& s) { s.parts = {{"floor", 0, 2}, {"sides", 2, 1}}; },
        [](PolygonSoup& s) { s.metres_per_unit = 0.0254; },
        [](PolygonSoup& s) { s.metres_per_unit.reset(); },
    };
    std::unordered_set<ContentHash> seen;
    for (const auto& change : changes) EXPECT_TRUE(seen.insert(hash_of(change)).second) << seen.size();
}

TEST(ContentHash, tells_polygons_from_their_triangles) {
    const Mesh mesh(tent());
    const auto vertices = mesh.vertices();
    const auto triangles = mesh.triangles();
    const Mesh cut({vertices.begin(), vertices.end()}, {triangles.begin(), triangles.end()}, {}, 0.001);
    EXPECT_NE(content_hash(mesh), content_hash(cut));
}

TEST(ContentHash, of_equal_meshes_is_equal) {
    EXPECT_EQ(content_hash(make_sphere(1, 1000)), content_hash(make_sphere(1, 1000)));
    EXPECT_EQ(hash_of([](PolygonSoup& s) { s.vertices[0].x = -0.0; }), hash_of([](PolygonSoup&) {}))
        << "-0 becomes 0 in a mesh";
}

TEST(ContentHash, prints_as_32_digits) {
    EXPECT_EQ((ContentHash{0x0123456789abcdef, 0x1}).hex(), "0123456789abcdef0000000000000001");
}

TEST(Hasher128, does_not_depend_on_how_bytes_are_cut_or_numbers_lie_in_memory) {
    std::vector<std::uint64_t> numbers(1000);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i * 0x9e3779b97f4a7c15u;
    const std::span<const std::uint64_t> all(numbers);
    detail::Hasher128 whole, pieces, one_by_one;
    detail::add_numbers(whole, all);
    detail::add_numbers(pieces, all.first(7));
    detail::add_numbers(pieces, all.subspan(7));
    detail::add_numbers<std::uint64_t, false>(one_by_one, all);
    EXPECT_EQ(whole.result().low, pieces.result().low);
    EXPECT_EQ(whole.result().high, pieces.result().high);
    EXPECT_EQ(whole.result().low, one_by_one.result().low);
    EXPECT_EQ(whole.result().high, one_by_one.result().high);
}

}  // namespace
}  // namespace graze
