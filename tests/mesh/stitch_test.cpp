#include "graze/mesh/stitch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/edges.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"
#include "graze/mesh/topology.h"

namespace graze {
namespace {

// Triangles with corners of their own, to be taken apart.
struct Patchwork {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;

    explicit Patchwork(const Mesh& mesh)
        : vertices(mesh.vertices().begin(), mesh.vertices().end()),
          triangles(mesh.triangles().begin(), mesh.triangles().end()) {}
    Mesh mesh() const { return Mesh(vertices, triangles); }

    // The first triangle becomes two that leave a thin one out.
    void leave_out_sliver() {
        const auto [a, b, c] = triangles[0];
        const auto between = static_cast<VertexId>(vertices.size());
        vertices.push_back(vertices[a] * 0.5 + vertices[b] * 0.5 + (vertices[c] - vertices[a]) * 1e-5);
        triangles[0] = {a, between, c};
        triangles.push_back({between, b, c});
    }

    Vec3 middle(std::size_t t) const {
        const auto& [a, b, c] = triangles[t];
        return (vertices[a] + vertices[b] + vertices[c]) / 3;
    }
};

Vec3 jitter(Random& r, double size) {
    const auto one = [&] { return (2 * r.uniform() - 1) * size / std::sqrt(3.0); };
    const double x = one(), y = one();
    return {x, y, one()};
}

Mesh solid_to_cut(Random& r) {
    switch (r.below(4)) {
        case 0:
            return make_box({1, 2, 3}, static_cast<std::uint32_t>(2 + r.below(4)));
        case 1:
            return make_sphere(1, static_cast<std::uint32_t>(32 + r.below(300)));
        case 2:
            return make_torus(2, 0.5, static_cast<std::uint32_t>(5 + r.below(9)),
                              static_cast<std::uint32_t>(5 + r.below(9)));
        default:
            return make_tube(2, 1, 1, static_cast<std::uint32_t>(5 + r.below(9)));
    }
}

// Along a plane through the solid, about half of the points are doubled: the triangles on one side of the
// plane get the copy, which is moved by at most `size`.
void cut_along_plane(Patchwork& work, Random& r, double size) {
    const Vec3 normal = normalized(jitter(r, 1));
    std::map<VertexId, std::vector<std::pair<std::size_t, std::size_t>>> above, below;  // corners by vertex
    const Vec3 through = work.vertices[r.below(work.vertices.size())];
    for (std::size_t t = 0; t < work.triangles.size(); ++t) {
        const bool is_above = dot(work.middle(t) - through, normal) > 0;
        for (std::size_t i = 0; i < 3; ++i)
            (is_above ? above : below)[work.triangles[t][i]].push_back({t, i});
    }
    for (const auto& [v, corners] : above) {
        if (!below.contains(v) || r.below(2) == 0) continue;
        const auto copy = static_cast<VertexId>(work.vertices.size());
        work.vertices.push_back(work.vertices[v] + jitter(r, size));
        for (const auto& [t, i] : corners) work.triangles[t][i] = copy;
    }
}

// Triangles at open edges are cut in two, at a point near the middle of the edge, which the other side lacks.
void add_t_junctions(Patchwork& work, Random& r, double size) {
    const Mesh mesh = work.mesh();
    std::set<TriangleId> done;
    const Topology topology(mesh);
    for (const TriangleSide& side : topology.boundary_sides()) {
        if (r.below(3) != 0 || !done.insert(side.triangle).second) continue;
        auto& t = work.triangles[side.triangle];
        const VertexId a = t[side.corner], b = t[(side.corner + 1U) % 3], c = t[(side.corner + 2U) % 3];
        const double at = 0.3 + 0.4 * r.uniform();
        const auto middle = static_cast<VertexId>(work.vertices.size());
        work.vertices.push_back(work.vertices[a] * (1 - at) + work.vertices[b] * at + jitter(r, size));
        t = {a, middle, c};
        work.triangles.push_back({middle, b, c});
    }
}

void expect_same_bits(const Mesh& a, const Mesh& b) {
    EXPECT_EQ(content_hash(a), content_hash(b));
}

// Every vertex is where it was, to the tolerance.
void expect_moves_within(const Mesh& before, const Stitched& after) {
    const StitchReport& r = after.report;
    ASSERT_EQ(before.vertices().size(), after.mesh.vertices().size());
    double largest = 0;
    for (VertexId v = 0; v < before.vertices().size(); ++v)
        largest = std::max(largest, length(before.vertices()[v] - after.mesh.vertices()[v]));
    EXPECT_NEAR(largest, r.largest_move, 1e-12 * r.tolerance);
    EXPECT_LE(largest, r.tolerance * (1 + 1e-12));
    EXPECT_LE(r.widest_gap, r.tolerance);
}

TEST(Stitch, closes_solids_that_were_cut_open) {
    int opened = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random r(seed);
        const Mesh solid = solid_to_cut(r);
        Patchwork work(solid);
        const double size = std::pow(10.0, -3 - 9 * r.uniform());
        cut_along_plane(work, r, size);
        if (r.below(2) == 0) add_t_junctions(work, r, size);
        const Mesh open = work.mesh();
        if (Topology(open).cluster_count() != 1) continue;  // a piece came off: never joined
        const bool was_open = !ClosedSurface(open).closed();
        opened += was_open ? 1 : 0;
        StitchOptions options;
        options.tolerance = 4 * size;
        const Stitched done = stitched(open, options);
        ASSERT_TRUE(done.report.closed) << ClosedSurface(done.mesh).why_not();
        EXPECT_EQ(done.report.was_closed, !was_open);
        EXPECT_EQ(done.report.changed(), was_open);
        EXPECT_EQ(done.report.open_edges, 0U);
        expect_moves_within(open, done);
        const Topology topology(done.mesh);
        EXPECT_TRUE(topology.manifold());
        EXPECT_TRUE(topology.inconsistent_edges().empty());
        EXPECT_EQ(topology.components().size(), 1U);
        EXPECT_EQ(topology.components()[0].genus(), Topology(solid).components()[0].genus());
        EXPECT_NEAR(solid_measures(done.mesh).volume, solid_measures(solid).volume,
                    surface_measures(solid).area * *options.tolerance);
        expect_same_bits(stitched(done.mesh, options).mesh, done.mesh);
        expect_same_bits(stitched(open, options).mesh, done.mesh);
    }
    EXPECT_GT(opened, 150);
}

TEST(Stitch, leaves_closed_meshes_untouched) {
    const Mesh ball = make_sphere(1, 200);
    const Stitched done = stitched(ball);
    EXPECT_TRUE(done.report.was_closed);
    EXPECT_TRUE(done.report.closed);
    EXPECT_FALSE(done.report.changed());
    EXPECT_EQ(done.mesh.vertices().data(), ball.vertices().data());
    EXPECT_EQ(done.mesh.triangles().data(), ball.triangles().data());
    EXPECT_TRUE(done.source.empty());
}

// An open edge that meets two shorter ones, with the point between them exactly on it: nothing moves.
TEST(Stitch, cuts_edges_at_t_junctions) {
    Patchwork work(make_box({1, 1, 1}, 1));
    // The first triangle is cut at the middle of its first side; its neighbour is not.
    const auto [a, b, c] = work.triangles[0];
    const auto middle = static_cast<VertexId>(work.vertices.size());
    work.vertices.push_back((work.vertices[a] + work.vertices[b]) / 2);
    work.triangles[0] = {a, middle, c};
    work.triangles.push_back({middle, b, c});
    const Mesh open = work.mesh();
    ASSERT_FALSE(ClosedSurface(open).closed());
    StitchOptions options;
    options.tolerance = 0;
    const Stitched done = stitched(open, options);
    EXPECT_TRUE(done.report.closed);
    EXPECT_EQ(done.report.split_edges, 1U);
    EXPECT_EQ(done.report.joined_edges, 2U);
    EXPECT_EQ(done.report.merged_points, 0U);
    EXPECT_EQ(done.report.largest_move, 0);
    EXPECT_EQ(done.mesh.triangle_count(), open.triangle_count() + 1);
    EXPECT_EQ(solid_measures(done.mesh).volume, 1);
    ASSERT_EQ(done.source.size(), done.mesh.triangle_count());
    EXPECT_TRUE(std::ranges::is_sorted(done.source));
}

TEST(Stitch, fills_in_slivers_that_are_missing) {
    // A box with one of its edges replaced by a thin triangle, which is left out.
    Patchwork work(make_box({1, 1, 1}, 1));
    work.leave_out_sliver();
    const Stitched done = stitched(work.mesh());
    EXPECT_TRUE(done.report.closed);
    EXPECT_GT(done.report.widest_gap, 1e-6);
    EXPECT_LT(done.report.widest_gap, 1.1e-5);
}

TEST(Stitch, never_joins_two_pieces) {
    // Two boxes without the walls that face each other: their rims are a hair apart.
    Patchwork work(make_box({1, 1, 1}, 3));
    std::erase_if(work.triangles, [&](const auto& t) {
        return std::ranges::all_of(t, [&](VertexId v) { return work.vertices[v].x == 0.5; });
    });
    const auto first = static_cast<VertexId>(work.vertices.size());
    const std::size_t count = work.triangles.size();
    ASSERT_LT(count, make_box({1, 1, 1}, 3).triangle_count());
    for (VertexId v = 0; v < first; ++v) {
        const Vec3 p = work.vertices[v];
        work.vertices.push_back({1 + 1e-7 - p.x, p.y, p.z});
    }
    for (std::size_t t = 0; t < count; ++t) {
        const auto [a, b, c] = work.triangles[t];
        work.triangles.push_back({a + first, c + first, b + first});
    }
    const Mesh two = work.mesh();
    ASSERT_EQ(Topology(two).cluster_count(), 2U);
    for (const double tolerance : {1e-7, 1e-6, 1e-3, 0.1}) {
        StitchOptions options;
        options.tolerance = tolerance;
        expect_same_bits(stitched(two, options).mesh, two);
    }
}

TEST(Stitch, keeps_sheets_and_holes) {
    Patchwork ball(make_sphere(1, 300));
    ball.triangles.erase(ball.triangles.begin() + 17);
    expect_same_bits(stitched(ball.mesh()).mesh, ball.mesh());

    // A ribbon narrower than the tolerance.
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (VertexId i = 0; i < 20; ++i) {
        vertices.push_back({i * 0.5, 0, 0});
        vertices.push_back({i * 0.5, 1e-3, 0});
        if (i == 0) continue;
        triangles.push_back({2 * i - 2, 2 * i, 2 * i - 1});
        triangles.push_back({2 * i, 2 * i + 1, 2 * i - 1});
    }
    const Mesh ribbon(vertices, triangles);
    StitchOptions options;
    options.tolerance = 0.1;
    expect_same_bits(stitched(ribbon, options).mesh, ribbon);
    expect_same_bits(stitched(Mesh(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{{0, 1, 2}}})).mesh,
                     Mesh(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{{0, 1, 2}}}));
}

TEST(Stitch, keeps_what_stays_open_as_it_is_if_asked) {
    Random r(3);
    Patchwork work(make_sphere(1, 300));
    for (std::size_t i = 0; i < 4; ++i) cut_along_plane(work, r, 1e-6);
    work.triangles.erase(work.triangles.begin() + 17);
    const Mesh open = work.mesh();
    StitchOptions options;
    options.tolerance = 1e-5;
    const Stitched some = stitched(open, options);
    EXPECT_TRUE(some.report.changed());
    EXPECT_FALSE(some.report.closed);
    options.only_if_closed = true;
    const Stitched none = stitched(open, options);
    EXPECT_FALSE(none.report.changed());
    EXPECT_EQ(none.mesh.vertices().data(), open.vertices().data());
}

TEST(Stitch, keeps_polygons_parts_and_units) {
    PolygonSoup soup;  // a box of quadrangles, one of them cut at the middle of an edge
    soup.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},  {0, 0, 1},
                     {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0.5, 0, 0}};
    soup.corners = {3, 2, 1, 0, 4, 5, 6, 7, 0, 8, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7};
    soup.corner_counts = {4, 4, 5, 4, 4, 4};
    soup.parts = {{"bottom", 0, 1}, {"rest", 1, 5}};
    soup.metres_per_unit = 0.001;
    const Mesh open(std::move(soup));
    ASSERT_FALSE(ClosedSurface(open).closed());
    const Stitched done = stitched(open);
    EXPECT_TRUE(done.report.closed);
    EXPECT_EQ(done.mesh.metres_per_unit(), open.metres_per_unit());
    ASSERT_EQ(done.mesh.parts().size(), 2U);
    EXPECT_EQ(done.mesh.parts()[0].name, "bottom");
    EXPECT_EQ(done.mesh.parts()[0].polygon_count, 3U);  // triangles now
    EXPECT_EQ(done.mesh.parts()[1].polygon_count, 5U);
    EXPECT_EQ(done.mesh.polygon(3).size(), 4U);
    EXPECT_EQ(solid_measures(done.mesh).volume, 1);
}

// Triangles that were cut are off the surface that they stand for by as much as they were bent; others are
// not.
TEST(Stitch, keeps_what_triangles_stand_for) {
    Patchwork work(make_box({1, 1, 1}, 1));
    work.leave_out_sliver();
    auto faces = std::make_shared<SurfaceFaces>();
    for (std::uint32_t t = 0; t < work.triangles.size(); ++t) {
        faces->faces.push_back({SurfaceKind::other, false, 0.25, 0.5, 0.125, {}, {}, 0, 0});
        faces->of_triangle.push_back(t);
    }
    const Mesh open = work.mesh().with_faces(faces).with_rounding(0.0625);
    const Stitched done = stitched(open);
    ASSERT_TRUE(done.report.closed);
    ASSERT_NE(done.mesh.faces(), nullptr);
    EXPECT_EQ(done.mesh.rounding(), 0.0625);
    ASSERT_EQ(done.mesh.faces()->of_triangle.size(), done.mesh.triangle_count());
    int bent = 0;
    for (TriangleId t = 0; t < done.mesh.triangle_count(); ++t) {
        const SurfaceFace& face = done.mesh.faces()->faces[done.mesh.faces()->of_triangle[t]];
        const bool cut = std::ranges::count(done.source, done.source[t]) > 1;
        bent += cut ? 1 : 0;
        const double more = cut ? done.report.moved_by() : 0;
        EXPECT_EQ(face.outward, 0.25 + more);
        EXPECT_EQ(face.inward, 0.5 + more);
        EXPECT_EQ(face.tolerance, 0.125 + more);
    }
    EXPECT_EQ(bent, 2);
}

TEST(Stitch, takes_any_magnitude) {
    for (const double scale : {1e-300, 1e-150, 1.0, 1e99}) {
        Random r(5);
        Patchwork work(make_sphere(1, 200));
        cut_along_plane(work, r, 1e-6);
        for (Vec3& v : work.vertices) v = v * scale;
        const Stitched done = stitched(work.mesh());
        EXPECT_FALSE(done.report.was_closed);
        EXPECT_TRUE(done.report.closed) << scale;
    }
}

TEST(Stitch, takes_any_soup) {
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random r(seed);
        std::vector<Vec3> vertices(3 + r.below(12));
        const double noise = r.below(2) == 0 ? 0 : 0.01;
        for (Vec3& v : vertices)
            v = Vec3{static_cast<double>(r.below(4)), static_cast<double>(r.below(4)),
                     static_cast<double>(r.below(2))} +
                jitter(r, noise);
        std::vector<std::array<VertexId, 3>> triangles(1 + r.below(20));
        for (auto& t : triangles)
            for (VertexId& v : t) v = static_cast<VertexId>(r.below(vertices.size()));
        const Mesh soup(vertices, triangles);
        StitchOptions options;
        options.tolerance = std::array{0.0, 0.02, 0.5, 10.0}[r.below(4)];
        const Stitched done = stitched(soup, options);
        expect_moves_within(soup, done);
        const Topology before(soup), after(done.mesh);
        EXPECT_LE(after.boundary_edge_count(), before.boundary_edge_count());
        EXPECT_EQ(after.boundary_edge_count(), done.report.open_edges);
        EXPECT_LE(after.non_manifold_edges().size(), before.non_manifold_edges().size());
        EXPECT_LE(after.collapsed_triangles().size(), before.collapsed_triangles().size());
        EXPECT_LE(after.duplicates().size(), before.duplicates().size());
        if (done.report.closed) expect_same_bits(stitched(done.mesh, options).mesh, done.mesh);
        expect_same_bits(stitched(soup, options).mesh, done.mesh);
    }
}

TEST(Stitch, refuses_a_tolerance_that_is_none) {
    StitchOptions options;
    for (const double bad : {-1.0, std::nan(""), HUGE_VAL}) {
        options.tolerance = bad;
        EXPECT_THROW(stitched(make_box({1, 1, 1}, 1), options), Error);
    }
}

}  // namespace
}  // namespace graze
