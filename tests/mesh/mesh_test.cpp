#include "graze/mesh/mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "graze/base/error.h"

namespace graze {
namespace {

// A pyramid: a square and four triangles, in two parts.
PolygonSoup pyramid() {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 3}};
    soup.corners = {3, 2, 1, 0, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    soup.corner_counts = {4, 3, 3, 3, 3};
    soup.parts = {{"base", 0, 1}, {"nothing", 1, 0}, {"sides", 1, 4}};
    soup.metres_per_unit = 0.001;
    return soup;
}

std::string refusal(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& e) {
        return e.what();
    }
    return "accepted";
}

std::string refusal_of(const std::function<void(PolygonSoup&)>& spoil) {
    return refusal([&] {
        PolygonSoup soup = pyramid();
        spoil(soup);
        const Mesh mesh(std::move(soup));
    });
}

TEST(Mesh, is_empty_by_default) {
    const Mesh mesh;
    EXPECT_TRUE(mesh.empty());
    EXPECT_TRUE(mesh.box().empty());
    EXPECT_EQ(mesh.polygon_count(), 0u);
    EXPECT_TRUE(Mesh(PolygonSoup{}).empty());
}

TEST(Mesh, traces_triangles_to_polygons_and_parts) {
    const Mesh mesh(pyramid());
    EXPECT_EQ(mesh.triangle_count(), 6u);
    EXPECT_EQ(mesh.polygon_count(), 5u);
    EXPECT_FALSE(mesh.all_triangles());
    EXPECT_EQ(mesh.polygon_of(0), 0u);
    EXPECT_EQ(mesh.polygon_of(1), 0u);
    for (TriangleId t = 2; t < 6; ++t) EXPECT_EQ(mesh.polygon_of(t), t - 1);
    EXPECT_EQ(mesh.part_of(0), 0u);
    for (PolygonId p = 1; p < 5; ++p) EXPECT_EQ(mesh.part_of(p), 2u) << "a part without polygons holds none";
    const auto square = mesh.polygon(0);
    EXPECT_EQ(std::vector(square.begin(), square.end()), (std::vector<VertexId>{3, 2, 1, 0}));
    const auto side = mesh.polygon(4);
    EXPECT_EQ(std::vector(side.begin(), side.end()), (std::vector<VertexId>{3, 0, 4}));
    EXPECT_EQ(mesh.box(), (Box{{0, 0, 0}, {2, 2, 3}}));
    EXPECT_EQ(mesh.metres_per_unit(), 0.001);
    EXPECT_EQ(mesh.irregular_polygon_count(), 0u);
}

TEST(Mesh, of_triangles_needs_no_polygons) {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    soup.corners = {0, 1, 2, 0, 1, 3};
    const Mesh implied(soup);
    soup.corner_counts = {3, 3};
    const Mesh stated(soup);
    const Mesh direct(soup.vertices, {{0, 1, 2}, {0, 1, 3}});
    for (const Mesh* mesh : {&implied, &stated, &direct}) {
        EXPECT_TRUE(mesh->all_triangles());
        EXPECT_EQ(mesh->polygon_count(), 2u);
        EXPECT_EQ(mesh->polygon_of(1), 1u);
        EXPECT_EQ(mesh->polygon(1)[2], 3u);
        ASSERT_EQ(mesh->parts().size(), 1u);
        EXPECT_EQ(mesh->parts()[0], (MeshPart{"", 0, 2}));
        EXPECT_EQ(mesh->part_of(1), 0u);
    }
}

TEST(Mesh, keeps_but_does_not_measure_vertices_that_no_polygon_uses) {
    const Mesh mesh({{0, 0, 0}, {99, 99, 99}, {1, 0, 0}, {0, 1, 0}}, {{0, 2, 3}});
    EXPECT_EQ(mesh.vertices().size(), 4u);
    EXPECT_EQ(mesh.unused_vertex_count(), 1u);
    EXPECT_EQ(mesh.box(), (Box{{0, 0, 0}, {1, 1, 0}}));
}

TEST(Mesh, makes_minus_zero_zero) {
    const Mesh mesh({{-0.0, 0, 0}, {1, -0.0, 0}, {0, 1, -0.0}}, {{0, 1, 2}});
    EXPECT_FALSE(std::signbit(mesh.vertices()[0].x));
    EXPECT_FALSE(std::signbit(mesh.vertices()[1].y));
    EXPECT_FALSE(std::signbit(mesh.vertices()[2].z));
}

TEST(Mesh, keeps_degenerate_and_duplicate_polygons) {
    const Mesh mesh({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}, {0, 0, 0}, {0, 1, 2}});
    EXPECT_EQ(mesh.triangle_count(), 3u);
}

TEST(Mesh, counts_polygons_without_a_proper_triangulation) {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
    soup.corners = {0, 1, 2, 3, 0, 2, 1, 3, 0, 0, 0};
    soup.corner_counts = {4, 4, 3};
    const Mesh mesh(std::move(soup));
    EXPECT_EQ(mesh.irregular_polygon_count(), 1u);
    EXPECT_EQ(mesh.triangle_count(), 5u);
}

TEST(Mesh, refuses_coordinates_that_are_not_finite_or_too_large_and_names_the_vertex) {
    EXPECT_EQ(refusal_of([](PolygonSoup& s) { s.vertices[3].y = std::nan(""); }),
              "vertex 3: coordinate is not a finite number");
    EXPECT_EQ(refusal_of([](PolygonSoup& s) { s.vertices[2].z = std::numeric_limits<double>::infinity(); }),
              "vertex 2: coordinate is not a finite number");
    EXPECT_EQ(refusal_of([](PolygonSoup& s) { s.vertices[4].x = -1.1e100; }),
              "vertex 4: coordinate is beyond 1e100");
    EXPECT_EQ(refusal_of([](PolygonSoup& s) { s.vertices[4].x = 1e100; }), "accepted");
}

TEST(Mesh, refuses_corners_out_of_range) {
    EXPECT_EQ(refusal_of([](PolygonSoup& s) { s.corners[6] = 5; }),
              "polygon 1: corner refers to vertex 5, but there are only 5 (numbered from 0)");
    EXPECT_EQ(refusal([] { Mesh({{0, 0, 0}}, {{0, 0, 0}, {0, 7, 0}}); }),
              "triangle 1: corner refers to vertex 7, but there are only 1 (numbered from 0)");
}

TEST(Mesh, refuses_counts_that_do_not_fit_together) {
    EXPECT_EQ(refusal_of([](PolygonSoup& s) { s.corner_counts[1] = 2; }),
              "polygon 1: has 2 corners, at least 3 are needed");
    EXPECT_EQ(refusal_of([](PolygonSoup& s) { s.corners.pop_back(); }),
              "the polygons have 16 corners, but there are 15");
    EXPECT_NE(refusal_of([](PolygonSoup& s) { s.corner_counts.clear(); }), "accepted");
    EXPECT_NE(refusal_of([](PolygonSoup& s) { s.corner_counts = {3, 3}; }), "accepted");
}

TEST(Mesh, refuses_parts_that_do_not_cover_the_polygons) {
    EXPECT_EQ(refusal_of([](PolygonSoup& s) { s.parts[2].first_polygon = 2; }),
              "part 2: starts at polygon 2 instead of 1; parts must follow one another without gaps");
    EXPECT_EQ(refusal_of([](PolygonSoup& s) { s.parts.pop_back(); }),
              "the parts cover 1 polygons, but there are 5");
}

TEST(Mesh, refuses_a_unit_that_is_not_positive) {
    for (const double unit : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
        EXPECT_EQ(refusal_of([&](PolygonSoup& s) { s.metres_per_unit = unit; }),
                  "the unit must be a positive number of metres");
}

class CancelAtOnce : public Progress {
  public:
    void report(std::string_view, std::uint64_t, std::uint64_t) override { cancel(); }
};

TEST(Mesh, can_be_cancelled_while_triangulating) {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    for (int i = 0; i < 3000; ++i) {
        soup.corners.insert(soup.corners.end(), {0, 1, 2, 3});
        soup.corner_counts.push_back(4);
    }
    CancelAtOnce progress;
    EXPECT_EQ(refusal([&] { const Mesh mesh(std::move(soup), &progress); }), "cancelled");
}

}  // namespace
}  // namespace graze
