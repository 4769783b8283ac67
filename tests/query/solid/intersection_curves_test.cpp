#include "graze/query/solid/overlap_regions.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "graze/mesh/generate.h"
#include "graze/query/intersect/intersect.h"
#include "tests/query/instruction_sets.h"
#include "tests/query/meshes.h"
#include "tests/query/region_checks.h"
#include "tests/query/solids.h"

namespace graze {
namespace {

using test::block;
using Curves = std::vector<IntersectionCurve>;

Curves checked_curves(const Mesh& a, const Mesh& b, const Pose& pose_a = {}, const Pose& pose_b = {}) {
    const Shape sa(a), sb(b);
    Curves curves = intersection_curves(sa, pose_a, sb, pose_b);
    EXPECT_EQ(curves, intersection_curves(sb, pose_b, sa, pose_a));
    for (const IntersectionCurve& c : curves) test::expect_curve_on_both(c, sa, pose_a, sb, pose_b);
    return curves;
}

double length_of(const IntersectionCurve& c) {
    double sum = c.closed ? length(c.points.back() - c.points.front()) : 0;
    for (std::size_t i = 1; i < c.points.size(); ++i) sum += length(c.points[i] - c.points[i - 1]);
    return sum;
}

// A square of n by n pairs of triangles, open, in the plane z = 0 from (0, 0) to (size, size).
Mesh sheet(double size, VertexId n) {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (VertexId y = 0; y <= n; ++y)
        for (VertexId x = 0; x <= n; ++x) vertices.push_back({size * x / n, size * y / n, 0});
    for (VertexId y = 0; y < n; ++y) {
        for (VertexId x = 0; x < n; ++x) {
            const VertexId v = y * (n + 1) + x;
            triangles.push_back({v, v + 1, v + n + 2});
            triangles.push_back({v, v + n + 2, v + n + 1});
        }
    }
    return Mesh(std::move(vertices), std::move(triangles));
}

// Upright, along x at y = 0.
Mesh wall(double size, VertexId n) {
    return test::mapped(sheet(size, n), [](const Vec3& p) { return Vec3{p.x, 0, p.y}; });
}

TEST(IntersectionCurves, of_two_sheets_end_where_the_shorter_one_does) {
    const Curves curves = checked_curves(sheet(4, 3), wall(2, 1), {}, Pose::translation({1, 1.7, -0.6}));
    ASSERT_EQ(curves.size(), 1u);
    EXPECT_FALSE(curves[0].closed);
    EXPECT_NEAR(length_of(curves[0]), 2, 1e-12);
}

TEST(IntersectionCurves, of_a_sheet_and_a_solid_are_closed) {
    const Curves curves =
        checked_curves(sheet(9, 4), make_torus(2, 0.5, 30, 12), {},
                       Pose::translation({4.4, 4.3, 0.1}) * Pose::rotation_turns({1, 0, 0}, 0.25));
    ASSERT_EQ(curves.size(), 2u);
    for (const IntersectionCurve& c : curves) {
        EXPECT_TRUE(c.closed);
        EXPECT_GT(length_of(c), 2);
    }
}

TEST(IntersectionCurves, go_on_across_edges_that_lie_in_the_other_surface) {
    // A row of the sheet's vertices lies exactly in the wall, then one of the wall's in the sheet.
    for (const auto& [n, y] : {std::pair(1u, 2.0), {3u, 2.0}, {2u, 1.7}, {4u, 1.7}}) {
        const Curves curves = checked_curves(sheet(4, 4), wall(2, n), {}, Pose::translation({1, y, -1}));
        ASSERT_EQ(curves.size(), 1u) << n;
        EXPECT_NEAR(length_of(curves[0]), 2, 1e-12);
    }
}

TEST(IntersectionCurves, are_none_for_mere_contact) {
    const Mesh plain = sheet(4, 3);
    EXPECT_TRUE(checked_curves(plain, block({1, 1, 0}, {2, 2, 3})).empty());    // stands on it
    EXPECT_TRUE(checked_curves(plain, block({1, 1, -2}, {2, 2, 0})).empty());   // hangs below
    EXPECT_TRUE(checked_curves(plain, test::moved(plain, {1, 1, 0})).empty());  // in one plane
    EXPECT_TRUE(checked_curves(plain, wall(2, 3), {}, Pose::translation({1, 1.7, 0})).empty());
    EXPECT_TRUE(checked_curves(plain, test::pyramid({2, 2, 0}, 1, 1)).empty());  // its tip
    EXPECT_TRUE(checked_curves(plain, plain, {}, Pose::translation({0, 0, 9})).empty());
    EXPECT_TRUE(checked_curves(block({0, 0, 0}, {1, 1, 1}), block({1, 0, 0}, {2, 1, 1})).empty());
}

TEST(IntersectionCurves, of_closed_meshes_are_those_of_their_regions) {
    const Mesh plate = block({-10, -10, 0}, {10, 10, 1}), tube = make_tube(1, 0.7, 4, 24);
    EXPECT_EQ(checked_curves(plate, tube).size(), 4u);
}

TEST(IntersectionCurves, of_triangles_in_disorder_are_found_wherever_two_pass_through_each_other) {
    for (const bool snapped : {false, true}) {
        for (std::uint64_t seed = 1; seed < 6; ++seed) {
            SCOPED_TRACE(std::to_string(seed) + (snapped ? " snapped" : ""));
            const Mesh a = test::soup(40, seed, 0.5, snapped), b = test::soup(40, seed + 100, 0.5, snapped);
            const Curves curves = checked_curves(a, b);
            double total = 0;
            for (const IntersectionCurve& c : curves) total += length_of(c);
            // Each pair has its own segment.
            double expected = 0;
            for (const IntersectingPair& p : intersecting_triangles(Shape(a), {}, Shape(b), {})) {
                if (p.common.kind != CommonKind::segment) continue;
                expected += length(p.common.points()[1].position - p.common.points()[0].position);
            }
            if (snapped) {
                EXPECT_LE(total, expected + 1e-9);
                EXPECT_GT(total, 0.5 * expected);
            } else {
                EXPECT_NEAR(total, expected, 1e-9);
                EXPECT_GT(total, 0.5);
            }
        }
    }
}

TEST(IntersectionCurves, are_the_same_to_the_bit_on_every_instruction_set) {
    const Shape a(sheet(4, 7)), b(make_torus(1, 0.4, 40, 20));
    const Pose pose = Pose::translation({2, 2.1, 0.1}) * Pose::rotation_turns({1, 2, 3}, 0.1);
    const Curves once = intersection_curves(a, {}, b, pose);
    EXPECT_FALSE(once.empty());
    test::on_every_instruction_set([&] { EXPECT_EQ(intersection_curves(a, {}, b, pose), once); });
}

}  // namespace
}  // namespace graze
