#include "graze/mesh/topology.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/predicates.h"
#include "graze/base/random.h"
#include "graze/mesh/edges.h"
#include "graze/mesh/generate.h"

namespace graze {
namespace {

using Triangles = std::vector<std::array<VertexId, 3>>;

// A grid of quadrangles in the plane z = 0, each cut in two.
Mesh sheet(VertexId columns, VertexId rows) {
    std::vector<Vec3> vertices;
    Triangles triangles;
    for (VertexId y = 0; y <= rows; ++y) {
        for (VertexId x = 0; x <= columns; ++x)
            vertices.push_back({static_cast<double>(x), static_cast<double>(y), 0});
    }
    for (VertexId y = 0; y < rows; ++y) {
        for (VertexId x = 0; x < columns; ++x) {
            const VertexId a = y * (columns + 1) + x, b = a + 1, c = a + columns + 1, d = c + 1;
            triangles.push_back({a, b, d});
            triangles.push_back({a, d, c});
        }
    }
    return Mesh(vertices, triangles);
}

Mesh without(const Mesh& mesh, const std::set<TriangleId>& dropped) {
    Triangles kept;
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        if (!dropped.contains(t)) kept.push_back(mesh.triangles()[t]);
    }
    return Mesh({mesh.vertices().begin(), mesh.vertices().end()}, kept);
}

Mesh with(const Mesh& mesh, const Triangles& more) {
    Triangles all(mesh.triangles().begin(), mesh.triangles().end());
    all.insert(all.end(), more.begin(), more.end());
    return Mesh({mesh.vertices().begin(), mesh.vertices().end()}, all);
}

Mesh moebius_strip(VertexId around) {
    std::vector<Vec3> vertices;
    Triangles triangles;
    for (VertexId i = 0; i < around; ++i) {  // where they are matters little
        vertices.push_back({static_cast<double>(i), static_cast<double>(i * i), 0});
        vertices.push_back({static_cast<double>(i), static_cast<double>(i * i), 1});
    }
    for (VertexId i = 0; i < around; ++i) {
        const VertexId a = 2 * i, b = a + 1;
        const bool last = i + 1 == around;
        const VertexId c = last ? 1 : a + 2, d = last ? 0 : a + 3;  // twisted where it closes
        triangles.push_back({a, c, d});
        triangles.push_back({a, d, b});
    }
    return Mesh(vertices, triangles);
}

TEST(Topology, of_solids_has_the_genus_of_their_handles) {
    const struct {
        Mesh mesh;
        int genus;
    } cases[] = {{make_box({1, 2, 3}, 4), 0},
                 {make_sphere(1, 500), 0},
                 {make_cylinder(1, 2, 17), 0},
                 {make_torus(2, 1, 9, 7), 1},
                 {make_tube(2, 1, 3, 12), 1}};
    for (const auto& [mesh, genus] : cases) {
        const Topology t(mesh);
        EXPECT_TRUE(t.surface().closed());
        EXPECT_TRUE(t.manifold());
        EXPECT_TRUE(t.orientable());
        ASSERT_EQ(t.components().size(), 1u);
        const Component& c = t.components()[0];
        EXPECT_EQ(c.genus(), genus);
        EXPECT_EQ(c.euler_characteristic(), 2 - 2 * genus);
        EXPECT_EQ(c.triangles, mesh.triangle_count());
        EXPECT_EQ(t.edge_count(), mesh.triangle_count() * 3 / 2);
        EXPECT_EQ(t.manifold_edge_count(), t.edge_count());
        EXPECT_EQ(t.point_count(), mesh.vertices().size());
        EXPECT_TRUE(t.boundary_loops().empty());
        EXPECT_TRUE(t.duplicates().empty());
        EXPECT_TRUE(t.flat_triangles().empty());
    }
}

TEST(Topology, of_nothing_is_empty) {
    for (const Topology& t : {Topology(), Topology(Mesh())}) {
        EXPECT_EQ(t.edge_count(), 0u);
        EXPECT_TRUE(t.components().empty());
        EXPECT_EQ(t.cluster_count(), 0u);
        EXPECT_TRUE(t.surface().closed());
        EXPECT_TRUE(t.boundary_loops().empty());
    }
}

TEST(Topology, of_pieces_that_touch_in_points_is_one_cluster) {
    // Tetrahedra tip to tip, one of them with a vertex of its own there, and one by itself before them.
    const Mesh mesh({{9, 9, 9},
                     {8, 9, 9},
                     {9, 8, 9},
                     {9, 9, 8},
                     {0, 0, 0},
                     {1, 0, 0},
                     {0, 1, 0},
                     {0, 0, 1},
                     {0, 0, 0},
                     {-1, 0, 0},
                     {0, -1, 0},
                     {0, 0, -1}},
                    {{0, 2, 1},
                     {0, 1, 3},
                     {1, 2, 3},
                     {2, 0, 3},
                     {4, 6, 5},
                     {4, 5, 7},
                     {5, 6, 7},
                     {6, 4, 7},
                     {8, 10, 9},
                     {8, 9, 11},
                     {9, 10, 11},
                     {10, 8, 11}});
    const Topology t(mesh);
    ASSERT_EQ(t.components().size(), 3u);
    EXPECT_EQ(t.cluster_count(), 2u);
    EXPECT_EQ(t.components()[0].cluster, 0u);
    EXPECT_EQ(t.components()[1].cluster, 1u);
    EXPECT_EQ(t.components()[2].cluster, 1u);
    EXPECT_EQ(Topology(make_sphere(1, 100)).cluster_count(), 1u);
}

TEST(Topology, finds_holes_as_loops_in_order) {
    const Mesh whole = sheet(10, 10);
    // A hole of one triangle, and one of the four triangles of two quadrangles.
    const Mesh mesh = without(whole, {2 * 22, 2 * 55, 2 * 55 + 1, 2 * 56, 2 * 56 + 1});
    const Topology t(mesh);
    ASSERT_EQ(t.boundary_loops().size(), 3u);
    EXPECT_EQ(t.boundary_edge_count(), 40u + 3 + 6);
    const BoundaryLoop& rim = t.boundary_loops()[0];
    EXPECT_EQ(rim.side_count, 40u);
    EXPECT_DOUBLE_EQ(rim.length, 40);
    EXPECT_EQ(rim.box.upper, (Vec3{10, 10, 0}));
    EXPECT_EQ(t.sides_of(rim)[0], (TriangleSide{0, 0})) << "starts at the lowest triangle";
    std::vector<std::size_t> sizes;
    for (const BoundaryLoop& loop : t.boundary_loops()) {
        sizes.push_back(loop.side_count);
        EXPECT_TRUE(loop.closed);
        EXPECT_TRUE(loop.wound_alike);
        const auto sides = t.sides_of(loop);
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const TriangleSide &a = sides[i], &b = sides[(i + 1) % sides.size()];
            EXPECT_EQ(mesh.triangles()[a.triangle][(a.corner + 1u) % 3],
                      mesh.triangles()[b.triangle][b.corner])
                << "each side ends where the next one starts";
        }
    }
    std::ranges::sort(sizes);
    EXPECT_EQ(sizes, (std::vector<std::size_t>{3, 6, 40}));
    const Component& c = t.components()[0];
    EXPECT_EQ(c.boundary_loops, 3u);
    EXPECT_EQ(c.genus(), 0);
    EXPECT_FALSE(c.closed);
}

TEST(Topology, cuts_loops_where_holes_meet_in_a_point) {
    const Mesh whole = sheet(4, 4);
    const auto quad = [](TriangleId q) { return std::set<TriangleId>{2 * q, 2 * q + 1}; };
    std::set<TriangleId> dropped = quad(5);  // (1, 1) and (2, 2) share the corner (2, 2)
    dropped.merge(quad(10));
    const Topology t(without(whole, dropped));
    ASSERT_EQ(t.boundary_loops().size(), 3u);
    std::vector<std::size_t> sizes;
    for (const BoundaryLoop& loop : t.boundary_loops()) sizes.push_back(loop.side_count);
    std::ranges::sort(sizes);
    EXPECT_EQ(sizes, (std::vector<std::size_t>{4, 4, 16}));
    ASSERT_EQ(t.non_manifold_points().size(), 1u);
    EXPECT_EQ(t.non_manifold_points()[0].vertex, 12u);
    EXPECT_EQ(t.non_manifold_points()[0].sheets, 2u);
    EXPECT_FALSE(t.manifold());
    EXPECT_FALSE(t.components()[0].genus().has_value());
}

TEST(Topology, knows_boundary_chains_that_end_at_a_wall) {
    // A fin on the middle of a sheet, along one edge.
    Mesh mesh = sheet(2, 1);
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    vertices.push_back({1, 0.5, 1});
    Triangles triangles(mesh.triangles().begin(), mesh.triangles().end());
    triangles.push_back({1, 4, 6});
    mesh = Mesh(vertices, triangles);
    const Topology t(mesh);
    ASSERT_EQ(t.non_manifold_edges().size(), 1u);
    EXPECT_EQ(t.non_manifold_edges()[0].uses, 3u);
    EXPECT_TRUE(t.non_manifold_points().empty()) << "the ends of that edge are not counted again";
    const auto fin = std::ranges::find(t.boundary_loops(), false, &BoundaryLoop::closed);
    EXPECT_EQ(t.boundary_edge_count(), 6u + 2);
    std::size_t sides = 0;
    for (const BoundaryLoop& loop : t.boundary_loops()) sides += loop.side_count;
    EXPECT_EQ(sides, t.boundary_edge_count());
    ASSERT_NE(fin, t.boundary_loops().end());
}

TEST(Topology, finds_turned_triangles_and_says_whether_they_can_be_turned_back) {
    const Mesh good = make_sphere(1, 200);
    Triangles triangles(good.triangles().begin(), good.triangles().end());
    std::swap(triangles[7][0], triangles[7][1]);
    const Topology turned(Mesh({good.vertices().begin(), good.vertices().end()}, triangles));
    EXPECT_EQ(turned.inconsistent_edges().size(), 3u);
    EXPECT_EQ(turned.inconsistent_edges()[0].uses, 2u);
    EXPECT_TRUE(turned.orientable());
    EXPECT_FALSE(turned.surface().closed());
    const Topology strip(moebius_strip(9));
    EXPECT_FALSE(strip.orientable());
    EXPECT_TRUE(strip.manifold());
    EXPECT_EQ(strip.boundary_loops().size(), 1u);
    EXPECT_EQ(strip.boundary_loops()[0].side_count, 18u);
    EXPECT_FALSE(strip.boundary_loops()[0].wound_alike);
    EXPECT_FALSE(strip.components()[0].genus().has_value());
}

TEST(Topology, finds_duplicates_of_either_winding) {
    const Mesh box = make_box({1, 1, 1});
    const auto& first = box.triangles()[3];
    const Topology t(with(box, {{first[1], first[2], first[0]}, {first[0], first[2], first[1]}}));
    const std::vector<DuplicateTriangle> expected{{12, 3, false}, {13, 3, true}};
    EXPECT_TRUE(std::ranges::equal(t.duplicates(), expected));
    EXPECT_EQ(t.non_manifold_edges().size(), 3u);
    EXPECT_EQ(t.non_manifold_edges()[0].uses, 4u);
}

TEST(Topology, tells_collapsed_from_flat_triangles_exactly) {
    // 0.1, 0.2 and 0.3 are not in line with their doubles; one ulp off is not flat.
    const double off = 1 + 0x1p-52;
    const std::vector<Vec3> vertices{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3 * off}, {0, 0, 0}, {5, 5, 5}};
    const Topology t(Mesh(vertices, {{0, 1, 2}, {0, 1, 3}, {0, 4, 1}, {1, 1, 1}}));
    EXPECT_TRUE(std::ranges::equal(t.flat_triangles(), std::vector<TriangleId>{0}));
    EXPECT_TRUE(std::ranges::equal(t.collapsed_triangles(), std::vector<TriangleId>{2, 3}));
    EXPECT_TRUE(std::ranges::equal(t.unused_vertices(), std::vector<VertexId>{5}));
}

TEST(Topology, counts_pieces_and_shared_corners) {
    // Two boxes that touch in a corner are two components; each is a ball.
    const Mesh box = make_box({1, 1, 1});
    std::vector<Vec3> vertices(box.vertices().begin(), box.vertices().end());
    Triangles triangles(box.triangles().begin(), box.triangles().end());
    for (const Vec3& p : box.vertices()) vertices.push_back(p + Vec3{1, 1, 1});
    for (const auto& [a, b, c] : box.triangles()) triangles.push_back({a + 8, b + 8, c + 8});
    const Topology t(Mesh(vertices, triangles));
    ASSERT_EQ(t.components().size(), 2u);
    for (const Component& c : t.components()) {
        EXPECT_EQ(c.points, 8u);
        EXPECT_EQ(c.edges, 18u);
        EXPECT_EQ(c.genus(), 0);
    }
    EXPECT_EQ(t.components()[1].first_triangle, 12u);
    ASSERT_EQ(t.non_manifold_points().size(), 1u);
    EXPECT_EQ(t.point_count(), 15u);
}

TEST(Topology, neighbours_are_mutual) {
    const Mesh mesh = without(make_torus(2, 1, 8, 6), {5});
    const Edges edges(mesh);
    const auto across = neighbours(edges);
    std::size_t none = 0;
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const TriangleId n = across[t][i];
            if (n == Topology::no_triangle) {
                ++none;
                continue;
            }
            const auto back = std::ranges::find(across[n], t);
            ASSERT_NE(back, across[n].end());
            const auto j = static_cast<std::size_t>(back - across[n].begin());
            EXPECT_EQ(mesh.triangles()[t][i], mesh.triangles()[n][(j + 1) % 3]);
        }
    }
    EXPECT_EQ(none, 3u);
}

class Canceller : public Progress {
  public:
    void report(std::string_view stage, std::uint64_t, std::uint64_t) override {
        EXPECT_EQ(stage, "looking at edges");
        cancel();
    }
};

TEST(Topology, can_be_cancelled) {
    Canceller progress;
    TopologyOptions options;
    options.progress = &progress;
    const Mesh mesh = make_sphere(1, 40000);
    EXPECT_THROW(Topology(mesh, options), Error);
}

// Everything counted the slow way.
struct Slow {
    std::size_t points = 0, edges = 0, boundary = 0, non_manifold = 0, inconsistent = 0, bow_ties = 0;
    std::size_t clusters = 0;
    std::vector<DuplicateTriangle> duplicates;
    std::vector<TriangleId> collapsed, flat;

    explicit Slow(const Mesh& mesh) {
        using Edge = std::pair<int, int>;
        const auto point = [&](VertexId v) {
            return static_cast<int>(std::ranges::find(mesh.vertices(), mesh.vertices()[v]) -
                                    mesh.vertices().begin());
        };
        std::map<Edge, std::vector<std::pair<TriangleId, bool>>> uses;
        std::map<int, std::vector<TriangleId>> at;
        std::map<std::array<int, 3>, std::pair<TriangleId, bool>> faces;
        for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
            std::array<int, 3> p{};
            for (std::size_t i = 0; i < 3; ++i) p[i] = point(mesh.triangles()[t][i]);
            if (p[0] == p[1] || p[1] == p[2] || p[2] == p[0]) {
                collapsed.push_back(t);
                continue;
            }
            const Triangle triangle = mesh.triangle(t);
            if (collinear(triangle[0], triangle[1], triangle[2])) flat.push_back(t);
            for (std::size_t i = 0; i < 3; ++i) {
                const int from = p[i], to = p[(i + 1) % 3];
                uses[{std::min(from, to), std::max(from, to)}].emplace_back(t, from < to);
                at[from].push_back(t);
            }
            std::ranges::rotate(p, std::ranges::min_element(p));
            const bool ascending = p[1] < p[2];
            if (!ascending) std::swap(p[1], p[2]);
            const auto [face, is_new] = faces.emplace(p, std::pair(t, ascending));
            if (!is_new) duplicates.push_back({t, face->second.first, face->second.second != ascending});
        }
        points = at.size();
        edges = uses.size();
        std::map<TriangleId, TriangleId> cluster;
        for (const auto& [p, triangles] : at)
            for (const TriangleId t : triangles) cluster[t] = t;
        for (const auto& [p, triangles] : at) {
            for (const TriangleId t : triangles) {
                const TriangleId from = cluster[t], to = cluster[triangles[0]];
                for (auto& [other, c] : cluster) {
                    if (c == from) c = to;
                }
            }
        }
        std::set<TriangleId> distinct;
        for (const auto& [t, c] : cluster) distinct.insert(c);
        clusters = distinct.size();
        for (const auto& [edge, users] : uses) {
            boundary += users.size() == 1;
            non_manifold += users.size() > 2;
            inconsistent += users.size() == 2 && users[0].second == users[1].second;
        }
        for (const auto& [p, triangles] : at) {
            std::map<TriangleId, TriangleId> sheet;
            for (const TriangleId t : triangles) sheet[t] = t;
            bool crowded = false;
            for (const auto& [edge, users] : uses) {
                if (edge.first != p && edge.second != p) continue;
                crowded |= users.size() > 2;
                if (users.size() != 2) continue;
                const TriangleId from = sheet[users[0].first], to = sheet[users[1].first];
                for (auto& [t, s] : sheet) {
                    if (s == from) s = to;
                }
            }
            std::set<TriangleId> sheets;
            for (const auto& [t, s] : sheet) sheets.insert(s);
            bow_ties += !crowded && sheets.size() > 1;
        }
    }
};

TEST(Topology, of_random_soups_is_what_counting_gives) {
    Random r(31);
    for (int round = 0; round < 300; ++round) {
        std::vector<Vec3> vertices;
        const std::size_t count = 5 + r.below(12);
        for (std::size_t i = 0; i < count; ++i)
            vertices.push_back({static_cast<double>(r.below(3)), static_cast<double>(r.below(3)),
                                static_cast<double>(r.below(2))});
        Triangles triangles(1 + r.below(14));
        for (auto& t : triangles) {
            for (VertexId& v : t) v = static_cast<VertexId>(r.below(count));
        }
        const Mesh mesh(vertices, triangles);
        const Slow slow(mesh);
        const Topology t(mesh);
        SCOPED_TRACE("seed 31, round " + std::to_string(round));
        ASSERT_EQ(t.point_count(), slow.points);
        ASSERT_EQ(t.edge_count(), slow.edges);
        ASSERT_EQ(t.boundary_edge_count(), slow.boundary);
        ASSERT_EQ(t.non_manifold_edges().size(), slow.non_manifold);
        ASSERT_EQ(t.inconsistent_edges().size(), slow.inconsistent);
        ASSERT_EQ(t.non_manifold_points().size(), slow.bow_ties);
        ASSERT_EQ(t.cluster_count(), slow.clusters);
        ASSERT_TRUE(std::ranges::equal(t.duplicates(), slow.duplicates));
        ASSERT_TRUE(std::ranges::equal(t.collapsed_triangles(), slow.collapsed));
        ASSERT_TRUE(std::ranges::equal(t.flat_triangles(), slow.flat));
        std::uint64_t edges = 0, all = 0;
        for (const Component& c : t.components()) {
            edges += c.edges;
            all += c.triangles;
        }
        ASSERT_EQ(edges, t.edge_count());
        ASSERT_EQ(all, triangles.size() - slow.collapsed.size());

        // Loops have every boundary side once, are connected, and pass no point twice.
        std::set<TriangleSide> seen(t.boundary_sides().begin(), t.boundary_sides().end());
        ASSERT_EQ(seen.size(), slow.boundary);
        const Edges e(mesh);
        for (const BoundaryLoop& loop : t.boundary_loops()) {
            std::map<VertexId, int> times;
            for (const TriangleSide& s : t.sides_of(loop)) {
                ++times[e.points_of(s.triangle)[s.corner]];
                ++times[e.points_of(s.triangle)[(s.corner + 1u) % 3]];
            }
            const auto ends = std::ranges::count(times, 1, [](const auto& p) { return p.second; });
            ASSERT_EQ(ends, loop.closed ? 0 : 2);
            ASSERT_TRUE(std::ranges::all_of(times, [](const auto& p) { return p.second <= 2; }));
        }
    }
}

}  // namespace
}  // namespace graze
