#include "graze/query/ray/ray_normal.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/point/point_distance.h"

namespace graze::test {
namespace {

// Across the surface, the signed distance grows as fast as the way.
TEST(RayNormals, are_those_of_the_signed_distance) {
    Random r(51);
    const std::array<Shape, 9> shapes = {Shape(make_torus(0.6, 0.3, 24, 16)),
                                         Shape(OrientedBox({0.5, 0.4, 0.3}, Pose(r.rotation(), {0.1, 0, 0}))),
                                         Shape(ConvexHull(make_sphere(0.5, 72))),
                                         Shape(Sphere{{0.1, 0, 0}, 0.5}),
                                         Shape(Capsule{{-0.3, 0, 0}, {0.3, 0.1, 0}, 0.3}),
                                         Shape(Cylinder{{0, 0, -0.4}, {0.1, 0, 0.4}, 0.3}),
                                         Shape(Cone{{0, 0, -0.3}, {0, 0.1, 0.5}, 0.4}),
                                         Shape(Ellipsoid{{}, {0.5, 0, 0}, {0, 0.4, 0}, {0, 0, 0.3}}),
                                         Shape(HalfSpace{{1, 2, 2}, {0, 0, 0}})};
    for (const Shape& shape : shapes) {
        SCOPED_TRACE(shape.kind().name());
        int compared = 0;
        for (int i = 0; i < 400; ++i) {
            const Pose pose(r.rotation(), r.in_box({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}));
            const Vec3 from = r.on_sphere() * 3.0;
            const Ray ray(from, r.in_box({-0.3, -0.3, -0.3}, {0.3, 0.3, 0.3}) - from);
            const FirstHit hit = first_hit(shape, pose, ray);
            if (!hit.found() || hit.side == RaySide::inside) continue;
            const Vec3 n = hit_normal(shape, pose, ray, hit);
            EXPECT_NEAR(length(n), 1, 1e-12);
            EXPECT_LT(dot(n, ray.direction()), 0);
            constexpr double step = 1e-6;
            const double out = signed_distance(shape, pose, hit.point + n * step).value,
                         in = signed_distance(shape, pose, hit.point - n * step).value;
            if (std::abs(out - in - 2 * step) > 1e-3 * step) continue;  // at an edge: not everywhere
            ++compared;
        }
        EXPECT_GT(compared, 180);  // some rays miss
    }
}

TEST(RayNormals, are_none_where_there_is_no_side) {
    const Shape ball(Sphere{{}, 1}), flat(Mesh({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}));
    const Ray inside({0, 0, 0}, {1, 0, 0}), along({-1, 0, 0}, {1, 0, 0});
    EXPECT_EQ(hit_normal(ball, {}, inside, first_hit(ball, {}, inside)), Vec3{});
    EXPECT_EQ(hit_normal(flat, {}, along, first_hit(flat, {}, along)), Vec3{});
    // From behind, a triangle has the normal towards the ray.
    const Shape sheet(Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
    const Ray below({0.2, 0.2, -1}, {0, 0, 1}), above({0.2, 0.2, 1}, {0, 0, -1});
    EXPECT_EQ(hit_normal(sheet, {}, below, first_hit(sheet, {}, below)), (Vec3{0, 0, -1}));
    EXPECT_EQ(hit_normal(sheet, {}, above, first_hit(sheet, {}, above)), (Vec3{0, 0, 1}));
}

}  // namespace
}  // namespace graze::test
