#include "graze/clash/compare/detail/surface_gap.h"

#include <gtest/gtest.h>

#include <vector>

#include "graze/clash/compare/detail/planar_overlap.h"

namespace graze::test {
namespace {

SurfaceFace round_face(double radius, bool concave, const Vec3& point = {}, double slope = 0) {
    SurfaceFace face;
    face.kind = slope == 0 ? SurfaceKind::cylinder : SurfaceKind::cone;
    face.concave = concave;
    face.point = point;
    face.axis = {0, 0, 1};
    face.radius = radius;
    face.slope = slope;
    return face;
}

SurfaceFace ball(double radius, bool concave, const Vec3& centre = {}) {
    SurfaceFace face;
    face.kind = SurfaceKind::sphere;
    face.concave = concave;
    face.point = centre;
    face.radius = radius;
    return face;
}

SurfaceFace plane(const Vec3& point, const Vec3& normal) {
    SurfaceFace face;
    face.kind = SurfaceKind::plane;
    face.point = point;
    face.axis = normal;
    return face;
}

// A triangle that tells how far a face extends along z.
std::vector<Triangle> along_z(double from, double to) {
    return {Triangle{{Vec3{1, 0, from}, Vec3{1, 0, to}, Vec3{0, 1, to}}}};
}

constexpr double surely = 1e-6;
using detail::surface_gap;

TEST(SurfaceGap, of_a_shaft_in_a_bore_is_the_difference_of_their_radii) {
    const auto gap = [](const SurfaceFace& a, const SurfaceFace& b) {
        return surface_gap(a, along_z(0, 5), b, along_z(2, 9), surely);
    };
    EXPECT_EQ(gap(round_face(3, false), round_face(3.25, true)), 0.25);
    EXPECT_EQ(gap(round_face(3.25, true), round_face(3.5, false)), -0.25);
    SurfaceFace turned = round_face(3, false, {0, 0, 7});
    turned.axis = {0, 0, -1};
    EXPECT_EQ(gap(turned, round_face(3, true)), 0);
    // Out of centre with play all the way round; with less, nobody knows where the faces are.
    EXPECT_EQ(gap(round_face(3, false, {0.25, 0, 0}), round_face(3.5, true)), 0.25);
    EXPECT_EQ(gap(round_face(3, false, {0.25, 0, 0}), round_face(3.125, true)), std::nullopt);
    EXPECT_EQ(gap(round_face(3, true), round_face(3, true)), std::nullopt);
}

TEST(SurfaceGap, is_none_where_one_face_begins_as_the_other_ends) {
    EXPECT_EQ(
        surface_gap(round_face(10, false), along_z(0, 50), round_face(8, true), along_z(50, 60), surely),
        std::nullopt);
}

TEST(SurfaceGap, of_cones_is_the_least_across_the_surface) {
    const SurfaceFace bore = round_face(10, true, {}, 0.75);
    const auto gap = [&](const SurfaceFace& shaft) {
        return surface_gap(shaft, along_z(0, 4), bore, along_z(0, 4), surely);
    };
    EXPECT_EQ(gap(round_face(9, false, {}, 0.75)), 0.8);
    EXPECT_EQ(gap(round_face(13, false, {0, 0, 4}, 0.75)), 0);
    EXPECT_EQ(gap(round_face(10, false)), 0) << "a cylinder that meets the cone at its narrow end";
    EXPECT_EQ(gap(round_face(11, false)), -0.8);
}

TEST(SurfaceGap, of_balls_is_known_by_their_centres) {
    const auto gap = [](const SurfaceFace& a, const SurfaceFace& b) {
        return surface_gap(a, along_z(0, 1), b, along_z(0, 1), surely);
    };
    EXPECT_EQ(gap(ball(3, false), ball(3.5, true)), 0.5);
    EXPECT_EQ(gap(ball(3.5, false), ball(3, true)), -0.5);
    EXPECT_EQ(gap(ball(3, false), ball(1, false, {5, 0, 0})), 1);
    EXPECT_EQ(gap(ball(3, false, {0, 0, 4}), plane({7, 8, 0}, {0, 0, 1})), 1);
    EXPECT_EQ(gap(plane({7, 8, 0}, {0, 0, 1}), ball(3, false, {0, 0, 2})), std::nullopt);
    EXPECT_EQ(gap(ball(3, false, {1, 0, 0}), round_face(5, true)), 1);
}

using Points = std::vector<Vec3>;

Points overlap_of(const Triangle& a, const Vec3& normal_a, const Triangle& b, const Vec3& normal_b) {
    Points points;
    detail::add_planar_overlap({a, normal_a}, {b, normal_b}, 1e-3, points);
    return points;
}

Triangle flat(double z) {
    return {{Vec3{0, 0, z}, Vec3{4, 0, z}, Vec3{0, 4, z}}};
}

TEST(PlanarOverlap, of_planes_that_face_each_other_lies_between_them) {
    constexpr Vec3 up{0, 0, 1}, down{0, 0, -1};
    EXPECT_TRUE(overlap_of(flat(0), up, flat(0), down).empty()) << "flush";
    EXPECT_TRUE(overlap_of(flat(0), up, flat(0.5), down).empty()) << "apart";
    const Points points = overlap_of(flat(0), up, flat(-0.5), down);
    ASSERT_FALSE(points.empty());
    for (const Vec3& p : points) EXPECT_EQ(p.z, -0.25);
    // Both solids below one plane.
    const Points same = overlap_of(flat(0), up, flat(0), up);
    ASSERT_FALSE(same.empty());
    for (const Vec3& p : same) EXPECT_LT(p.z, 0);
}

TEST(PlanarOverlap, of_planes_that_cross_lies_behind_both) {
    const Triangle upright{{Vec3{1, -9, -5}, Vec3{1, 9, -5}, Vec3{1, 0, 9}}};
    const Points points = overlap_of(flat(0), {0, 0, 1}, upright, {1, 0, 0});
    ASSERT_FALSE(points.empty());
    for (const Vec3& p : points) {
        EXPECT_LT(p.z, 0);
        EXPECT_LT(p.x, 1);
        EXPECT_NEAR(p.x, 1, 0.01);
        EXPECT_TRUE(p.y > 0 && p.y < 3);
    }
    const Triangle beside{{Vec3{9, -9, -5}, Vec3{9, 9, -5}, Vec3{9, 0, 9}}};
    EXPECT_TRUE(overlap_of(flat(0), {0, 0, 1}, beside, {1, 0, 0}).empty());
}

}  // namespace
}  // namespace graze::test
