#include "graze/mesh/repair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"
#include "graze/mesh/topology.h"
#include "graze/mesh/weld.h"

namespace graze {
namespace {

using Triangles = std::vector<std::array<VertexId, 3>>;

struct Soup {
    std::vector<Vec3> vertices;
    Triangles triangles;

    explicit Soup(const Mesh& mesh)
        : vertices(mesh.vertices().begin(), mesh.vertices().end()),
          triangles(mesh.triangles().begin(), mesh.triangles().end()) {}
    Mesh mesh() const { return Mesh(vertices, triangles); }

    void add(const Mesh& mesh, const Vec3& shift = {}, bool inside_out = false) {
        const auto first = static_cast<VertexId>(vertices.size());
        for (const Vec3& p : mesh.vertices()) vertices.push_back(p + shift);
        for (auto [a, b, c] : mesh.triangles()) {
            if (inside_out) std::swap(b, c);
            triangles.push_back({a + first, b + first, c + first});
        }
    }
};

void turn(std::array<VertexId, 3>& t) {
    std::swap(t[1], t[2]);
}

Mesh random_solid(Random& r) {
    switch (r.below(4)) {
        case 0:
            return make_box({1, 2, 3}, static_cast<std::uint32_t>(1 + r.below(4)));
        case 1:
            return make_sphere(1, static_cast<std::uint32_t>(8 + r.below(300)));
        case 2:
            return make_torus(2, 0.5, static_cast<std::uint32_t>(3 + r.below(9)),
                              static_cast<std::uint32_t>(3 + r.below(9)));
        default:
            return make_tube(2, 1, 1, static_cast<std::uint32_t>(3 + r.below(9)));
    }
}

double volume(const Mesh& mesh) {
    return solid_measures(mesh).volume;
}

std::string summary(const RepairReport& r) {
    const std::pair<const char*, const RepairCount*> counts[] = {
        {"merged", &r.merged_vertices},           {"shortened", &r.shortened_polygons},
        {"collapsed", &r.collapsed_polygons},     {"flat", &r.flat_polygons},
        {"duplicate", &r.duplicate_polygons},     {"double-sided", &r.double_sided_polygons},
        {"turned", &r.turned_polygons},           {"holes", &r.closed_holes},
        {"dropped vertices", &r.dropped_vertices}};
    std::string text;
    for (const auto& [name, count] : counts) {
        if (count->count > 0) text += std::string(name) + " " + std::to_string(count->count) + "; ";
    }
    return text;
}

// Nothing is left to mend.
void expect_mended(const Mesh& mesh, const RepairOptions& options = {}) {
    const Repaired again = repaired(mesh, options);
    EXPECT_FALSE(again.report.changed()) << summary(again.report);
    EXPECT_EQ(content_hash(again.mesh), content_hash(mesh));
}

TEST(Repair, leaves_good_meshes_as_they_are) {
    for (const Mesh& mesh : {make_box({1, 2, 3}, 3), make_sphere(1, 200), make_torus(2, 1, 8, 9), Mesh()}) {
        const Repaired r = repaired(mesh);
        EXPECT_FALSE(r.report.changed());
        EXPECT_EQ(content_hash(r.mesh), content_hash(mesh));
        EXPECT_EQ(r.report.open_holes.count, 0u);
    }
}

TEST(Repair, merges_equal_vertices_and_counts_them) {
    const Mesh box = make_box({1, 1, 1});
    Soup soup(box);
    soup.vertices.clear();
    for (auto& t : soup.triangles) {
        for (VertexId& v : t) {
            soup.vertices.push_back(box.vertices()[v]);
            v = static_cast<VertexId>(soup.vertices.size() - 1);
        }
    }
    const Repaired r = repaired(soup.mesh());
    EXPECT_EQ(r.report.merged_vertices.count, 36u - 8);
    EXPECT_EQ(r.report.merged_vertices.first.size(), 10u);
    EXPECT_EQ(r.report.farthest_merge, 0);
    EXPECT_EQ(r.mesh.vertices().size(), 8u);
    EXPECT_TRUE(ClosedSurface(r.mesh).closed());
    expect_mended(r.mesh);
}

TEST(Repair, welds_within_a_distance_only_if_asked) {
    Random random(41);
    const Mesh ball = make_sphere(10, 500);
    Soup soup(ball);
    soup.vertices.clear();
    for (auto& t : soup.triangles) {
        for (VertexId& v : t) {
            soup.vertices.push_back(ball.vertices()[v] + random.on_sphere() * 0.0004);
            v = static_cast<VertexId>(soup.vertices.size() - 1);
        }
    }
    EXPECT_FALSE(repaired(soup.mesh()).report.changed());
    RepairOptions options;
    options.weld_distance = 0.001;
    const Repaired r = repaired(soup.mesh(), options);
    EXPECT_EQ(r.mesh.vertices().size(), ball.vertices().size());
    EXPECT_EQ(r.report.merged_vertices.count, soup.vertices.size() - ball.vertices().size());
    EXPECT_GT(r.report.farthest_merge, 0.0001);
    EXPECT_LE(r.report.farthest_merge, 0.001);
    EXPECT_TRUE(ClosedSurface(r.mesh).closed());
    expect_mended(r.mesh, options);
}

TEST(Repair, drops_what_welding_collapses) {
    Soup soup(make_box({1, 1, 1}));
    // A corner cut off by next to nothing: three vertices within 1e-6 of one another.
    const VertexId old = 0;
    const Vec3 p = soup.vertices[old];
    RepairOptions options;
    options.weld_distance = 1e-5;
    const auto added = static_cast<VertexId>(soup.vertices.size());
    soup.vertices.push_back(p + Vec3{1e-6, 0, 0});
    soup.triangles.push_back({old, added, 3});
    const Repaired r = repaired(soup.mesh(), options);
    EXPECT_EQ(r.report.merged_vertices.count, 1u);
    EXPECT_EQ(r.report.collapsed_polygons.count, 1u);
    EXPECT_EQ(r.report.collapsed_polygons.first[0].polygon, 12u);
    EXPECT_TRUE(ClosedSurface(r.mesh).closed());
}

TEST(Repair, refuses_distances_that_mean_nothing) {
    RepairOptions options;
    options.weld_distance = -1;
    EXPECT_THROW(repaired(make_box({1, 1, 1}), options), Error);
    options.weld_distance = 1e-20;
    EXPECT_THROW(repaired(make_box({1, 1, 1}), options), Error);
}

// All that can go wrong without losing anything, in known numbers.
TEST(Repair, undoes_planted_defects) {
    Random r(42);
    for (int round = 0; round < 60; ++round) {
        SCOPED_TRACE("seed 42, round " + std::to_string(round));
        const Mesh good = random_solid(r);
        Soup soup(good);
        const std::size_t n = soup.triangles.size();
        std::size_t turned = 0;
        const std::size_t most_turned = (n - 1) / 2;  // fewer than half, so that the majority is right
        for (std::size_t i = 0; i < n && turned < most_turned; ++i) {
            if (!r.chance(0.2)) continue;
            turn(soup.triangles[i]);
            ++turned;
        }
        std::size_t duplicates = r.below(5), collapsed = r.below(5), unused = r.below(5);
        for (std::size_t i = 0; i < duplicates; ++i) {
            auto t = soup.triangles[r.below(n)];
            std::ranges::rotate(t, t.begin() + static_cast<std::ptrdiff_t>(r.below(3)));
            soup.triangles.push_back(t);
        }
        for (std::size_t i = 0; i < collapsed; ++i) {
            const auto v = static_cast<VertexId>(r.below(good.vertices().size()));
            soup.triangles.push_back({v, static_cast<VertexId>(r.below(good.vertices().size())), v});
        }
        for (std::size_t i = 0; i < unused; ++i) soup.vertices.push_back(r.on_sphere() * 9);
        const Repaired mended = repaired(soup.mesh());
        const RepairReport& report = mended.report;
        EXPECT_EQ(report.turned_polygons.count, turned);
        EXPECT_EQ(report.duplicate_polygons.count, duplicates);
        EXPECT_EQ(report.collapsed_polygons.count, collapsed);
        EXPECT_EQ(report.dropped_vertices.count, unused);
        EXPECT_EQ(report.flat_polygons.count, 0u);
        EXPECT_EQ(report.open_holes.count, 0u);
        EXPECT_EQ(mended.mesh.triangle_count(), n);
        ASSERT_TRUE(ClosedSurface(mended.mesh).closed());
        EXPECT_EQ(volume(mended.mesh), volume(good));
        expect_mended(mended.mesh);
    }
}

TEST(Repair, turns_solids_outwards) {
    Soup soup(make_box({1, 1, 1}));
    for (auto& t : soup.triangles) turn(t);
    const Repaired r = repaired(soup.mesh());
    EXPECT_EQ(r.report.turned_polygons.count, 12u);
    EXPECT_EQ(volume(r.mesh), 1);
}

TEST(Repair, keeps_voids_to_the_solid_around_them) {
    for (const bool inside_out : {false, true}) {
        Soup soup(make_sphere(1, 100));
        soup.add(make_box({4, 4, 4}));                   // the ball is in the box
        soup.add(make_sphere(0.5, 50), {1, 1, 1});       // but for this, which crosses the box's void
        soup.add(make_box({1, 1, 1}), {9, 0, 0}, true);  // outside, and inside out
        for (std::size_t i = 0; i < make_sphere(1, 100).triangle_count(); ++i) turn(soup.triangles[i]);
        if (inside_out) {
            for (auto& t : soup.triangles) turn(t);
        }
        const Repaired r = repaired(soup.mesh());
        EXPECT_TRUE(ClosedSurface(r.mesh).closed());
        const double ball = volume(make_sphere(1, 100)), small = volume(make_sphere(0.5, 50));
        EXPECT_NEAR(volume(r.mesh), 64 - ball + small + 1, 1e-12);
        EXPECT_EQ(r.report.voids.count, 1u);
        EXPECT_EQ(r.report.undecided_pieces.count, 0u);
        expect_mended(r.mesh);
    }
}

TEST(Repair, says_where_a_surface_is_one_sided) {
    std::vector<Vec3> vertices;
    Triangles triangles;
    constexpr VertexId around = 7;
    for (VertexId i = 0; i < around; ++i) {
        vertices.push_back({static_cast<double>(i), static_cast<double>(i * i), 0});
        vertices.push_back({static_cast<double>(i), static_cast<double>(i * i), 1});
    }
    for (VertexId i = 0; i < around; ++i) {
        const VertexId a = 2 * i, b = a + 1;
        const bool last = i + 1 == around;
        const VertexId c = last ? 1 : a + 2, d = last ? 0 : a + 3;
        triangles.push_back({a, c, d});
        triangles.push_back({a, d, b});
    }
    const Repaired r = repaired(Mesh(vertices, triangles));
    EXPECT_EQ(r.report.unorientable_edges.count, 1u);
    expect_mended(r.mesh);
}

TEST(Repair, closes_holes_up_to_a_limit_only) {
    const Mesh ball = make_sphere(1, 800);
    Soup soup(ball);
    // One triangle, and all triangles around a vertex.
    const VertexId middle = soup.triangles[410][1];
    Triangles kept;
    std::size_t ring = 0;
    for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
        const bool in_ring = std::ranges::find(soup.triangles[t], middle) != soup.triangles[t].end();
        ring += in_ring ? 1 : 0;
        if (t != 0 && !in_ring) kept.push_back(soup.triangles[t]);
    }
    ASSERT_EQ(ring, 6u);
    soup.triangles = kept;
    EXPECT_EQ(repaired(soup.mesh()).report.open_holes.count, 2u) << "not without being asked";
    RepairOptions options;
    options.close_holes_edges = 5;
    const Repaired one = repaired(soup.mesh(), options);
    EXPECT_EQ(one.report.closed_holes.count, 1u);
    EXPECT_EQ(one.report.new_polygons, 1u);
    EXPECT_EQ(one.report.open_holes.count, 1u);
    auto closed = one.mesh.triangles().back();
    std::ranges::rotate(closed, std::ranges::find(closed, ball.triangles()[0][0]));
    EXPECT_EQ(closed, ball.triangles()[0]) << "as it was";
    options.close_holes_edges = 6;
    const Repaired both = repaired(soup.mesh(), options);
    EXPECT_EQ(both.report.closed_holes.count, 2u);
    EXPECT_EQ(both.report.new_polygons, 5u);
    EXPECT_TRUE(ClosedSurface(both.mesh).closed());
    EXPECT_NEAR(volume(both.mesh), volume(ball), 0.01);
    expect_mended(both.mesh, options);
    options.close_holes_length = 1e-3;
    EXPECT_EQ(repaired(soup.mesh(), options).report.closed_holes.count, 0u) << "both limits count";
    options.close_holes_length = 10;
    EXPECT_EQ(repaired(soup.mesh(), options).report.closed_holes.count, 2u);
}

TEST(Repair, closes_random_holes_of_single_triangles) {
    Random r(43);
    for (int round = 0; round < 40; ++round) {
        SCOPED_TRACE("seed 43, round " + std::to_string(round));
        const Mesh good = random_solid(r);
        Soup soup(good);
        std::set<VertexId> touched;
        std::size_t holes = 0;
        Triangles kept;
        for (const auto& t : soup.triangles) {
            const bool apart = std::ranges::none_of(t, [&](VertexId v) { return touched.contains(v); });
            if (apart && r.chance(0.3)) {
                touched.insert(t.begin(), t.end());
                ++holes;
            } else {
                kept.push_back(t);
            }
        }
        soup.triangles = kept;
        RepairOptions options;
        options.close_holes_edges = 3;
        const Repaired mended = repaired(soup.mesh(), options);
        EXPECT_EQ(mended.report.closed_holes.count, holes);
        EXPECT_TRUE(ClosedSurface(mended.mesh).closed());
        EXPECT_EQ(volume(mended.mesh), volume(good));
    }
}

TEST(Repair, drops_flat_triangles_without_opening_anything) {
    // A box whose first triangle is cut at the middle of a side, its neighbour not: a flat triangle fills the
    // slit.
    const Mesh box = make_box({2, 2, 2});
    Soup soup(box);
    const auto [a, b, c] = soup.triangles[0];
    const auto m = static_cast<VertexId>(soup.vertices.size());
    soup.vertices.push_back((soup.vertices[a] + soup.vertices[b]) * 0.5);
    soup.triangles[0] = {a, m, c};
    soup.triangles.push_back({m, b, c});
    soup.triangles.push_back({a, b, m});
    ASSERT_TRUE(ClosedSurface(soup.mesh()).closed());
    const Repaired r = repaired(soup.mesh());
    EXPECT_EQ(r.report.flat_polygons.count, 1u);
    EXPECT_EQ(r.report.flat_polygons.first[0].polygon, 13u);
    EXPECT_EQ(r.mesh.triangle_count(), 14u) << "the neighbour is two triangles now";
    EXPECT_TRUE(r.mesh.all_triangles());
    const Topology t(r.mesh);
    EXPECT_TRUE(t.surface().closed());
    EXPECT_TRUE(t.flat_triangles().empty());
    EXPECT_EQ(volume(r.mesh), 8);
    expect_mended(r.mesh);

    // Without the flat triangle there is a slit of three edges; closing it comes to the same.
    soup.triangles.pop_back();
    RepairOptions options;
    options.close_holes_edges = 3;
    const Repaired closed = repaired(soup.mesh(), options);
    EXPECT_EQ(closed.report.closed_holes.count, 1u);
    EXPECT_EQ(closed.report.flat_polygons.count, 1u);
    EXPECT_TRUE(ClosedSurface(closed.mesh).closed());
    expect_mended(closed.mesh, options);
}

TEST(Repair, drops_rows_of_flat_triangles) {
    // A side cut in eight on one side, and the slit filled with a fan of flat triangles.
    const Mesh box = make_box({8, 8, 8});
    Soup soup(box);
    const auto [a, b, c] = soup.triangles[0];
    const auto first = static_cast<VertexId>(soup.vertices.size());
    for (int i = 1; i < 8; ++i)
        soup.vertices.push_back(soup.vertices[a] + (soup.vertices[b] - soup.vertices[a]) * (i / 8.0));
    soup.triangles[0] = {a, first, c};
    for (VertexId i = 0; i < 7; ++i) {
        const VertexId from = first + i, to = i == 6 ? b : first + i + 1;
        soup.triangles.push_back({from, to, c});
        soup.triangles.push_back({a, to, from});
    }
    ASSERT_TRUE(ClosedSurface(soup.mesh()).closed());
    const Repaired r = repaired(soup.mesh());
    EXPECT_EQ(r.report.flat_polygons.count, 7u);
    EXPECT_EQ(r.report.kept_flat_polygons.count, 0u);
    EXPECT_TRUE(ClosedSurface(r.mesh).closed());
    EXPECT_EQ(volume(r.mesh), 512);
    expect_mended(r.mesh);
}

TEST(Repair, keeps_one_or_both_or_none_of_back_to_back_faces) {
    const Mesh ball = make_sphere(1, 100);
    Soup soup(ball);
    soup.add(ball, {}, true);  // a back for every face
    const Mesh mesh = soup.mesh();
    RepairOptions options;
    const Repaired kept = repaired(mesh, options);
    EXPECT_EQ(kept.report.kept_double_sided.count, ball.triangle_count());
    EXPECT_EQ(kept.mesh.triangle_count(), 2 * ball.triangle_count());
    options.double_sided = DoubleSided::one;
    const Repaired one = repaired(mesh, options);
    EXPECT_EQ(one.report.double_sided_polygons.count, ball.triangle_count());
    EXPECT_TRUE(ClosedSurface(one.mesh).closed());
    EXPECT_EQ(volume(one.mesh), volume(ball));
    options.double_sided = DoubleSided::none;
    EXPECT_TRUE(repaired(mesh, options).mesh.empty());

    // Two boxes with a wall between them.
    Soup boxes(make_box({1, 1, 1}));
    boxes.add(make_box({1, 1, 1}), {1, 0, 0});
    const Repaired united = repaired(boxes.mesh(), options);
    EXPECT_EQ(united.report.double_sided_polygons.count, 4u);
    const Topology t(united.mesh);
    EXPECT_TRUE(t.surface().closed());
    EXPECT_TRUE(t.manifold());
    EXPECT_EQ(volume(united.mesh), 2);
}

TEST(Repair, keeps_polygons_parts_and_unit) {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1},
                     {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0, 0, 0}};
    soup.corners = {8, 3, 2, 1, /**/ 4, 5, 6, 7, /**/ 0, 1, 5, 4, /**/ 1, 2, 2, 6, 5, /**/ 7, 6, 2, 3};
    soup.corner_counts = {4, 4, 4, 5, 4};
    soup.parts = {{"bottom and top", 0, 2}, {"empty", 2, 0}, {"sides", 2, 3}};
    soup.metres_per_unit = 0.001;
    RepairOptions options;
    options.close_holes_edges = 4;
    const Repaired r = repaired(Mesh(soup), options);
    EXPECT_EQ(r.report.merged_vertices.count, 1u);
    EXPECT_EQ(r.report.shortened_polygons.count, 1u);
    EXPECT_EQ(r.report.shortened_polygons.first[0].polygon, 3u);
    EXPECT_EQ(r.report.closed_holes.count, 1u);
    EXPECT_TRUE(ClosedSurface(r.mesh).closed());
    EXPECT_EQ(volume(r.mesh), 1);
    EXPECT_EQ(r.mesh.polygon_count(), 6u);
    EXPECT_EQ(r.mesh.metres_per_unit(), 0.001);
    // The rim of the hole starts at the bottom, so that is where the new face goes.
    const std::vector<MeshPart> parts{{"bottom and top", 0, 3}, {"empty", 3, 0}, {"sides", 3, 3}};
    EXPECT_TRUE(std::ranges::equal(r.mesh.parts(), parts));
    for (PolygonId p = 0; p < 6; ++p) EXPECT_EQ(r.mesh.polygon(p).size(), 4u);
    expect_mended(r.mesh, options);
}

TEST(Repair, of_random_soups_is_final) {
    Random r(44);
    for (int round = 0; round < 300; ++round) {
        SCOPED_TRACE("seed 44, round " + std::to_string(round));
        std::vector<Vec3> vertices;
        const std::size_t count = 4 + r.below(10);
        for (std::size_t i = 0; i < count; ++i)
            vertices.push_back({static_cast<double>(r.below(4)), static_cast<double>(r.below(3)),
                                static_cast<double>(r.below(3))});
        PolygonSoup soup;
        soup.vertices = vertices;
        for (std::size_t i = 0; i < 1 + r.below(14); ++i) {
            soup.corner_counts.push_back(static_cast<std::uint32_t>(r.chance(0.7) ? 3 : 3 + r.below(4)));
            for (std::uint32_t k = 0; k < soup.corner_counts.back(); ++k)
                soup.corners.push_back(static_cast<VertexId>(r.below(count)));
        }
        RepairOptions options;
        options.weld_distance = r.chance(0.5) ? 0 : 1;
        options.double_sided = static_cast<DoubleSided>(r.below(3));
        if (r.chance(0.5)) options.close_holes_edges = r.below(9);
        expect_mended(repaired(Mesh(soup), options).mesh, options);
    }
}

TEST(WeldWithin, keeps_points_farther_apart_than_the_distance) {
    Random r(45);
    std::vector<Vec3> points;
    for (int i = 0; i < 3000; ++i) points.push_back(r.in_box({-1, -1, -1}, {1, 1, 1}));
    const double distance = 0.1;
    const Welded welded = weld(points, distance);
    EXPECT_LT(welded.vertices.size(), points.size());
    for (std::size_t i = 0; i < welded.vertices.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            ASSERT_GT(length(welded.vertices[i] - welded.vertices[j]), distance * (1 - 1e-15));
    }
    for (std::size_t i = 0; i < points.size(); ++i)
        ASSERT_LE(length(points[i] - welded.vertices[welded.index[i]]), distance * (1 + 1e-15));
    EXPECT_EQ(weld(welded.vertices, distance).vertices.size(), welded.vertices.size());
    EXPECT_EQ(weld(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}}, 1).vertices.size(), 1u) << "exactly as far";
}

}  // namespace
}  // namespace graze
