#include "graze/mesh/closed_surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"

namespace graze {
namespace {

using Triangles = std::vector<std::array<VertexId, 3>>;

const std::vector<Vec3> six_points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {2, 2, 2}};
const Triangles tetrahedron{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

Mesh mesh(Triangles triangles) {
    return Mesh(six_points, std::move(triangles));
}

Triangles with(Triangles triangles, std::array<VertexId, 3> more) {
    triangles.push_back(more);
    return triangles;
}

ClosedSurface::BadEdge bad_edge(const ClosedSurface& s) {
    EXPECT_TRUE(s.first_bad_edge().has_value());
    return s.first_bad_edge().value_or(ClosedSurface::BadEdge{});
}

TEST(ClosedSurface, of_solids_and_of_nothing_is_closed) {
    for (const Mesh& m :
         {make_box({1, 2, 3}, 4), make_sphere(1, 200), make_torus(2, 1, 9, 7), mesh(tetrahedron), Mesh()}) {
        const ClosedSurface s(m);
        EXPECT_TRUE(s.closed());
        EXPECT_EQ(s.why_not(), "");
        EXPECT_EQ(s.component_count(), m.empty() ? 0u : 1u);
        EXPECT_FALSE(s.first_bad_edge().has_value());
    }
    EXPECT_TRUE(ClosedSurface().closed());
}

TEST(ClosedSurface, does_not_depend_on_shared_vertices) {
    const Mesh shared = make_box({1, 1, 1}, 3);
    std::vector<Vec3> vertices;
    Triangles triangles;
    for (TriangleId t = 0; t < shared.triangle_count(); ++t) {
        const auto first = static_cast<VertexId>(vertices.size());
        for (const Vec3& p : shared.triangle(t).corner) vertices.push_back(p);
        triangles.push_back({first, first + 1, first + 2});
    }
    const ClosedSurface s(Mesh(vertices, triangles));
    EXPECT_TRUE(s.closed());
    EXPECT_EQ(s.component_count(), 1u);
    for (VertexId v = 0; v < vertices.size(); ++v) {
        for (VertexId w = 0; w < v; ++w)
            ASSERT_EQ(s.point_of(v) == s.point_of(w), vertices[v] == vertices[w]);
    }
}

TEST(ClosedSurface, names_open_edges) {
    const ClosedSurface s(mesh({{0, 1, 3}, {1, 2, 3}, {2, 0, 3}}));  // no bottom
    EXPECT_FALSE(s.closed());
    EXPECT_EQ(s.open_edge_count(), 3u);
    EXPECT_EQ(s.inconsistent_edge_count(), 0u);
    EXPECT_EQ(s.why_not(), "3 open edges, the first at triangle 0 from (0, 0, 0) to (1, 0, 0)");
    const ClosedSurface wing(mesh(with(tetrahedron, {1, 2, 4})));
    EXPECT_EQ(wing.open_edge_count(), 3u) << "three triangles at one edge, and two edges in the air";
    EXPECT_EQ(bad_edge(wing).triangle, 0u);
    EXPECT_EQ(bad_edge(wing).uses, 3u);
}

TEST(ClosedSurface, names_edges_whose_triangles_are_not_wound_alike) {
    const ClosedSurface s(mesh({{0, 2, 1}, {0, 1, 3}, {1, 3, 2}, {2, 0, 3}}));  // the third is turned over
    EXPECT_EQ(s.open_edge_count(), 0u);
    EXPECT_EQ(s.inconsistent_edge_count(), 3u);
    EXPECT_EQ(
        s.why_not(),
        "3 edges whose triangles are not wound alike, the first at triangle 0 from (0, 1, 0) to (1, 0, 0)");
    EXPECT_TRUE(bad_edge(s).inconsistent());
    const ClosedSurface both(mesh({{0, 2, 1}, {1, 3, 2}, {2, 0, 3}}));
    EXPECT_EQ(both.why_not(),
              "3 open edges and 2 edges whose triangles are not wound alike, the first (not wound alike) at "
              "triangle 0 from (0, 1, 0) to (1, 0, 0)");
}

TEST(ClosedSurface, takes_edges_of_four_triangles) {
    // Two tetrahedra that share an edge; wound alike or one of them inside out.
    for (const bool turned : {false, true}) {
        Triangles both = tetrahedron;
        for (auto t : tetrahedron) {
            for (VertexId& v : t) v = v == 2 ? 4 : v == 3 ? 5 : v;
            if (turned) std::swap(t[0], t[1]);
            both.push_back(t);
        }
        const ClosedSurface s(mesh(both));
        EXPECT_TRUE(s.closed());
        EXPECT_EQ(s.component_count(), 1u) << "connected through the edge";
    }
}

TEST(ClosedSurface, leaves_out_triangles_with_two_equal_corners) {
    Triangles t = tetrahedron;
    t.insert(t.begin(), {5, 5, 5});
    t.push_back({4, 4, 5});
    const ClosedSurface s(mesh(t));
    EXPECT_TRUE(s.closed());
    EXPECT_EQ(s.component_count(), 1u);
    EXPECT_EQ(s.component_of_triangle()[0], ClosedSurface::no_component);
    EXPECT_EQ(s.component_of_triangle()[5], ClosedSurface::no_component);
    EXPECT_EQ(s.component_of_triangle()[1], 0u);
    EXPECT_EQ(s.first_triangle(0), 1u);
}

TEST(ClosedSurface, counts_pieces_that_share_a_corner_only) {
    // Boxes corner to corner, triangles shuffled.
    Random r(21);
    std::vector<Vec3> vertices;
    Triangles triangles;
    const Mesh box = make_box({1, 1, 1});
    for (int i = 0; i < 7; ++i) {
        const auto first = static_cast<VertexId>(vertices.size());
        for (const Vec3& p : box.vertices()) vertices.push_back(p + Vec3{1, 1, 1} * i);
        for (const auto& t : box.triangles()) triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    for (std::size_t i = triangles.size(); i > 1; --i) std::swap(triangles[i - 1], triangles[r.below(i)]);
    const ClosedSurface s(Mesh(vertices, triangles));
    EXPECT_TRUE(s.closed());
    ASSERT_EQ(s.component_count(), 7u);
    std::vector<int> seen(7, 0);
    TriangleId last = 0;
    for (std::uint32_t c = 0; c < 7; ++c) {
        EXPECT_GE(s.first_triangle(c), last);
        last = s.first_triangle(c);
    }
    for (TriangleId t = 0; t < triangles.size(); ++t) {
        const std::uint32_t c = s.component_of_triangle()[t];
        ++seen[c];
        EXPECT_EQ(triangles[t][0] / 8, triangles[s.first_triangle(c)][0] / 8);
    }
    EXPECT_EQ(seen, std::vector<int>(7, 12));
}

// Counted edge by edge, and connected by a search.
TEST(ClosedSurface, of_random_soups_is_what_counting_gives) {
    Random r(22);
    for (int round = 0; round < 300; ++round) {
        std::vector<Vec3> vertices;
        for (int i = 0; i < 12; ++i)
            vertices.push_back({static_cast<double>(r.below(3)), static_cast<double>(r.below(2)), 0});
        Triangles triangles(1 + r.below(12));
        for (auto& t : triangles) {
            for (VertexId& v : t) v = static_cast<VertexId>(r.below(12));
        }
        using Key = std::array<double, 4>;
        std::map<Key, std::pair<int, std::vector<TriangleId>>> edges;  // balance, and users
        std::vector<bool> dropped(triangles.size());
        for (TriangleId t = 0; t < triangles.size(); ++t) {
            const Vec3 p[3] = {vertices[triangles[t][0]], vertices[triangles[t][1]],
                               vertices[triangles[t][2]]};
            dropped[t] = p[0] == p[1] || p[1] == p[2] || p[2] == p[0];
            for (int i = 0; i < 3 && !dropped[t]; ++i) {
                const Vec3 &u = p[i], &v = p[(i + 1) % 3];
                const Key up{u.x, u.y, v.x, v.y}, down{v.x, v.y, u.x, u.y};
                auto& edge = edges[std::min(up, down)];
                edge.first += up < down ? 1 : -1;
                edge.second.push_back(t);
            }
        }
        std::size_t open = 0, inconsistent = 0;
        for (const auto& [key, edge] : edges) {
            if (edge.first != 0) ++(edge.second.size() % 2 == 0 ? inconsistent : open);
        }
        const ClosedSurface s(Mesh(vertices, triangles));
        SCOPED_TRACE("seed 22, round " + std::to_string(round));
        ASSERT_EQ(s.open_edge_count(), open);
        ASSERT_EQ(s.inconsistent_edge_count(), inconsistent);
        ASSERT_EQ(s.closed(), open + inconsistent == 0);

        std::vector<std::uint32_t> expected(triangles.size(), ClosedSurface::no_component);
        std::uint32_t count = 0;
        for (TriangleId first = 0; first < triangles.size(); ++first) {
            if (dropped[first] || expected[first] != ClosedSurface::no_component) continue;
            std::queue<TriangleId> open_ends({first});
            expected[first] = count;
            while (!open_ends.empty()) {
                const TriangleId t = open_ends.front();
                open_ends.pop();
                for (const auto& [key, edge] : edges) {
                    if (!std::ranges::count(edge.second, t)) continue;
                    for (const TriangleId u : edge.second) {
                        if (expected[u] == count) continue;
                        expected[u] = count;
                        open_ends.push(u);
                    }
                }
            }
            ++count;
        }
        ASSERT_EQ(s.component_count(), count);
        ASSERT_TRUE(std::ranges::equal(s.component_of_triangle(), expected));
    }
}

}  // namespace
}  // namespace graze
