#include "graze/deform/self_collision/self_intersections.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "graze/base/random.h"
#include "graze/deform/self_collision/detail/neighbours.h"
#include "graze/mesh/generate.h"
#include "graze/query/triangle/triangle_pair.h"
#include "tests/deform/creased_sheet.h"
#include "tests/query/instruction_sets.h"

namespace graze {
namespace {

using Corners = std::array<VertexId, 3>;

Shape shape_of(std::vector<Vec3> vertices, std::vector<Corners> triangles) {
    return Shape(Mesh(std::move(vertices), std::move(triangles)));
}

Triangle flat_to(const Vec3& p, const Vec3& q) {
    return {{p, q, q}};
}

std::vector<VertexId> shared_of(const Corners& a, const Corners& b) {
    const std::set<VertexId> of_a(a.begin(), a.end()), of_b(b.begin(), b.end());
    std::vector<VertexId> shared;
    std::ranges::set_intersection(of_a, of_b, std::back_inserter(shared));
    return shared;
}

// By definition, with other means than the search: no triangle here is flat. Triangles that share a corner
// meet elsewhere if the opposite side of one meets the other; triangles that share an edge, if they overlap
// in a plane.
bool meet_by_definition(const std::vector<Vec3>& v, const Corners& a, const Corners& b) {
    const Triangle ta{{v[a[0]], v[a[1]], v[a[2]]}}, tb{{v[b[0]], v[b[1]], v[b[2]]}};
    const std::vector<VertexId> shared = shared_of(a, b);
    if (shared.empty()) return intersects(ta, tb);
    if (shared.size() == 3) return true;
    if (shared.size() == 2) return intersection(ta, tb).kind == CommonKind::polygon;
    const auto opposite = [&](const Corners& c) {
        const std::size_t k = c[0] == shared[0] ? 0 : c[1] == shared[0] ? 1 : 2;
        return flat_to(v[c[(k + 1) % 3]], v[c[(k + 2) % 3]]);
    };
    return intersects(opposite(a), tb) || intersects(opposite(b), ta);
}

bool is_flat(const std::vector<Vec3>& v, const Corners& c) {
    return length(cross(v[c[1]] - v[c[0]], v[c[2]] - v[c[0]])) == 0;
}

// Different vertices at different places of a coarse lattice, so that most pairs are special ones.
struct Soup {
    std::vector<Vec3> vertices;
    std::vector<Corners> triangles;
};
Soup lattice_soup(Random& r, int size, std::size_t triangles) {
    Soup soup;
    const auto coordinate = [&] {
        return static_cast<double>(r.below(2 * static_cast<std::uint64_t>(size) + 1)) - size;
    };
    while (soup.vertices.size() < 14) {
        const Vec3 p{coordinate(), coordinate(), coordinate()};
        if (std::ranges::find(soup.vertices, p) == soup.vertices.end()) soup.vertices.push_back(p);
    }
    while (soup.triangles.size() < triangles) {
        const auto vertex = [&] { return static_cast<VertexId>(r.below(soup.vertices.size())); };
        const Corners c{vertex(), vertex(), vertex()};
        if (!is_flat(soup.vertices, c)) soup.triangles.push_back(c);
    }
    return soup;
}

TEST(SelfIntersections, of_triangles_on_a_lattice_are_those_of_the_definition) {
    Random r(31);
    std::uint64_t met = 0, apart = 0;
    for (int round = 0; round < 60; ++round) {
        const Soup soup = lattice_soup(r, 1 + round % 3, 40);
        std::vector<TrianglePair> expected;
        for (TriangleId a = 0; a < soup.triangles.size(); ++a)
            for (TriangleId b = a + 1; b < soup.triangles.size(); ++b)
                if (meet_by_definition(soup.vertices, soup.triangles[a], soup.triangles[b]))
                    expected.push_back({a, b});
                else
                    ++apart;
        met += expected.size();
        const Shape shape = shape_of(soup.vertices, soup.triangles);
        EXPECT_EQ(static_cast<const std::vector<TrianglePair>&>(self_intersections(shape)), expected)
            << "seed 31, round " << round;
        EXPECT_EQ(self_intersects(shape), !expected.empty());
    }
    EXPECT_GT(met, 5'000U);
    EXPECT_GT(apart, 5'000U);
}

TEST(SelfIntersections, of_neighbours_are_the_same_for_every_order_of_corners) {
    Random r(32);
    for (int round = 0; round < 4'000; ++round) {
        const Soup soup = lattice_soup(r, 1 + round % 2, 2);
        Corners a = soup.triangles[0], b = soup.triangles[1];
        if (shared_of(a, b).empty()) continue;
        const bool meet = meet_by_definition(soup.vertices, a, b);
        std::ranges::sort(a), std::ranges::sort(b);
        do {
            do {
                ASSERT_EQ(detail::meet_beyond_shared(soup.vertices, a, b), meet)
                    << "seed 32, round " << round;
                ASSERT_EQ(detail::meet_beyond_shared(soup.vertices, b, a), meet)
                    << "seed 32, round " << round;
            } while (std::ranges::next_permutation(b).found);
        } while (std::ranges::next_permutation(a).found);
    }
}

TEST(SelfIntersections, of_flat_triangles_are_those_of_the_segments_they_are) {
    const std::vector<Vec3> v{{0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 1, 0}, {3, 0, 0}, {0, 0, 1}};
    const auto meet = [&](const Corners& a, const Corners& b) {
        return self_intersects(shape_of(v, {a, b}));
    };
    EXPECT_FALSE(meet({0, 1, 3}, {1, 4, 4}));  // a segment that goes on from a corner
    EXPECT_TRUE(meet({0, 1, 3}, {0, 2, 2}));   // one along an edge
    EXPECT_FALSE(meet({0, 1, 3}, {0, 1, 1}));  // the edge itself, whose corners are shared
    EXPECT_FALSE(
        meet({0, 1, 3}, {0, 1, 2}));  // a flat one: all that they have in common is on the shared edge
    EXPECT_TRUE(meet({0, 1, 3}, {0, 4, 2}));  // a flat one that shares only a corner
    EXPECT_FALSE(meet({0, 1, 3}, {0, 5, 5}));
    EXPECT_TRUE(meet({0, 1, 1}, {1, 0, 0}));  // the same vertices
    EXPECT_FALSE(meet({0, 0, 0}, {0, 1, 3}));
}

TEST(SelfIntersections, of_a_fold_begin_when_both_sides_lie_in_each_other) {
    // Two triangles at an edge, one of which is turned about it.
    const auto folded = [](double y, double z) {
        return self_intersects(
            shape_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, y, z}}, {{0, 1, 2}, {1, 0, 3}}));
    };
    EXPECT_FALSE(folded(-1, 0));
    EXPECT_FALSE(folded(0, 1));
    EXPECT_FALSE(folded(1, 1e-300));
    EXPECT_TRUE(folded(1, 0));
    EXPECT_FALSE(folded(1, -1e-300));
}

TEST(SelfIntersections, of_generated_solids_are_none) {
    EXPECT_FALSE(self_intersects(Shape(make_box({1, 2, 3}))));
    EXPECT_FALSE(self_intersects(Shape(make_sphere(1, 5'000))));
    EXPECT_FALSE(self_intersects(Shape(make_torus(1, 0.4, 60, 30))));
    EXPECT_FALSE(self_intersects(Shape()));
    EXPECT_FALSE(self_intersects(Shape(Sphere{{}, 1})));
}

TEST(SelfIntersections, are_found_by_two_solids_in_one_mesh_as_by_a_pair_of_shapes) {
    const Mesh a = make_sphere(1, 600), b = make_torus(0.9, 0.3, 24, 16);
    std::vector<Vec3> vertices(a.vertices().begin(), a.vertices().end());
    vertices.insert(vertices.end(), b.vertices().begin(), b.vertices().end());
    std::vector<Corners> triangles(a.triangles().begin(), a.triangles().end());
    const auto shift = static_cast<VertexId>(a.vertices().size());
    for (const Corners& c : b.triangles()) triangles.push_back({c[0] + shift, c[1] + shift, c[2] + shift});
    std::vector<TrianglePair> expected;
    for (TriangleId i = 0; i < a.triangle_count(); ++i)
        for (TriangleId j = 0; j < b.triangle_count(); ++j)
            if (intersects(a.triangle(i), b.triangle(j)))
                expected.push_back({i, j + static_cast<TriangleId>(a.triangle_count())});
    EXPECT_GT(expected.size(), 100U);
    EXPECT_EQ(
        static_cast<const std::vector<TrianglePair>&>(self_intersections(shape_of(vertices, triangles))),
        expected);
}

TEST(SelfIntersections, are_the_same_on_every_instruction_set) {
    const Shape sheet(test::creased_sheet(70, 5));
    const auto expected = self_intersections(sheet);
    EXPECT_GT(expected.size(), 50U);
    test::on_every_instruction_set([&] { EXPECT_EQ(self_intersections(sheet), expected); });
}

TEST(SelfIntersections, do_not_depend_on_place_size_or_effort) {
    const Mesh sheet = test::creased_sheet(40, 6);
    const auto expected = self_intersections(Shape(sheet));
    for (const double scale : {0x1p-1000, 0x1p-20, 0x1p300}) {
        std::vector<Vec3> vertices(sheet.vertices().begin(), sheet.vertices().end());
        for (Vec3& p : vertices) p = p * scale;
        const Mesh scaled(vertices, {sheet.triangles().begin(), sheet.triangles().end()});
        for (const BuildEffort effort : {BuildEffort::fast, BuildEffort::normal, BuildEffort::best})
            EXPECT_EQ(self_intersections(Shape(scaled, {.effort = effort})), expected) << "scale " << scale;
    }
}

TEST(SelfIntersections, stop_when_the_budget_ends_and_heed_the_filter) {
    const Shape sheet(test::creased_sheet(40, 7));
    const auto all = self_intersections(sheet);
    ASSERT_GT(all.size(), 10U);
    for (const std::uint64_t tests : {0, 1, 100, 2'000}) {
        const auto some = self_intersections(sheet, {.budget = Budget::of_tests(tests)});
        EXPECT_EQ(some.status, QueryStatus::undecided);
        EXPECT_TRUE(std::ranges::includes(all, some));
        EXPECT_LT(some.size(), all.size());
    }
    EXPECT_EQ(self_intersects(sheet, {.budget = Budget::of_tests(1)}), Answer::undecided);
    EXPECT_EQ(self_intersects(sheet, {}), Answer::yes);

    const TrianglePair first = all.front();
    const auto not_first = [&](FeatureId a, FeatureId b) { return TrianglePair{a.index, b.index} != first; };
    auto expected = all;
    expected.erase(expected.begin());
    EXPECT_EQ(self_intersections(sheet, {.filter = not_first}), expected);
    EXPECT_EQ(self_intersects(sheet, {.filter = [](FeatureId, FeatureId) { return false; }}), Answer::no);

    std::vector<TrianglePair> few(5);
    const Filled filled = self_intersections(sheet, few);
    EXPECT_EQ(filled, (Filled{all.size(), QueryStatus::complete}));
    EXPECT_TRUE(std::ranges::includes(all, few));
    QueryCounts counts;
    self_intersections(sheet, {.counts = &counts});
    EXPECT_GE(counts.triangle_pairs, all.size());
    EXPECT_GT(counts.box_pairs, counts.leaf_pairs);
}

}  // namespace
}  // namespace graze
