// Hulls beside those of Qhull. Where points are in general position both must have the same corners and
// facets; elsewhere Qhull merges what is flat but for rounding, and only the measures are compared.
#include "tests/exact/qhull_reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/base/random.h"
#include "graze/convex/convex_hull.h"
#include "graze/mesh/measures.h"
#include "tests/soak.h"

namespace graze::test {
namespace {

std::vector<Vec3> drawn_points(Random& r, std::uint64_t form) {
    std::vector<Vec3> points(5 + r.below(form == 0 ? 300 : 120));
    for (Vec3& p : points) {
        switch (form) {
            case 0:  // most are corners
                p = r.on_sphere();
                break;
            case 1:  // few are
                p = r.in_box({-1, -1, -1}, {1, 1, 1});
                break;
            case 2:  // a plate
                p = r.in_box({-1, -1, -1e-3}, {1, 1, 1e-3});
                break;
            case 3:  // a needle
                p = r.in_box({-1, -1e-3, -1e-3}, {1, 1e-3, 1e-3});
                break;
            default:  // many in a plane, on a line, in one place
                p = {static_cast<double>(r.below(5)), static_cast<double>(r.below(5)),
                     static_cast<double>(r.below(5))};
        }
    }
    return points;
}

TEST(ConvexHullBesideQhull, has_the_same_corners_facets_and_measures) {
    constexpr std::uint64_t seed = 1996;
    Random r(seed);
    int general = 0, on_grid = 0, flat = 0;
    for (int i = 0, cases = 2000 * soak_factor(); i < cases; ++i) {
        SCOPED_TRACE("case " + std::to_string(i) + " of seed " + std::to_string(seed));
        const std::uint64_t form = r.below(5);
        const std::vector<Vec3> points = drawn_points(r, form);
        const ConvexHull hull(points);
        const QhullHull reference = qhull(points);
        if (hull.dimension() < 3) {
            ASSERT_FALSE(reference.made);
            ++flat;
            continue;
        }
        ASSERT_TRUE(reference.made);
        const Mesh border = hull.mesh();
        ASSERT_NEAR(solid_measures(border).volume, reference.volume, 1e-11 * (1 + reference.volume));
        if (form == 4) {
            ASSERT_NEAR(surface_measures(border).area, reference.area, 1e-11 * reference.area);
            ASSERT_EQ(hull.face_count(), reference.facets);
            ++on_grid;
        } else if (form < 2) {
            ASSERT_EQ(hull.sources(), reference.corners);
            ASSERT_EQ(border.triangle_count(), reference.facets);
            ++general;
        }
    }
    EXPECT_GT(general, 500);
    EXPECT_GT(on_grid, 200);
    EXPECT_GE(flat, 0);
}

}  // namespace
}  // namespace graze::test
