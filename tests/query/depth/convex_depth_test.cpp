// The signed distance of convex solids, against directions of all candidates and closed forms.
#include "graze/query/depth/convex_depth.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "tests/query/kinds/convex_oracle.h"

namespace graze::test {
namespace {

Pose at(double x, double y, double z) {
    return Pose::translation({x, y, z});
}

// The corners of a box or hull in the world.
std::vector<Vec3> corners_of(const Shape& shape, const Pose& pose) {
    std::vector<Vec3> result;
    if (const auto* box = shape.as<OrientedBox>())
        for (const Vec3& c : box->corners()) result.push_back(pose(c));
    if (const auto* hull = shape.as<ConvexHull>())
        for (const Vec3& c : hull->corners()) result.push_back(pose(c));
    return result;
}

double depth_along(const std::vector<Vec3>& a, const std::vector<Vec3>& b, const Vec3& unit) {
    double high = -1e300, low = 1e300;
    for (const Vec3& p : a) high = std::max(high, dot(p, unit));
    for (const Vec3& p : b) low = std::min(low, dot(p, unit));
    return high - low;
}

// The least depth along any normal of a plane through corners, or of an edge of each: no faces, no search.
double depth_by_all_directions(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double least = 1e300;
    const auto take = [&](const Vec3& n) {
        const double l = length(n);
        if (!(l > 1e-9)) return;
        least = std::min({least, depth_along(a, b, n / l), depth_along(a, b, n / -l)});
    };
    for (const auto* set : {&a, &b})
        for (std::size_t i = 0; i < set->size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                for (std::size_t k = 0; k < j; ++k) take(cross((*set)[j] - (*set)[i], (*set)[k] - (*set)[i]));
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            for (std::size_t k = 0; k < b.size(); ++k)
                for (std::size_t m = 0; m < k; ++m) take(cross(a[i] - a[j], b[k] - b[m]));
    return least;
}

Shape random_polytope(Random& r) {
    if (r.below(2) == 0)
        return Shape(
            OrientedBox({0.2 + r.uniform(), 0.2 + r.uniform(), 0.2 + r.uniform()}, Pose(r.rotation(), {})));
    std::vector<Vec3> points;
    for (std::size_t i = 0, n = 4 + r.below(6); i < n; ++i)
        points.push_back(r.in_box({-1, -1, -1}, {1, 1, 1}));
    return Shape(ConvexHull(points));
}

void expect_consistent(const SignedDistance& d, double tolerance = 1e-8) {
    EXPECT_LE(d.at_least, d.distance);
    EXPECT_LE(d.distance, d.at_most);
    EXPECT_NEAR(length(d.normal), 1, 1e-12);
    EXPECT_NEAR(length(d.point_b - d.point_a - d.normal * d.distance), 0, tolerance);
}

TEST(ConvexDepth, of_polytopes_is_the_least_over_all_directions) {
    Random r(4711);
    int overlapping = 0;
    for (int i = 0; i < 400; ++i) {
        SCOPED_TRACE(i);
        const Shape a = random_polytope(r), b = random_polytope(r);
        const Pose pa(r.rotation(), r.in_box({-1, -1, -1}, {1, 1, 1}));
        const Pose pb(r.rotation(), r.in_box({-1, -1, -1}, {1, 1, 1}));
        const SignedDistance d = convex_depth(a, pa, b, pb);
        ASSERT_EQ(d.status, QueryStatus::complete);
        expect_consistent(d);
        EXPECT_LE(d.at_most - d.at_least, 1e-12);
        EXPECT_EQ(d.distance <= 0, intersects(a, pa, b, pb));
        if (d.distance > 0) {
            EXPECT_NEAR(d.distance, distance(a, pa, b, pb).value, 1e-13);
            continue;
        }
        ++overlapping;
        const double truth = -depth_by_all_directions(corners_of(a, pa), corners_of(b, pb));
        EXPECT_NEAR(d.distance, truth, 1e-13);
        EXPECT_LE(d.at_least, truth + 1e-14);
        EXPECT_GE(d.at_most, truth - 1e-14);
        EXPECT_NEAR(depth_along(corners_of(a, pa), corners_of(b, pb), d.normal), -truth, 1e-13);
        EXPECT_EQ(d.certainty, NormalCertainty::certain);
    }
    EXPECT_GT(overlapping, 100);
}

TEST(ConvexDepth, of_any_two_solids_is_between_its_bounds) {
    Random r(99);
    for (int i = 0; i < 400; ++i) {
        SCOPED_TRACE(i);
        const Shape a = random_solid(r), b = random_solid(r);
        const Pose pa(r.rotation(), r.in_box({-0.3, -0.3, -0.3}, {0.3, 0.3, 0.3}));
        const Pose pb(r.rotation(), r.in_box({-0.3, -0.3, -0.3}, {0.3, 0.3, 0.3}));
        const SignedDistance d = convex_depth(a, pa, b, pb);
        ASSERT_EQ(d.status, QueryStatus::complete);
        expect_consistent(d, 1e-4);
        EXPECT_LE(d.at_most - d.at_least, 1e-8);
        if (d.distance > 0) continue;
        // Moved by the depth along the normal, B is free of A; a little less in any direction will not do.
        const auto moved = [&](const Vec3& by) { return Pose::translation(by) * pb; };
        EXPECT_FALSE(intersects(a, pa, b, moved(d.normal * (1e-9 - d.at_least))));
        for (int k = 0; k < 20; ++k) {
            const Vec3 direction = k == 0 ? d.normal : r.on_sphere();
            EXPECT_TRUE(intersects(a, pa, b, moved(direction * (-1e-9 - d.at_most))));
        }
    }
}

TEST(ConvexDepth, of_spheres_capsules_and_boxes_is_the_closed_form) {
    const Shape small(Sphere{{0, 0, 0}, 1}), large(Sphere{{0, 0, 0}, 2});
    EXPECT_NEAR(convex_depth(small, {}, large, at(5, 0, 0)).distance, 2, 1e-15);
    EXPECT_EQ(convex_depth(small, {}, large, at(3, 0, 0)).distance, 0);
    EXPECT_NEAR(convex_depth(small, {}, large, at(0.5, 0, 0)).distance, -2.5, 1e-15);
    EXPECT_NEAR(convex_depth(small, {}, large, {}).distance, -3, 1e-15);  // any direction will do
    EXPECT_NEAR(length(convex_depth(small, {}, large, {}).normal), 1, 1e-15);
    // Axes that cross, and axes on one line.
    const Shape along_x(Capsule{{-1, 0, 0}, {1, 0, 0}, 0.25}), along_y(Capsule{{0, -1, 0}, {0, 1, 0}, 0.5});
    const SignedDistance crossed = convex_depth(along_x, {}, along_y, {});
    EXPECT_NEAR(crossed.distance, -0.75, 1e-15);
    EXPECT_NEAR(std::abs(crossed.normal.z), 1, 1e-15);
    EXPECT_NEAR(convex_depth(along_x, {}, along_x, at(0.1, 0, 0)).distance, -0.5, 1e-15);
    // A sphere in a box leaves by the nearest face.
    const Shape box(OrientedBox({1, 2, 3}));
    const SignedDistance out = convex_depth(box, {}, small, at(0.25, 0, 0));
    EXPECT_NEAR(out.distance, -1.75, 1e-14);
    EXPECT_NEAR(out.normal.x, 1, 1e-14);
    // A half-space below.
    const Shape floor(HalfSpace{{0, 0, 2}, {0, 0, 0}});
    EXPECT_NEAR(convex_depth(floor, {}, box, at(0, 0, 2)).distance, -1, 1e-15);
    EXPECT_NEAR(convex_depth(box, at(0, 0, 2), floor, {}).distance, -1, 1e-15);
    EXPECT_NEAR(convex_depth(box, at(0, 0, 2), floor, {}).normal.z, -1, 1e-15);
    EXPECT_EQ(convex_depth(floor, {}, box, at(0, 0, 3)).distance, 0);
    EXPECT_NEAR(convex_depth(floor, {}, small, at(0, 0, 0.25)).distance, -0.75, 1e-15);
}

TEST(ConvexDepth, of_round_solids_is_the_closed_form_up_to_its_bounds) {
    const Shape ball(Ellipsoid{{}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}}), sphere(Sphere{{}, 1});
    const SignedDistance balls = convex_depth(ball, {}, sphere, at(0, 0.5, 0));
    EXPECT_NEAR(balls.distance, -2.5, 1e-7);
    EXPECT_LE(balls.at_least, -2.5 + 1e-14);
    EXPECT_GE(balls.at_most, -2.5 - 1e-14);
    const Shape can(Cylinder{{0, 0, -1}, {0, 0, 1}, 3});
    const SignedDistance stacked = convex_depth(can, {}, can, at(0, 0, 1.5));
    EXPECT_NEAR(stacked.distance, -0.5, 1e-9);
    EXPECT_NEAR(stacked.normal.z, 1, 1e-6);
    const Shape cone(Cone{{}, {0, 0, 1}, 1});
    const SignedDistance tip = convex_depth(cone, {}, Shape(HalfSpace{{0, 0, -1}, {0, 0, 0.75}}), {});
    EXPECT_NEAR(tip.distance, -0.25, 1e-14);
}

// "GJK/EPA that throws on ordinary boxes": at one place, flush, a quarter turn round, corner on corner.
TEST(ConvexDepth, of_ordinary_boxes_never_fails) {
    const Shape box(OrientedBox({0.5, 0.5, 0.5})), plate(OrientedBox({2, 2, 0.05}));
    for (const Shape* a : {&box, &plate})
        for (const Shape* b : {&box, &plate})
            for (const double turn : {0.0, 0.125, 0.25, 0.5, 1e-9})
                for (const double x : {0.0, 1e-17, 1e-9, 0.25, 0.5, 0.55, 1.0})
                    for (const double z : {0.0, 1e-17, 0.1, 0.45, 0.5, 0.55, 1.0}) {
                        const Pose pose =
                            Pose::translation({x, x / 2, z}) * Pose::rotation_turns({0, 0, 1}, turn);
                        SCOPED_TRACE(testing::Message() << (a == &box) << (b == &box) << " turned by " << turn
                                                        << " at " << x << ", " << z);
                        const SignedDistance d = convex_depth(*a, {}, *b, pose);
                        ASSERT_EQ(d.status, QueryStatus::complete);
                        expect_consistent(d);
                        EXPECT_LE(d.at_most - d.at_least, 1e-12);
                        EXPECT_EQ(d.distance <= 0, intersects(*a, {}, *b, pose));
                        if (d.distance <= 0) {
                            EXPECT_NEAR(d.distance,
                                        -depth_by_all_directions(corners_of(*a, {}), corners_of(*b, pose)),
                                        1e-13);
                        }
                    }
}

TEST(ConvexDepth, of_flat_solids_is_how_far_they_are_stuck) {
    const Shape sheet(OrientedBox({1, 1, 0})), box(OrientedBox({0.5, 0.5, 0.5})),
        point(OrientedBox({0, 0, 0}));
    EXPECT_EQ(convex_depth(sheet, {}, sheet, {}).distance, 0);  // in one plane: they part across it
    EXPECT_NEAR(std::abs(convex_depth(sheet, {}, sheet, {}).normal.z), 1, 1e-15);
    EXPECT_NEAR(convex_depth(sheet, {}, box, at(0, 0, 0.25)).distance, -0.25, 1e-14);
    EXPECT_EQ(convex_depth(point, {}, point, {}).distance, 0);
    EXPECT_EQ(convex_depth(point, {}, sheet, {}).distance, 0);
    EXPECT_NEAR(convex_depth(point, {}, box, at(0.2, 0, 0)).distance, -0.3, 1e-14);
}

TEST(ConvexDepth, knows_what_it_cannot_answer) {
    const Shape box(OrientedBox({1, 1, 1})), floor(HalfSpace{}), mesh(make_box({1, 1, 1}));
    EXPECT_EQ(convex_depth(box, {}, mesh, {}).status, QueryStatus::unsupported);
    EXPECT_TRUE(std::isnan(convex_depth(box, {}, mesh, {}).distance));
    EXPECT_EQ(convex_depth(floor, {}, floor, {}).status, QueryStatus::unsupported);
    QueryOptions nothing;
    nothing.budget = Budget::of_tests(1);
    const SignedDistance none = convex_depth(box, {}, box, {}, nothing);
    EXPECT_EQ(none.status, QueryStatus::undecided);
    EXPECT_TRUE(std::isnan(none.distance));
}

TEST(ConvexDepth, does_not_depend_on_the_unit) {
    for (const double unit : {1e-90, 1e-20, 1e20, 1e90}) {
        const Shape a(OrientedBox({1 * unit, 2 * unit, 3 * unit})), b(OrientedBox({unit, unit, unit}));
        const SignedDistance d = convex_depth(a, {}, b, at(1.5 * unit, 0, 0));
        EXPECT_NEAR(d.distance / unit, -0.5, 1e-13) << unit;
        EXPECT_LE((d.at_most - d.at_least) / unit, 1e-12) << unit;
    }
}

}  // namespace
}  // namespace graze::test
