#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "graze/base/error.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/mesh.h"

namespace graze {
namespace {

using Triangles = std::vector<std::array<VertexId, 3>>;

Mesh tent_mesh() {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 3}};
    soup.corners = {3, 2, 1, 0, 0, 1, 4, 1, 2, 4, 0, 2, 1, 0};
    soup.corner_counts = {4, 3, 3, 4};  // the last one crosses itself
    soup.parts = {{"floor", 0, 1}, {"nothing", 1, 0}, {"sides", 1, 3}};
    soup.metres_per_unit = 0.001;
    return Mesh(std::move(soup));
}

void expect_same(const Mesh& a, const Mesh& b) {
    EXPECT_EQ(content_hash(a), content_hash(b));
    EXPECT_EQ(a.box(), b.box());
    EXPECT_EQ(a.polygon_count(), b.polygon_count());
    EXPECT_EQ(a.irregular_polygon_count(), b.irregular_polygon_count());
    EXPECT_EQ(a.unused_vertex_count(), b.unused_vertex_count());
    EXPECT_TRUE(std::ranges::equal(a.parts(), b.parts()));
    for (TriangleId t = 0; t < a.triangle_count(); ++t) EXPECT_EQ(a.polygon_of(t), b.polygon_of(t));
}

TEST(MeshArrays, give_the_mesh_back_without_copying) {
    for (const Mesh& mesh : {tent_mesh(), make_torus(2, 0.5, 8, 5), Mesh(), Mesh(PolygonSoup{})}) {
        const Mesh again(mesh.arrays());
        expect_same(mesh, again);
        EXPECT_EQ(mesh.vertices().data(), again.vertices().data());
        EXPECT_EQ(mesh.triangles().data(), again.triangles().data());
    }
}

TEST(Mesh, with_another_unit_shares_the_rest) {
    const Mesh mesh = tent_mesh(), inches = mesh.with_unit(0.0254);
    EXPECT_EQ(inches.metres_per_unit(), 0.0254);
    EXPECT_EQ(mesh.metres_per_unit(), 0.001);
    EXPECT_EQ(mesh.vertices().data(), inches.vertices().data());
    EXPECT_THROW(static_cast<void>(mesh.with_unit(0)), Error);
    EXPECT_THROW(static_cast<void>(mesh.with_unit(std::numeric_limits<double>::infinity())), Error);
}

template <typename T>
void change(SharedArray<T>& array, const std::function<void(std::vector<T>&)>& spoil) {
    std::vector<T> values(array.begin(), array.end());
    spoil(values);
    array = std::move(values);
}

// The message, or "accepted".
std::string refusal_of(const std::function<void(MeshArrays&)>& spoil) {
    MeshArrays arrays = tent_mesh().arrays();
    spoil(arrays);
    try {
        const Mesh mesh(std::move(arrays));
    } catch (const Error& e) {
        return e.what();
    }
    return "accepted";
}

void expect_refused(const std::string& message, const std::function<void(MeshArrays&)>& spoil) {
    const std::string said = refusal_of(spoil);
    EXPECT_NE(said.find(message), std::string::npos) << said;
}

TEST(MeshArrays, that_no_mesh_has_are_refused) {
    using Vertices = std::vector<Vec3>;
    using Starts = std::vector<std::uint64_t>;
    using Ids = std::vector<std::uint32_t>;
    ASSERT_EQ(refusal_of([](MeshArrays&) {}), "accepted");
    expect_refused("vertex 2: coordinate is not a finite number", [](MeshArrays& m) {
        change<Vec3>(m.vertices, [](Vertices& v) { v[2].y = std::numeric_limits<double>::quiet_NaN(); });
    });
    expect_refused("vertex 2: coordinate is beyond 1e100",
                   [](MeshArrays& m) { change<Vec3>(m.vertices, [](Vertices& v) { v[2].y = 2e100; }); });
    expect_refused("vertex 0: coordinate is -0",
                   [](MeshArrays& m) { change<Vec3>(m.vertices, [](Vertices& v) { v[0].x = -0.0; }); });
    expect_refused("triangle 2: is not of polygon 1", [](MeshArrays& m) {
        change<std::array<VertexId, 3>>(m.triangles, [](Triangles& t) { t[2][0] = 3; });
    });
    expect_refused("triangle 2: is not of polygon 1", [](MeshArrays& m) {
        change<std::array<VertexId, 3>>(m.triangles, [](Triangles& t) { t[2][0] = 0xffffffff; });
    });
    expect_refused("triangle 1: is not of polygon 0", [](MeshArrays& m) {
        change<std::uint32_t>(m.polygon_of_triangle, [](Ids& p) { p[1] = 1; });
    });
    expect_refused("polygon 1: has fewer than 3 corners", [](MeshArrays& m) {
        change<std::uint64_t>(m.polygon_start, [](Starts& s) { s[1] = s[2]; });
    });
    expect_refused("polygon 1: has fewer than 3 corners", [](MeshArrays& m) {
        change<std::uint64_t>(m.polygon_start, [](Starts& s) { s[1] = ~std::uint64_t{0}; });
    });
    expect_refused("do not cover their 14 corners", [](MeshArrays& m) {
        change<std::uint64_t>(m.polygon_start, [](Starts& s) { s[0] = 1; });
    });
    expect_refused("polygon 0: corner refers to vertex 77", [](MeshArrays& m) {
        change<std::uint32_t>(m.polygon_corners, [](Ids& c) { c[0] = 77; });
    });
    expect_refused("do not make 6 triangles", [](MeshArrays& m) {
        change<std::uint32_t>(m.polygon_of_triangle, [](Ids& p) { p.pop_back(); });
    });
    expect_refused("do not make 5 triangles", [](MeshArrays& m) {
        change<std::array<VertexId, 3>>(m.triangles, [](Triangles& t) { t.pop_back(); });
    });
    expect_refused("more irregular polygons than polygons", [](MeshArrays& m) { m.irregular_polygons = 5; });
    expect_refused("but no polygons", [](MeshArrays& m) { m.polygon_start = {}; });
    expect_refused("the parts cover 5 polygons", [](MeshArrays& m) { m.parts[2].polygon_count = 4; });
    expect_refused("positive number of metres", [](MeshArrays& m) { m.metres_per_unit = -1; });
}

TEST(MeshArrays, of_triangles_are_refused_where_corners_are_out_of_range) {
    MeshArrays m = make_box({1, 1, 1}).arrays();
    change<std::array<VertexId, 3>>(m.triangles, [](auto& t) { t[3][1] = 8; });
    EXPECT_THROW(Mesh{m}, Error);
}

TEST(MeshArrays, that_hide_triangles_as_polygons_are_refused) {
    const MeshArrays box = make_box({1, 1, 1}).arrays();
    MeshArrays m = box;
    std::vector<std::uint64_t> start{0};
    std::vector<std::uint32_t> corners, polygons;
    for (std::uint32_t t = 0; t < box.triangles.size(); ++t) {
        start.push_back(start.back() + 3);
        corners.insert(corners.end(), box.triangles[t].begin(), box.triangles[t].end());
        polygons.push_back(t);
    }
    m.polygon_start = std::move(start);
    m.polygon_corners = std::move(corners);
    m.polygon_of_triangle = std::move(polygons);
    EXPECT_THROW(Mesh{m}, Error);
}

}  // namespace
}  // namespace graze
