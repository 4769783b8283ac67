#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/edges.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"
#include "graze/mesh/repair.h"
#include "graze/mesh/topology.h"

namespace graze {
namespace {

// Large enough for several tasks; turned, missing, doubled and loose triangles in random order.
Mesh dirty_mesh(std::uint64_t seed) {
    Random r(seed);
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (const Mesh& mesh : {make_sphere(1, 12000), make_torus(3, 1, 60, 40), make_box({9, 9, 9}, 12)}) {
        const auto first = static_cast<VertexId>(vertices.size());
        vertices.insert(vertices.end(), mesh.vertices().begin(), mesh.vertices().end());
        for (auto [a, b, c] : mesh.triangles()) {
            if (r.chance(0.01)) continue;
            if (r.chance(0.05)) std::swap(b, c);
            triangles.push_back({a + first, b + first, c + first});
            if (r.chance(0.01)) triangles.push_back({b + first, c + first, a + first});
            if (r.chance(0.01)) triangles.push_back({b + first, c + first, b + first});
            if (r.chance(0.001))
                triangles.push_back({a + first, b + first, static_cast<VertexId>(r.below(first + 1))});
        }
    }
    const std::size_t shared = vertices.size();
    for (auto& t : triangles) {  // some corners with vertices of their own
        for (VertexId& v : t) {
            if (v >= shared || !r.chance(0.1)) continue;
            vertices.push_back(vertices[v]);
            v = static_cast<VertexId>(vertices.size() - 1);
        }
    }
    for (std::size_t i = triangles.size(); i > 1; --i) std::swap(triangles[i - 1], triangles[r.below(i)]);
    return Mesh(vertices, triangles);
}

bool operator==(const BoundaryLoop& a, const BoundaryLoop& b) {
    return a.first_side == b.first_side && a.side_count == b.side_count && a.closed == b.closed &&
           a.wound_alike == b.wound_alike && a.length == b.length && a.box == b.box;
}

void expect_equal(const Topology& a, const Topology& b) {
    EXPECT_EQ(a.point_count(), b.point_count());
    EXPECT_EQ(a.edge_count(), b.edge_count());
    EXPECT_EQ(a.surface().why_not(), b.surface().why_not());
    EXPECT_TRUE(std::ranges::equal(a.surface().component_of_triangle(), b.surface().component_of_triangle()));
    EXPECT_TRUE(std::ranges::equal(a.non_manifold_edges(), b.non_manifold_edges()));
    EXPECT_TRUE(std::ranges::equal(a.inconsistent_edges(), b.inconsistent_edges()));
    EXPECT_TRUE(std::ranges::equal(a.non_manifold_points(), b.non_manifold_points()));
    EXPECT_TRUE(std::ranges::equal(a.boundary_sides(), b.boundary_sides()));
    EXPECT_TRUE(std::ranges::equal(a.boundary_loops(), b.boundary_loops(),
                                   [](const auto& x, const auto& y) { return x == y; }));
    EXPECT_TRUE(std::ranges::equal(a.duplicates(), b.duplicates()));
    EXPECT_TRUE(std::ranges::equal(a.collapsed_triangles(), b.collapsed_triangles()));
    EXPECT_TRUE(std::ranges::equal(a.flat_triangles(), b.flat_triangles()));
    ASSERT_EQ(a.components().size(), b.components().size());
    for (std::size_t i = 0; i < a.components().size(); ++i) {
        const Component &x = a.components()[i], &y = b.components()[i];
        EXPECT_EQ(x.points, y.points);
        EXPECT_EQ(x.cluster, y.cluster);
        EXPECT_EQ(x.edges, y.edges);
        EXPECT_EQ(x.closed, y.closed);
        EXPECT_EQ(x.orientable, y.orientable);
        EXPECT_EQ(x.non_manifold_points, y.non_manifold_points);
    }
}

TEST(TopologyThreads, do_not_change_anything) {
    const Mesh mesh = dirty_mesh(61);
    const Topology serial(mesh);
    EXPECT_FALSE(serial.boundary_loops().empty());
    EXPECT_FALSE(serial.non_manifold_edges().empty());
    const Edges serial_edges(mesh);
    for (const unsigned count : {2u, 5u, 13u}) {
        const Threads threads(count);
        expect_equal(Topology(mesh, {.threads = threads}), serial);
        const Edges edges(mesh, threads);
        EXPECT_EQ(neighbours(edges, threads), neighbours(serial_edges));
        EXPECT_EQ(ClosedSurface(mesh, threads).why_not(), serial.surface().why_not());
    }
}

TEST(MeasuresThreads, do_not_change_anything) {
    const Mesh mesh = make_torus(3, 1, 111, 97);
    const SolidMeasures serial = solid_measures(mesh);
    const SurfaceMeasures serial_surface = surface_measures(mesh);
    for (const unsigned count : {2u, 5u}) {
        const Threads threads(count);
        const SolidMeasures m = solid_measures(mesh, threads);
        EXPECT_EQ(m.volume, serial.volume);
        EXPECT_EQ(m.centroid, serial.centroid);
        EXPECT_EQ(m.inertia, serial.inertia);
        EXPECT_EQ(surface_measures(mesh, threads).area, serial_surface.area);
        EXPECT_EQ(surface_measures(mesh, threads).centroid, serial_surface.centroid);
    }
}

TEST(RepairThreads, do_not_change_anything) {
    const Mesh mesh = dirty_mesh(62);
    RepairOptions options;
    options.close_holes_edges = 12;
    const Repaired serial = repaired(mesh, options);
    EXPECT_TRUE(serial.report.changed());
    options.threads = Threads(3);
    EXPECT_EQ(content_hash(repaired(mesh, options).mesh), content_hash(serial.mesh));
}

}  // namespace
}  // namespace graze
