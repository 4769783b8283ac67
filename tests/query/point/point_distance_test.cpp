// Distances of points against all triangles. Those of a point and one triangle are tested against rational
// numbers in tests/exact.
#include "graze/query/point/point_distance.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/triangle/triangle_distance.h"
#include "tests/query/instruction_sets.h"
#include "tests/query/scenes.h"

namespace graze {
namespace {

double brute_force_distance(const Shape& shape, const Pose& pose, const Vec3& p) {
    double best = std::numeric_limits<double>::infinity();
    for (TriangleId i = 0; i < shape.mesh().triangle_count(); ++i)
        best = std::min(best, distance(p, pose(shape.mesh().triangle(i))).value);
    return best;
}

double error_allowed(const Box& box, const Vec3& p, double value) {
    double m = 0;
    for (const Vec3& v : {box.lower, box.upper, p})
        m = std::max({m, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    return std::max(1e-12 * value, 8 * (std::nextafter(m, 2 * m) - m));
}

TEST(DistanceOfAPoint, is_that_of_the_nearest_triangle) {
    Random r(63);
    std::size_t on_surface = 0;
    const test::Scenes all = test::all_scenes();
    for (std::size_t k = 0; k < all.size(); k += 7) {
        const test::Scene& s = all[k];
        if (s.a.mesh().empty() || s.a.mesh().triangle_count() > 3000) continue;
        SCOPED_TRACE(s.name);
        const Box box = s.pose_a(s.a.mesh().box());
        for (int i = 0; i < 12; ++i) {
            // Near, far, very far, and a corner of the mesh itself.
            Vec3 p = box.center() + r.on_sphere() * (length(box.size()) * std::ldexp(1.0, 3 * (i % 4) - 2));
            if (i >= 10)
                p = s.pose_a(
                    s.a.mesh().triangle(static_cast<TriangleId>(r.below(s.a.mesh().triangle_count()))))[0];
            if (!is_in_range(p)) continue;
            const PointDistance d = distance(s.a, s.pose_a, p);
            const double truth = brute_force_distance(s.a, s.pose_a, p);
            EXPECT_LE(std::abs(d.value - truth), error_allowed(box, p, truth));
            EXPECT_EQ(d.value == 0, truth == 0);
            const ClosestPoints named = distance(p, s.pose_a(s.a.mesh().triangle(d.feature.index)));
            EXPECT_EQ(named.value, d.value);
            EXPECT_EQ(named.point_b, d.nearest);
            on_surface += d.value == 0 ? 1 : 0;
            test::on_every_instruction_set([&] {
                const PointDistance again = distance(s.a, s.pose_a, p);
                EXPECT_EQ(again.value, d.value);
                EXPECT_EQ(again.feature, d.feature);
            });
        }
    }
    EXPECT_GT(on_surface, 20U);
}

TEST(DistanceOfAPoint, has_the_sign_of_the_side_it_is_on) {
    const Shape ball(make_sphere(2, 5000));
    const Pose pose = Pose::translation({10, 20, 30});
    Random r(64);
    for (int i = 0; i < 200; ++i) {
        const double radius = r.uniform(0.1, 4);
        if (std::abs(radius - 2) < 0.05) continue;
        const PointDistance d = signed_distance(ball, pose, Vec3{10, 20, 30} + r.on_sphere() * radius);
        EXPECT_NEAR(d.value, radius - 2, 0.02);
    }
    EXPECT_EQ(signed_distance(ball, Pose(), ball.mesh().triangle(7)[1]).value, 0);
}

// A box with an inner shell wound the other way.
TEST(DistanceOfAPoint, in_a_void_is_outside) {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    const auto add = [&](const Mesh& mesh, bool turned) {
        for (TriangleId i = 0; i < mesh.triangle_count(); ++i) {
            const Triangle t = mesh.triangle(i);
            const auto first = static_cast<VertexId>(vertices.size());
            for (std::size_t k = 0; k < 3; ++k) vertices.push_back(t[turned ? 2 - k : k]);
            triangles.push_back({first, first + 1, first + 2});
        }
    };
    add(make_box({4, 4, 4}, 2), false);
    add(make_box({2, 2, 2}, 2), true);
    const Shape hollow(Mesh(vertices, triangles));
    EXPECT_EQ(signed_distance(hollow, Pose(), {0, 0, 0}).value, 1);
    EXPECT_EQ(signed_distance(hollow, Pose(), {1.25, 0, 0}).value, -0.25);
    EXPECT_EQ(signed_distance(hollow, Pose(), {3, 0, 0}).value, 1);
}

TEST(DistanceOfAPoint, with_a_sign_is_refused_for_an_open_mesh) {
    const Shape sheet(Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
    EXPECT_EQ(distance(sheet, Pose(), {0, 0, 1}).value, 1);
    const PointDistance open = signed_distance(sheet, Pose(), {0, 0, 1});
    EXPECT_EQ(open.status, QueryStatus::not_closed);
    EXPECT_TRUE(std::isnan(open.value));
    const PointDistance bad = distance(sheet, Pose(), {0, 0, std::numeric_limits<double>::infinity()});
    EXPECT_EQ(bad.status, QueryStatus::bad_input);
    EXPECT_TRUE(std::isnan(bad.value));
    EXPECT_TRUE(std::isinf(distance(Shape(), Pose(), {0, 0, 1}).value));
}

}  // namespace
}  // namespace graze
