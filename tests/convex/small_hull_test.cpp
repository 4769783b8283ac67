#include "graze/convex/small_hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/convex/oriented_box.h"
#include "graze/mesh/closed_surface.h"

namespace graze {
namespace {

using Points = std::vector<Vec3>;

// The definition, without facets: p is in the hull if it is in a tetrahedron of four of the points, flat ones
// included (Caratheodory). In a tetrahedron: no face has p strictly on the other side than the fourth corner.
bool in_some_tetrahedron(const Points& points, const Vec3& p) {
    const std::size_t n = points.size();
    const auto in_flat = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
        return in_triangle(p, {{a, b, c}});
    };
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i; j < n; ++j)
            for (std::size_t k = j; k < n; ++k) {
                if (in_flat(points[i], points[j], points[k])) return true;
                for (std::size_t m = k + 1; m < n; ++m) {
                    const std::array<Vec3, 4> t{points[i], points[j], points[k], points[m]};
                    const int whole = orient3d(t[0], t[1], t[2], t[3]);
                    if (whole == 0) continue;
                    if (orient3d(p, t[1], t[2], t[3]) * whole >= 0 &&
                        orient3d(t[0], p, t[2], t[3]) * whole >= 0 &&
                        orient3d(t[0], t[1], p, t[3]) * whole >= 0 &&
                        orient3d(t[0], t[1], t[2], p) * whole >= 0)
                        return true;
                }
            }
    return false;
}

// Points of a small grid are often equal, on a line or in a plane.
Points grid_points(std::mt19937& random, std::size_t count, int steps) {
    std::uniform_int_distribution<int> coordinate(0, steps);
    Points points(count);
    for (Vec3& p : points)
        p = {coordinate(random) * 0.25, coordinate(random) * 0.25, coordinate(random) * 0.25};
    return points;
}

TEST(SmallHull, contains_what_some_tetrahedron_of_its_points_contains) {
    std::mt19937 random(1);
    int inside = 0;
    for (int i = 0; i < 2000; ++i) {
        const Points points = grid_points(random, 1 + i % 8, 1 + i % 5);
        const SmallHull hull(points);
        for (int k = 0; k < 10; ++k) {
            const Vec3 p = grid_points(random, 1, 1 + i % 5)[0];
            const bool expected = in_some_tetrahedron(points, p);
            inside += expected ? 1 : 0;
            ASSERT_EQ(hull.contains(p), expected) << "case " << i << ", point " << k;
        }
    }
    EXPECT_GT(inside, 2000);
    EXPECT_LT(inside, 18000);
}

TEST(SmallHull, is_a_closed_mesh_around_all_points) {
    std::mt19937 random(2);
    std::array<int, 4> seen{};
    for (int i = 0; i < 2000; ++i) {
        const Points points = grid_points(random, 1 + i % 8, 1 + i % 4);
        const SmallHull hull(points);
        ++seen[static_cast<std::size_t>(hull.dimension())];
        const Mesh mesh = hull.mesh();
        EXPECT_TRUE(ClosedSurface(mesh).closed()) << "case " << i;
        for (const Vec3& p : points) EXPECT_TRUE(hull.contains(p)) << "case " << i;
        // Euler: a solid's polygons, edges and corners.
        if (hull.dimension() == 3) {
            std::size_t corners_of_facets = 0;
            std::array<bool, 8> used{};
            for (const SmallHull::Facet& f : hull.facets()) {
                corners_of_facets += f.corner_count;
                for (const std::uint8_t c : f.corners()) used[c] = true;
            }
            const auto corners = static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
            EXPECT_EQ(corners + hull.facets().size(), corners_of_facets / 2 + 2) << "case " << i;
        }
    }
    for (const int count : seen) EXPECT_GT(count, 20);
}

TEST(SmallHull, of_a_box_has_six_faces_or_up_to_twelve_where_corners_were_rounded) {
    EXPECT_EQ(SmallHull(OrientedBox({1, 2, 3}).corners()).facets().size(), 6u);
    const SmallHull turned(OrientedBox({1, 2, 3}, Pose({0.1, 0.2, 0.3, 0.9}, {0.1, 0.2, 0.3})).corners());
    EXPECT_EQ(turned.dimension(), 3);
    EXPECT_GE(turned.facets().size(), 6u);
    EXPECT_LE(turned.facets().size(), 12u);
}

TEST(SmallHull, of_a_box_thinner_than_rounding_is_right) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int i = 0; i < 300; ++i) {
        const Pose pose({number(random), number(random), number(random), number(random)},
                        {1000 * number(random), 1000 * number(random), 1000 * number(random)});
        const OrientedBox box({1, 1, i % 3 == 0 ? 0 : 1e-13}, pose);
        const Points corners(box.corners().begin(), box.corners().end());
        const SmallHull hull(corners);
        EXPECT_TRUE(ClosedSurface(hull.mesh()).closed());
        for (int k = 0; k < 8; ++k) {
            // Next to a corner, a few units in the last place away.
            const Vec3 p = corners[static_cast<std::size_t>(k)] +
                           Vec3{number(random), number(random), number(random)} * 3e-13;
            ASSERT_EQ(hull.contains(p), in_some_tetrahedron(corners, p)) << "case " << i << ", point " << k;
        }
    }
}

}  // namespace
}  // namespace graze
