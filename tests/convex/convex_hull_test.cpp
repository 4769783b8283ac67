#include "graze/convex/convex_hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/predicates.h"
#include "graze/base/random.h"
#include "graze/convex/small_hull.h"
#include "graze/mesh/closed_surface.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"

namespace graze {
namespace {

using PointList = std::vector<Vec3>;

// Points of a small grid: many are equal, on a line or in a plane.
PointList points_of_grid(Random& r, std::size_t count, std::size_t steps) {
    PointList points(count);
    for (Vec3& p : points)
        p = {0.25 * static_cast<double>(r.below(steps)), 0.25 * static_cast<double>(r.below(steps)),
             0.25 * static_cast<double>(r.below(steps))};
    return points;
}

// What a hull must be, whatever made it: all points inside or on every face, faces flat and turning one way,
// every edge between two faces, no corner between two others.
void check_hull(const ConvexHull& hull, const PointList& points) {
    const auto& c = hull.corners();
    for (const Vec3& p : points) ASSERT_TRUE(hull.contains(p));
    if (hull.dimension() < 3) return;
    std::multiset<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
        const auto face = hull.face(f);
        ASSERT_GE(face.size(), 3u);
        for (std::size_t i = 0; i < face.size(); ++i) {
            const Vec3 &p = c[face[i]], &q = c[face[(i + 1) % face.size()]],
                       &s = c[face[(i + 2) % face.size()]];
            ASSERT_FALSE(collinear(p, q, s));
            edges.emplace(face[i], face[(i + 1) % face.size()]);
            for (std::uint32_t v = 0; v < c.size(); ++v) {
                const int side = orient3d(p, q, s, c[v]);
                const bool in_face = std::ranges::find(face, v) != face.end();
                ASSERT_EQ(side == 0, in_face);
                ASSERT_LE(side, 0);
            }
        }
    }
    for (const auto& [from, to] : edges) ASSERT_EQ(edges.count({to, from}), 1u);
    const std::size_t edge_count = edges.size() / 2;
    EXPECT_EQ(c.size() + hull.face_count(), edge_count + 2);  // Euler
}

TEST(ConvexHull, has_all_points_and_only_corners_and_faces) {
    Random r(21);
    std::array<int, 4> of_dimension{};
    for (int i = 0; i < 1500; ++i) {
        const PointList points = i % 2 == 0 ? points_of_grid(r, 1 + r.below(40), 1 + r.below(5)) : [&] {
            PointList p(4 + r.below(60));
            for (Vec3& v : p) v = r.on_sphere();
            return p;
        }();
        SCOPED_TRACE("seed 21, case " + std::to_string(i));
        const ConvexHull hull(points);
        check_hull(hull, points);
        for (std::size_t k = 0; k < hull.corners().size(); ++k)
            ASSERT_EQ(points[hull.sources()[k]], hull.corners()[k]);
        ++of_dimension[static_cast<std::size_t>(hull.dimension())];
    }
    for (const int count : of_dimension) EXPECT_GT(count, 10);
}

TEST(ConvexHull, of_a_few_points_is_the_small_hull) {
    Random r(22);
    for (int i = 0; i < 2000; ++i) {
        const PointList points = points_of_grid(r, 1 + r.below(8), 2 + r.below(4));
        const ConvexHull hull(points);
        const SmallHull small(points);
        ASSERT_EQ(hull.dimension(), small.dimension());
        ASSERT_EQ(hull.face_count(), small.facets().size()) << i;
        for (int k = 0; k < 10; ++k) {
            const Vec3 p = points_of_grid(r, 1, 5)[0];
            ASSERT_EQ(hull.contains(p), small.contains(p)) << i;
        }
    }
}

TEST(ConvexHull, does_not_depend_on_the_order_of_the_points_but_for_its_numbers) {
    Random r(23);
    for (int i = 0; i < 200; ++i) {
        PointList points = points_of_grid(r, 30, 5);
        const ConvexHull hull(points);
        PointList corners = hull.corners();
        std::ranges::reverse(points);
        PointList reversed = ConvexHull(points).corners();
        const auto before = [](const Vec3& a, const Vec3& b) {
            return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
        };
        std::ranges::sort(corners, before);
        std::ranges::sort(reversed, before);
        ASSERT_EQ(corners, reversed);
    }
}

TEST(ConvexHull, of_a_cube_has_six_faces_however_many_points_lie_on_them) {
    PointList points;
    for (int x = 0; x <= 10; ++x)
        for (int y = 0; y <= 10; ++y)
            for (int z = 0; z <= 10; ++z) points.push_back({0.1 * x, 0.1 * y, 0.1 * z});
    const ConvexHull hull(points);
    EXPECT_EQ(hull.corners().size(), 8u);
    EXPECT_EQ(hull.face_count(), 6u);
    const SolidMeasures measures = solid_measures(hull.mesh());
    EXPECT_DOUBLE_EQ(measures.volume, 1);
    EXPECT_NEAR(length(*measures.centroid - Vec3{0.5, 0.5, 0.5}), 0, 1e-15);
}

TEST(ConvexHull, of_flat_straight_and_single_points_is_flat_straight_and_a_point) {
    const ConvexHull square(
        PointList{{0, 0, 3}, {1, 0, 3}, {0, 1, 3}, {1, 1, 3}, {0.5, 0.5, 3}, {0.5, 0, 3}});
    EXPECT_EQ(square.dimension(), 2);
    EXPECT_EQ(square.corners().size(), 4u);
    EXPECT_EQ(square.face_count(), 2u);
    EXPECT_TRUE(ClosedSurface(square.mesh()).closed());
    const ConvexHull line(PointList{{1, 1, 1}, {3, 3, 3}, {2, 2, 2}, {1, 1, 1}});
    EXPECT_EQ(line.dimension(), 1);
    EXPECT_EQ(line.corners().size(), 2u);
    const ConvexHull point(PointList{{5, 5, 5}, {5, 5, 5}});
    EXPECT_EQ(point.dimension(), 0);
    EXPECT_EQ(point.corners(), (PointList{{5, 5, 5}}));
    EXPECT_TRUE(point.contains({5, 5, 5}));
    EXPECT_FALSE(point.contains({5, 5, 5.0000000000001}));
}

// A plane that only exact arithmetic can tell from its neighbours.
TEST(ConvexHull, tells_points_a_hair_off_a_plane_from_points_in_it) {
    const double hair = 0x1p-52;
    const PointList flat{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 0}};
    PointList bumped = flat;
    bumped[4].z = hair;
    EXPECT_EQ(ConvexHull(flat).dimension(), 2);
    EXPECT_EQ(ConvexHull(bumped).dimension(), 3);
    EXPECT_EQ(ConvexHull(bumped).face_count(), 5u);
}

TEST(ConvexHull, is_right_at_any_scale) {
    for (const double scale : {1e-310, 1e-160, 1e-20, 1e20, 1e99}) {
        Random r(24);
        PointList points(100);
        for (Vec3& p : points) p = r.on_sphere() * scale;
        const ConvexHull hull(points);
        check_hull(hull, points);
        EXPECT_EQ(hull.dimension(), 3);
    }
}

TEST(ConvexHull, climbs_to_the_furthest_corner_from_any_start) {
    const ConvexHull hull(make_sphere(1, 2000));
    Random r(25);
    for (int i = 0; i < 300; ++i) {
        const Vec3 d = r.on_sphere();
        double most = -2;
        for (const Vec3& c : hull.corners()) most = std::max(most, dot(c, d));
        const auto start = static_cast<std::uint32_t>(r.below(hull.corners().size()));
        EXPECT_NEAR(dot(hull.corners()[hull.support(d, start)], d), most, 1e-12);
    }
}

TEST(ConvexHull, refuses_nothing_and_what_is_not_finite) {
    EXPECT_THROW(ConvexHull(PointList{}), Error);
    EXPECT_THROW(ConvexHull(PointList{{0, 0, NAN}}), Error);
    EXPECT_THROW(ConvexHull(PointList{{0, 0, 1e101}}), Error);
    EXPECT_THROW(ConvexHull(Mesh{}), Error);
}

}  // namespace
}  // namespace graze
