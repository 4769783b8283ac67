// Filters in questions about solids: boxes are judged by their faces, other solids as a whole.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/ray/ray.h"
#include "graze/query/relation/relation.h"

namespace graze {
namespace {

// All around the origin.
std::vector<Shape> solids_to_filter() {
    return {Shape(OrientedBox({1, 1, 1})),
            Shape(ConvexHull(std::vector<Vec3>{{1, 0, -1}, {-1, 1, -1}, {-1, -1, -1}, {0, 0, 1}})),
            Shape(Sphere{{0, 0, 0}, 1}),
            Shape(Capsule{{0, 0, -1}, {0, 0, 1}, 0.5}),
            Shape(Cylinder{{0, 0, -1}, {0, 0, 1}, 1}),
            Shape(Cone{{0, 0, -1}, {0, 0, 1}, 1}),
            Shape(Ellipsoid{{0, 0, 0}, {1, 0, 0}, {0, 0.5, 0}, {0, 0, 2}}),
            Shape(HalfSpace{{0, 0, 1}, {0, 0, 0}})};
}

QueryOptions with_filter(bool answer) {
    QueryOptions options;
    options.filter = [answer](FeatureId, FeatureId) { return answer; };
    return options;
}

TEST(SolidFilter, that_refuses_all_leaves_nothing_of_any_pair) {
    const Pose moved = Pose::translation({0.1, 0.05, 0.02}), above = Pose::translation({0, 0, 4});
    for (const Shape& a : solids_to_filter())
        for (const Shape& b : solids_to_filter()) {
            SCOPED_TRACE(std::string(a.kind().name()) + ", " + std::string(b.kind().name()));
            const QueryOptions none = with_filter(false), all = with_filter(true);
            EXPECT_EQ(intersects(a, {}, b, moved, none), Answer::no);
            EXPECT_EQ(within(a, {}, b, moved, 1, none), Answer::no);
            EXPECT_TRUE(std::isinf(distance(a, {}, b, moved, none).value));
            EXPECT_EQ(intersects(a, {}, b, moved, all), Answer::yes);
            EXPECT_EQ(distance(a, {}, b, above, all).value, distance(a, {}, b, above).value);
            EXPECT_EQ(relation(a, {}, b, moved, OpenMeshes::as_surfaces, all), Relation::unsupported);
        }
}

TEST(SolidFilter, chooses_the_triangles_that_a_solid_is_measured_from) {
    // Two floors of one mesh below the solids; the filter leaves the lower one.
    std::vector<Vec3> corners;
    for (const double z : {-5.0, -9.0})
        for (const Vec3& p : {Vec3{-50, -50, z}, Vec3{50, -50, z}, Vec3{0, 50, z}}) corners.push_back(p);
    const Shape floors(Mesh(corners, {{0, 1, 2}, {3, 4, 5}}));
    QueryOptions lower;
    lower.filter = [](FeatureId, FeatureId b) { return b.index == 1; };
    QueryOptions lower_first;
    lower_first.filter = [](FeatureId a, FeatureId) { return a.index == 1; };
    for (const Shape& solid : solids_to_filter()) {
        if (solid.kind() == kind_of<HalfSpace>()) continue;  // both floors are in it
        SCOPED_TRACE(std::string(solid.kind().name()));
        const double upper = distance(solid, {}, floors, {}).value;
        EXPECT_NEAR(distance(solid, {}, floors, {}, lower).value, upper + 4, 1e-6);
        EXPECT_NEAR(distance(floors, {}, solid, {}, lower_first).value, upper + 4, 1e-6);
        const Pose on_upper = Pose::translation({0, 0, -5});
        EXPECT_EQ(intersects(solid, on_upper, floors, {}, with_filter(true)), Answer::yes);
        EXPECT_EQ(intersects(solid, on_upper, floors, {}, lower), Answer::no);
        EXPECT_EQ(intersects(floors, {}, solid, on_upper, lower_first), Answer::no);
        EXPECT_EQ(within(solid, on_upper, floors, {}, 1, lower), Answer::no);
    }
    EXPECT_EQ(intersects(solids_to_filter().back(), {}, floors, {}, lower), Answer::yes);
    EXPECT_EQ(intersects(solids_to_filter().back(), {}, floors, {}, with_filter(false)), Answer::no);
}

TEST(SolidFilter, decides_about_rays_and_points) {
    for (const Shape& solid : solids_to_filter()) {
        SCOPED_TRACE(std::string(solid.kind().name()));
        const Ray ray({0.1, 0.05, 10}, {0, 0, -1});
        EXPECT_TRUE(first_hit(solid, {}, ray, with_filter(true)).found());
        EXPECT_FALSE(first_hit(solid, {}, ray, with_filter(false)).found());
        EXPECT_TRUE(std::isinf(distance(solid, {}, Vec3{0, 0, 5}, with_filter(false)).value));
        EXPECT_EQ(distance(solid, {}, Vec3{0, 0, 5}, with_filter(true)).value,
                  distance(solid, {}, Vec3{0, 0, 5}).value);
    }
}

}  // namespace
}  // namespace graze
