#include "graze/query/ray/ray_triangle.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "graze/base/error.h"
#include "tests/query/rays.h"

namespace graze {
namespace {

using test::certain;

const Triangle floor_tile{{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}}};

TEST(RayTriangle, is_hit_in_its_inside_its_edges_and_its_corners) {
    for (const Vec3& p : {Vec3{1, 1, 0}, {2, 0, 0}, {0, 3, 0}, {2, 2, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}) {
        const TriangleHit hit = certain(first_hit(Ray(p + Vec3{0, 0, 3}, {0, 0, -2}), floor_tile));
        EXPECT_EQ(hit.t, 1.5);
        EXPECT_EQ(hit.side, RaySide::front);
        EXPECT_EQ(certain(first_hit(Ray(p, {1, 2, 3}), floor_tile)).t, 0);
        EXPECT_FALSE(first_hit(Ray(p + Vec3{0, 0, 3}, {0, 0, 2}), floor_tile)) << "behind";
    }
    EXPECT_EQ(certain(first_hit(Ray({1, 1, -1}, {0, 0, 1}), floor_tile)).side, RaySide::back);
}

TEST(RayTriangle, is_missed_by_the_smallest_bit) {
    const double bit = std::numeric_limits<double>::denorm_min();
    EXPECT_FALSE(first_hit(Ray({1, -bit, 3}, {0, 0, -1}), floor_tile));
    EXPECT_TRUE(first_hit(Ray({1, -bit, 3}, {0, bit, -3}), floor_tile)) << "aimed back";
    EXPECT_FALSE(first_hit(Ray({1, 1, bit}, {0, 0, 1}), floor_tile));
    EXPECT_TRUE(first_hit(Ray({1, 1, bit}, {0, 0, -1}), floor_tile));
    EXPECT_GT(certain(first_hit(Ray({1, 1, bit}, {0, 0, -1}), floor_tile)).t, 0);
}

TEST(RayTriangle, is_hit_at_a_t_of_the_right_sign_however_small_that_is) {
    const double bit = std::numeric_limits<double>::denorm_min();
    const Triangle huge{{Vec3{0, 0, 0}, Vec3{1e100, 0, 0}, Vec3{0, 1e100, 0}}};
    for (const double height : {bit, 3 * bit, 1e-310, 1e-300, 1e-250})
        for (const double speed : {1.0, 1e20, 1e100})
            for (const Triangle& tile : {floor_tile, huge}) {
                const Vec3 above{0, 0, height};  // near a corner, where doubles are sure of what they compute
                const TriangleHit hit = certain(first_hit(Ray(above, {0, 0, -speed}), tile));
                EXPECT_GT(hit.t, 0) << height << ' ' << speed;
                EXPECT_NEAR(hit.t, height / speed, 2e-11 * (height / speed) + bit);
                EXPECT_FALSE(first_hit(Ray(above, {0, 0, speed}), tile)) << height << ' ' << speed;
                EXPECT_EQ(hit.side, RaySide::front);
            }
}

TEST(RayTriangle, is_hit_where_a_ray_in_its_plane_enters) {
    const auto t_of = [](const Ray& ray) {
        const auto hit = first_hit(ray, floor_tile);
        EXPECT_TRUE(!hit || hit->side == RaySide::edge_on);
        return hit ? hit->t : -1;
    };
    EXPECT_EQ(t_of(Ray({-1, 1, 0}, {1, 0, 0})), 1);
    EXPECT_EQ(t_of(Ray({5, 1, 0}, {-1, 0, 0})), 2);
    EXPECT_EQ(t_of(Ray({1, 1, 0}, {-1, 0, 0})), 0) << "from within";
    EXPECT_EQ(t_of(Ray({-1, 1, 0}, {1, 0, 0}, 2)), 2) << "beginning within";
    EXPECT_EQ(t_of(Ray({-1, 0, 0}, {1, 0, 0})), 1) << "along an edge";
    EXPECT_EQ(t_of(Ray({-1, 5, 0}, {1, -1, 0})), 1) << "along the long edge";
    EXPECT_EQ(t_of(Ray({-1, 1, 0}, {1, -1, 0})), 1) << "through a corner only";
    EXPECT_EQ(t_of(Ray({-1, 1, 0}, {-1, 0, 0})), -1) << "away from it";
    EXPECT_EQ(t_of(Ray({-1, -1, 0}, {1, 0, 0})), -1) << "beside it";
    EXPECT_EQ(t_of(Ray({-1, 1, 1}, {1, 0, 0})), -1) << "above it";
    EXPECT_EQ(t_of(Ray({-1, 1, 0}, {1, 0, 0}, 0, 0.5)), -1) << "ending before it";
}

TEST(RayTriangle, without_area_is_the_segment_or_the_point_it_is) {
    const Triangle segment{{Vec3{0, 0, 0}, Vec3{2, 2, 2}, Vec3{1, 1, 1}}},
        point{{Vec3{1, 2, 3}, Vec3{1, 2, 3}, Vec3{1, 2, 3}}};
    EXPECT_EQ(certain(first_hit(Ray({1.5, 1.5, 0}, {0, 0, 1}), segment)).t, 1.5);
    EXPECT_EQ(certain(first_hit(Ray({-1, -1, -1}, {0.5, 0.5, 0.5}), segment)).t, 2) << "along it";
    EXPECT_FALSE(first_hit(Ray({2.5, 2.5, 0}, {0, 0, 1}), segment));
    EXPECT_FALSE(first_hit(Ray({1.5, 1.25, 0}, {0, 0, 1}), segment));
    EXPECT_EQ(certain(first_hit(Ray({0, 0, 0}, {0.5, 1, 1.5}), point)).t, 2);
    EXPECT_FALSE(first_hit(Ray({0, 0, 0}, {0.5, 1, 1.25}), point));
}

// Whatever is wrong with it is told when it is made, not when it is used.
TEST(RayTriangle, refuses_rays_that_are_none) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto why_not = [](const Vec3& origin, const Vec3& direction, double t_min = 0, double t_max = 1) {
        try {
            return Ray(origin, direction, t_min, t_max), std::string();
        } catch (const Error& error) {
            return std::string(error.what());
        }
    };
    EXPECT_EQ(why_not({}, {1, 0, 0}), "");
    EXPECT_NE(why_not({}, {0, 0, 0}).find("direction of a ray is zero"), std::string::npos);
    EXPECT_NE(why_not({}, {1e-250, 0, 0}).find("1e-200"), std::string::npos);
    EXPECT_NE(why_not({}, {nan, 0, 1}).find("direction"), std::string::npos);
    EXPECT_NE(why_not({}, {1e101, 0, 1}).find("direction"), std::string::npos);
    EXPECT_NE(why_not({nan, 0, 0}, {1, 0, 0}).find("origin"), std::string::npos);
    EXPECT_NE(why_not({0, Ray::infinity, 0}, {1, 0, 0}).find("origin"), std::string::npos);
    EXPECT_NE(why_not({}, {1, 0, 0}, 2, 1).find("limits"), std::string::npos);
    EXPECT_NE(why_not({}, {1, 0, 0}, nan).find("limits"), std::string::npos);
    EXPECT_NE(why_not({}, {1, 0, 0}, Ray::infinity, Ray::infinity).find("limits"), std::string::npos);
}

}  // namespace
}  // namespace graze
